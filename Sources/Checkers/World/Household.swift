import Device
import HAL

/// The people who live with the device, as a profile would tell the core.
public struct Household: Equatable, Sendable {
  public enum ZoneName: Equatable, Sendable {
    case guayaquil
    case madrid
    case sydney
    /// A quarter of an hour off, and the same all year.
    case kathmandu
    /// Half an hour forward and back.
    case lordHowe
    /// Any other, with what it does.
    case other(name: String, [ZoneTransition])
  }

  /// An alarm that the caregiver raised above its own priority.
  public struct RaisedAlarm: Equatable, Sendable {
    public var kind: AlarmKind
    public var priority: AlarmPriority
    public init(_ kind: AlarmKind, _ priority: AlarmPriority) {
      self.kind = kind
      self.priority = priority
    }
  }

  public var home: Position
  public var radius: Metres
  public var temper = PerimeterTemper.normal
  public var zone: ZoneName
  public var caregivers: [Caregiver]
  public var reminders: [Reminder] = []
  public var insulin: InsulinFigures?
  public var mealtimes: [Mealtime] = []
  public var watch: [WeeklyHours] = []
  public var quiet: [WeeklyHours] = []
  /// Raised alarms in the order of their kinds.
  public var raised: [RaisedAlarm] = []
  public var limits = Limits()
  /// Somebody is with the wearer until then, local time.
  public var accompanied: CivilMinute?
  public var keys = KeySet.all

  public init(home: Position, radius: Metres, zone: ZoneName, caregivers: [Caregiver]) {
    self.home = home
    self.radius = radius
    self.zone = zone
    self.caregivers = caregivers
  }
}

extension Household.ZoneName {
  /// Those whose rules are known here.
  public static let allCases: [Household.ZoneName] = [
    .guayaquil, .madrid, .sydney, .kathmandu, .lordHowe,
  ]

  /// The name in zone tables and profiles.
  public var name: String {
    switch self {
    case .guayaquil: "America/Guayaquil"
    case .madrid: "Europe/Madrid"
    case .sydney: "Australia/Sydney"
    case .kathmandu: "Asia/Kathmandu"
    case .lordHowe: "Australia/Lord_Howe"
    case .other(let name, _): name
    }
  }

  /// Changes of the zone from two years before to two years after, by the rules of 2026.
  public func transitions(around time: WallTime) -> [ZoneTransition] {
    let year = CivilDay(containing: time).year
    var transitions: [ZoneTransition] = []
    switch self {
    case .guayaquil: transitions.append(ZoneTransition(at: 0, offset: -300))
    case .madrid:
      transitions.append(ZoneTransition(at: 0, offset: 60))
      for year in (year - 2)...(year + 2) {
        // Clocks change at 01:00 UTC on the last Sundays of March and October.
        let spring = CivilDay(year: year, month: 4, day: 1).sundayBefore
        let autumn = CivilDay(year: year, month: 11, day: 1).sundayBefore
        transitions.append(ZoneTransition(at: spring.seconds + 3600, offset: 120))
        transitions.append(ZoneTransition(at: autumn.seconds + 3600, offset: 60))
      }
    case .sydney:
      transitions.append(ZoneTransition(at: 0, offset: 660))
      for year in (year - 2)...(year + 2) {
        // Clocks change at 03:00 daylight time and at 02:00 standard time on the first Sundays of April
        // and October. Both are 16:00 UTC on the Saturday before.
        let autumn = CivilDay(year: year, month: 4, day: 8).sundayBefore
        let spring = CivilDay(year: year, month: 10, day: 8).sundayBefore
        transitions.append(ZoneTransition(at: autumn.seconds - 28_800, offset: 600))
        transitions.append(ZoneTransition(at: spring.seconds - 28_800, offset: 660))
      }
    case .kathmandu: transitions.append(ZoneTransition(at: 0, offset: 345))
    case .lordHowe:
      transitions.append(ZoneTransition(at: 0, offset: 660))
      for year in (year - 2)...(year + 2) {
        // Clocks change on the same Sundays at 02:00 local time: 15:00 and 15:30 UTC on the Saturday before.
        let autumn = CivilDay(year: year, month: 4, day: 8).sundayBefore
        let spring = CivilDay(year: year, month: 10, day: 8).sundayBefore
        transitions.append(ZoneTransition(at: autumn.seconds - 32_400, offset: 630))
        transitions.append(ZoneTransition(at: spring.seconds - 30_600, offset: 660))
      }
    case .other(_, let table): transitions = table
    }
    return transitions
  }

