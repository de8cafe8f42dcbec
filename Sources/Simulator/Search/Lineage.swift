/// A day that was drawn from a seed and then changed: its seed and the number of each change, in order.
///
/// `4711` is the day of that seed. `4711.12.7` is that day after change 12, and after change 7 of what came out.
public struct Lineage: Hashable, Sendable, CustomStringConvertible {
  public var seed: UInt64
  public var changes: [UInt64] = []

  public init(seed: UInt64) { self.seed = seed }

  /// Reads the form of `description`; nil if it has another one.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt64($0) }
    guard let seed = parts.first ?? nil, !parts.contains(nil) else { return nil }
    self.seed = seed
    changes = parts.dropFirst().compactMap { $0 }
  }

  public var description: String {
    ([seed] + changes).map { String($0) }.joined(separator: ".")
  }

  /// The same text means the same life, on every machine.
  public var plan: Plan {
    changes.reduce(Swarm.plan(seed: seed)) { PlanChange(of: $0, number: $1).plan }
  }

  /// - Parameter number: the change that it gets.
  public func changed(by number: UInt64) -> Lineage {
    var child = self
    child.changes.append(number)
    return child
  }
}
