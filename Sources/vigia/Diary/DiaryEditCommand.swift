import ArgumentParser
import Console
import Device
import Diary
import Entries
import Glibc
import HAL
import Profile
import Trial

extension DiaryCommand {
  struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Changes an entry, after asking.",
      discussion: """
        Only the given fields change; --notes "" removes the notes. The history keeps the former \
        entry.
        """)

    @Argument(help: "The number of the entry, as listed.")
    var entry: String

    @OptionGroup var place: DiaryPlace
    @OptionGroup var fields: DiaryEntryOptions
    @OptionGroup var confirmation: DiaryConfirmation

    @Option(parsing: .unconditional, help: "For people, for scripts.")
    var format: TextOrJSON = .text

    func run() throws {
      let desk = try place.reading()
      let book = try desk.book()
      let item = try desk.presentItem(entry, in: book)
      var annotation = item.annotation
      if let notes = try fields.checkedNotes() { annotation.notes = notes }
      let taken = try fields.checkedTime(desk.moment) ?? item.known.taken
      let changed: DiaryEntry
      switch item.known {
      case .reading(let reading):
        changed = .reading(try self.reading(reading, taken, &annotation, book.categories))
      case .dose(let dose): changed = .dose(try self.dose(dose, taken))
      }
      guard changed != item.known || annotation != item.annotation else {
        throw InputError(
          file: entry, "would not change; expected an option with another value")
      }
      let words = desk.words
      let question =
        "  \(words.full(item.known, item.annotation))\n→ \(words.full(changed, annotation))\n"
        + words.say("Change it?", "¿Cambiarla?")
      guard try confirmation.isGiven(question, desk) else { return }
      try Interruption.postpone {
        try DiaryEditor(desk.folder).change(item, to: changed, annotation, at: DiaryMoment.now)
        DiaryCommand.report([(changed, annotation)], words, format)
      }
    }

    private func reading(
      _ old: DiaryReading, _ taken: WallTime, _ annotation: inout Annotation, _ own: [String]
    ) throws -> DiaryReading {
      try fields.refuse(fields.ofDose, "belongs to a dose, and \(entry) is a reading")
      var reading = old
      reading.taken = taken
      reading.result = try fields.checkedGlucose() ?? old.result
      if let category = try fields.checkedCategory(own: own) {
        reading.category = category.inCore
        annotation.category = category.own
      }
      return reading
    }

    private func dose(_ old: DiaryDose, _ taken: WallTime) throws -> DiaryDose {
      try fields.refuse(fields.ofReading, "belongs to a reading, and \(entry) is a dose")
      var dose = old
      dose.taken = taken
      dose.meal = fields.meal ?? old.meal
      dose.confirmed = try fields.units(fields.dose, "--dose") ?? old.confirmed
      dose.mealPart = try fields.units(fields.base, "--base") ?? old.mealPart
      dose.correction =
        try fields.units(fields.correction, "--correction", negative: true) ?? old.correction
      dose.insulinOnBoard = try fields.units(fields.iob, "--iob") ?? old.insulinOnBoard
      dose.proposed = try fields.units(fields.proposed, "--proposed") ?? old.proposed
      return dose
    }
  }

  struct Delete: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Deletes an entry, after asking.",
      discussion: "The history keeps the former entry.")

    @Argument(help: "The number of the entry, as listed.")
    var entry: String

    @OptionGroup var place: DiaryPlace
    @OptionGroup var confirmation: DiaryConfirmation

    @Option(parsing: .unconditional, help: "For people, for scripts.")
    var format: TextOrJSON = .text

    func run() throws {
      let desk = try place.reading()
      let item = try desk.presentItem(entry, in: desk.book())
      let question =
        "  \(desk.words.full(item.known, item.annotation))\n"
        + desk.words.say("Delete it?", "¿Borrarla?")
      guard try confirmation.isGiven(question, desk) else { return }
      try Interruption.postpone {
        try DiaryEditor(desk.folder).remove(item, at: DiaryMoment.now)
        DiaryCommand.report([(item.known, item.annotation)], desk.words, format)
      }
    }
  }
}

/// The question before something is changed or deleted. DIA-4.
struct DiaryConfirmation: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Do not ask; needed where nobody can be asked.")
  var yes = false

  /// Returns whether it is to be done.
  ///
  /// The lock is tried before the question, so that nobody answers in vain, but not kept. A device must
  /// be able to start while a question stands on somebody's screen.
  func isGiven(_ question: String, _ desk: DiaryDesk) throws -> Bool {
    try Interruption.postpone { _ = try DiaryEditor(desk.folder) }
    if yes { return true }
    guard isatty(STDIN_FILENO) == 1 else {
      throw InputError(
        file: "--yes", "is missing, and there is no terminal to ask on; expected one of them")
    }
    Interruption.say("nothing was changed")
    defer { Interruption.say(nil) }
    writeToStandardError(question + desk.words.say(" [y/N] ", " [s/N] "))
    let isYes = DiaryConfirmation.isYes(readLine()?.lowercased().filter { !$0.isWhitespace })
    if !isYes { complain(desk.words.say("nothing was changed", "no se ha cambiado nada")) }
    return isYes
  }
  /// Whether the answer is a yes in either language.
  static func isYes(_ answer: String?) -> Bool {
    ["y", "yes", "s", "si", "sí"].contains(answer ?? "")
  }
}
