import Device
import HAL

/// The list of excursions that nobody was told of begins anew when a server has taken it, and at no other time.
/// ALZ-4.
struct ListToldChecker: Checker {
  var violation: Violation?

  private var lists: [NoticeID] = []
  /// A server took a list in this very moment.
  private var taken: Instant?
  /// The record of it is still to come.
  private var owed: Instant?
  /// A server took one in an earlier life; the power may have gone before the record of it.
  private var wasTaken = false

  mutating func see(_ event: Event, _ truth: Truth) {
    judge()
    switch event.kind {
    case .booted: self = ListToldChecker(violation: violation)
    case .restored(.outbox(.notice(let notice))): keep(notice)
    case .restored(.outbox(.delivery(let id, _, .accepted))):
      if lists.contains(id) { wasTaken = true }
    default: break
    }
  }

  private mutating func keep(_ notice: Notice) {
    guard notice.matter == .perimeter(.excursions), !lists.contains(notice.id) else { return }
    if lists.count > 60 { lists.removeFirst(20) }
    lists.append(notice.id)
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .outbox(.queued(let notice)), .store(.outbox(.notice(let notice))): keep(notice)
    case .outbox(.delivered(let id, _)):
      if lists.contains(id) { (taken, owed) = (truth.now, truth.now) }
    case .store(.outbox(.excursionsTold)):
      owed = nil
      guard taken != truth.now, !wasTaken else { return }
      fail(.noticeIsTrue, at: truth.now, "the list of excursions ends, and no server took it")
    default: break
    }
  }

  private mutating func judge() {
    guard let owed else { return }
    self.owed = nil
    fail(.noticeIsTrue, at: owed, "a server took the list of excursions, and it goes on")
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { self = ListToldChecker(violation: violation) }
    if case .end = change { judge() }
  }
}

extension ListToldChecker {
  private init(violation: Violation?) {
    self.init()
    self.violation = violation
  }
}
