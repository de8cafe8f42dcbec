import HAL

/// The page before everything.
public struct LoginView: Sendable {
  public enum Problem: Sendable {
    /// Mail address or password is wrong; which of them is not said.
    case wrong
    /// Too many attempts: the next one counts after so many seconds.
    case wait(seconds: Int)
  }

  public enum Notice: String, CaseIterable, Sendable {
    case signedOut
    /// The session has ended, or was ended from another device.
    case sessionOver
    /// If the address has an account, a link is on its way.
    case linkSent
  }

  public var email: String
  /// The address to go to afterwards; empty for the first page.
  public var next: String
  public var problem: Problem?
  public var notice: Notice?

  public init(
    email: String = "", next: String = "", problem: Problem? = nil, notice: Notice? = nil
  ) {
    self.email = email
    self.next = next
    self.problem = problem
    self.notice = notice
  }
}

/// An invitation that somebody opened from a mail.
public struct InvitationView: Sendable {
  public enum Problem: Sendable {
    case nameMissing
    case nameTooLong
    /// Fewer than ten characters.
    case passwordTooShort
  }

  /// The secret part of the address.
  public var token: String
  /// Nil for the first account, which no person invites.
  public var inviter: String?
  public var email: String
  /// Wearers and rights that come with it.
  public var wearers: [WearerLink]
  public var until: WallTime
  public var name: String
  /// The address has an account: its name and password stay.
  public var hasAccount: Bool
  public var problem: Problem?

  public init(
    token: String, inviter: String?, email: String, wearers: [WearerLink], until: WallTime,
    name: String = "", hasAccount: Bool = false, problem: Problem? = nil
  ) {
    self.hasAccount = hasAccount
    self.token = token
    self.inviter = inviter
    self.email = email
    self.wearers = wearers
    self.until = until
    self.name = name
    self.problem = problem
  }
}

/// A one-time link that somebody opened from a mail: only its button uses it up.
public struct OneTimeLinkView: Sendable {
  public var token: String
  public var email: String
  public var until: WallTime

  public init(token: String, email: String, until: WallTime) {
    self.token = token
    self.email = email
    self.until = until
  }
}

/// The wearers of one account.
public struct HomeView: Sendable {
  public struct Row: Sendable {
    public var wearer: WearerLink
    /// Nil: the portal cannot read what it has of this wearer.
    public var contact: Contact?
    public var open: [AlertSummary]

    public init(wearer: WearerLink, contact: Contact?, open: [AlertSummary]) {
      self.wearer = wearer
      self.contact = contact
      self.open = open
    }
  }

  /// Those with something open first.
  public var rows: [Row]

  public init(rows: [Row]) { self.rows = rows }
}

/// The account's own page: language, and where it is signed in.
public struct AccountView: Sendable {
  public struct Session: Sendable {
    /// The part of the address; not the session's secret.
    public var id: String
    /// The header `User-Agent` as it was sent.
    public var agent: String
    public var began: WallTime
    public var seen: WallTime
    public var isThis: Bool

    public init(id: String, agent: String, began: WallTime, seen: WallTime, isThis: Bool) {
      self.id = id
      self.agent = agent
      self.began = began
      self.seen = seen
      self.isThis = isThis
    }
  }

  public enum Problem: Sendable {
    case nameMissing
    case nameTooLong
    /// The old password is wrong.
    case passwordWrong
    /// The form had no field for it, and the quarter of an hour after a link is over.
    case linkOver
    /// Fewer than ten characters.
    case passwordTooShort
  }

  public enum Notice: Sendable {
    case saved
    case passwordChanged
    case sessionEnded
  }

  public var email: String
  public var name: String
  public var sessions: [Session]
  /// A change of the password asks for the present one.
  public var needsOld: Bool
  /// The time until which a link that has just begun the session stands for the present one; nil: none does.
  public var linkEnds: WallTime?
  public var problem: Problem?
  public var notice: Notice?

  public init(
    email: String, name: String, sessions: [Session], needsOld: Bool = true,
    linkEnds: WallTime? = nil, problem: Problem? = nil, notice: Notice? = nil
  ) {
    self.needsOld = needsOld
    self.linkEnds = linkEnds
    self.email = email
    self.name = name
    self.sessions = sessions
    self.problem = problem
    self.notice = notice
  }
}

/// The people round one wearer, for those who administer.
public struct PeopleView: Sendable {
  public struct Person: Sendable {
    public var id: String
    public var name: String
    public var email: String
    public var right: Right
    public var isYou: Bool

    public init(id: String, name: String, email: String, right: Right, isYou: Bool) {
      self.id = id
      self.name = name
      self.email = email
      self.right = right
      self.isYou = isYou
    }
  }

  public struct Invitation: Sendable {
    public var email: String
    public var right: Right
    public var until: WallTime

    public init(email: String, right: Right, until: WallTime) {
      self.email = email
      self.right = right
      self.until = until
    }
  }

