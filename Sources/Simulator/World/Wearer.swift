import Checkers
import HAL

/// The true place of the wearer, and with them of the device.
public struct Wearer: Sendable {
  private var from = Point()
  private var to = Point()
  private var begun: Int64 = 0
  /// The end of the walk, on the board's clock in milliseconds.
  public private(set) var arrives: Int64 = 0
  private(set) var velocity = Point()
  var surroundings = Surroundings.indoor
  var temper = Temper.dutiful

  /// A wearer at home, standing.
  public init() {}

  /// Found somewhere, nobody knows how.
  mutating func appear(at place: Point, _ now: Instant) {
    from = place
    stand(at: now)
  }

  public mutating func walk(to target: Point, speed: MetresPerSecond, at now: Instant) {
    from = place(at: now)
    to = target
    begun = now.milliseconds
    let way = target - from
    let length = way.distance.value
    guard length > 0, speed.value > 0 else { return stand(at: now) }
    velocity = Point(
      north: way.north / length * speed.value, east: way.east / length * speed.value)
    arrives = begun + Int64((length / speed.value * 1000).rounded())
  }

  private mutating func stand(at now: Instant) {
    to = from
    arrives = now.milliseconds
    velocity = Point()
  }

  mutating func truth(at now: Instant) -> Receiver.Truth {
    if now.milliseconds >= arrives {
      velocity = Point()
      return Receiver.Truth(place: to)
    }
    return Receiver.Truth(place: place(at: now), velocity: velocity)
  }

  func place(at now: Instant) -> Point {
    guard now.milliseconds < arrives else { return to }
    let seconds = Double(now.milliseconds - begun) / 1000
    return Point(
      north: from.north + velocity.north * seconds, east: from.east + velocity.east * seconds)
  }
}
