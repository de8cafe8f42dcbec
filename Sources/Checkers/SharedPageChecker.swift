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
    if case .booted = event.kind { page = nil }
    guard case .key(let press) = event.kind, press.key == .ok || press.key == .plus,
      case .glucose(.lowAndHelp) = page, truth.now - shown >= SharedPageChecker.pageGuard
    else { return }
    pressed = (press.key, truth.now)
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    guard case .show(let page) = action else { return }
    (self.page, shown) = (page, truth.now)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    // The cut may have come in the middle of a press.
    if case .powerCut = change { (page, pressed) = (nil, nil) }
    if case .end = change { judge() }
  }

  private mutating func judge() {
    guard let pressed else { return }
    self.pressed = nil
    if pressed.key == .ok, case .glucose(.lowAndHelp) = page {
      fail(.lowAndHelpShareThePage, at: pressed.at, "ok was pressed, and help stays on the page")
    }
    guard pressed.key == .plus else { return }
    if case .dose(.enterGlucose) = page { return }
    fail(.lowAndHelpShareThePage, at: pressed.at, "plus was pressed, and no reading is entered")
  }
}
