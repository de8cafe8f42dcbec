import Device
import HAL

/// No dose rests on a value that is typed while a meter sends a lower one. Ok may have come before the value was right.
/// DIA-8.
struct LowerOfMeter: Sendable {
  private static let slack: Int64 = 1000

  private(set) var violation: Violation?
  /// Readings that meters have sent since the entry came up.
  private var sent: [DiaryBook.Reading] = []
  /// Ok was pressed on this value in this event, and it counts for nothing.
  private var dropped: MeterResult?
  private var isStored = false

  mutating func see(_ event: Event, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth) {
    (dropped, isStored) = (nil, false)
    guard case .dose(.enterGlucose(let value))? = before.page else { return sent.removeAll() }
    switch event.kind {
    case .booted: sent.removeAll()
    case .reading(let reading):
      guard let new = book.readings.last, reading.age.count >= 0, new.result.isMeant else { return }
      sent.append(new)
    case .key(let press):
      if press.key == .ok, !press.isLong { drop(value, book, truth) }
    default: break
    }
  }

  /// The meter's newest reading is lower, and still speaks of now.
  private mutating func drop(_ value: MeterResult, _ book: DiaryBook, _ truth: Truth) {
    guard value.milligrams >= 70, let newest = book.surelyNewest, let at = newest.at,
      sent.contains(where: { $0.at == newest.at && $0.result == newest.result }),
      newest.result.milligrams < value.milligrams,
      (truth.now - at).count < DiaryBook.current.count - LowerOfMeter.slack
    else { return }
    dropped = value
  }

  mutating func see(_ action: Action, _ truth: Truth) {
    guard let dropped else { return }
    switch action {
    case .store(.diary(.reading(let reading))): if reading.result == dropped { isStored = true }
    case .dose(.proposed(let offer)):
      if MeterResult.amount(offer.reading) == dropped { fail(dropped, truth) }
    // The grams come before the dose.
    case .show(.dose(.enterCarbohydrates)): if isStored { fail(dropped, truth) }
    default: break
    }
  }

  private mutating func fail(_ value: MeterResult, _ truth: Truth) {
    guard violation == nil else { return }
    violation = Violation(
      invariant: .doseIsSafe, at: truth.now,
      what: "a dose rests on \(value), typed while a meter sent a lower one")
  }
}
