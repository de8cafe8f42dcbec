import ArgumentParser
import Console
import Device
import Foundation
import Glibc
import Names
import Profile
import Trial

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
          file: "--now", "is \"\(text)\"; expected local time such as \"2026-11-21 08:00\"")
      }
      now = minute
    }

    /// Puts the changed text in the place of the file, whole or not at all.
    func save() throws {
      let output = try OutputFile(path: path)
      try output.write(file.text)
      // From the last look to the rename nobody else may write: two answers of "added" would be one.
      let folder = (path as NSString).deletingLastPathComponent
      let lock = open(folder.isEmpty ? "." : folder, O_RDONLY)
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
      let due =
        ReminderRepeat.next(reminder.setting, from: now).map { "next due \(CivilText.text($0))" }
        ?? "never due again"
      complain("reminder \(id) \(what): \(reminder.words.name), \(due)")
      if reminder.setting.kind == .medication, reminder.words.dose == nil {
        complain("warning: reminder \(id) is a medication without a dose")
      }
    }
  }
}

struct ReminderOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("The profile.", valueName: "profile.yaml"),
    transform: TypedValue.text)
  var profile: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Local time that counts as now. (default: the clock's)", valueName: "time"),
    transform: TypedValue.text)
  var now: String?
}

extension Reminder.Kind: ExpressibleByArgument {
  public init?(argument: String) { self.init(spelling: argument) }
  public static var allValueStrings: [String] { spellings.map(\.name) }
}

/// What a reminder consists of.
struct ReminderFieldOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "What kind it is.")
  var type: Reminder.Kind?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What it is called on the screen.", valueName: "text"),
    transform: TypedValue.text)
  var name: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("One line more.", valueName: "text"),
    transform: TypedValue.text)
  var description: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Of a medication: \"1 pastilla\".", valueName: "text"),
    transform: TypedValue.text)
  var dose: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "When it is due first: \"2026-11-21 08:00\", or 08:00: the next one.", valueName: "time"),
    transform: TypedValue.text)
  var at: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "once, daily, weekdays, weekend, mon,wed or \"every 8 h\".", valueName: "rule"),
    transform: TypedValue.text)
  var `repeat`: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The last day, or minute.", valueName: "date"),
    transform: TypedValue.text)
  var until: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A picture, looked for beside the profile.", valueName: "file"),
    transform: TypedValue.text)
  var photo: String?

  @Flag(inversion: .prefixedNo, exclusivity: .exclusive, help: "Also tell the caregiver.")
  var tellCaregiver: Bool?

  func checked(now: CivilMinute) throws -> ReminderFields {
    var fields = ReminderFields()
    try fields.set("type", type?.spelling, now: now)
    try fields.set("name", name, now: now)
    try fields.set("description", description, now: now)
    try fields.set("dose", dose, now: now)
    try fields.set("at", at, now: now)
    try fields.set("repeat", `repeat`, now: now)
    try fields.set("until", until, now: now)
    try fields.set("photo", photo, now: now)
    fields.setTellsCaregiver(tellCaregiver)
    return fields
  }
}
