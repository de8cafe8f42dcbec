import Device
import HAL

/// A family to test with: two caregivers, a circle of 100 m, Guayaquil's time.
enum Household {
  /// 2026-11-21T14:00:00Z, Saturday 09:00 in Guayaquil.
  static let nine: Int64 = 1_795_269_600_000
  static let day = Int32(nine / 86_400_000)

  static func settings(_ extra: [Setting] = []) throws -> [Setting] {
    [
      .begin, .perimeter(try Perimeter(center: Wearer.home, radius: Metres(100))),
      .zone(ZoneTransition(at: 0, offset: -300)),
      .caregiver(Caregiver(hasMail: true, hasRelay: false)),
      .caregiver(Caregiver(hasMail: true, hasRelay: true)),
    ] + extra + [.end]
  }

  /// A device that was started at nine o'clock.
  static func world(_ extra: [Setting] = []) throws -> World {
    var world = World()
    world.settings = try settings(extra)
    world.boot()
    return world
  }

  static func wall(_ seconds: Double) -> WallTime {
    WallTime(milliseconds: nine + Int64(seconds * 1000))
  }

  static func minute(_ hour: Int, _ minute: Int) -> CivilMinute {
    CivilMinute(day: day, minute: Int16(hour * 60 + minute))
  }
}

extension World {
  /// A fix at `metres` north of home, its clock right.
  mutating func fix(at seconds: Double, north metres: Double = 0) {
    var fix = Fix(mode: .threeD, position: Wearer.north(metres))
    fix.time = FixTime(Household.wall(seconds), isDated: true)
    fix.eph = Metres(10)
    plan(at: seconds, .fix(fix))
  }

  /// One fix a second on a straight line.
  mutating func walk(from first: Int, through last: Int, start: Double, speed: Double) {
    for second in first...last {
      fix(at: Double(second), north: start + Double(second - first) * speed)
    }
  }

  mutating func stay(from first: Int, through last: Int, north metres: Double = 0) {
    walk(from: first, through: last, start: metres, speed: 0)
  }

  /// Tells the time by the network's clock, so that a test needs no fixes to know it.
  mutating func tellTime(at seconds: Double) {
    plan(at: seconds, .clock(Household.wall(seconds), .ntp))
  }

  mutating func press(_ key: Key, at seconds: Double, isLong: Bool = false) {
    plan(at: seconds, .key(KeyPress(key, isLong: isLong)))
  }

  func mails(_ matter: Notice.Matter) -> [Dispatch] {
    mailbox.filter { $0.notice.matter == matter }
  }

  /// Seconds at which something happened.
  func times(_ fits: (Action) -> Bool) -> [Double] {
    log.filter { fits($0.action) }.map { Double($0.at.milliseconds) / 1000 }
  }

  /// The pages that were shown, in order.
  var pages: [Page] {
    log.compactMap { if case .show(let page) = $0.action { page } else { nil } }
  }

  /// Alarms that began, in order.
  var alarms: [AlarmKind] {
    log.compactMap { if case .alarm(.started(let kind, _)) = $0.action { kind } else { nil } }
  }
}
