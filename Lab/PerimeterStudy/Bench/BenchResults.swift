import Device
import Names

/// What came of a bench.
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
