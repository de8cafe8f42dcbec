import Device
import HAL
import Simulator

/// Traces by the simulator's receiver.
extension BenchTrace {
  /// Cuenca. The place on Earth makes no difference to a circle of this size.
  static let home = Position(latitudeE7: -29_005_000, longitudeE7: -790_045_000)!
  /// One in three lies on the 180th meridian and one near the pole, as far as the plane of the truth
  /// is flat enough there.
  static func home(_ seed: UInt64, _ radius: Double) -> Position {
    switch seed % 3 {
    case 1: Position(latitudeE7: -170_000_000, longitudeE7: 1_799_999_000)!
    case 2 where radius <= 250: Position(latitudeE7: 899_000_000, longitudeE7: 250_000_000)!
    default: home
    }
  }
  /// 2026-01-01T00:00:00Z, so that fixes have a date.
  static let epoch: Int64 = 1_767_225_600_000

  init(
    _ noise: NoiseModel, indoor: NoiseModel, _ family: Family, radius: Double,
    stillFor: Milliseconds, seed: UInt64
  ) {
    self.init(
      radius: radius, center: family == .faults ? BenchTrace.home(seed, radius) : BenchTrace.home)
    var draws = Generator(seed: seed, mixedWith: 1)
    let (sine, cosine) = sineCosine(degreesE7: Int32(draws.below(3_600_000_000) - 1_800_000_000))
    let route = family.route(
      radius: radius, heading: Point(north: cosine, east: sine), stillFor: stillFor,
      wait: Milliseconds(draws.below(30_000)))
    var noise = noise
    if family == .spikes { noise.spikesPerHour = 30 }
    let door = Door(family, &draws)
    var receiver = Receiver(
      door == nil ? noise : indoor, interval: family.interval,
      seed: Generator.seed(seed, for: 2))
    let plane = LocalPlane(center)
    var faults = family == .faults ? FaultScript(&draws) : nil
    glimpses.reserveCapacity(Int(route.duration.count / family.interval.count) + 1)
    var now: Int64 = 0
    while now <= route.duration.count {
      defer { now += family.interval.count }
      if let door, now == door.opens {
        receiver.become(noise)
        receiver.comeBack()
      }
      let truth = route.truth(at: now)
      let seen = receiver.observe(truth)
      var glimpse = Glimpse(
        at: Instant(milliseconds: now), seen, on: plane, truth: truth.place.distance.value)
      if let door, door.isBlind(at: now) { glimpse.lose() }
      if faults != nil {
        for changed in faults!.changed(glimpse) { glimpses.append(changed) }
      } else {
        glimpses.append(glimpse)
      }
    }
    if family.leaves { excursions = route.excursions(radius: radius) }
  }
}

extension Generator {
  /// A seed of its own for a purpose.
  static func seed(_ seed: UInt64, for purpose: UInt64) -> UInt64 {
    var generator = Generator(seed: seed, mixedWith: purpose)
    return generator.next()
  }
}

extension Family {
  /// False where the wearer stays in: nothing to look for.
  var leaves: Bool {
    switch self {
    case .still, .sparseStill, .spikes, .alongInside: false
    default: true
    }
  }
}

extension Glimpse {
  init(at: Instant, _ seen: Receiver.Observation, on plane: LocalPlane, truth: Double) {
    var fix = Fix(mode: .threeD)
    fix.position = plane.position(of: seen.place)
    fix.time = FixTime(
      WallTime(milliseconds: BenchTrace.epoch + at.milliseconds), isDated: true)
    fix.eph = seen.eph
    fix.speed = seen.speed
    fix.course = seen.course
    self.init(
      at: at, fix: fix, place: seen.place, distance: seen.place.distance.value,
      trueDistance: truth)
  }

  /// An epoch without a position.
  mutating func lose() {
    fix.mode = .none
    fix.position = nil
    fix.eph = nil
    fix.speed = nil
    fix.course = nil
    place = nil
  }
}

/// Half an hour indoors, one to five minutes without a fix, then the street.
private struct Door {
  let closes: Int64 = 1_800_000
  let opens: Int64

  init?(_ family: Family, _ draws: inout Generator) {
    guard family == .doorway else { return nil }
    opens = closes + draws.draw(60...300) * 1000
  }

  func isBlind(at now: Int64) -> Bool { now >= closes && now < opens }
}
