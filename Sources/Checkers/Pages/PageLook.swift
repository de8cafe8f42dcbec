import Device
import HAL

/// Says whether a key counts on the newest page. It does not on one that came by itself a moment ago: the finger meant
/// a page before it.
struct PageLook: Sendable {
  /// The time for which most pages take no key.
  static let surprise = Milliseconds(500)
  /// A dose and a reminder, or two reminders, that change places by themselves need so long: ok on either may say that
  /// something was taken. So does a reminder after a low, also where a key silenced that.
  private static let change = Milliseconds.seconds(3)

  private var page: Page?
  /// A key counts from then on.
  private var from = Instant.start
  /// The pages of doses and lows went then by themselves, and no key has brought a page since.
  private var doseWent: Instant?
  /// The same of the pages of reminders.
  private var reminderWent: Instant?

  func isNew(at now: Instant) -> Bool { now < from }

  mutating func show(_ next: Page, during event: Event, at now: Instant) {
    if case .key = event.kind {
      (doseWent, reminderWent) = (page?.isLow ?? false ? now : nil, nil)
    } else if let page {
      if page.isOfDose || page.isLow, !next.isOfDose { doseWent = now }
      if page.isReminder, !next.isSameReminder(as: page) { reminderWent = now }
    }
    page = next
    from = now + PageLook.surprise
    if next.isOfDose || next.isReminder { wait(after: reminderWent) }
    if next.isReminder { wait(after: doseWent) }
  }

  private mutating func wait(after went: Instant?) {
    if let went { from = max(from, went + PageLook.change) }
  }
}

extension Page {
  var isReminder: Bool { if case .reminder = self { true } else { false } }

  /// The same number is another thing where it is of another kind, or has another question.
  fileprivate func isSameReminder(as other: Page) -> Bool {
    guard case .reminder(let page) = self, case .reminder(let before) = other else { return false }
    return page.occurrence == before.occurrence && page.kind == before.kind
      && page.choice?.question == before.choice?.question
  }

  /// It asks for a reading, grams or a dose, or says what became of that.
  var isOfDose: Bool { if case .dose = self { true } else { false } }

  /// The wearer sets something here with plus and minus.
  var isOfHands: Bool {
    switch self {
    case .dose(.enterGlucose), .dose(.enterCarbohydrates), .dose(.offer): true
    case .dose(.measure), .dose(.measureAgain), .dose(.taken), .dose(.refused), .home, .help,
      .reminder, .leftPerimeter, .notDelivered, .batteryLow, .positionLost, .storageFailed,
      .glucose, .noProfile:
      false
    }
  }
}
