import Advice
import Simulator

/// A figure, and where it lies in 95 of 100 repetitions of the bench with other seeds.
public struct Estimate: Sendable {
  public var value: Double
  public var low: Double
  public var high: Double
}

/// Draws the traces of a cell again, with repeats, and looks how far a figure moves.
enum Bootstrap {
  static let resamples = 400

  /// The sum of one thing over the sum of another; nil when there is none of the other.
  static func ratio(_ parts: [Double], to wholes: [Double]) -> Estimate? {
    estimate(parts.count) { weights in
      var (part, whole) = (0.0, 0.0)
      for index in weights.indices {
        part += weights[index] * parts[index]
        whole += weights[index] * wholes[index]
      }
      return whole > 0 ? part / whole : nil
    }
  }

  /// The smallest value of which at least `share` are not larger; nil when there is none.
  /// - Parameter lists: of each trace.
  static func quantile(_ share: Double, _ lists: [[Double]]) -> Estimate? {
    var values = lists.enumerated().flatMap { trace, list in list.map { (trace: trace, $0) } }
    guard !values.isEmpty else { return nil }
    values.sort { $0.1 < $1.1 }
    return estimate(lists.count) { weights in
      var all = 0.0
      for value in values { all += weights[value.trace] }
      guard all > 0 else { return nil }
      var below = 0.0
      for value in values {
        below += weights[value.trace]
        if below >= share * all, weights[value.trace] > 0 { return value.1 }
      }
      return nil
    }
  }

  private static func estimate(_ count: Int, _ figure: ([Double]) -> Double?) -> Estimate? {
    guard count > 0, let value = figure([Double](repeating: 1, count: count)) else { return nil }
    var generator = Generator(seed: UInt64(count), mixedWith: 3)
    var figures: [Double] = []
    for _ in 0..<resamples {
      var weights = [Double](repeating: 0, count: count)
      for _ in 0..<count { weights[Int(generator.below(Int64(count)))] += 1 }
      if let again = figure(weights) { figures.append(again) }
    }
    let spread = Quantiles(figures)
    return Estimate(value: value, low: spread(0.025), high: spread(0.975))
  }
}
