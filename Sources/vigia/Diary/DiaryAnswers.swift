import Agenda
import Device
import Diary
import HAL
import Names
import Profile
import Traces
import Trial
import Words

/// Answers to the questions of reminders, among the entries of `vigia diary list`.
struct DiaryAnswers {
  private var answers: [DiaryAnswer]
  private let desk: DiaryDesk

  /// A category is one of readings: with it no answer is listed.
  init(_ desk: DiaryDesk, _ selection: DiarySelection) throws {
    self.desk = desk
    let range = try selection.range(desk.moment)
    let all =
      selection.category == nil
      ? try Interruption.postpone { try RecordReader(desk.folder).answers() } : []
    answers = all.filter { range.contains($0.answered.milliseconds) }
  }

  /// The names of the family's reminders, and of what companions ask.
  static func names(_ profile: Profile) -> [UInt16: String] {
    var names = Dictionary(
      uniqueKeysWithValues: profile.reminders.map { ($0.setting.id, $0.words.name) })
    guard let quit = profile.quit else { return names }
    let companions = profile.companions(zone: profile.timeZone.table)
    let numbers = CompanionNumbers(companions, family: profile.reminders.map(\.setting))
    // Each question has the same name on each day, but on that of quitting. The last day's stays.
    let day = quit.quitAt...CivilMinute(quit.quitAt.count + 2 * 1440)
    for entry in companions.flatMap({ $0.entries(in: day, answers: { _ in [] }) })
    where entry.question != nil {
      if let number = numbers[entry.key] { names[number] = entry.words.name }
    }
    return names
  }

  var isEmpty: Bool { answers.isEmpty }

  /// Takes out those that belong before an entry of that moment; nil: all that are left.
  mutating func take(before moment: WallTime?) -> [DiaryAnswer] {
    let count = moment.map { end in answers.prefix { $0.answered < end }.count } ?? answers.count
    defer { answers.removeFirst(count) }
    return Array(answers.prefix(count))
  }

  /// "answer to “Pain”: 7", without the moment.
  func text(_ answer: DiaryAnswer) -> String {
    let words = desk.words
    let id = answer.occurrence.reminder
    let name = desk.reminders[id].map { oneLine($0) }
    let what =
      name.map { words.say("\u{201C}\($0)\u{201D}", "«\($0)»") }
      ?? words.say("reminder \(id)", "recordatorio \(id)")
    return words.say("answer to ", "respuesta a ") + "\(what): \(answer.value)"
  }

  /// For scripts, keys in fixed order.
  func json(_ answer: DiaryAnswer) -> String {
    var object = JSONObject()
    object.set("time", CivilTime.text(answer.answered))
    object.set("entry", "answer")
    object.set("reminder", Int(answer.occurrence.reminder))
    object.set("due", CivilText.text(answer.occurrence.due))
    object.set("name", desk.reminders[answer.occurrence.reminder])
    object.set("answer", Int(answer.value))
    return object.line
  }
}
