import Simulator

/// B5a and b: a Kalman filter of constant velocity on each axis, with and without a gate on the
/// innovation; then d > R.
struct Kalman: Judge {
  /// m/s², of the wearer's unknown acceleration.
  private static let acceleration = 0.5
  /// Chi-square of two degrees of freedom, 99.9 %.
  static let gate = 13.8
  /// The number of refused fixes in a row after which the filter begins anew: its gate has shut itself out.
  private static let mostRefused = 60

  private struct Axis {
    var place: Double
    var speed = 0.0
    // Covariance, symmetric.
    var pp: Double
    var pv = 0.0
    var vv = 4.0

    mutating func predict(_ dt: Double, _ q: Double) {
      place += speed * dt
      pp += dt * (2 * pv + dt * vv) + q * dt * dt * dt * dt / 4
      pv += dt * vv + q * dt * dt * dt / 2
      vv += q * dt * dt
    }

    mutating func correct(_ innovation: Double, _ variance: Double) {
      let total = pp + variance
      let (kp, kv) = (pp / total, pv / total)
      place += kp * innovation
      speed += kv * innovation
      vv -= kv * pv
      pv -= kp * pv
      pp -= kp * pp
    }
  }

  private let hasGate: Bool
  private var decision = Decision()
  private var axes: (north: Axis, east: Axis)?
  private var last = 0.0
  private var refused = 0

  init(hasGate: Bool) { self.hasGate = hasGate }

  mutating func see(_ glimpse: Glimpse, radius: Double) -> Turn? {
    guard let place = glimpse.place else { return nil }
    let sigma = glimpse.accuracy > 0 ? glimpse.accuracy / 2.45 : 20
    let variance = sigma * sigma
    let seconds = glimpse.epochSeconds
    guard var axes, refused < Kalman.mostRefused else {
      axes = (Axis(place: place.north, pp: variance), Axis(place: place.east, pp: variance))
      last = seconds
      refused = 0
      return decision.settle(place.distance.value > radius)
    }
    let dt = seconds - last
    guard dt > 0 else { return nil }
    last = seconds
    let q = Kalman.acceleration * Kalman.acceleration
    axes.north.predict(dt, q)
    axes.east.predict(dt, q)
    let (north, east) = (place.north - axes.north.place, place.east - axes.east.place)
    let distance =
      north * north / (axes.north.pp + variance) + east * east / (axes.east.pp + variance)
    if hasGate, distance > Kalman.gate {
      refused += 1
    } else {
      refused = 0
      axes.north.correct(north, variance)
      axes.east.correct(east, variance)
    }
    self.axes = axes
    let here = Point(north: axes.north.place, east: axes.east.place)
    return decision.settle(here.distance.value > radius)
  }
}

/// B1: Traccar with its filters on, then d > R. The filters are: accuracy up to 50 m, implied speed up
/// to 40 m/s, no fix twice and none out of order.
struct Filtered: Judge {
  private static let worstAccuracy = 50.0
  private static let fastest = 40.0

  private var decision = Decision()
  private var last: (seconds: Double, place: Point)?

  mutating func see(_ glimpse: Glimpse, radius: Double) -> Turn? {
    guard let place = glimpse.place else { return nil }
    if let eph = glimpse.fix.eph?.value, !(eph <= Filtered.worstAccuracy) { return nil }
    let seconds = glimpse.epochSeconds
    if let last {
      guard seconds > last.seconds else { return nil }
      let speed = (place - last.place).distance.value / (seconds - last.seconds)
      guard speed <= Filtered.fastest else { return nil }
    }
    last = (seconds, place)
    return decision.settle(glimpse.distance > radius)
  }
}

extension Glimpse {
  /// The receiver's own time, or the arrival of a fix that has none.
  var epochSeconds: Double { Double(fix.time?.wall.milliseconds ?? at.milliseconds) / 1000 }

  /// The receiver's claim; 0 when it claims nothing, as the systems modelled here take it.
  var accuracy: Double {
    guard let eph = fix.eph?.value, eph.isFinite, eph > 0 else { return 0 }
    return eph
  }
}
