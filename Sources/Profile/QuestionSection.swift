import Device

/// The question of a reminder: `ask: {from: 0, to: 10, start: 5}`. ALZ-5.
package enum QuestionSection {
  package static func read(_ value: YAMLValue) throws -> ReminderQuestion {
    let members = try YAMLMembers(value, known: ["from", "to", "start"])
    let range = ReminderQuestion.range
    let from: UInt8? = try members.need("from") { try $0.whole(in: range) }
    let to: UInt8? = try members.need("to") { try $0.whole(in: range) }
    let start: UInt8? = try members.read("start") { try $0.whole(in: range) }
    guard let from, let to else { throw Mistakes.Listed() }
    guard from < to else {
      throw value.refuse("goes from \(from) to \(to); expected the first number below the second")
    }
    guard members["start"] == nil || start != nil else { throw Mistakes.Listed() }
    guard
      let question = ReminderQuestion(
        from: from, to: to, start: start ?? ReminderQuestion.middle(from, to))
    else {
      throw (members["start"] ?? value).refuse(
        "is \(start ?? 0), outside the question; expected \(from) to \(to)")
    }
    return question
  }
}

extension ReminderQuestion {
  /// The default start of the choice; rounded down.
  static func middle(_ from: UInt8, _ to: UInt8) -> UInt8 { from + (to - from) / 2 }

  /// The text of a profile: "{from: 0, to: 10, start: 5}".
  public var yaml: String { "{from: \(from), to: \(to), start: \(start)}" }

  /// "0..10, from 5"
  public var text: String { "\(from)..\(to), from \(start)" }

  var tree: YAMLTree {
    .mapping(
      [("from", from), ("to", to), ("start", start)].map {
        YAMLTree.Member(key: .text($0.0), value: .text(String($0.1)))
      })
  }
}

extension ReminderFields {
  /// The question of a command line.
  /// - Parameters:
  ///   - range: "0..10"; empty takes the question away; nil leaves it as it is.
  ///   - start: the number with which the choice begins; nil: as it was, if it lies in the range, else the middle.
  ///   - present: what the reminder asks now.
  public mutating func setQuestion(
    _ range: String?, start: String?, present: ReminderQuestion? = nil
  ) throws {
    guard range != nil || start != nil else { return }
    if let range, range.isEmpty {
      guard start == nil else {
        throw InputError(file: "--ask-start", "goes with a question; expected none with --ask \"\"")
      }
      return takeQuestionAway()
    }
    guard let span = try range.map(ReminderFields.span) ?? present.map({ ($0.from, $0.to) }) else {
      throw InputError(
        file: "--ask-start", "goes with a question; expected --ask such as 0..10 beside it")
    }
    let (from, to) = span
    var first = ReminderQuestion.middle(from, to)
    if let present, (from...to).contains(present.start) { first = present.start }
    if let start {
      guard let number = UInt8(start), (from...to).contains(number) else {
        throw InputError(
          file: "--ask-start", "is \"\(start)\"; expected a whole number from \(from) to \(to)")
      }
      first = number
    }
    if let question = ReminderQuestion(from: from, to: to, start: first) { set(question) }
  }

  /// "0..10"
  private static func span(_ text: String) throws -> (UInt8, UInt8) {
    let ends = text.split(separator: "..", omittingEmptySubsequences: false).map { UInt8($0) }
    guard ends.count == 2, let from = ends[0], let to = ends[1], from < to,
      ReminderQuestion.range.contains(to)
    else {
      throw InputError(
        file: "--ask",
        "is \"\(text)\"; expected two whole numbers such as 0..10, the first below the second, and "
          + "neither above \(ReminderQuestion.range.upperBound)")
    }
    return (from, to)
  }
}
