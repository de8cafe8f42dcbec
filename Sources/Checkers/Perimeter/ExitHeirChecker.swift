import Device
import HAL

/// Whoever answered an exit leaves the list while the wearer is out, or gets another address. The others are
/// told anew, in the turn in which the list comes, also those who knew of it.
///
/// Only an exit of this life is judged, by lists in which everybody has a number.
struct ExitHeirChecker: Checker {
  var violation: Violation?

  private struct Exit {
    var notice: NoticeID
    /// The person who answered it last.
    var answerer: UInt32?
  }

  private var leftAt: Instant?
  private var exit: Exit?
  /// The list that the device has; nil: unknown, or somebody in it has no number.
  private var list: [UInt32]?
  /// The exit is to be told in this turn.
  private var due: Instant?

  mutating func see(_ event: Event, _ truth: Truth) {
    judge()
    switch event.kind {
    case .booted: self = ExitHeirChecker(violation: violation)
    case .setting(.end): adopt(truth)
    default: break
    }
  }

  private mutating func adopt(_ truth: Truth) {
    let before = list
    let people = truth.household.caregivers.map(\.who)
    list = truth.hasProfile && !people.isEmpty && !people.contains(0) ? people : nil
    guard list != before else { return }
    // Other checkers judge whom an answer of the next list speaks of.
    defer { exit = nil }
    guard let exit, let list, before != nil, let answerer = exit.answerer,
      !list.contains(answerer)
    else { return }
    due = truth.now
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .perimeter(.left): leftAt = truth.now
    case .outbox(.queued(let notice)):
      guard notice.matter == .perimeter(.left) else { return }
      due = nil
      if leftAt == truth.now, list != nil { exit = Exit(notice: notice.id) }
    case .outbox(.acknowledged(let id, let caregiver)):
      guard id == exit?.notice else { return }
      guard let list, caregiver < list.count else {
        exit = nil
        return
      }
      exit?.answerer = list[Int(caregiver)]
    // It is over, or nobody's worry any more: company, another circle, other hours.
    case .perimeter(.returned), .company(.accompanied(_?)), .store(.accompanied(_?, _, _, _)),
      .store(.place(.unknown)), .store(.place(.inside)):
      (exit, due) = (nil, nil)
    case .store(.outbox(.closed(let id))): if id == exit?.notice { exit = nil }
    default: break
    }
  }

  private mutating func judge() {
    guard let due else { return }
    self.due = nil
    fail(
      .newFirstIsTold, at: due,
      "whoever knew of the exit has left the list, and the others are not told")
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: self = ExitHeirChecker(violation: violation)
    case .end: judge()
    default: break
    }
  }
}

extension ExitHeirChecker {
  private init(violation: Violation?) {
    self.init()
    self.violation = violation
  }
}