  /// Minutes ahead of UTC.
  public func offset(at time: WallTime) -> Int64 {
    let transitions = transitions(around: time)
    // The first entry counts before its time, too.
    var offset = transitions.first?.offset ?? 0
    for transition in transitions where transition.at * 1000 <= time.milliseconds {
      offset = transition.offset
    }
    return Int64(offset)
  }
}

/// A day of the Gregorian calendar.
public struct CivilDay: Equatable, Sendable {
  /// Days since 1970-01-01.
  public var count: Int64

  public init(count: Int64) { self.count = count }

  public init(containing time: WallTime) {
    let day: Int64 = 86_400_000
    count = (time.milliseconds - (time.milliseconds % day + day) % day) / day
  }

  /// Howard Hinnant's days_from_civil.
  public init(year: Int64, month: Int64, day: Int64) {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    count = era * 146_097 + dayOfEra - 719_468
  }

  public var year: Int64 {
    var year = 1970 + count / 366
    while CivilDay(year: year + 1, month: 1, day: 1).count <= count { year += 1 }
    return year
  }

  public var seconds: Int64 { count * 86_400 }

  /// The last Sunday before this day. 1970-01-01 was a Thursday.
  public var sundayBefore: CivilDay {
    let weekday = ((count + 4) % 7 + 7) % 7
    return CivilDay(count: count - (weekday == 0 ? 7 : weekday))
  }
}

extension Household {
  /// The person at a place, wherever the list has them: the number of a person, else the place.
  public func person(at place: UInt8) -> UInt32 {
    guard place < caregivers.count, caregivers[Int(place)].who != 0 else { return UInt32(place) }
    return caregivers[Int(place)].who
  }

  /// The person's place in the list; nil: none.
  public func place(of person: UInt32) -> UInt8? {
    (0..<UInt8(min(caregivers.count, 4))).first { self.person(at: $0) == person }
  }
}

extension WeeklyHours {
  /// Reckoned from the beginnings of its stretches: nothing in common with how the core does it.
  /// - Parameter minuteOfWeek: 0 on Monday at midnight.
  fileprivate func covers(_ minuteOfWeek: Int64) -> Bool {
    let length = to > from ? Int64(to) - Int64(from) : Int64(to) - Int64(from) + 1440
    return (0..<7).contains { day in
      guard weekdays >> UInt8(day) & 1 == 1 else { return false }
      let since = minuteOfWeek - Int64(day) * 1440 - Int64(from)
      return (since % 10_080 + 10_080) % 10_080 < length
    }
  }
}

extension Truth {
  /// Whether such hours are now, by the true time; nil: they begin or end within two minutes.
  func isWithin(_ hours: [WeeklyHours]) -> Bool? {
    let covered = [-120_000, 0, 120_000].map { (shift: Int64) in
      let time = WallTime(milliseconds: wall.milliseconds + shift)
      let minute = time.milliseconds / 60_000 + household.zone.offset(at: time)
      // 1970-01-01 was a Thursday.
      let ofWeek = (minute + 3 * 1440) % 10_080
      return hours.contains { $0.covers(ofWeek) }
    }
    return covered[0] == covered[1] && covered[1] == covered[2] ? covered[1] : nil
  }
}

extension Household.ZoneName {
  /// The clocks change within so many hours of that moment.
  func changes(within hours: Int64, of time: WallTime) -> Bool {
    let near = hours * 3_600_000
    return offset(at: WallTime(milliseconds: time.milliseconds - near))
      != offset(at: WallTime(milliseconds: time.milliseconds + near))
  }
}
