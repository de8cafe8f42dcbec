import ArgumentParser
import Device
import Diary
import HAL
import Profile

extension DiaryCommand {
  struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Changes an entry, after asking.",
      discussion: """
        Only what is given is changed; --notes "" takes the notes away. The history keeps what the \
        entry was before.
        """)

    @Argument(help: "The number of the entry, as listed.")
    var entry: String

    @OptionGroup var place: DiaryPlace
    @OptionGroup var fields: DiaryEntryOptions
    @OptionGroup var confirmation: DiaryConfirmation

    @Option(parsing: .unconditional, help: "For people, for scripts.")
    var format: DiaryFormat = .text

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
          file: entry, "would stay as it is; expected an option with another value")
      }
      let words = desk.words
      let question =
        "  \(words.full(item.known, item.annotation))\n→ \(words.full(changed, annotation))\n"
        + words.say("Change it?", "¿Cambiarla?")
      guard try confirmation.isGiven(question, desk) else { return }
      try DiaryEditor(desk.folder).change(item, to: changed, annotation, at: DiaryMoment.now)
      try DiaryCommand.report(changed, annotation, words, format)
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
}
