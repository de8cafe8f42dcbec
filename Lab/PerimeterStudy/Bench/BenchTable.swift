import Advice

/// A bench as tables for people, in Markdown.
public struct BenchTable {
  private let results: BenchResults

  public init(_ results: BenchResults) { self.results = results }

  public var text: String {
    var parts: [String] = []
    for (group, radius) in results.groups {
      let title = "### \(group), R = \(radius) m\n\n"
      if group == WalkedTrack.group {
        parts.append(title + walks(radius))
        continue
      }
      parts.append(title + main(group, radius))
      if BenchPlan.isSimulated(group) {
        parts.append(more(group, radius))
        parts.append(Contest(results, group, radius).text)
      }
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private func main(_ group: String, _ radius: Int) -> String {
    let reaches = Family.excursionReaches.filter {
      results.find(group, radius, .excursion($0), .ours) != nil
    }
    var rows = [
      [
        "rule", "FA/h 0", "0.5 R", "0.8 R", "0.95 R", "out % 0.8 R", "walk s", "walk m", "early %",
        "drive s",
      ]
        + ["seen +\(reaches.map(String.init).joined(separator: "/")) %", "exits", "return s"]
    ]
    for rule in RuleName.allCases {
      func find(_ family: Family) -> CellFigures? { results.find(group, radius, family, rule) }
      let walk = find(.walkOut)
      let drive = find(.driveOut)
      let back = find(.excursion(50))
      rows.append(
        [rule.title] + [0, 50, 80, 95].map { BenchTable.rate(find(.still($0))) }
          + [
            find(.still(80))?.wronglyOut.map { Figure.short($0.value * 100) } ?? "-",
            BenchTable.pair(walk?.delay50, walk?.delay95),
            BenchTable.pair(walk?.metres50, walk?.metres95), BenchTable.percent(walk?.early),
            BenchTable.pair(drive?.delay50, drive?.delay95),
            reaches.map { BenchTable.percent(find(.excursion($0))?.seen) }.joined(separator: "/"),
            BenchTable.number(back?.exitsPerExcursion, 2),
            BenchTable.pair(back?.return50, back?.return95),
          ])
    }
    return Figure.table(rows)
  }

  private func more(_ group: String, _ radius: Int) -> String {
    var rows = [
      ["rule", "along R - 10 FA/h", "along R + 15 seen %", "trial seen %", "trial exits"]
        + [
          "door FA/h", "door s", "unknown %", "spikes FA/h", "faults FA/h", "faults seen %",
          "30 s walk s",
        ]
        + ["30 s FA/h 0.95 R"]
    ]
    for rule in RuleName.allCases {
      func find(_ family: Family) -> CellFigures? { results.find(group, radius, family, rule) }
      let door = find(.doorway)
      let sparse = find(.sparseWalk)
      rows.append([
        rule.title, BenchTable.rate(find(.alongInside)),
        BenchTable.percent(find(.alongOutside)?.seen), BenchTable.percent(find(.trial)?.seen),
        BenchTable.number(find(.trial)?.exitsPerExcursion, 2), BenchTable.rate(door),
        BenchTable.pair(door?.delay50, door?.delay95),
        door?.unknown.map { Figure.short($0.value * 100) } ?? "-", BenchTable.rate(find(.spikes)),
        BenchTable.rate(find(.faults)), BenchTable.percent(find(.faults)?.seen),
        BenchTable.pair(sparse?.delay50, sparse?.delay95), BenchTable.rate(find(.sparseStill)),
      ])
    }
    return Figure.table(rows)
  }

  private func walks(_ radius: Int) -> String {
    var rows = [
      [
        "rule", "clear exits", "unclear", "found %", "invented", "delay s", "returned %",
        "return s",
      ]
    ]
    for rule in RuleName.allCases {
      let cell = Cell(group: WalkedTrack.group, radius: radius, family: "walks")
      guard let found = results.figures.first(where: { $0.cell == cell && $0.rule == rule })
      else { continue }
      rows.append([
        rule.title, String(found.excursions), String(found.unclear),
        BenchTable.percent(found.seen), String(found.falseExits),
        BenchTable.pair(found.delay50, found.delay95), BenchTable.percent(found.returned),
        BenchTable.pair(found.return50, found.return95),
      ])
    }
    return Figure.table(rows)
  }

  /// False exits an hour with their interval; of none, what three of them would have been.
  static func rate(_ figures: CellFigures?) -> String {
    guard let figures, let rate = figures.falsePerHour else { return "-" }
    if figures.falseExits == 0 { return "0 (<\(Figure.short(3 / figures.hoursInside)))" }
    return "\(Figure.short(rate.value)) (\(Figure.short(rate.low))-\(Figure.short(rate.high)))"
  }

  private static func pair(_ a: Estimate?, _ b: Estimate?) -> String {
    guard let a, let b else { return "-" }
    return Figure.text(a.value) + "/" + Figure.text(b.value)
  }

  private static func percent(_ share: Estimate?) -> String {
    share.map { Figure.text($0.value * 100) } ?? "-"
  }

  private static func number(_ value: Estimate?, _ decimals: Int) -> String {
    value.map { Figure.text($0.value, decimals) } ?? "-"
  }
}

/// The baselines that are better than ours in all four of: false exits at 0.8 R, walking delay, driving
/// delay, smallest excursion seen.
public struct Contest {
  public let winners: [RuleName]
  private let group: String
  private let radius: Int

  public init(_ results: BenchResults, _ group: String, _ radius: Int) {
    self.group = group
    self.radius = radius
    func four(_ rule: RuleName) -> [Double] {
      func find(_ family: Family) -> CellFigures? { results.find(group, radius, family, rule) }
      return [
        find(.still(80))?.falsePerHour?.value ?? .infinity,
        find(.walkOut)?.delay50?.value ?? .infinity,
        find(.driveOut)?.delay50?.value ?? .infinity,
        Contest.smallestSeen { find(.excursion($0))?.seen?.value },
      ]
    }
    let ours = four(.ours)
    winners = RuleName.baselines.filter { zip(four($0), ours).allSatisfy { $0 < $1 } }
  }

  /// The least X of which an excursion to R + X is seen in 95 of 100 cases; infinite when none is.
  private static func smallestSeen(_ seen: (Int) -> Double?) -> Double {
    let reach = Family.excursionReaches.first { (seen($0) ?? 0) >= 0.95 }
    return reach.map(Double.init) ?? .infinity
  }

  public var text: String {
    let names = winners.isEmpty ? "none" : winners.map(\.title).joined(separator: ", ")
    return "Better than OURS in all four, \(group), R = \(radius) m: \(names)."
  }
}
