import HAL
import Words

/// The outside of every page: language, clock, and who looks at whom.
public struct Frame: Sendable {
  public var language: Language
  /// The portal's clock. Ages on the page count from it.
  public var now: WallTime
  /// Seconds of that clock in one real second; 1 but for a simulated family.
  public var pace: Int
  /// The zone of all times on the page, as the tz database names it: the wearer's.
  public var zone: String
  /// The name of the account that is signed in; nil before.
  public var account: String?
  /// The wearer whose page it is; nil on pages about no wearer.
  public var wearer: WearerLink?
  /// All wearers whom the account may see.
  public var wearers: [WearerLink]
  /// A fault of the portal itself, which every page must say.
  public var trouble: PortalTrouble?
  /// False: the portal has no mail server, so that nobody is mailed.
  public var sendsMails: Bool
  /// Testimonies that wait for a decision; nil for an account that does not moderate.
  public var waitingTestimonies: Int?

  public init(
    language: Language, now: WallTime, pace: Int = 1, zone: String, account: String? = nil,
    wearer: WearerLink? = nil, wearers: [WearerLink] = [], trouble: PortalTrouble? = nil,
    sendsMails: Bool = true
  ) {
    self.sendsMails = sendsMails
    self.language = language
    self.now = now
    self.pace = pace
    self.zone = zone
    self.account = account
    self.wearer = wearer
    self.wearers = wearers
    self.trouble = trouble
  }
}

/// Faults of the portal that concern every caregiver.
public enum PortalTrouble: Sendable {
  /// The disk refuses writes: nothing new from the devices is kept, and nothing can be asked of them.
  case cannotStore
}

/// The rights of an account over one wearer. Each includes those before it.
public enum Right: Int, CaseIterable, Comparable, Sendable {
  /// Sees everything.
  case look = 1
  /// Takes alerts, asks where, says company, sends a test alert.
  case help = 2
  /// Sets, pairs and invites.
  case administer = 3

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// Whether the device would take a word of an account: it takes none of a stranger.
public enum Voice: Equatable, Sendable {
  /// The device has the account's address on its list of people.
  case heard
  /// The list has no such address.
  case unlisted(email: String)
  /// The device has not told its list yet.
  case listUnknown
}

/// A wearer, as a page names and links to them.
public struct WearerLink: Equatable, Sendable {
  /// The part of the address.
  public var id: String
  public var name: String
  public var right: Right
  public var voice: Voice
  /// The wearer gives up smoking, by the device's profile.
  public var isQuitting: Bool
  /// There is insulin in the device's profile, or a reading or dose in its log.
  public var hasDiary: Bool
  /// Changes of the settings that do not count, and that wait for a choice.
  public var lostChanges: Int

  public init(
    id: String, name: String, right: Right, voice: Voice = .heard, isQuitting: Bool = false,
    hasDiary: Bool = false, lostChanges: Int = 0
  ) {
    self.lostChanges = lostChanges
    self.id = id
    self.name = name
    self.right = right
    self.voice = voice
    self.isQuitting = isQuitting
    self.hasDiary = hasDiary
  }

  /// Whether a button that says something to the device can work.
  var mayHelp: Bool { right >= .help && voice == .heard }
}

/// A day of the calendar in the wearer's zone.
public struct Day: Equatable, Sendable {
  public var year: Int
  public var month: Int
  public var day: Int

  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }
}
