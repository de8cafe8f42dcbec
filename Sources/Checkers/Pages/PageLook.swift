import Device
import HAL

/// The time for which a page that came by itself takes no key: the finger meant the page before it.
extension Page {
  /// The same of most pages.
  static let surprise = Milliseconds(500)
  /// The same where a dose and a reminder change places, or a reminder takes that of a low. Ok says that something was
  /// taken.
  private static let change = Milliseconds.seconds(3)

  /// Returns that time for this page.
  /// - Parameter before: the page in whose place it came; nil: not known.
  func look(after before: Page?) -> Milliseconds {
    guard let before else { return Page.surprise }
    let isChange =
      isReminder && before.isOfHands || isOfHands && before.isReminder
      || isReminder && before.isLow
    return isChange ? Page.change : Page.surprise
  }

  /// The same, where the page may answer a key. A second ok that was to silence a low is meant for no medicine.
  func look(after before: Page?, byKey isKey: Bool) -> Milliseconds {
    isKey && !(isReminder && before?.isLow ?? false) ? Page.surprise : look(after: before)
  }

  private var isReminder: Bool { if case .reminder = self { true } else { false } }

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
