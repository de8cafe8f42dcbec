import ArgumentParser
import Console
import Glibc
import Profile
import Trial

extension RemindersCommand {
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Adds a reminder.")

    @OptionGroup var options: ReminderOptions
    @OptionGroup var fields: ReminderFieldOptions
    @ParentCommand var parent: RemindersCommand

    func run() throws {
      var session = try Session(options, parent.options)
      let id = try session.file.add(fields.checked(now: session.now))
      try session.save()
      try session.report("added", id)
      try StandardOutput.print("\(id)")
    }
  }

  struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Changes a reminder.",
      discussion: "What is not named stays. An empty value takes an optional one away: --until ''")

    @Argument(help: "The reminder's number, as list shows it.", transform: TypedValue.reminder)
    var id: UInt16

    @OptionGroup var options: ReminderOptions
    @OptionGroup var fields: ReminderFieldOptions
    @ParentCommand var parent: RemindersCommand

    func run() throws {
      var session = try Session(options, parent.options)
      let fields = try fields.checked(now: session.now)
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
        complain("nothing deleted")
        throw ExitCode(1)
      }
      try session.file.delete(id)
      try session.save()
      complain("reminder \(id) deleted: \(name)")
    }

    private func isConfirmed(_ name: String) throws -> Bool {
      guard isatty(STDIN_FILENO) == 1 else {
        throw InputError(file: "reminders delete", "can ask nobody here; expected --yes")
      }
      writeToStandardError("Delete reminder \(id), \(name)? [y/N] ")
      let answer = readLine()?.lowercased() ?? ""
      return ["y", "yes", "s", "si", "sí"].contains(answer)
    }
  }
}
