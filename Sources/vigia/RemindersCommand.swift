import ArgumentParser
import Console
import Device
import Foundation
import Names
import Profile
import Trial
import Words

struct RemindersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reminders",
    abstract: "Lists, adds, edits and deletes the reminders in a profile.",
    discussion: """
      The rest of the file, comments too, stays as it is. Times are those of the profile's zone.
      """,
    subcommands: [List.self, Add.self, Edit.self, Delete.self])

  @OptionGroup var options: ReminderOptions

  /// The profile, and the minute that counts as now.
  struct Session {
    var file: ReminderFile
    let path: String
    let now: CivilMinute

    init(_ options: ReminderOptions, _ parent: ReminderOptions) throws {
      guard let path = options.profile ?? parent.profile else {
        throw InputError(file: "--profile", "is missing; expected the profile to work on")
      }
      self.path = path
      file = try ReminderFile(file: path)
      guard let text = options.now ?? parent.now else {
        now = file.profile.localMinute(secondsSince1970: Date().timeIntervalSince1970)
        return
      }
      guard let minute = CivilText.minute(text) else {
        throw InputError(
          file: "--now",
          "is \"\(text)\"; expected local time from 2000 to 2049 such as \"2026-11-21 08:00\"")
      }
      now = minute
    }

    /// Puts the changed text in the place of the file, whole or not at all.
    func save() throws {
      let output = try OutputFile(path: path)
      try output.write(file.text)
      // Nobody else may write from the last look to the rename: two answers of "added" would be one.
      let lock = open(FilePath.openable(folderOf: path), O_RDONLY)
      defer { if lock >= 0 { close(lock) } }
      if lock >= 0 { flock(lock, LOCK_EX) }
      guard try file.isStillTheSame() else {
        throw InputError(file: path, "was changed by somebody else meanwhile; nothing was written")
      }
      try output.finish()
    }

    /// Says what became of a reminder.
    func report(_ what: String, _ id: UInt16) throws {
      let reminder = try file.reminder(id)
      let next = file.profile.timeZone.table.next(reminder.setting, from: now)
      let due = next.map { "next due \(CivilText.text($0))" } ?? "never due again"
      complain("reminder \(id) \(what): \(reminder.words.name), \(due)")
      if reminder.setting.kind == .medication, reminder.words.dose == nil {
        complain("warning: reminder \(id) is a medication without a dose")
      }
    }
  }
}

struct ReminderOptions: ParsableArguments {
  @Option(text: "The profile.", valueName: "profile.yaml", completion: .file())
  var profile: String?

  @Option(text: "Local time that counts as now. (default: the clock's)", valueName: "time")
  var now: String?
}

extension Reminder.Kind: ExpressibleByArgument {
  public init?(argument: String) { self.init(spelling: argument) }
  public static var allValueStrings: [String] { spellings.map(\.name) }
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// A reminder consists of these.
struct ReminderFieldOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "What kind it is.")
  var type: Reminder.Kind?

  @Option(text: "What it is called on the screen.", valueName: "text")
  var name: String?

  @Option(text: "One line more.", valueName: "text")
  var description: String?

  @Option(text: "Of a medication: \"1 pastilla\".", valueName: "text")
  var dose: String?

  @Option(
    text: "When it is due first: \"2026-11-21 08:00\", or 08:00: the next one.", valueName: "time")
  var at: String?

  @Option(
    text: "once, daily, weekdays, weekend, mon,wed or \"every 8 h\".", valueName: "rule",
    completion: .list(["once", "daily", "weekdays", "weekend"]))
  var `repeat`: String?

  @Option(text: "The last day, or minute.", valueName: "date")
  var until: String?

  @Option(
    text: "A picture, looked for beside the profile.", valueName: "file", completion: .file())
  var photo: String?

  @Flag(inversion: .prefixedNo, exclusivity: .exclusive, help: "Also tell the caregiver.")
  var tellCaregiver: Bool?

  @Option(
    text: "A question: the numbers between which plus and minus choose, such as 0..10.",
    valueName: "from..to")
  var ask: String?

  @Option(text: "Where the choice begins. (default: the middle)", valueName: "number")
  var askStart: String?

  /// - Parameter present: the reminder before the change.
  func checked(now: CivilMinute, present: Reminder? = nil) throws -> ReminderFields {
    var fields = ReminderFields()
    try fields.set("type", type?.spelling, now: now)
    try fields.set("name", name, now: now)
    try fields.set("description", description, now: now)
    try fields.set("dose", dose, now: now)
    try fields.set("at", at, now: now, present: present?.first)
    try fields.set("repeat", `repeat`, now: now)
    try fields.set("until", until, now: now)
    try fields.set("photo", photo, now: now)
    fields.setTellsCaregiver(tellCaregiver)
    try fields.setQuestion(ask, start: askStart, present: present?.question)
    return fields
  }
}

