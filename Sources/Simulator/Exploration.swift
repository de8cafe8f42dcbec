import Checkers
import HAL

/// What came of a range of seeds. Two of them add up to one, in any order, so that many machines can
/// share a range.
public struct Exploration: Sendable {
  public struct Failure: Sendable {
    public var seed: UInt64
    /// What did not hold; nil: two lives of this seed were not alike.
    public var violation: Violation?
    public init(seed: UInt64, violation: Violation?) {
      self.seed = seed
      self.violation = violation
    }
  }

  public private(set) var lives = 0
  public private(set) var simulated = Milliseconds(0)
  public private(set) var fixes = 0
  public private(set) var injected = 0
  public private(set) var probes = Probes()
  /// By seed.
  public private(set) var failures: [Failure] = []
  /// Of all lives, whatever their order.
  public private(set) var digest: UInt64 = 0
  public private(set) var actions: UInt64 = 0

  public init() {}

  /// Lives one seed, and once more when it must come out the same.
  public static func live(
    seed: UInt64, days: Int, checksDeterminism: Bool, by live: Life.Way = Life.ordinary
  ) -> Exploration {
    let plan = Swarm.plan(seed: seed, days: days)
    let life = live(plan, nil)
    var result = Exploration()
    result.lives = 1
    result.simulated = life.lasted
    result.fixes = life.fixes
    result.injected = life.injected
    result.probes = life.probes
    var mixed = Generator(seed: life.digest, mixedWith: seed)
    result.digest = mixed.next()
    mixed = Generator(seed: life.actions, mixedWith: seed)
    result.actions = mixed.next()
    if life.violation != nil {
      result.failures.append(Failure(seed: seed, violation: life.violation))
    } else if checksDeterminism, live(plan, nil).digest != life.digest {
      result.failures.append(Failure(seed: seed, violation: nil))
    }
    return result
  }

  public mutating func add(_ other: Exploration) {
    lives += other.lives
    simulated = Milliseconds(simulated.count + other.simulated.count)
    fixes += other.fixes
    injected += other.injected
    probes.add(other.probes)
    failures = (failures + other.failures).sorted { $0.seed < $1.seed }
    digest &+= other.digest
    actions &+= other.actions
  }

  public var years: Double { simulated.seconds / (365.25 * 86_400) }
}
