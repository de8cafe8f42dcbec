import Device
import HAL

/// Until there is a fix, what is told of the wearer says where the wearer was before the power went, and
/// how old that is. SAFE-3, CARD-4.
struct LastPlaceChecker: Checker {
  var violation: Violation?

  private static let slack: UInt64 = 70_000

  /// As it came back; nil: the last sign of life had no place.
  private var last: (position: Position, measured: Int64)?
  private var isTrusted = false
  /// A fix has come, or what came back is not all that was stored.
  private var isUnsure = false
  private var hasLied = false

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    if fix.hasPosition { isUnsure = true }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted:
      last = nil
      (isTrusted, isUnsure) = (false, !truth.isStorageGood)
    case .restored(.alive(let wall, let place)):
      last = place.map { ($0.position, wall.milliseconds - $0.age.count) }
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    case .outbox(.queued(let notice)): judge(notice, truth)
    default: break
    }
  }

  private mutating func judge(_ notice: Notice, _ truth: Truth) {
    guard let last, !isUnsure, truth.isStorageGood, notice.matter.isOfTheWearer else { return }
    guard let place = notice.whereabouts else {
      // A wearer who was outside is lost outside, although the last place that was stored is inside.
      if notice.matter == .position(.lost) { return }
      return fail(
        .noticeIsTrue, at: truth.now,
        "\(notice.matter) says no place, and the last one before the power cut is known")
    }
    if place.position != last.position {
      fail(
        .noticeIsTrue, at: truth.now,
        "\(notice.matter) says another place than the last one before the power cut")
    }
    guard isTrusted, truth.areClocksGood, !hasLied else { return }
    let age = truth.wall.milliseconds - last.measured
    if (notice.age.count - age).magnitude > LastPlaceChecker.slack {
      fail(
        .noticeIsTrue, at: truth.now,
        "\(notice.matter) says that its place is \(notice.age.count) ms old, and it is \(age)")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .clocksGood(false) = change { hasLied = true }
  }
}

extension Notice.Matter {
  /// Somebody may go and look for the wearer.
  fileprivate var isOfTheWearer: Bool {
    switch self {
    case .help, .glucose(.low), .position(.lost), .position(.noneForLong), .location,
      .day(.allIsWell), .day(.open):
      true
    default: false
    }
  }
}
