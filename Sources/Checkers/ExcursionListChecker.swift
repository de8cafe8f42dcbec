import Device
import HAL

/// The late notice of excursions that nobody was told of lists each of them, the newest sixteen, and says
/// how many are older. ALZ-4.
struct ExcursionListChecker: Checker {
  var violation: Violation?

  private static let most = 16

  /// Written down, and not told yet.
  private var untold: [Excursion] = []
  private var isSure = true

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: (untold, isSure) = ([], truth.isStorageGood)
    case .restored(let record): write(record)
    default: break
    }
  }

  private mutating func write(_ record: Record) {
    switch record {
    case .outbox(.excursion(let excursion)): untold.append(excursion)
    case .outbox(.excursionsTold): untold = []
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .store(let record): write(record)
    case .outbox(.send(let dispatch)):
      if dispatch.notice.matter == .perimeter(.excursions) { judge(dispatch, truth) }
    default: break
    }
  }

  private mutating func judge(_ dispatch: Dispatch, _ truth: Truth) {
    guard isSure, truth.isStorageGood else { return }
    guard let list = dispatch.excursions else {
      return fail(.noticeIsTrue, at: truth.now, "the list of excursions goes out without a list")
    }
    let expected = Array(untold.suffix(ExcursionListChecker.most))
    var listed: [Excursion] = []
    for i in 0..<list.count { listed.append(list[i]) }
    if listed != expected {
      fail(
        .noticeIsTrue, at: truth.now,
        "the list has \(listed.count) excursions, and \(expected.count) are untold, or others")
    }
    if Int(dispatch.olderExcursions) != untold.count - expected.count {
      fail(
        .noticeIsTrue, at: truth.now,
        "the list says \(dispatch.olderExcursions) older ones, of \(untold.count)")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .recordsLost = change { isSure = false }
  }
}
