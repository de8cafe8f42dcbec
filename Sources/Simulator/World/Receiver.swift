import Checkers
import HAL

/// A GPS receiver that errs as real ones do. It errs a little from fix to fix, slowly over minutes, by
/// reflections that hold and jump, and wildly now and then.
public struct Receiver: Sendable {
  /// The receiver's view of a moment.
  public struct Observation: Sendable {
    public var place: Point
    public var eph: Metres
    public var speed: MetresPerSecond
    /// Nil while it stands: a course of nothing means nothing.
    public var course: Degrees?
  }

  /// The wearer's true place and motion.
  public struct Truth: Sendable {
    public var place: Point
    /// Metres a second, north and east.
    public var velocity: Point
    public init(place: Point, velocity: Point = Point()) {
      self.place = place
      self.velocity = velocity
    }
  }

  /// Fixes between two looks at what happens seldom.
  private static let seldom = 16

  private let interval: Milliseconds
  private var generator: Generator
  private var model: NoiseModel
  private var keep = 0.0
  private var renew = 0.0
  /// Drift and bias in standard deviations, so that they outlast a change of surroundings.
  private var drift = Point()
  private var bias = Point()
  /// Metres to a standard deviation of drift and bias, and the part of a change that shows in a fix.
  private var driftScale = 0.0
  private var biasScale = 0.0
  private var response = 1.0
  /// Drift and bias as they show, in metres.
  private var shown = Point()
  /// Whether the receiver uses corrections (SBAS). It then claims a quarter of the error, as gpsd reads it.
  private let isDifferential: Bool
  private var ephWander = 0.0
  private var eph = Metres(0)
  private var count = 0
  private var spike = Point()
  private var spikeFixes: Int64 = 0
  private var spikeWidens = false

  public init(_ model: NoiseModel, interval: Milliseconds, seed: UInt64) {
    self.model = model
    self.interval = interval
    generator = Generator(seed: seed)
    drift = Point(north: generator.normal(), east: generator.normal())
    isDifferential = generator.chance(1, in: 2)
    bias = generator.reflection()
    ephWander = generator.normal()
    become(model)
    shown = slow
  }

  /// Other surroundings from the next fix on.
  public mutating func become(_ model: NoiseModel) {
    self.model = model
    // exp(-dt/tau) to first order; an interval is short against the drift or the drift is forgotten.
    keep = max(0, 1 - interval.seconds / model.driftTime.seconds)
    renew = (1 - keep * keep).squareRoot()
    response = interval.seconds / (interval.seconds + model.smoothing.seconds)
    // Smoothing takes a part of the variance, which the model states as it shows.
    let (smooth, drift, bias) = (
      model.smoothing.seconds, model.driftTime.seconds, model.biasTime.seconds
    )
    driftScale = model.drift.value * ((drift + smooth) / drift).squareRoot()
    biasScale = model.bias.value * ((bias + smooth) / bias).squareRoot()
    claim()
  }

  /// The satellites are in sight again: other reflections than before, and nothing to smooth with.
  public mutating func comeBack() {
    bias = generator.reflection()
    shown = slow
  }

  private var slow: Point {
    Point(
      north: driftScale * drift.north + biasScale * bias.north,
      east: driftScale * drift.east + biasScale * bias.east)
  }

  public mutating func observe(_ truth: Truth) -> Observation {
    drift.north = drift.north * keep + renew * generator.normal()
    drift.east = drift.east * keep + renew * generator.normal()
    count &+= 1
    if count % Receiver.seldom == 0 { lookSeldom() }
    let slow = slow
    shown.north += response * (slow.north - shown.north)
    shown.east += response * (slow.east - shown.east)
    var place = truth.place
    place.north += shown.north + model.white.value * generator.normal()
    place.east += shown.east + model.white.value * generator.normal()
    var claimed = eph
    if spikeFixes > 0 {
      spikeFixes -= 1
      place = place + spike
      if spikeWidens { claimed = Metres(spike.distance.value.rounded()) }
    }
    let doppler = Point(
      north: truth.velocity.north + model.doppler.value * generator.normal(),
      east: truth.velocity.east + model.doppler.value * generator.normal())
    let speed = (doppler.distance.value * 100).rounded() / 100
    return Observation(
      place: place, eph: claimed, speed: MetresPerSecond(speed),
      course: speed > 0.5 ? doppler.bearing : nil)
  }

