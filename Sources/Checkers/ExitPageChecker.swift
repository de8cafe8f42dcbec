import Device
import HAL

/// The page of an exit says how far its notice has come: on its way for a minute, then that nobody can be
/// reached, until a server takes it or somebody answers.
///
/// Judged from the exit up to whatever changes the list or the device.
struct ExitPageChecker: Checker {
  var violation: Violation?

  private static let patience = Milliseconds.seconds(60)
  private static let slack = Milliseconds.seconds(2)

  private struct Exit {
    var at: Instant
    var notice: NoticeID?
    var isTold = false
    var isAnswered = false
  }

  private var exit: Exit?
  private var page: Page?

  mutating func see(_ event: Event, _ truth: Truth) {
    if truth.isPowered { judge(truth.now) }
    switch event.kind {
    case .booted: (exit, page) = (nil, nil)
    case .setting: exit = nil
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .perimeter(.left): exit = Exit(at: truth.now)
    case .perimeter(.returned), .company(.accompanied): exit = nil
    case .outbox(.queued(let notice)) where notice.matter == .perimeter(.left):
      if exit?.notice == nil { exit?.notice = notice.id } else { exit = nil }
    case .outbox(.delivered(let id, _)): if id == exit?.notice { exit?.isTold = true }
    case .outbox(.acknowledged(let id, _)): if id == exit?.notice { exit?.isAnswered = true }
    case .show(let page): self.page = page
    default: break
    }
  }

  private mutating func judge(_ now: Instant) {
    guard let exit, exit.notice != nil, case .leftPerimeter(let stage, _) = page else { return }
    let passed = now - exit.at
    switch stage {
    case .calling:
      if exit.isTold || exit.isAnswered {
        complain("is still on its way, although a server has it or somebody has answered", now)
      } else if passed > ExitPageChecker.patience + ExitPageChecker.slack {
        complain("is on its way for \(passed.count / 1000) s, and does not say that it fails", now)
      }
    case .notThrough, .nobody:
      if exit.isTold || exit.isAnswered {
        complain("fails, although a server has it or somebody has answered", now)
      } else if stage == .notThrough, passed < ExitPageChecker.patience {
        complain("fails after \(passed.count / 1000) s", now)
      }
    case .told:
      if exit.isAnswered { complain("is taken by a server, although somebody has answered", now) }
      if !exit.isTold { complain("is taken by a server, and none has taken it", now) }
    case .answered:
      if !exit.isAnswered { complain("is answered, and nobody has answered", now) }
    }
  }

  private mutating func complain(_ what: String, _ now: Instant) {
    fail(.toldIsTrue, at: now, "by the screen the notice of the exit \(what)")
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: (exit, page) = (nil, nil)
    case .reloaded, .recordsLost: exit = nil
    default: break
    }
  }
}
