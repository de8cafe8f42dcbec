import Device
import Findings
import HAL
import Names
import Profile
import Words

/// A filter on the events of a name: of one reminder, alarm, matter, caregiver or page, or mails that
/// say something.
struct ExpectationFilter: Equatable, Sendable {
  static let keys = ["reminder", "alarm", "about", "caregiver", "page", "says", "omits"]

  private(set) var reminder: UInt16?
  private(set) var alarm: AlarmKind?
  private(set) var about: MatterName?
  /// An index from 0.
  private(set) var caregiver: UInt8?
  private var page: PageName?
  /// Each stands in the mail.
  private var says: [String] = []
  /// None stands in the mail.
  private var omits: [String] = []

  init(_ members: [String: YAMLValue], event: EventName) throws {
    for key in ExpectationFilter.keys {
      guard let value = members[key] else { continue }
      let events = ExpectationFilter.events(of: key)
      guard events.contains(event) else {
        let names = events.map(\.rawValue).joined(separator: ", ")
        throw value.refuse("does not go with \(event.rawValue); it goes with \(names)")
      }
      switch key {
      case "reminder": reminder = UInt16(try ExpectationFilter.whole(value, upTo: 65_535))
      case "caregiver":
        caregiver = UInt8(try ExpectationFilter.whole(value, upTo: Capacity.caregivers) - 1)
      case "alarm": alarm = try ExpectationFilter.one(value)
      case "about": about = try ExpectationFilter.one(value)
      case "says": says = try ExpectationFilter.texts(value)
      case "omits": omits = try ExpectationFilter.texts(value)
      default: page = try ExpectationFilter.one(value)
      }
    }
  }

  private static func whole(_ value: YAMLValue, upTo most: Int) throws -> Int {
    let number = try value.count()
    guard (1...most).contains(number) else {
      throw value.refuse("is \(number); expected 1 to \(most)")
    }
    return number
  }

  /// One text, or a list of them.
  private static func texts(_ value: YAMLValue) throws -> [String] {
    guard let list = try? value.elements() else { return [try value.text()] }
    if list.isEmpty { throw value.refuse("is empty; expected at least one text") }
    return try list.map { try $0.text() }
  }

  private static func one<T: Spelled>(_ value: YAMLValue) throws -> T {
    guard let found = T(spelling: try value.text()) else {
      let names = T.spellings.map(\.name).joined(separator: ", ")
      throw value.refuse("is \(value.shown); expected one of \(names)")
    }
    return found
  }

  private static func events(of key: String) -> [EventName] {
    switch key {
    case "reminder":
      [
        .reminderDue, .reminderAcknowledged, .reminderAnswered, .reminderSnoozed, .reminderMissed,
        .noticeQueued,
      ]
    case "alarm": [.alarmStarted, .alarmSilenced]
    case "about": [.noticeQueued, .noticeDelivered, .noticeFailed, .noticeAcknowledged, .mail]
    case "caregiver":
      [.noticeDelivered, .noticeFailed, .noticeAcknowledged, .companyRefused, .mail]
    case "says", "omits": [.mail]
    default: [.screen]
    }
  }

  func fits(_ entry: TimelineEntry) -> Bool {
    let action = entry.action
    if let reminder, action.occurrence?.reminder != reminder { return false }
    if let alarm, action.alarm != alarm { return false }
    if let about, entry.about != about { return false }
    if let caregiver, action.caregiver != caregiver { return false }
    if let page {
      guard case .show(let shown) = action, PageName(shown) == page else { return false }
    }
    guard saysSomething else { return true }
    guard let letter = entry.letter else { return false }
    return says.allSatisfy { letter.contains($0) } && !omits.contains { letter.contains($0) }
  }

  var saysSomething: Bool { !says.isEmpty || !omits.isEmpty }

  /// The same, whatever a mail says.
  var wordless: ExpectationFilter {
    var filter = self
    (filter.says, filter.omits) = ([], [])
    return filter
  }

  /// Says in `expected` what it means.
  func tell(_ expected: inout ExpectedEvent) {
    expected.reminder = reminder
    expected.alarm = alarm?.spelling
    expected.about = about?.rawValue
    expected.caregiver = caregiver.map { Int($0) + 1 }
    expected.page = page?.rawValue
    expected.says = says
    expected.omits = omits
  }
}
