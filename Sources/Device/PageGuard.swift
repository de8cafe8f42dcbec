import HAL

/// The time for which the newest page takes no key, because the finger meant a page before it.
struct PageGuard: Sendable {
  /// A page that pushed itself in front takes none for so long.
  private static let usual = Milliseconds(500)
  /// A dose and a reminder, or two reminders, that change places by themselves take none for so long, in milliseconds.
  /// So does a reminder after a low. Ok on either may say that something was taken.
  private static let change: UInt16 = 3000

  /// The milliseconds for which the pages of doses and lows had been gone by themselves when this one came; at most
  /// `change`.
  private var sinceDose = PageGuard.change
  /// The same of the pages of reminders.
  private var sinceReminder = PageGuard.change
  /// False: a key brought it, and it goes on with what the page before was about.
  private var isNews = true

  /// - Parameter passed: the time for which the page before has been there.
  mutating func show(
    _ page: Page, after before: Page, byKey isKey: Bool, passed: Milliseconds
  ) {
    let passed = PageGuard.clipped(passed.count)
    sinceDose = PageGuard.clipped(Int64(sinceDose + passed))
    sinceReminder = PageGuard.clipped(Int64(sinceReminder + passed))
    if isKey {
      // The finger has done what it was meant for. A second ok that was to silence a low is meant for no medicine.
      (sinceDose, sinceReminder) = (before.isLow ? 0 : PageGuard.change, PageGuard.change)
    } else {
      if before.isOfDose || before.isLow, !page.isOfDose { sinceDose = 0 }
      if before.isReminder, !page.continues(before) { sinceReminder = 0 }
    }
    isNews = !isKey || !page.continues(before)
  }

  /// Another page appeared by itself a moment ago. A dose must have been on the page for longer.
  /// - Parameter passed: the time for which it has been there.
  func isSurprised(by press: KeyPress, on page: Page, _ passed: Milliseconds) -> Bool {
    if isNews {
      var least = PageGuard.usual
      if case .dose(.offer) = page, press.key == .ok, !press.isLong { least = DosePrompt.leastLook }
      if passed < least { return true }
    }
    var since = PageGuard.change
    if page.isOfDose || page.isReminder { since = sinceReminder }
    if page.isReminder { since = min(since, sinceDose) }
    return passed < Milliseconds(Int64(PageGuard.change - since))
  }

  private static func clipped(_ count: Int64) -> UInt16 {
    UInt16(min(max(count, 0), Int64(change)))
  }
}

extension Page {
  /// A reminder that asks for a number.
  var isQuestion: Bool {
    if case .reminder(let page) = self { page.choice != nil } else { false }
  }

  fileprivate var isReminder: Bool { if case .reminder = self { true } else { false } }
  fileprivate var isOfDose: Bool { if case .dose = self { true } else { false } }
  fileprivate var isLow: Bool { if case .glucose = self { true } else { false } }

  /// One key follows the other: the wearer knows that page already.
  fileprivate func continues(_ before: Page) -> Bool {
    switch (self, before) {
    case (.dose, .dose): true
    // Another kind, or another question, makes it another thing under the same number.
    case (.reminder(let page), .reminder(let other)):
      page.occurrence == other.occurrence && page.kind == other.kind
        && page.choice?.question == other.choice?.question
    case (.home, _), (.help, _), (.leftPerimeter, _), (.reminder, _), (.dose, _), (.glucose, _),
      (.notDelivered, _), (.batteryLow, _), (.positionLost, _), (.storageFailed, _),
      (.noProfile, _):
      false
    }
  }
}
