import Device
import HAL

/// One call for help, one exit and one lost position goes on at a time, over power cuts, too. An older one is news of the
/// past: once somebody has it, it goes to nobody else.
struct OlderCaseChecker: Checker {
  var violation: Violation?

  private struct Case {
    var id: NoticeID
    var matter: Notice.Matter
    /// A server took it after a newer one had begun.
    var isToldAsOlder = false
  }

  private static let most = 40

  private var cases: [Case] = []

  mutating func see(_ event: Event, _ truth: Truth) {
    // A record that was lost is unknown to the device.
    if !truth.isStorageGood { cases.removeAll() }
    switch event.kind {
    case .booted: cases.removeAll()
    case .restored(let record): keep(record)
    default: break
    }
  }

  private mutating func keep(_ record: Record) {
    switch record {
    case .outbox(.notice(let notice)): begin(notice)
    case .outbox(.delivery(let id, _, .accepted)):
      for i in cases.indices where cases[i].id == id && isOlder(cases[i]) {
        cases[i].isToldAsOlder = true
      }
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .store(let record): keep(record)
    case .outbox(.send(let dispatch)):
      guard let old = cases.first(where: { $0.id == dispatch.notice.id }), old.isToldAsOlder else {
        return
      }
      let number = "\(old.id.boot).\(old.id.number)"
      let newer = cases.last { $0.matter == old.matter }?.id ?? old.id
      fail(
        .turnsAreKept, at: truth.now,
        "notice \(number), \(old.matter), goes out again beside \(newer.boot).\(newer.number)")
    default: break
    }
  }

  private mutating func begin(_ notice: Notice) {
    switch notice.matter {
    case .help, .perimeter(.left), .position(.lost): break
    case .perimeter, .position, .location, .reminder, .glucose, .dose, .clock, .batteryLow, .power,
      .day, .storageFailed, .profileKept, .companyRefused, .profileChanged:
      return
    }
    guard !cases.contains(where: { $0.id == notice.id }) else { return }
    if cases.count == OlderCaseChecker.most { cases.removeFirst() }
    cases.append(Case(id: notice.id, matter: notice.matter))
  }

  private func isOlder(_ old: Case) -> Bool {
    cases.contains { $0.matter == old.matter && $0.id > old.id }
  }
}