  private mutating func lookSeldom() {
    let span = interval.count * Int64(Receiver.seldom)
    if model.bias.value > 0, generator.chance(span, in: max(model.biasTime.count, span)) {
      bias = generator.reflection()
    }
    ephWander = ephWander * 0.9 + 0.435_89 * generator.normal()
    claim()
    let perMillion = Int64(model.spikesPerHour * Double(span) / 3.6)
    if spikeFixes == 0, perMillion > 0, generator.chance(perMillion, in: 1_000_000) { beginSpike() }
  }

  private mutating func claim() {
    let mean = isDifferential ? model.eph.value / 4 : model.eph.value
    eph = Metres((mean * max(0.5, 1 + 0.15 * ephWander) * 10).rounded() / 10)
  }

  private mutating func beginSpike() {
    // 50 to 700 m, half of them below 130.
    let part = Double(generator.below(1000)) / 1000
    let length = 50 + 650 * part * part * part
    let north = Double(generator.draw(-1000...1000)) / 1000
    let east = (1 - north * north).squareRoot() * (generator.chance(1, in: 2) ? 1 : -1)
    spike = Point(north: north * length, east: east * length)
    spikeFixes = generator.chance(1, in: 10) ? generator.draw(5...20) : generator.draw(1...3)
    spikeWidens = generator.chance(1, in: 2)
  }
}

extension Generator {
  /// A reflection in standard deviations. Most are small and one in five is large, as in the logs: the
  /// same variance as a normal draw, and longer tails.
  fileprivate mutating func reflection() -> Point {
    let size = chance(1, in: 5) ? 1.87 : 0.612
    return Point(north: size * normal(), east: size * normal())
  }
}

extension Point {
  /// Degrees clockwise from north, to a hundredth; the arctangent is a polynomial of our own.
  public var bearing: Degrees {
    let (n, e) = (north.magnitude, east.magnitude)
    guard n > 0 || e > 0 else { return Degrees(0) }
    let ratio = min(n, e) / max(n, e)
    let square = ratio * ratio
    // Abramowitz and Stegun 4.4.49, within 1e-5 radians.
    let series =
      0.999_866 + square
      * (-0.330_299_5 + square * (0.180_141 + square * (-0.085_133 + square * 0.020_835_1)))
    var degrees = ratio * series * (180 / Double.pi)
    if e > n { degrees = 90 - degrees }
    if north < 0 { degrees = 180 - degrees }
    if east < 0 { degrees = 360 - degrees }
    let rounded = (degrees * 100).rounded() / 100
    return Degrees(rounded >= 360 ? 0 : rounded)
  }
}

/// The epochs of a real receiver, lived in place of generated ones. Nobody knows the wearer's true
/// place; the world takes the receiver's word for it.
public struct Recording: Equatable, Sendable {
  public struct Epoch: Equatable, Sendable {
    /// Arrival, from the start of the life. Not before the epoch in front of it.
    public var at: Milliseconds
    /// Its time does not count: the epochs come in the world's own.
    public var fix: Fix

    public init(at: Milliseconds, _ fix: Fix) {
      self.at = at
      self.fix = fix
    }
  }

  /// Path of the recording, for whoever writes the plan down.
  public var name: String
  public var epochs: [Epoch]

  public init(name: String, epochs: [Epoch]) {
    self.name = name
    self.epochs = epochs
  }

  /// The first that arrives then or later.
  func index(from moment: Int64) -> Int {
    var low = 0
    var high = epochs.count
    while low < high {
      let middle = (low + high) / 2
      if epochs[middle].at.count < moment { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
