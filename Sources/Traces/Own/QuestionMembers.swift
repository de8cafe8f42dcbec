import Device

/// The members of the line `reminder` that say its question: all three or none.
extension SettingLine {
  static func question(_ members: Members) throws(Malformed) -> ReminderQuestion? {
    let names = ["ask_from", "ask_to", "ask_start"]
    guard names.contains(where: { members[$0] != nil }) else { return nil }
    let range = ReminderQuestion.range
    let from: UInt8 = try members.integer("ask_from", in: range)
    let to: UInt8 = try members.integer("ask_to", in: range)
    let start: UInt8 = try members.integer("ask_start", in: range)
    guard let question = ReminderQuestion(from: from, to: to, start: start) else {
      throw Malformed(
        "ask_from, ask_to and ask_start are \(from), \(to) and \(start); expected the first below the "
          + "second, and the third between them")
    }
    return question
  }
}

extension LineText {
  mutating func add(_ question: ReminderQuestion) {
    add("ask_from", question.from)
    add("ask_to", question.to)
    add("ask_start", question.start)
  }
}
