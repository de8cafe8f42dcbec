import Device
import HAL

/// Low glucose and "help is not through" share the screen: ok belongs to help, plus to the reading.
struct SharedPageChecker: Checker {
  /// A key this soon after a page was meant for the page before.
  private static let pageGuard = Milliseconds(500)

  var violation: Violation?
  private var page: Page?
  private var shown = Instant.start
  private var pressed: (key: Key, at: Instant)?

  mutating func see(_ event: Event, _ truth: Truth) {
    judge()
    switch event.kind {
    case .booted: page = nil
    case .key(let press) where press.key == .ok || press.key == .plus:
      guard case .lowGlucoseAndHelp = page, truth.now - shown >= SharedPageChecker.pageGuard
      else { return }
      pressed = (press.key, truth.now)
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    guard case .show(let page) = action else { return }
    (self.page, shown) = (page, truth.now)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    // Cut off in the middle of a press.
    case .powerCut: (page, pressed) = (nil, nil)
    case .end: judge()
    default: break
    }
  }

  private mutating func judge() {
    guard let pressed else { return }
    self.pressed = nil
    switch page {
    case .lowGlucoseAndHelp where pressed.key == .ok:
      fail(.lowAndHelpShareThePage, at: pressed.at, "ok was pressed, and help stays on the page")
    case .enterGlucose where pressed.key == .plus: break
    default:
      guard pressed.key == .plus else { return }
      fail(.lowAndHelpShareThePage, at: pressed.at, "plus was pressed, and no reading is entered")
    }
  }
}
