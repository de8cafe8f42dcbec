import Device
import HAL

/// The last contact of a device with the portal. Times by the portal's clock.
public struct Contact: Sendable {
  public enum State: Sendable {
    /// It has never called.
    case never
    case fine
    /// A call that was due has not come, and it is too early to call it silence.
    case late
    /// Silent for so long that the caregivers are mailed.
    case lost
  }

  public var state: State
  /// The last call, or a pairing after it; nil before the first call.
  public var last: WallTime?
  /// The time by which the next call is due; nil where none is known.
  public var due: WallTime?
  /// The last call, where a device was paired since and has not called; nil elsewhere.
  public var calledBefore: WallTime?
  /// The time up to which the device has told what the pages show.
  public var told: WallTime? { calledBefore ?? last }

  public init(
    state: State, last: WallTime?, due: WallTime?, calledBefore: WallTime? = nil
  ) {
    self.state = state
    self.last = last
    self.due = due
    self.calledBefore = calledBefore
  }
}

/// The place of a wearer, as far as the portal knows.
public enum PlaceState: Sendable {
  case known(Place)
  /// The device has told none yet.
  case none
  /// The profile says `share: never`.
  /// - Parameters:
  ///   - before: a place from before it said so.
  ///   - isMailed: the device has a mail server for its notices.
  case notShared(before: Place?, isMailed: Bool)

  var place: Place? {
    switch self {
    case .known(let place): place
    case .none: nil
    case .notShared(let before, _): before
    }
  }
}

/// A position with the two figures without which it misleads: its time and its accuracy.
public struct Place: Equatable, Sendable {
  public var position: Position
  /// The time of the fix; nil where no clock vouches for it.
  public var at: WallTime?
  /// The receiver's own estimate of its error; nil when it gave none.
  public var accuracy: Metres?
  /// The distance from home; nil where the portal knows no perimeter.
  public var distance: Metres?
  public var direction: CompassPoint?
  /// The perimeter's radius; nil where the portal knows none.
  public var radius: Metres?

  public init(
    position: Position, at: WallTime?, accuracy: Metres?, distance: Metres? = nil,
    direction: CompassPoint? = nil, radius: Metres? = nil
  ) {
    self.position = position
    self.at = at
    self.accuracy = accuracy
    self.distance = distance
    self.direction = direction
    self.radius = radius
  }
}

/// The device's word about itself at its last contact.
public struct Health: Sendable {
  public enum Positioning: Sendable {
    case ok
    /// It finds no position now.
    case none
    /// The receiver does not answer.
    case lost
  }

  /// The time of that word, by the portal's clock.
  public var at: WallTime
  /// Percent; nil when the board has no battery.
  public var battery: Int?
  public var isCharging: Bool?
  public var positioning: Positioning
  public var isClockTrusted: Bool
  /// Minutes in which the wearer moved today; nil where the device does not say.
  public var movedMinutes: Int?
  public var freeMegabytes: Int?
  /// Notices that have not reached everybody yet.
  public var waiting: Int
  /// The program's version.
  public var version: String
  /// The moment at which the settings in force were made here; nil for the device's own file.
  public var settingsMade: WallTime?
  public var lastNight: Night

  public init(
    at: WallTime, battery: Int?, isCharging: Bool?, positioning: Positioning, isClockTrusted: Bool,
    movedMinutes: Int?, freeMegabytes: Int?, waiting: Int, version: String, settingsMade: WallTime?,
    lastNight: Night
  ) {
    self.at = at
    self.battery = battery
    self.isCharging = isCharging
    self.positioning = positioning
    self.isClockTrusted = isClockTrusted
    self.movedMinutes = movedMinutes
    self.freeMegabytes = freeMegabytes
    self.waiting = waiting
    self.version = version
    self.settingsMade = settingsMade
    self.lastNight = lastNight
  }

  /// The charge of last night.
  public enum Night: Sendable {
    /// Nil for a time that the portal did not see, and for a percentage that nobody told.
    case charged(from: WallTime?, to: WallTime?, percent: Int?)
    /// The device called through the night and was on the charger at no call.
    case notCharged
    /// Too few calls to tell.
    case unknown
  }
}

/// Whether somebody seems to wear the device.
public enum Wear: Sendable {
  case unknown
  case moving
  /// It is on the charger. The time is nil where the portal did not see it begin.
  case onCharger(since: WallTime?)
  /// No movement by day.
  case still(since: WallTime?)
}

/// Somebody's company, as the device's log tells it.
public enum CompanyState: Sendable {
  /// The perimeter is watched as the schedule says.
  case none(WatchState)
  /// The perimeter is not watched until then. The name is nil where the log has none.
  case until(WallTime, by: String?)
}

/// Whether the schedule in force watches the perimeter, by the wearer's clock.
public enum WatchState: Equatable, Sendable {
  /// The device has told no settings yet.
  case unknown
  case always
  case on(until: WallTime)
  /// Nobody is told of an exit. Nil: it stays so.
  case off(until: WallTime?)
}

/// Tiles for the map. Nil in a view: our own plan alone.
public struct MapSource: Sendable {
  /// With {z}, {x} and {y}; a path of the portal's own or an address.
  public var template: String
  /// Plain text.
  public var attribution: String
  public var deepestZoom: Int

  public init(template: String, attribution: String, deepestZoom: Int) {
    self.template = template
    self.attribution = attribution
    self.deepestZoom = deepestZoom
  }
}

/// The ground round home, for our own plan and for the map.
public struct Ground: Sendable {
  public var home: Position?
  public var radius: Metres?
  /// Walks of other days, faint: the ways that this wearer uses.
  public var walks: [[Position]]
  /// The places of the open case or of the day, oldest first.
  public var trail: [Place]
  public var map: MapSource?

  public init(
    home: Position?, radius: Metres?, walks: [[Position]] = [], trail: [Place] = [],
    map: MapSource? = nil
  ) {
    self.home = home
    self.radius = radius
    self.walks = walks
    self.trail = trail
    self.map = map
  }
}
