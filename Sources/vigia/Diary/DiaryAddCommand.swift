import ArgumentParser
import Console
import Device
import Diary
import Entries
import HAL
import Profile
import Trial

extension DiaryCommand {
  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Adds a reading, a dose, or both.",
      discussion: """
        vigia diary add --glucose 182mg/dL --category before-lunch --notes "after a walk"
        vigia diary add --dose 8U --meal lunch --correction 2U --at 2015-03-21T15:04

        Left out, --at is now, --base is the rest of the dose, and --proposed is the dose taken.
        """)

    @OptionGroup var place: DiaryPlace
    @OptionGroup var fields: DiaryEntryOptions

    @Option(parsing: .unconditional, help: "For people, for scripts.")
    var format: TextOrJSON = .text

    func run() throws {
      let desk = try place.checked()
      let own = try desk.book().categories
      let taken = try fields.checkedTime(desk.moment) ?? DiaryMoment.now
      let entries = try entries(taken, fields.checkedCategory(own: own))
      try Interruption.postpone {
        let added = try DiaryEditor(desk.folder).add(entries, at: DiaryMoment.now)
        DiaryCommand.report(
          zip(added, entries).map { ($0, $1.annotation) }, desk.words, format)
      }
    }

    private func entries(
      _ taken: WallTime, _ category: DiaryCategory?
    ) throws -> [(entry: DiaryEntry, annotation: Annotation)] {
      let result = try fields.checkedGlucose()
      let notes = try fields.checkedNotes() ?? nil
      guard result != nil || fields.dose != nil else {
        throw InputError(
          file: "vigia diary add", "has nothing to add; expected --glucose, --dose or both")
      }
      var entries: [(entry: DiaryEntry, annotation: Annotation)] = []
      let meal = fields.meal ?? category?.inCore.mealAhead
      if let result {
        let category = category ?? .common(fields.meal.map { .init(before: $0) } ?? .other)
        let reading = DiaryReading(
          id: EntryID(0), taken: taken, result: result, category: category.inCore)
        entries.append((.reading(reading), Annotation(category: category.own, notes: notes)))
      } else {
        try fields.refuse(
          [("--category", fields.category), ("--new-category", fields.newCategory)],
          "belongs to a reading; expected --glucose too, or --meal for the dose")
      }
      guard let confirmed = try fields.units(fields.dose, "--dose") else {
        try fields.refuse(
          fields.ofDose.filter { $0.option != "--meal" }, "belongs to a dose; expected --dose too")
        return entries
      }
      guard let meal else {
        throw InputError(file: "--dose", "needs a meal; expected --meal breakfast, lunch or dinner")
      }
      let dose = try dose(confirmed, taken, meal)
      entries.append((.dose(dose), Annotation(notes: result == nil ? notes : nil)))
      return entries
    }

    private func dose(_ confirmed: InsulinUnits, _ taken: WallTime, _ meal: Meal) throws
      -> DiaryDose
    {
      let correction = try fields.units(fields.correction, "--correction", negative: true) ?? .zero
      let base = try fields.units(fields.base, "--base") ?? (confirmed - correction)
      guard base >= .zero else {
        throw InputError(
          file: "--correction", "is more than the dose; expected --base too, or a smaller one")
      }
      return DiaryDose(
        id: EntryID(0), taken: taken, meal: meal, mealPart: base, correction: correction,
        insulinOnBoard: try fields.units(fields.iob, "--iob") ?? .zero,
        proposed: try fields.units(fields.proposed, "--proposed") ?? confirmed,
        confirmed: confirmed)
    }
  }
}
