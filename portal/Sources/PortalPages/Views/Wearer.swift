import HAL

/// The first page of one wearer.
public struct OverviewView: Sendable {
  public var contact: Contact
  /// Alerts that are waiting, or answered and not over: the most urgent first.
  public var open: [AlertSummary]
  /// The newest others, at most five.
  public var earlier: [AlertSummary]
  public var place: PlaceState
  public var ground: Ground
  public var company: CompanyState
  public var health: Health?
  public var wear: Wear
  /// The newest requests of the last hours for a place, company or a test alert: the newest first.
  public var requests: [RequestView]
  /// Words about company, the newest first, also those that newer requests have displaced above.
  public var companyWords: [RequestView]
  /// The hash of the wearer's photo.
  public var photo: String?
  /// The device has no way to send a notice: it is seen here only.
  public var hasNoRoute: Bool

  public init(
    contact: Contact, open: [AlertSummary], earlier: [AlertSummary], place: PlaceState,
    ground: Ground, company: CompanyState, health: Health?, wear: Wear, requests: [RequestView],
    companyWords: [RequestView] = [], photo: String? = nil, hasNoRoute: Bool = false
  ) {
    self.hasNoRoute = hasNoRoute
    self.contact = contact
    self.open = open
    self.earlier = earlier
    self.place = place
    self.ground = ground
    self.company = company
    self.health = health
    self.wear = wear
    self.requests = requests
    self.companyWords = companyWords
    self.photo = photo
  }
}

/// All notices, the newest first.
public struct AlertsView: Sendable {
  public var alerts: [AlertSummary]
  /// The id after which the next page begins; nil at the end.
  public var next: String?

  public init(alerts: [AlertSummary], next: String?) {
    self.alerts = alerts
    self.next = next
  }
}

/// One notice with the fate of each of its ways.
public struct AlertView: Sendable {
  public var summary: AlertSummary
  /// Advice of `Words`, a sentence each.
  public var advice: [String]
  public var contact: Contact
  /// The place in the notice itself.
  public var place: PlaceState
  /// The newest place, where it is newer than that of the notice.
  public var newer: Place?
  public var ground: Ground
  /// Percent when the notice was made.
  public var battery: Int?
  public var routes: [RouteFate]
  /// Every request to take it, the newest first.
  public var takes: [RequestView]
  /// Whether an answer still counts: the alert is waiting, and nobody's request is under way.
  public var canTake: Bool

  public init(
    summary: AlertSummary, advice: [String], contact: Contact, place: PlaceState, newer: Place?,
    ground: Ground, battery: Int?, routes: [RouteFate], takes: [RequestView], canTake: Bool
  ) {
    self.summary = summary
    self.advice = advice
    self.contact = contact
    self.place = place
    self.newer = newer
    self.ground = ground
    self.battery = battery
    self.routes = routes
    self.takes = takes
    self.canTake = canTake
  }
}

/// The page on which somebody says that they are with the wearer.
public struct CompanyView: Sendable {
  public enum Problem: Sendable {
    /// The field was empty, or no time of the day.
    case unreadable
    case past
    /// More than 12 hours ahead.
    case tooFar
    /// A button of a page from a while ago, with the hours of then.
    case stale
  }

  public var contact: Contact
  public var state: CompanyState
  /// The newest first.
  public var requests: [RequestView]
  /// The field as it was sent, "18:30".
  public var entered: String
  public var problem: Problem?

  public init(
    contact: Contact, state: CompanyState, requests: [RequestView], entered: String = "",
    problem: Problem? = nil
  ) {
    self.contact = contact
    self.state = state
    self.requests = requests
    self.entered = entered
    self.problem = problem
  }
}

/// The page that sends a test alert.
public struct TestAlertView: Sendable {
  public var contact: Contact
  /// The newest first.
  public var requests: [RequestView]
  /// The ways of the newest test alert; empty before the first.
  public var routes: [RouteFate]

  public init(contact: Contact, requests: [RequestView], routes: [RouteFate]) {
    self.contact = contact
    self.requests = requests
    self.routes = routes
  }
}

/// A day's story.
public struct DayView: Sendable {
  public var day: Day
  /// Nil for the oldest day that the portal knows.
  public var previous: Day?
  /// Nil for today.
  public var next: Day?
  /// The events in the order of time.
  public var events: [StoryEvent]
  /// The places of the day, in the order of time, at most 288; `ground.trail` stays empty.
  public var places: [Place]
  public var ground: Ground
  /// The chosen minute of the day, 0 to 1439.
  public var minute: Int

  public init(
    day: Day, previous: Day?, next: Day?, events: [StoryEvent], places: [Place], ground: Ground,
    minute: Int
  ) {
    self.day = day
    self.previous = previous
    self.next = next
    self.events = events
    self.places = places
    self.ground = ground
    self.minute = minute
  }
}

/// One moment of a day's story.
public struct StoryEvent: Sendable {
  public enum Kind: Sendable {
    case alert(AlertSummary)
    /// The device recorded an answer to an alert.
    case answered(AlertSummary, AlertAnswer)
    case request(RequestView)
    case company(until: WallTime, by: String?)
    case companyOver
    case contactLost
    case contactBack(after: Milliseconds)
    case charging
    case offCharger(percent: Int?)
    /// The device was switched on, or restarted.
    case started
  }

  public var at: WallTime
  public var kind: Kind
  public var place: Place?
  /// It is of a device that the wearer has no more. Its notice has no page.
  public var isOfDeviceBefore: Bool

  public init(at: WallTime, kind: Kind, place: Place? = nil, isOfDeviceBefore: Bool = false) {
    self.at = at
    self.kind = kind
    self.place = place
    self.isOfDeviceBefore = isOfDeviceBefore
  }
}
