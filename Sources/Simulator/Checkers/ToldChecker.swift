import Device
import HAL

/// "Hemos informado a …" is said only of a caregiver whose server took a notice of that kind.
struct ToldChecker: Checker {
  var violation: Violation?

  /// By caregiver: a server took a notice of help, or of an exit, since the device last had none.
  private var help: UInt8 = 0
  private var exit: UInt8 = 0
  private var matters: [(id: NoticeID, isHelp: Bool)] = []

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    // What is stored goes out, although the power may go before it is told.
    case .notify(let notice), .store(.notice(let notice)):
      guard !matters.contains(where: { $0.id == notice.id }) else { return }
      switch notice.matter {
      case .help:
        matters.append((notice.id, true))
        help = 0
      case .leftPerimeter:
        matters.append((notice.id, false))
        exit = 0
      default: break
      }
      if matters.count > 64 { matters.removeFirst(32) }
    case .show(.help(.told, let caregiver)): judge(help, caregiver, "help", truth)
    case .show(.leftPerimeter(.told, let caregiver)): judge(exit, caregiver, "the exit", truth)
    default: break
    }
  }

  private mutating func judge(_ told: UInt8, _ caregiver: UInt8, _ of: String, _ truth: Truth) {
    if told >> caregiver & 1 == 0 {
      fail(
        .toldIsTrue, at: truth.now,
        "the screen says that caregiver \(caregiver + 1) knows of \(of), and no server took it")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    guard case .taken(let id, let recipient, _) = change,
      let matter = matters.first(where: { $0.id == id })
    else { return }
    if matter.isHelp {
      help |= 1 << recipient.caregiver
    } else {
      exit |= 1 << recipient.caregiver
    }
  }
}
