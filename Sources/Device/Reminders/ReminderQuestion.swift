import HAL

/// The question of a reminder. Plus and minus choose a whole number, and ok gives it as the answer.
public struct ReminderQuestion: Equatable, Sendable {
  /// The numbers that a question may span.
  public static let range: ClosedRange<UInt8> = 0...250
  /// A long press moves the number so far.
  static let longStep = 5

  /// The least number that can be chosen.
  public let from: UInt8
  /// The largest number that can be chosen.
  public let to: UInt8
  /// The number at which the choice begins.
  public let start: UInt8

  /// Nil unless from < to, all lie in `range`, and the choice begins between the two.
  public init?(from: UInt8, to: UInt8, start: UInt8) {
    guard from < to, to <= ReminderQuestion.range.upperBound, (from...to).contains(start) else {
      return nil
    }
    self.init(from, to, start)
  }

  /// The value of a table entry without a question. No reminder asks it.
  static let none = ReminderQuestion(0, 0, 0)

  private init(_ from: UInt8, _ to: UInt8, _ start: UInt8) {
    self.from = from
    self.to = to
    self.start = start
  }

  /// Returns the number on the page, within the question.
  /// - Parameter chosen: nil: nobody has touched it.
  func value(_ chosen: UInt8?) -> UInt8 { chosen.map { min(max($0, from), to) } ?? start }

  /// One step by a press, five by a long one.
  func moved(_ value: UInt8, _ press: KeyPress) -> UInt8 {
    let step = press.isLong ? ReminderQuestion.longStep : 1
    let moved = Int(value) + (press.key == .plus ? step : -step)
    return UInt8(min(max(moved, Int(from)), Int(to)))
  }
}

/// A question on the screen, and the number that stands there.
public struct ReminderChoice: Equatable, Sendable {
  /// The question that is asked.
  public var question: ReminderQuestion
  /// The number on the page, from `question.from` to `question.to`.
  public var value: UInt8

  public init(question: ReminderQuestion, value: UInt8) {
    self.question = question
    self.value = value
  }
}

extension Reminders {
  /// Returns the question of that occurrence's page and its number; nil: it asks nothing.
  mutating func choice(of occurrence: Occurrence) -> ReminderChoice? {
    guard let index = openIndex(of: occurrence),
      let entry = entries.firstInPlace(where: { $0.reminder.id == occurrence.reminder }),
      let question = entries[inPlace: entry].reminder.question
    else { return nil }
    return ReminderChoice(question: question, value: question.value(open[inPlace: index].chosen))
  }

  /// Plus or minus on the page of that occurrence.
  mutating func choose(_ occurrence: Occurrence, _ press: KeyPress) {
    guard let choice = choice(of: occurrence), let index = openIndex(of: occurrence) else { return }
    let number = choice.question.moved(choice.value, press)
    open[index].chosen = number
    trail.fold(occurrence.word, UInt64(number))
  }
}

extension Device {
  /// The page with what it asks. A wearer without plus and minus cannot choose, and a number that nobody
  /// chose is no answer.
  mutating func asking(_ page: ReminderPage) -> ReminderPage {
    guard keys.contains(.plus), keys.contains(.minus) else { return page }
    var page = page
    page.choice = reminders.choice(of: page.occurrence)
    return page
  }
}

extension ReminderChoice {
  func fold(into digest: inout Digest) {
    digest.fold(
      UInt64(question.from) | UInt64(question.to) << 8 | UInt64(question.start) << 16
        | UInt64(value) << 24)
  }
}
