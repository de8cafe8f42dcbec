import HAL
import Simulator

/// The motion in a trace: the study's section 7.2.
public enum Family: Hashable, Sendable {
  /// Hours on one spot, at so many hundredths of the radius from the centre.
  case still(Int)
  /// 1.3 m/s from the centre to three radii.
  case walkOut
  /// 12 m/s, from the centre to a kilometre beyond the edge.
  case driveOut
  /// Half an hour along the edge, 10 m inside it.
  case alongInside
  /// The same 15 m outside it.
  case alongOutside
  /// 45 m beyond the edge and back, at once, as in the field trial.
  case trial
  /// A walk that many metres beyond the edge for 60 s, and back.
  case excursion(Int)
  /// Half an hour indoors, minutes without a fix, then out into the street.
  case doorway
  /// Hours at half a radius with 30 spikes an hour.
  case spikes
  /// A stay at half a radius with all faults of a receiver, then out.
  case faults
  /// `walkOut` and a stay at 0.95 R, with one fix in 30 s.
  case sparseWalk
  case sparseStill

  public static let all: [Family] =
    [
      .still(0), .still(50), .still(80), .still(95), .walkOut, .driveOut, .alongInside,
      .alongOutside,
    ]
    + [.trial] + excursionReaches.map { .excursion($0) }
    + [.doorway, .spikes, .faults, .sparseWalk, .sparseStill]

  public static let excursionReaches = [10, 20, 30, 50, 100]

  public var name: String {
    switch self {
    case .still(let part): "still-\(part)"
    case .walkOut: "walk-out"
    case .driveOut: "drive-out"
    case .alongInside: "along-inside"
    case .alongOutside: "along-outside"
    case .trial: "trial"
    case .excursion(let reach): "excursion-\(reach)"
    case .doorway: "doorway"
    case .spikes: "spikes"
    case .faults: "faults"
    case .sparseWalk: "sparse-walk"
    case .sparseStill: "sparse-still"
    }
  }

  var interval: Milliseconds {
    switch self {
    case .sparseWalk, .sparseStill: .seconds(30)
    default: .seconds(1)
    }
  }

  /// - Parameters:
  ///   - heading: of length 1.
  ///   - still: how long the families last that stand still.
  ///   - wait: before the wearer sets out, so that no rhythm of fixes meets the edge by design.
  func route(
    radius: Double, heading: Point, stillFor still: Milliseconds, wait: Milliseconds
  ) -> Route {
    func out(_ distance: Double) -> Point {
      Point(north: heading.north * distance, east: heading.east * distance)
    }
    let pace = MetresPerSecond(1.3)
    let settling = Milliseconds(Family.settling.count + wait.count)
    var route = Route()
    switch self {
    case .still(let part):
      route = Route(from: out(radius * Double(part) / 100))
      route.stay(still)
    case .sparseStill:
      route = Route(from: out(radius * 0.95))
      route.stay(still)
    case .spikes:
      route = Route(from: out(radius / 2))
      route.stay(still)
    case .walkOut, .sparseWalk:
      route.stay(settling)
      route.go(to: out(3 * radius), at: pace)
    case .driveOut:
      route.stay(settling)
      route.go(to: out(radius + 1000), at: MetresPerSecond(12))
    case .alongInside: route = Family.along(radius - 10, from: heading)
    case .alongOutside:
      route.stay(settling)
      route.go(to: out(radius + 15), at: pace)
      route.follow(Family.along(radius + 15, from: heading))
    case .trial:
      route.stay(settling)
      route.go(to: out(radius + 45), at: pace)
      route.go(to: Point(), at: pace)
      route.stay(.seconds(120))
    case .excursion(let reach):
      route.stay(settling)
      route.go(to: out(radius + Double(reach)), at: pace)
      route.stay(.seconds(60))
      route.go(to: Point(), at: pace)
      route.stay(.seconds(120))
    case .doorway:
      route = Route(from: out(radius * 0.3))
      route.stay(Milliseconds(2_100_000 + wait.count))
      route.go(to: out(3 * radius), at: pace)
    case .faults:
      route = Route(from: out(radius / 2))
      route.stay(Milliseconds(1_800_000 + wait.count))
      route.go(to: out(2 * radius + 100), at: pace)
    }
    return route
  }

  /// Time for a rule to make up its mind before anything happens.
  static let settling = Milliseconds.seconds(300)

  /// Half an hour at 1 m/s on a circle, in straight pieces of 5 degrees.
  private static func along(_ distance: Double, from heading: Point) -> Route {
    var spoke = Point(north: heading.north * distance, east: heading.east * distance)
    var route = Route(from: spoke)
    // Cosine and sine of 5 degrees.
    let (cosine, sine) = (0.996_194_698_091_745_5, 0.087_155_742_747_658_18)
    while route.duration < .seconds(1800) {
      spoke = Point(
        north: spoke.north * cosine - spoke.east * sine,
        east: spoke.north * sine + spoke.east * cosine)
      route.go(to: spoke, at: MetresPerSecond(1))
    }
    return route
  }
}