  public enum Problem: Sendable {
    case emailUnreadable
    case alreadyHere
    /// The last who administers cannot leave or be lowered.
    case lastAdministrator
    /// The portal has no mail server.
    case noMail
  }

  public enum Notice: Sendable {
    case invited
    case changed
  }

  public var people: [Person]
  public var invitations: [Invitation]
  /// The fields as they were sent.
  public var email: String
  public var name: String
  public var problem: Problem?
  public var notice: Notice?
  /// The people of the device's profile, in the order in which they are told.
  public var profile: [ProfilePerson]
  /// The form of the wearer's name; nil where the device has told no profile.
  public var wearer: FormView?
  /// The form of the wearer's photo.
  public var wearerPhoto: FormView?
  public var state: SettingState?

  public init(
    people: [Person], invitations: [Invitation], email: String = "", name: String = "",
    problem: Problem? = nil, notice: Notice? = nil, profile: [ProfilePerson] = [],
    wearer: FormView? = nil, wearerPhoto: FormView? = nil, state: SettingState? = nil
  ) {
    self.profile = profile
    self.wearer = wearer
    self.wearerPhoto = wearerPhoto
    self.state = state
    self.people = people
    self.invitations = invitations
    self.email = email
    self.name = name
    self.notice = notice
    self.problem = problem
  }
}

/// A code with which a device joins, for those who administer.
public struct PairingView: Sendable {
  /// A device that is paired now.
  public struct Paired: Sendable {
    public var name: String
    public var since: WallTime

    public init(name: String, since: WallTime) {
      self.name = name
      self.since = since
    }
  }

  public struct Code: Sendable {
    /// "ABCD-EFGH". Shown in this one answer, and never again.
    public var text: String
    public var until: WallTime
    /// It is for a new device in place of the lost one.
    public var isReplacement: Bool

    public init(text: String, until: WallTime, isReplacement: Bool = false) {
      self.text = text
      self.until = until
      self.isReplacement = isReplacement
    }
  }

  public var paired: Paired?
  public var code: Code?
  /// The portal's own address, for `vigia pair URL CODE`.
  public var address: String
  public var contact: Contact
  /// The portal has a log, which a new device could continue.
  public var hasLog: Bool

  public init(
    paired: Paired?, code: Code?, address: String, contact: Contact, hasLog: Bool = false
  ) {
    self.paired = paired
    self.code = code
    self.address = address
    self.contact = contact
    self.hasLog = hasLog
  }
}

/// The deeds of all people, the newest first.
public struct AuditView: Sendable {
  public enum Look: Sendable {
    case firstPage
    /// A page that stayed open until then.
    case open(until: WallTime)
    case alert
    case day(Day)
  }

  public enum Deed: Sendable {
    case signedIn
    case signedOut
    case linkAsked
    case sessionEnded
    case passwordChanged
    case lookedAtPlace(Look)
    /// The title of the alert.
    case took(String)
    case askedPlace
    case saidCompany(until: WallTime)
    case endedCompany
    case askedTestAlert
    case askedAdvice
    case wroteDiary(DiaryChange.Kind)
    /// The device's answer to such a request.
    case deviceAnswered(RequestView)
    case invited(email: String, Right)
    case endedInvitation(email: String)
    case acceptedInvitation
    case changedRight(name: String, Right)
    case removed(name: String)
    case madePairingCode
    /// A code for a new device in place of the lost one.
    case madeReplacementCode
    case paired(device: String)
    /// A new device took the place of the lost one.
    case replaced(device: String)
    case unpaired(device: String)
    /// A change of the device's profile, with the reminder or person that it was about.
    case changedSettings(SettingForm, about: String)
  }

  public struct Row: Sendable {
    public var at: WallTime
    /// Nil for the device or the portal itself.
    public var by: String?
    public var deed: Deed

    public init(at: WallTime, by: String?, deed: Deed) {
      self.at = at
      self.by = by
      self.deed = deed
    }
  }

  public var rows: [Row]
  /// The key after which the next page begins; nil at the end.
  public var next: String?

  public init(rows: [Row], next: String?) {
    self.rows = rows
    self.next = next
  }
}

/// A page instead of the one that was asked for.
public enum RefusalView: Sendable {
  /// Nothing there, or nothing that this account may see: the two are not told apart.
  case notFound
  /// The account sees this wearer, and its right does not reach.
  case forbidden(needs: Right)
  /// The device would take no word of this account.
  case unheard(Voice)
  /// The device has not told its settings yet, and nothing can be changed.
  case settingsUnknown
  case invitationGone
  case linkGone
  /// The form came from another site, or its browser does not say from where.
  case forged
  /// The form could not be read. The text names the field and what was expected.
  case unreadable(field: String)
  /// An entry of the diary that is not there any more.
  case entryGone
  case tooLarge
  case tooMany(seconds: Int)
  /// The portal cannot store now.
  case unavailable
}
