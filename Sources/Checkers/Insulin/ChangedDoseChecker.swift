import Device
import HAL

/// A dose that somebody changed in the diary cannot be taken back with minus. Its page goes, and nothing but the diary
/// removes it any more. SAFE-2, SAFE-5.
struct ChangedDoseChecker: Checker {
  var violation: Violation?

  /// The dose that was confirmed last in this life.
  private var confirmed: DiaryDose?
  /// Somebody has changed it since.
  private var isChanged = false
  private var page: Page?

  mutating func see(_ event: Event, _ truth: Truth) {
    judgePage(truth)
    switch event.kind {
    case .booted: forget()
    case .edited(.diary(.dose(let dose))):
      if let confirmed, dose.id == confirmed.id, dose != confirmed { isChanged = true }
    case .edited(.diary(.doseRemoved(let id))): if id == confirmed?.id { confirmed = nil }
    default: break
    }
    if confirmed == nil { isChanged = false }
  }

  /// All that the change asked for is done.
  private mutating func judgePage(_ truth: Truth) {
    guard isChanged, truth.isPowered, let confirmed,
      page == .dose(.taken(confirmed.meal, confirmed.confirmed))
    else { return }
    fail(
      .keyDoesItsPart, at: truth.now,
      "a dose was changed in the diary, and the page still offers to take it back")
    forget()
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .show(let shown): page = shown
    case .dose(.confirmed(let dose)): (confirmed, isChanged) = (dose, false)
    case .store(.diary(.doseRemoved(let id))):
      guard isChanged, id == confirmed?.id else { return }
      fail(
        .keyDoesItsPart, at: truth.now, "minus removes a dose that somebody changed in the diary")
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { forget() }
  }

  private mutating func forget() { (confirmed, isChanged, page) = (nil, false, nil) }
}
