import Advice
import Simulator

/// The metrics of the study's section 7.1, of one rule in one cell. Nil: nothing there to measure.
public struct CellFigures: Sendable {
  public let cell: Cell
  public let rule: RuleName
  public let traces: Int
  public let hoursInside: Double
  public let falseExits: Int
  public let falsePerHour: Estimate?
  /// The part of the time truly inside in which the rule held the wearer to be out.
  public let wronglyOut: Estimate?
  /// The part of all time in which the rule did not know.
  public let unknown: Estimate?
  public let excursions: Int
  public let unclear: Int
  /// Seconds to the exit; an excursion that was announced early counts as 0.
  public let delay50: Estimate?
  public let delay95: Estimate?
  public let metres50: Estimate?
  public let metres95: Estimate?
  public let early: Estimate?
  public let seen: Estimate?
  public let exitsPerExcursion: Estimate?
  /// The part of the excursions announced and ended at home that had a return.
  public let returned: Estimate?
  public let return50: Estimate?
  public let return95: Estimate?
  public let falseReturns: Int

  init(_ cell: Cell, _ rule: RuleName, _ scores: [Score]) {
    func each(_ part: (Score) -> Int) -> [Double] { scores.map { Double(part($0)) } }
    func total(_ part: (Score) -> Int) -> Int { scores.reduce(0) { $0 + part($1) } }
    func withEarly(_ list: (Score) -> [Double]) -> [[Double]] {
      scores.map { list($0) + Array(repeating: 0, count: $0.early) }
    }
    let hours = scores.map(\.hoursInside)
    let delays = withEarly(\.delays)
    let metres = withEarly(\.metres)
    let returns = scores.map(\.returnDelays)
    let excursions = each(\.excursions)
    self.cell = cell
    self.rule = rule
    traces = scores.count
    hoursInside = hours.reduce(0, +)
    falseExits = total(\.falseExits)
    falseReturns = total(\.falseReturns)
    self.excursions = total(\.excursions)
    unclear = total(\.unclear)
    falsePerHour = Bootstrap.ratio(each(\.falseExits), to: hours)
    wronglyOut = Bootstrap.ratio(scores.map(\.hoursWronglyOut), to: hours)
    unknown = Bootstrap.ratio(
      scores.map(\.hoursUnknown), to: scores.map { $0.hoursInside + $0.hoursOutside })
    delay50 = Bootstrap.quantile(0.5, delays)
    delay95 = Bootstrap.quantile(0.95, delays)
    metres50 = Bootstrap.quantile(0.5, metres)
    metres95 = Bootstrap.quantile(0.95, metres)
    early = Bootstrap.ratio(each(\.early), to: excursions)
    seen = Bootstrap.ratio(each { $0.excursions - $0.missed }, to: excursions)
    exitsPerExcursion = Bootstrap.ratio(each(\.exits), to: excursions)
    returned = Bootstrap.ratio(each(\.returnDelays.count), to: each(\.homecomings))
    return50 = Bootstrap.quantile(0.5, returns)
    return95 = Bootstrap.quantile(0.95, returns)
  }
}

/// A figure, and where it lies in 95 of 100 repetitions of the bench with other seeds.
public struct Estimate: Sendable {
  public var value: Double
  public var low: Double
  public var high: Double
}

/// Draws the traces of a cell again, with repeats, and looks how far a figure moves.
private enum Bootstrap {
  private static let resamples = 400

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
