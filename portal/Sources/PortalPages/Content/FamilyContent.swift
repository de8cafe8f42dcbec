import HAL

/// The people round a wearer, for the template "people".
struct PeopleContent {
  struct Person {
    var id: String
    var personName: Rich
    var personMail: String
    var label: Rich
    var action: String
    var isLook: Bool
    var isHelp: Bool
    var isAdminister: Bool
  }

  struct Waiting {
    var text: Rich
    var right: String
    var waitingEmail: String
  }

  var people: [Person]
  var waiting: [Waiting]
  var hasWaiting: Bool
  var inviteLead: String
  /// Nil: no invitation could go out.
  var inviteAction: String?
  var endInvitationAction: String
  var email: String
  var name: String
  var problem: String?
  var notice: String?
  var profile: ProfilePeoplePart?

  init(_ view: PeopleView, _ wearer: WearerLink, _ speak: PageWording) {
    profile = ProfilePeoplePart(view, wearer, speak)
    people = view.people.map { person in
      Person(
        id: person.id,
        personName: person.isYou
          ? speak(PeoplePhrase.you, (.name, person.name)) : Rich(person.name),
        personMail: person.email, label: speak(PeoplePhrase.right, (.name, person.name)),
        action: Path.right(wearer.id, person.id), isLook: person.right == .look,
        isHelp: person.right == .help, isAdminister: person.right == .administer)
    }
    waiting = view.invitations.map {
      Waiting(
        text: speak(
          PeoplePhrase.waitingFor, (.email, Rich($0.email)), (.until, speak.moment($0.until))),
        right: speak.right($0.right), waitingEmail: $0.email)
    }
    endInvitationAction = Path.endInvitation(wearer.id)
    hasWaiting = !waiting.isEmpty
    inviteLead = speak.plain(speak.sendsMails ? PeoplePhrase.inviteLead : .noMailLead)
    inviteAction = speak.sendsMails ? Path.invite(wearer.id) : nil
    email = view.email
    name = view.name
    problem = view.problem.map { problem in
      switch problem {
      case .emailUnreadable: speak.plain(PeoplePhrase.emailUnreadable)
      case .alreadyHere: speak.plain(PeoplePhrase.alreadyHere)
      case .lastAdministrator: speak.plain(PeoplePhrase.lastAdministrator)
      case .noMail: speak.plain(PeoplePhrase.noMail)
      }
    }
    notice = view.notice.map { notice in
      switch notice {
      case .invited: speak.plain(PeoplePhrase.invited)
      case .changed: speak.plain(PeoplePhrase.changed)
      }
    }
  }
}

/// The device and its pairing, for the template "device".
struct PairingContent {
  struct Code {
    var text: String
    var command: String
    var title: String
    var once: Rich
    /// It is for a new device in place of the lost one.
    var isReplacement: Bool
  }

  var heading: Rich
  var state: Rich
  var contact: ContactPart?
  var code: Code?
  var makeAction: String
  var makeLabel: String
  /// Nil: there is no log that a new device could continue.
  var replaceAction: String?
  var hasLoss: Bool
  var revokeAction: String?
  let title: String

  init(_ view: PairingView, _ wearer: WearerLink, _ speak: PageWording) {
    heading = speak(DevicePhrase.title, (.wearer, wearer.name))
    state =
      view.paired.map {
        speak(DevicePhrase.paired, (.time, speak.moment($0.since)), (.name, Rich($0.name)))
      } ?? speak(DevicePhrase.notPaired)
    contact = view.paired == nil ? nil : ContactPart(view.contact, speak)
    code = view.code.map {
      Code(
        text: $0.text, command: "vigia pair \(view.address) \($0.text)",
        title: speak.plain($0.isReplacement ? DevicePhrase.replacementTitle : .codeTitle),
        once: speak(DevicePhrase.codeOnce, (.until, speak.moment($0.until))),
        isReplacement: $0.isReplacement)
    }
    makeAction = Path.pairingCode(wearer.id)
    makeLabel = speak.plain(view.code == nil ? DevicePhrase.make : .makeAgain)
    replaceAction = view.hasLog ? Path.replacementCode(wearer.id) : nil
    revokeAction = view.paired == nil ? nil : Path.revoke(wearer.id)
    hasLoss = replaceAction != nil || revokeAction != nil
    title = speak.plain(DevicePhrase.title).replacingGap(.wearer, wearer.name)
  }
}

/// The deeds of all people, for the template "audit".
struct AuditContent {
  struct Row {
    var time: Rich
    var text: Rich
  }

  var lead: Rich
  var rows: [Row]
  var isEmpty: Bool
  var olderPath: String?

  init(_ view: AuditView, _ wearer: WearerLink, _ speak: PageWording) {
    lead = speak(AuditPhrase.lead, (.wearer, wearer.name))
    rows = view.rows.map { row in
      let name = row.by.map { Rich($0) } ?? speak(AuditPhrase.device)
      return Row(
        time: speak.moment(row.at),
        text: speak(AuditPhrase.row, (.name, name), (.title, AuditContent.deed(row.deed, speak))))
    }
    isEmpty = rows.isEmpty
    olderPath = view.next.map { "\(Path.audit(wearer.id))?before=\($0)" }
  }

