import Advice
import Device
import Traces

/// The results of a bench.
public struct BenchResults: Sendable {
  public private(set) var figures: [CellFigures] = []
  /// Folds every exit and every delay: equal digests mean the same bench.
  public let digest: UInt64
  public let seeds: Int
  public let isSmall: Bool

  /// - Parameter scores: for each unit of the plan, in its order, for each trace, of all rules.
  public init(_ plan: BenchPlan, _ scores: [[[Score]]]) {
    precondition(scores.count == plan.units.count)
    var digest = Digest()
    var order: [Cell] = []
    var traces: [Cell: [[Score]]] = [:]
    for (unit, found) in zip(plan.units, scores) {
      if traces[unit.cell] == nil { order.append(unit.cell) }
      traces[unit.cell, default: []] += found
      for score in found.joined() { score.fold(into: &digest) }
    }
    self.digest = digest.value
    seeds = plan.seeds
    isSmall = plan.isSmall
    for cell in order {
      let found = traces[cell] ?? []
      for (index, rule) in RuleName.allCases.enumerated() {
        figures.append(CellFigures(cell, rule, found.map { $0[index] }))
      }
    }
  }

  public var hexDigest: String { digest.padded(16, radix: 16) }

  public func find(
    _ group: String, _ radius: Int, _ family: Family, _ rule: RuleName
  ) -> CellFigures? {
    let cell = Cell(group: group, radius: radius, family: family.name)
    return figures.first { $0.cell == cell && $0.rule == rule }
  }

  /// Groups and radii in the order of the plan.
  public var groups: [(group: String, radius: Int)] {
    var found: [(group: String, radius: Int)] = []
    for figure in figures
    where !found.contains(where: {
      $0.group == figure.cell.group && $0.radius == figure.cell.radius
    }) {
      found.append((figure.cell.group, figure.cell.radius))
    }
    return found
  }
}

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
