import Device
import HAL

/// What a dose should be, reckoned another way than the device does.
///
/// The device has a formula for what is left of a dose. Here the activity of rapid insulin,
/// t (1 - t/T) e^(-t/τ), is summed up over the time that is left (Simpson's rule), and divided by the
/// same over all of its time. The two agree to a millionth of a dose.
enum DoseReckoning {
  private static let stretches = 240

  /// The part of a dose that has not acted yet, of 1.
  static func remaining(_ action: InsulinFigures.Action, after age: Milliseconds) -> Double {
    let minutes = Double(age.count) / 60_000 - action.delay
    guard minutes > 0 else { return 1 }
    guard minutes < action.duration else { return 0 }
    return activity(action, from: minutes) / activity(action, from: 0)
  }

  private static func activity(_ action: InsulinFigures.Action, from start: Double) -> Double {
    let end = action.duration
    let tau = action.peak * (1 - action.peak / end) / (1 - 2 * action.peak / end)
    let h = (end - start) / Double(stretches)
    // e^(-t/τ) from one point to the next is always the same factor.
    let factor = decay(h / tau)
    var fading = decay(start / tau)
    var sum = 0.0
    for i in 0...stretches {
      let t = start + h * Double(i)
      let weight: Double = i == 0 || i == stretches ? 1 : (i % 2 == 0 ? 2 : 4)
      sum += weight * t * (1 - t / end) * fading
      fading *= factor
    }
    return sum * h / 3
  }

  /// e to the power of -x, for x from 0 to some tens: Padé's fraction of a 256th, squared eight times.
  private static func decay(_ x: Double) -> Double {
    let y = x / 256
    var value = (12 - 6 * y + y * y) / (12 + 6 * y + y * y)
    for _ in 0..<8 { value *= value }
    return value
  }

  /// Units that a dose may come to: between the two, in whole steps of the pen.
  struct Bounds: Sendable {
    var least: InsulinUnits
    var most: InsulinUnits
  }

  /// - Parameters:
  ///   - meal: units for the meal.
  ///   - onBoard: units that earlier doses have left to do, at least and at most.
  static func total(
    _ figures: InsulinFigures, meal: Double, glucose: Double, onBoard: ClosedRange<Double>
  ) -> Bounds {
    let correction = correction(figures, glucose)
    func units(_ onBoard: Double) -> Double {
      var sum = meal + correction
      if correction > 0 { sum = meal + (onBoard < correction ? correction - onBoard : 0) }
      return min(max(sum, 0), Double(figures.maximum) / 1000)
    }
    // What lies next to a whole step may fall to either side.
    let slack = 0.00001
    return Bounds(
      least: steps(units(onBoard.upperBound) - slack, figures.step),
      most: steps(units(onBoard.lowerBound) + slack, figures.step))
  }

  static func correction(_ figures: InsulinFigures, _ glucose: Double) -> Double {
    let (lower, upper) = (figures.lowerTarget, figures.upperTarget)
    let beyond = glucose > upper ? glucose - upper : (glucose < lower ? glucose - lower : 0)
    return beyond / figures.sensitivity
  }

  /// Rounded down: up would be the unsafe side.
  private static func steps(_ units: Double, _ step: Int64) -> InsulinUnits {
    var count = Int64(max(units, 0) * 1000) / step
    if count * step > Int64(max(units, 0) * 1000) { count -= 1 }
    return InsulinUnits(milliunits: count * step)
  }
}
