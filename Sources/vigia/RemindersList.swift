import ArgumentParser
import Console
import Device
import Foundation
import Names
import Profile
import Trial

extension RemindersCommand {
  struct List: ParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case text, json }

    static let configuration = CommandConfiguration(
      abstract: "Lists the reminders in the order in which they come next.")

    @Option(parsing: .unconditional, help: "Only those of this type.")
    var type: Reminder.Kind?

    @Option(parsing: .unconditional, help: "For people, for scripts.")
    var format: Format = .text

    @OptionGroup var options: ReminderOptions
    @ParentCommand var parent: RemindersCommand

    func run() throws {
      let session = try Session(options, parent.options)
      let rows = session.file.profile.reminders
        .filter { type == nil || $0.setting.kind == type }
        .map { Row($0, now: session.now) }
        .sorted { ($0.next?.count ?? .max, $0.id) < ($1.next?.count ?? .max, $1.id) }
      let lines = format == .json ? rows.map(\.json) : Row.table(rows)
      if rows.isEmpty {
        if format == .text { complain("no reminders") }
      } else {
        try StandardOutput.print(lines.joined(separator: "\n"))
      }
    }
  }

  /// A reminder as it is listed.
  struct Row {
    let reminder: ProfileReminder
    /// Local time; nil when it is never due again.
    let next: CivilMinute?

    init(_ reminder: ProfileReminder, now: CivilMinute) {
      self.reminder = reminder
      next = ReminderRepeat.next(reminder.setting, from: now)
    }

    var id: UInt16 { reminder.setting.id }

    private var cells: [String] {
      let until = reminder.setting.until.map { " until \(CivilText.text($0))" } ?? ""
      let words = [reminder.words.name, reminder.words.dose].compactMap { $0 }
      return [
        String(id), next.map(CivilText.text) ?? "never again", reminder.setting.kind.spelling,
        ReminderRepeat.text(reminder.setting.repeats) + until,
        reminder.setting.tellsCaregiver ? "yes" : "no", words.joined(separator: ", "),
      ]
    }

    static func table(_ rows: [Row]) -> [String] {
      guard !rows.isEmpty else { return [] }
      let cells = [["id", "next due", "type", "repeat", "told", "name"]] + rows.map(\.cells)
      let widths = cells[0].indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
      return cells.map { row in
        zip(row, widths).enumerated().map { column, cell in
          let isLast = column == widths.count - 1
          let gap = isLast ? 0 : cell.1 - cell.0.count + 2
          return cell.0 + String(repeating: " ", count: gap)
        }.joined()
      }
    }

    /// Keys in fixed order.
    var json: String {
      let setting = reminder.setting
      let words = reminder.words
      return
        "{\"id\":\(id),\"type\":\"\(setting.kind.spelling)\",\"name\":\(quoted(words.name)),"
        + "\"description\":\(quoted(words.description)),\"dose\":\(quoted(words.dose)),"
        + "\"at\":\(quoted(CivilText.text(setting.first))),"
        + "\"repeat\":\(quoted(ReminderRepeat.text(setting.repeats))),"
        + "\"until\":\(quoted(setting.until.map(CivilText.text))),"
        + "\"tell_caregiver\":\(setting.tellsCaregiver),\"photo\":\(quoted(words.photo)),"
        + "\"next\":\(quoted(next.map(CivilText.text)))}"
    }

    private func quoted(_ text: String?) -> String {
      guard let text else { return "null" }
      return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
  }
}
