import Device
import HAL

/// A device under test and the wearer who carries it: tests say where the wearer is and read what
/// the device did.
struct Wearer {
  static let home = Position(latitudeE7: -29_005_000, longitudeE7: -790_045_000)!
  /// 2015-03-21T15:00:00Z.
  static let dawn: Int64 = 1_426_950_000_000

  private(set) var device = Device()
  private(set) var actions: [(at: Instant, action: Action)] = []
  private(set) var digest = Digest()
  var eph: Metres? = Metres(19)

  init(
    radius: Double = 100, center: Position = home, temper: PerimeterTemper = .normal
  ) throws {
    let perimeter = try Perimeter(center: center, radius: Metres(radius), temper: temper)
    handle(Event(at: .start, .setting(.perimeter(perimeter))))
  }

  mutating func handle(_ event: Event) {
    device.handle(event) { action in
      action.fold(into: &digest)
      actions.append((event.at, action))
    }
    device.fold(into: &digest)
  }

  /// Starts with the place that an earlier life has stored, and the circle of 100 m.
  mutating func restart(as place: PerimeterRule.Place) throws {
    handle(Event(at: .start, .booted(Boot(number: 2, keys: .all, secret: (1, 2)))))
    handle(Event(at: .start, .restored(.place(place))))
    let perimeter = try Perimeter(center: Wearer.home, radius: Metres(100))
    handle(Event(at: .start, .setting(.perimeter(perimeter))))
  }

  /// A fix at `metres` north of home, `seconds` after the start, like those of a good receiver.
  mutating func fix(
    at seconds: Double, north metres: Double, time: FixTime? = nil, speed: Double? = nil,
    course: Double? = nil
  ) {
    fix(at: seconds, Wearer.north(metres), time: time, speed: speed, course: course)
  }

  /// The same anywhere.
  mutating func fix(
    at seconds: Double, _ position: Position?, time: FixTime? = nil, speed: Double? = nil,
    course: Double? = nil
  ) {
    let ms = Int64(seconds * 1000)
    var fix = Fix(mode: .threeD, position: position)
    fix.speed = speed.map { MetresPerSecond($0) }
    fix.course = course.map { Degrees($0) }
    fix.time = time ?? FixTime(WallTime(milliseconds: Wearer.dawn + ms), isDated: true)
    fix.eph = eph
    handle(Event(at: Instant(milliseconds: ms), .fix(fix)))
  }

  /// One fix a second from one place.
  mutating func rest(from first: Int, through last: Int, at metres: Double, speed: Double?) {
    for second in first...last { fix(at: Double(second), north: metres, speed: speed) }
  }

  /// One fix a second, each `speed` metres farther north than the one before.
  mutating func walk(from first: Int, through last: Int, start: Double, speed: Double) {
    for second in first...last {
      fix(at: Double(second), north: start + Double(second - first) * speed)
    }
  }

  /// One metre of latitude is about 90.4 units of 1e-7 degree at this latitude.
  static func north(_ metres: Double) -> Position? {
    Position(
      latitudeE7: Int64(home.latitudeE7) + Int64((metres / 0.011_057_4).rounded()),
      longitudeE7: Int64(home.longitudeE7))
  }

  var exits: Int { count { if case .perimeter(.left) = $0 { true } else { false } } }
  var returns: Int { count { if case .perimeter(.returned) = $0 { true } else { false } } }
  var suspects: Int { count { if case .perimeter(.suspected) = $0 { true } else { false } } }
  var losses: Int { count { if case .position(.lost) = $0 { true } else { false } } }
  var regains: Int { count { if case .position(.regained) = $0 { true } else { false } } }

  func count(_ matches: (Action) -> Bool) -> Int { actions.filter { matches($0.action) }.count }
  func first(_ matches: (Action) -> Bool) -> Instant? {
    actions.first { matches($0.action) }?.at
  }
}

extension Wearer {
  /// The receiver says that it has no position.
  mutating func loseFix(at second: Int) {
    handle(Event(at: Instant(milliseconds: Int64(second) * 1000), .fix(Fix(mode: .none))))
  }

  /// Notices of a lost position that were made.
  var lossesTold: Int {
    count {
      if case .outbox(.queued(let notice)) = $0 {
        notice.matter == .position(.lost)
      } else {
        false
      }
    }
  }
}