  private static func deed(_ deed: AuditView.Deed, _ speak: PageWording) -> Rich {
    switch deed {
    case .signedIn: speak(AuditPhrase.signedIn)
    case .signedOut: speak(AuditPhrase.signedOut)
    case .linkAsked: speak(AuditPhrase.linkAsked)
    case .sessionEnded: speak(AuditPhrase.sessionEnded)
    case .passwordChanged: speak(AuditPhrase.passwordChanged)
    case .lookedAtPlace(.firstPage): speak(AuditPhrase.lookFirst)
    case .lookedAtPlace(.open(let until)):
      speak(AuditPhrase.lookOpen, (.until, speak.moment(until)))
    case .lookedAtPlace(.alert): speak(AuditPhrase.lookAlert)
    case .lookedAtPlace(.day(let day)):
      speak(AuditPhrase.lookDay, (.date, speak.date(day)))
    case .took(let title): speak(AuditPhrase.took, (.title, title))
    case .askedPlace: speak(AuditPhrase.askedPlace)
    case .saidCompany(let until):
      speak(AuditPhrase.saidCompany, (.until, speak.moment(until)))
    case .endedCompany: speak(AuditPhrase.endedCompany)
    case .askedTestAlert: speak(AuditPhrase.askedTest)
    case .askedAdvice: speak(AuditPhrase.askedAdvice)
    case .wroteDiary(.added): speak(AuditPhrase.diaryAdded)
    case .wroteDiary(.changed): speak(AuditPhrase.diaryChanged)
    case .wroteDiary(.removed): speak(AuditPhrase.diaryRemoved)
    case .deviceAnswered(let request): AuditContent.answer(request, speak)
    case .invited(let email, let right):
      speak(AuditPhrase.invited, (.email, email), (.right, speak.right(right)))
    case .endedInvitation(let email): speak(AuditPhrase.endedInvitation, (.email, email))
    case .acceptedInvitation: speak(AuditPhrase.accepted)
    case .changedRight(let name, let right):
      speak(AuditPhrase.changedRight, (.name, name), (.right, speak.right(right)))
    case .removed(let name): speak(AuditPhrase.removed, (.name, name))
    case .madePairingCode: speak(AuditPhrase.madeCode)
    case .madeReplacementCode: speak(AuditPhrase.madeReplacementCode)
    case .paired(let device): speak(AuditPhrase.paired, (.name, device))
    case .replaced(let device): speak(AuditPhrase.replaced, (.name, device))
    case .unpaired(let device): speak(AuditPhrase.unpaired, (.name, device))
    case .changedSettings(let form, let about):
      speak(
        about.isEmpty ? SettingFormPhrase.deed : .deedAbout,
        (.title, speak.plain(SettingFormPart.name(form))), (.value, about))
    }
  }

  private static func answer(_ request: RequestView, _ speak: PageWording) -> Rich {
    let title = (Gap.title, RequestPart.title(request, speak))
    return switch request.fate {
    case .queued, .fetched, .applied: speak(AuditPhrase.deviceKnows, title)
    case .refused(_, let why):
      speak(AuditPhrase.deviceRefused, title, (.reason, RequestPart.reason(why, speak)))
    case .expired: speak(AuditPhrase.deviceExpired, title)
    }
  }
}

/// A page instead of the one that was asked for, for the template "refusal".
struct RefusalContent {
  var heading: String
  var text: Rich
  var home = Path.home

  init(_ view: RefusalView, _ speak: PageWording) {
    let (head, text): (RefusalPhrase, Rich) =
      switch view {
      case .notFound: (.notFound, speak(RefusalPhrase.notFoundText))
      case .forbidden(let right):
        (.forbidden, speak(RefusalPhrase.forbiddenText, (.right, speak.right(right))))
      case .unheard(let voice): (.unheard, speak.unheard(voice) ?? Rich(""))
      case .settingsUnknown:
        (.unreadable, speak(SettingPhrase.settingsUnknownText))
      case .invitationGone: (.gone, speak(RefusalPhrase.invitationText))
      case .linkGone: (.gone, speak(RefusalPhrase.linkText))
      case .forged: (.forged, speak(RefusalPhrase.forgedText))
      case .entryGone:
        (.entryGone, speak(RefusalPhrase.entryGoneText))
      case .unreadable(let field):
        (.unreadable, speak(RefusalPhrase.unreadableText, (.reason, field)))
      case .tooLarge: (.tooLarge, speak(RefusalPhrase.tooLargeText))
      case .tooMany(let seconds):
        (
          .tooMany,
          speak(RefusalPhrase.tooManyText, (.age, speak.language.text(.seconds(Int64(seconds)))))
        )
      case .unavailable: (.unavailable, speak(RefusalPhrase.unavailableText))
      }
    heading = speak.plain(head)
    self.text = text
  }
}
