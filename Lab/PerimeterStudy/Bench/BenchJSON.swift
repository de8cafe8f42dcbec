import Advice
import Traces

/// A bench as JSON Lines: one object a cell and rule, then a summary.
public struct BenchJSON {
  private let results: BenchResults

  public init(_ results: BenchResults) { self.results = results }

  public var lines: [String] { results.figures.map(line) + [summary] }

  private func line(_ figures: CellFigures) -> String {
    var members = [
      ("group", JSONText.quoted(figures.cell.group)), ("radius_m", String(figures.cell.radius)),
      ("family", JSONText.quoted(figures.cell.family)),
      ("rule", JSONText.quoted(figures.rule.short)), ("traces", String(figures.traces)),
      ("hours_inside", Figure.text(figures.hoursInside, 2)),
      ("false_exits", String(figures.falseExits)),
      ("false_exits_per_hour", BenchJSON.estimate(figures.falsePerHour)),
      ("wrongly_out_share", BenchJSON.estimate(figures.wronglyOut)),
      ("unknown_share", BenchJSON.estimate(figures.unknown)),
    ]
    if figures.excursions > 0 || figures.unclear > 0 {
      members += [
        ("excursions", String(figures.excursions)), ("unclear", String(figures.unclear)),
        ("delay_p50_s", BenchJSON.estimate(figures.delay50)),
        ("delay_p95_s", BenchJSON.estimate(figures.delay95)),
        ("beyond_p50_m", BenchJSON.estimate(figures.metres50)),
        ("beyond_p95_m", BenchJSON.estimate(figures.metres95)),
        ("early_share", BenchJSON.estimate(figures.early)),
        ("seen_share", BenchJSON.estimate(figures.seen)),
        ("exits_per_excursion", BenchJSON.estimate(figures.exitsPerExcursion)),
        ("returned_share", BenchJSON.estimate(figures.returned)),
        ("return_p50_s", BenchJSON.estimate(figures.return50)),
        ("return_p95_s", BenchJSON.estimate(figures.return95)),
        ("false_returns", String(figures.falseReturns)),
      ]
    }
    return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  private var summary: String {
    return "{\"event\":\"summary\",\"seeds\":\(results.seeds),\"small\":\(results.isSmall),"
      + "\"digest\":\"\(results.hexDigest)\"}"
  }

  /// `[value, low, high]`, or null.
  private static func estimate(_ estimate: Estimate?) -> String {
    guard let estimate else { return "null" }
    let parts = [estimate.value, estimate.low, estimate.high].map { Figure.text($0, 5) }
    return "[" + parts.joined(separator: ",") + "]"
  }
}
