/// The metrics of the study's section 7.1, of one rule in one cell. Nil: nothing there to measure.
public struct CellFigures: Sendable {
  public let cell: Cell
  public let rule: RuleName
  public let traces: Int
  public let hoursInside: Double
  public let falseExits: Int
  public let falsePerHour: Estimate?
  /// Of the time that the wearer was truly inside, how much the rule held them to be out.
  public let wronglyOut: Estimate?
  /// Of all time, how much the rule did not know.
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
  /// Of the excursions that were announced and ended at home, how many had a return.
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
