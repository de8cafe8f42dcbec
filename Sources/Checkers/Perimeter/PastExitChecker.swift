import Device
import HAL

/// No mail of an exit leaves after its return: whoever reads it would look for a wearer who is at home. Nor does
/// one of a return leave after the next exit: whoever reads it would not look.
///
/// Judged are the exits of this life, also one that was told anew to another list. A restart may not know of the
/// return.
struct PastExitChecker: Checker {
  var violation: Violation?

  /// The device holds so many returns back. A further exit goes out by itself, and its return behind it.
  private static let mostHeld = 2
  /// A silent server may hold one back for hours, with attempt after attempt at the list of excursions.
  private static let decided = Milliseconds.seconds(2 * 3600)

  /// The notices of the exit that is open.
  private var open: [NoticeID] = []
  /// The notices of exits that are over, and since when.
  private var over: [(id: NoticeID, since: Instant)] = []
  private var returns: [Instant] = []

  mutating func see(_ event: Event, _ truth: Truth) {
    if case .booted = event.kind { self = PastExitChecker(violation: violation) }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .perimeter(.left): open = []
    case .outbox(.queued(let notice)) where notice.matter == .perimeter(.left):
      open.append(notice.id)
    // An exit that nobody has is still told once with somebody at the wearer's side.
    case .company(.accompanied(_?)): open = []
    case .perimeter(.returned): end(truth.now)
    case .outbox(.send(let dispatch)):
      let id = dispatch.notice.id
      if dispatch.notice.matter == .perimeter(.returned), let exit = open.first, id < exit {
        fail(
          .oneExitAnExcursion, at: truth.now,
          "a return goes out after the next exit, while the wearer is outside")
      }
      guard let since = over.first(where: { $0.id == id })?.since, since < truth.now else { return }
      fail(
        .oneExitAnExcursion, at: truth.now,
        "an exit goes out \((truth.now - since).count / 1000) s after the return")
    default: break
    }
  }

  private mutating func end(_ now: Instant) {
    returns.removeAll { now - $0 > PastExitChecker.decided }
    if returns.count < PastExitChecker.mostHeld { over += open.map { ($0, now) } }
    returns.append(now)
    open = []
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { self = PastExitChecker(violation: violation) }
  }
}
