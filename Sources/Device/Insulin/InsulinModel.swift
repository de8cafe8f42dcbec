import HAL

/// The decay of a dose of rapid insulin: the exponential model of Loop and oref0 (LoopKit/Loop#388,
/// LoopAlgorithm ExponentialInsulinModel).
public struct InsulinModel: Equatable, Sendable {
  /// Duration of the action, in minutes, not counting the delay.
  public let duration: Double
  /// The peak of the action, in minutes after the delay; at most 0.499 of the duration.
  public let peak: Double
  /// Minutes before it begins to act.
  public let delay: Double
  private let tau: Double
  private let a: Double
  private let s: Double

  /// The latest peak, of the duration. Nearer to half of it the formula loses its digits: at 0.499 it is good
  /// to 1e-8, at 0.4999999 its scale divides by 0.
  private static let latestPeak = 0.499

  /// Loop's curve for Novolog, Humalog and Apidra in adults.
  public static let rapidAdult = InsulinModel(duration: 360, peak: 75, delay: 10)

  /// Nil when the parameters give no curve.
  public init?(checkedDuration duration: Double, peak: Double, delay: Double) {
    guard duration >= 120, duration <= 720, peak >= 15,
      peak <= duration * InsulinModel.latestPeak, delay >= 0, delay <= 60
    else { return nil }
    self.init(duration: duration, peak: peak, delay: delay)
  }

  private init(duration: Double, peak: Double, delay: Double) {
    self.duration = duration
    self.peak = peak
    self.delay = delay
    tau = peak * (1 - peak / duration) / (1 - 2 * peak / duration)
    a = 2 * tau / duration
    s = 1 / (1 - a + (1 + a) * exponential(-duration / tau))
  }

  /// The span from the injection until nothing of it acts any more.
  public var action: Milliseconds { Milliseconds(Int64((duration + delay) * 60_000)) }

  /// The part of a dose that has not acted yet, 1 down to 0.
  public func fractionRemaining(after age: Milliseconds) -> Double {
    let t = age.seconds / 60 - delay
    if t <= 0 { return 1 }
    if t >= duration { return 0 }
    let decay = exponential(-t / tau)
    let left: Double
    if a == 1 {
      // The limit of the formula, whose first term divides by 1 - a.
      left = 1 - s * t * t / (tau * duration) * decay
    } else {
      let curve = (t * t / (tau * duration * (1 - a)) - t / tau - 1) * decay + 1
      left = 1 - s * (1 - a) * curve
    }
    // A value that is no number counts as a whole dose: more on board proposes less.
    return left < 0 ? 0 : left < 1 ? left : 1
  }
}

/// Returns e to the power of `x`, for `x` from -700 to 0. Good to 1e-15 relative.
///
/// Our own series, because libm's may differ from one platform to the next. It uses x = k ln 2 + r with
/// |r| up to 0.35; the power of two is exact.
public func exponential(_ x: Double) -> Double {
  precondition(x <= 0 && x > -700)
  let turns = Int64(nearest: x * 1.442_695_040_888_963_4)
  let k = Double(turns)
  // ln 2 in two parts, so that the subtraction is exact.
  let r = x - k * 6.931_471_803_691_238e-1 - k * 1.908_214_929_270_587_7e-10
  var sum = 1.0
  var n = 17.0
  while n >= 1 {
    sum = 1 + sum * r / n
    n -= 1
  }
  return sum * Double(sign: .plus, exponent: Int(turns), significand: 1)
}