extension RemindersCommand {
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Adds a reminder.",
      discussion: """
        vigia reminders add --profile profile.yaml --name "Drink water" --at 10:00 --repeat daily
        """)

    @OptionGroup var options: ReminderOptions
    @OptionGroup var fields: ReminderFieldOptions
    @ParentCommand var parent: RemindersCommand

    func run() throws {
      var session = try Session(options, parent.options)
      let id = try session.file.add(fields.checked(now: session.now))
      try session.save()
      try session.report("added", id)
      do {
        try StandardOutput.print("\(id)")
      } catch {
        // The reminder is there: a script that took this for a failure would add it twice.
        complain("\(error); reminder \(id) was added all the same")
      }
    }
  }

  struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Changes a reminder.",
      discussion: """
        What is not named stays: --at 11:00 keeps a date that is still to come. An empty value takes an \
        optional one away: --until ''

        vigia reminders edit 3 --profile profile.yaml --at 11:00
        """)

    @Argument(help: "The reminder's number, as list shows it.", transform: TypedValue.reminder)
    var id: UInt16

    @OptionGroup var options: ReminderOptions
    @OptionGroup var fields: ReminderFieldOptions
    @ParentCommand var parent: RemindersCommand

    func run() throws {
      var session = try Session(options, parent.options)
      let present = try session.file.reminder(id).setting
      let fields = try fields.checked(now: session.now, present: present)
      guard !fields.isEmpty else {
        throw InputError(file: "reminders edit", "changes nothing; expected an option such as --at")
      }
      try session.file.edit(id, fields)
      try session.save()
      try session.report("changed", id)
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Deletes a reminder.", discussion: "Asks first; --yes where nobody can be asked.")

    @Argument(help: "The reminder's number, as list shows it.", transform: TypedValue.reminder)
    var id: UInt16

    @Flag(help: "Without asking.")
    var yes = false

    @OptionGroup var options: ReminderOptions
    @ParentCommand var parent: RemindersCommand

    func run() throws {
      var session = try Session(options, parent.options)
      let name = try session.file.reminder(id).words.name
      guard try yes || isConfirmed(name) else {
        complain("nothing was deleted")
        return
      }
      try session.file.delete(id)
      try session.save()
      complain("reminder \(id) deleted: \(name)")
    }

    private func isConfirmed(_ name: String) throws -> Bool {
      guard isatty(STDIN_FILENO) == 1 else {
        throw InputError(file: "reminders delete", "can ask nobody here; expected --yes")
      }
      Interruption.say("nothing was deleted")
      defer { Interruption.say(nil) }
      writeToStandardError("Delete reminder \(id), \(name)? [y/N] ")
      return DiaryConfirmation.isYes(readLine()?.lowercased())
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lists the reminders in the order in which they come next.")

    @Option(parsing: .unconditional, help: "Only those of this type.")
    var type: Reminder.Kind?

    @Option(parsing: .unconditional, help: "For people, for scripts.")
    var format: TextOrJSON = .text

    @OptionGroup var options: ReminderOptions
    @ParentCommand var parent: RemindersCommand

    func run() throws {
      let session = try Session(options, parent.options)
      let zone = session.file.profile.timeZone.table
      let rows = session.file.profile.reminders
        .filter { type == nil || $0.setting.kind == type }
        .map { Row($0, next: zone.next($0.setting, from: session.now)) }
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

    init(_ reminder: ProfileReminder, next: CivilMinute?) {
      self.reminder = reminder
      self.next = next
    }

    var id: UInt16 { reminder.setting.id }

    private var cells: [String] {
      let until = reminder.setting.until.map { " until \(CivilText.text($0))" } ?? ""
      let asks = reminder.setting.question.map { "asks \($0.text)" }
      let words = [reminder.words.name, reminder.words.dose, asks].compactMap { $0 }.map(oneLine)
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
      var object = JSONObject()
      object.set("id", Int(id))
      object.set("type", setting.kind.spelling)
      object.set("name", reminder.words.name)
      object.set("description", reminder.words.description)
      object.set("dose", reminder.words.dose)
      object.set("at", CivilText.text(setting.first))
      object.set("repeat", ReminderRepeat.text(setting.repeats))
      object.set("until", setting.until.map(CivilText.text))
      object.set("tell_caregiver", setting.tellsCaregiver)
      object.set("photo", reminder.words.photo)
      if let question = setting.question { object.set("ask", question) }
      object.set("next", next.map(CivilText.text))
      return String(object.line.dropLast())
    }
  }
}

extension Zone {
  /// The minute that the wall shows when one is due. An hour that a night in spring leaves out is due
  /// right after it.
  func shown(_ minute: CivilMinute) -> CivilMinute { local(wall(of: minute)).minute }

  /// The next due minute of a reminder, as the wall shows it; nil: no more.
  func next(_ reminder: Reminder, from now: CivilMinute) -> CivilMinute? {
    // The minute right after such an hour is that of the call.
    var from = now
    while now <= shown(CivilMinute(from.count - 1)) { from = CivilMinute(from.count - 1) }
    return ReminderRepeat.next(reminder, from: from).map(shown)
  }
}
