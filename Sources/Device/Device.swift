import HAL

/// The core: a state machine that takes events and answers with actions. CARD-2.
///
/// One value, no references, no heap, no clock of its own. `handle` is the loop's one step.
public struct Device: Sendable {
  /// The position is lost after this long without a good fix, counted from its measurement.
  public static let lostAfter = Milliseconds.seconds(30)

  private var isStarted = false
  private var perimeter: Perimeter?
  private var filter = FixFilter()
  private var rule = PerimeterRule()
  private var isLost = false
  private var noticeCount: UInt32 = 0
  private var lastRefusal: Refusal?

  public init() {}

  /// When the core wants to be woken although nothing has happened.
  public var nextDeadline: Instant? {
    guard let lastGood = filter.lastGood, !isLost else { return nil }
    return lastGood.epoch + Device.lostAfter
  }

  /// What is decided about the perimeter.
  public var place: PerimeterRule.Place { rule.place }
  /// What the filter said of the last fix: nil, it counted.
  public var refusal: Refusal? { lastRefusal }
  /// Wall time by the receiver; nil until three good fixes in a row have agreed on it.
  public func wallTime(at instant: Instant) -> WallTime? { filter.wallTime(at: instant) }

  /// Takes one event and performs what follows from it.
  ///
  /// Events come in the order of their stamps. A fix that arrives at the very moment of the
  /// deadline comes before the deadline.
  public mutating func handle(_ event: Event, _ perform: (Action) -> Void) {
    if !isStarted {
      isStarted = true
      perform(.started)
    }
    switch event.kind {
    case .configured(let configuration):
      passDeadline(upTo: event.at, perform)
      if configuration.perimeter != perimeter {
        perimeter = configuration.perimeter
        rule.perimeterChanged()
      }
    case .fix(let fix):
      if let deadline = nextDeadline, deadline < event.at { losePosition(at: deadline, perform) }
      take(fix, at: event.at, perform)
      passDeadline(upTo: event.at, perform)
    case .deadline:
      passDeadline(upTo: event.at, perform)
    }
  }

  private mutating func take(_ fix: Fix, at now: Instant, _ perform: (Action) -> Void) {
    let epochBefore = filter.lastGood?.epoch
    lastRefusal = filter.judge(fix, at: now)
    guard lastRefusal == nil, let good = filter.lastGood else { return }
    if isLost {
      isLost = false
      perform(.positionRegained(whereabouts(of: good)))
    }
    guard let perimeter else { return }
    let step = epochBefore.map { good.epoch - $0 } ?? Milliseconds(0)
    let change = rule.weigh(
      distance: perimeter.centerVector.distance(to: good.place), radius: perimeter.radius,
      eph: good.eph, step: max(step, Milliseconds(0)))
    if let change { announce(change, whereabouts(of: good), perform) }
  }

  private mutating func announce(
    _ change: PerimeterRule.Change, _ whereabouts: Whereabouts, _ perform: (Action) -> Void
  ) {
    switch change {
    case .suspected: perform(.suspected(whereabouts))
    case .cleared: perform(.cleared(whereabouts))
    case .left(let initial):
      perform(.left(whereabouts, initial: initial))
      perform(.sound(.medium))
      notify(.leftPerimeter, whereabouts, perform)
    case .returned:
      perform(.returned(whereabouts))
      notify(.returnedHome, whereabouts, perform)
    }
  }

  private mutating func passDeadline(upTo now: Instant, _ perform: (Action) -> Void) {
    if let deadline = nextDeadline, deadline <= now { losePosition(at: deadline, perform) }
  }

  private mutating func losePosition(at deadline: Instant, _ perform: (Action) -> Void) {
    guard let lastGood = filter.lastGood else { return }
    isLost = true
    perform(.positionLost(whereabouts(of: lastGood), age: deadline - lastGood.epoch))
  }

  private mutating func notify(
    _ matter: Notice.Matter, _ whereabouts: Whereabouts, _ perform: (Action) -> Void
  ) {
    noticeCount &+= 1
    perform(
      .notify(Notice(id: NoticeID(noticeCount), matter: matter, whereabouts: whereabouts)))
  }

  private func whereabouts(of fix: GoodFix) -> Whereabouts {
    Whereabouts(
      position: fix.position,
      distance: perimeter.map { $0.centerVector.distance(to: fix.place) },
      radius: perimeter?.radius, eph: fix.eph)
  }

  /// Folds the decision state in: equal states after equal events fold to equal digests.
  public func fold(into digest: inout Digest) {
    digest.fold(perimeter?.center.digestWord ?? 1, (perimeter?.radius).digestWord)
    digest.fold(
      filter.lastGood?.position.digestWord ?? 2,
      UInt64(bitPattern: filter.lastGood?.epoch.milliseconds ?? -1))
    digest.fold(
      (filter.lastGood?.eph).digestWord,
      (isLost ? 1 : 0) | (isStarted ? 2 : 0) | UInt64(lastRefusal?.rawValue ?? 0xff) << 8
        | UInt64(noticeCount) << 16)
    digest.fold(rule.stateWord, rule.evidence.bitPattern)
    digest.fold(UInt64(bitPattern: rule.homeFor.count), filter.stateWord)
  }
}
