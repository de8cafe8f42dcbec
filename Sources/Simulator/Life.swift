import Checkers
import Device
import HAL

/// One simulated life from beginning to end.
public struct Life: Sendable {
  /// The digest of every action and decision.
  public var digest: UInt64
  /// The digest of the actions alone.
  public var actions: UInt64
  /// The board's clock began anew at each start; that of a replay runs on.
  public var clockRestarts: Bool
  public var violation: Violation?
  /// All invariants that did not hold, as far as the life went.
  public var tripped: [Invariant]
  public var probes: Probes
  public var fixes: Int
  public var events: Int
  public var injected: Int
  /// Length of the life; shorter than planned when an invariant did not hold.
  public var lasted: Milliseconds

  /// Told of each event, fixes and deadlines included, and of each action.
  public typealias Note = (Event, Action?, Truth) -> Void

  /// A way to live a plan. Explorer, shrinker and narrator take it as a parameter, `ordinary` unless
  /// said otherwise. So a test can show them a life that fails.
  public typealias Way = @Sendable (Plan, Note?) -> Life

  public static let ordinary: Way = { Life.live($0, note: $1) }

  /// The end of a life in which invariants do not hold.
  public enum End: Equatable, Sendable {
    /// It ends at the first violation.
    case violation
    /// It ends at the first violation of this invariant.
    case violationOf(Invariant)
    /// It ends with the plan.
    case plan

    func hasCome(_ tripped: [Invariant]) -> Bool {
      switch self {
      case .violation: !tripped.isEmpty
      case .violationOf(let invariant): tripped.contains(invariant)
      case .plan: false
      }
    }
  }

  /// Lives a plan through, until its end or until an invariant does not hold.
  /// - Parameters:
  ///   - other: one more checker beside all others.
  ///   - end: how far it goes when something does not hold.
  public static func live(
    _ plan: Plan, beside other: (any Checker & Sendable)? = nil, until end: End = .violation,
    note: Note? = nil
  ) -> Life {
    var world = World(plan, observer: AllCheckers(beside: other, goesOn: end != .violation))
    var device = Device()
    var digest = Digest()
    var actions = Digest()
    var fixes = 0
    var events = 0
    var clock = BoardClock(restarts: plan.clockRestarts)
    while let event = world.nextEvent(before: device.deadlineInPlace().map(clock.world)) {
      events += 1
      if case .fix = event.kind { fixes += 1 }
      note?(event, nil, world.truth)
      device.handle(clock.board(event)) { action in
        action.fold(into: &digest)
        action.fold(into: &actions)
        note?(event, action, world.truth)
        world.perform(action, during: event)
      }
      _ = device.foldInPlace(into: &digest)
      world.settlePortal(&device, at: clock.board(world.truth.now), after: event)
      world.updateIfCalm(&device, at: clock.board(world.truth.now))
      world.observer.settled(
        world.truth.isPowered ? device.deadlineInPlace().map(clock.world) : nil,
        at: world.truth.now,
        isPowered: world.truth.isPowered)
      if end.hasCome(world.observer.tripped) { break }
    }
    if !end.hasCome(world.observer.tripped) { world.finish() }
    return Life(
      digest: digest.value, actions: actions.value, clockRestarts: plan.clockRestarts,
      violation: world.observer.violation,
      tripped: world.observer.tripped, probes: world.observer.probes, fixes: fixes, events: events,
      injected: world.injected, lasted: Milliseconds(world.truth.now.milliseconds))
  }
}

/// The clock by which the device lives.
private struct BoardClock {
  /// A clock that restarts has run for so long when the program starts.
  private static let atStart = Instant(milliseconds: 20_000)

  let restarts: Bool
  /// The lead of the world's clock over this one.
  private var lead = Milliseconds(0)

  init(restarts: Bool) { self.restarts = restarts }

  mutating func board(_ event: Event) -> Event {
    if restarts, case .booted = event.kind { lead = event.at - BoardClock.atStart }
    var event = event
    event.at = board(event.at)
    return event
  }

  func board(_ instant: Instant) -> Instant {
    Instant(milliseconds: instant.milliseconds - lead.count)
  }

  /// A deadline that never comes stays one.
  func world(_ instant: Instant) -> Instant {
    guard restarts else { return instant }
    let (sum, isNever) = instant.milliseconds.addingReportingOverflow(lead.count)
    return isNever ? Instant(milliseconds: .max) : Instant(milliseconds: sum)
  }
}

/// The outcome of a range of seeds. Two of them add up to one, in any order, so that many machines can
/// share a range.
public struct Exploration: Sendable {
  public struct Failure: Sendable {
    public var seed: UInt64
    /// The violation; nil: two lives of this seed were not alike.
    public var violation: Violation?
  }

  public private(set) var lives = 0
  public private(set) var simulated = Milliseconds(0)
  public private(set) var fixes = 0
  public private(set) var injected = 0
  public private(set) var probes = Probes()
  /// The failures by seed.
  public private(set) var failures: [Failure] = []
  /// The digest of all lives, whatever their order.
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
