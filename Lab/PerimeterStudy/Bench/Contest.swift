/// Which baselines are better than ours in all four of: false exits at 0.8 R, walking delay, driving
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
  static func smallestSeen(_ seen: (Int) -> Double?) -> Double {
    let reach = Family.excursionReaches.first { (seen($0) ?? 0) >= 0.95 }
    return reach.map(Double.init) ?? .infinity
  }

  public var text: String {
    let names = winners.isEmpty ? "none" : winners.map(\.title).joined(separator: ", ")
    return "Better than OURS in all four, \(group), R = \(radius) m: \(names)."
  }
}
