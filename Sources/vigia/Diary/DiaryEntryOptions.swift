import ArgumentParser
import Device
import Diary
import Entries
import Foundation
import HAL
import Profile

/// The fields of an entry: the same for add and edit.
struct DiaryEntryOptions: ParsableArguments {
  @Option(text: "A reading: 182mg/dL, 10.1mmol/L, LO or HI.", valueName: "amount")
  var glucose: String?

  @Option(
    text: "The time it was taken: 2015-03-21T15:04, with or without a zone.",
    valueName: "time")
  var at: String?

  @Option(
    text:
      "What a reading was taken for: before-breakfast, after-breakfast, before-lunch, after-lunch, "
      + "before-dinner, after-dinner, other, or one of your own.", valueName: "name",
    completion: .categories)
  var category: String?

  @Option(
    name: "new-category", text: "The same, and begins a category of your own.", valueName: "name")
  var newCategory: String?

  @Option(text: "Free text; it stays in the diary.")
  var notes: String?

  @Option(text: "A dose of rapid insulin that was taken: 8U.", valueName: "units")
  var dose: String?

  @Option(parsing: .unconditional, help: "The meal that the dose was for.")
  var meal: Meal?

  @Option(text: "The part for the meal.", valueName: "units")
  var base: String?

  @Option(text: "The part towards the target; may be negative.", valueName: "units")
  var correction: String?

  @Option(text: "Insulin on board at the time.", valueName: "units")
  var iob: String?

  @Option(text: "The proposed dose.", valueName: "units")
  var proposed: String?

  private static let longestNotes = DiaryRules.longestNotes

  /// Nil when nothing is said about it; no text at all takes the notes away.
  func checkedNotes() throws -> String?? {
    guard let notes else { return nil }
    guard notes.unicodeScalars.count <= DiaryEntryOptions.longestNotes else {
      throw InputError(
        file: "--notes",
        "has \(notes.unicodeScalars.count) characters; expected \(DiaryEntryOptions.longestNotes)"
          + " or fewer")
    }
    return notes.allSatisfy(\.isWhitespace) ? .some(nil) : notes
  }

  func checkedCategory(own: [String]) throws -> DiaryCategory? {
    switch (category, newCategory) {
    case (nil, nil): return nil
    case (let name?, nil): return try DiaryCategory(named: name, own: own, canBegin: true)
    case (nil, let name?): return try DiaryCategory(new: name, own: own)
    case (_?, _?):
      throw InputError(file: "--new-category", "does not go with --category; expected one of them")
    }
  }

  /// A reading that no meter shows was mistyped, most likely in the other unit.
  func checkedGlucose() throws -> MeterResult? {
    guard let glucose else { return nil }
    let result = try Quantity.meterResult(glucose)
    guard case .amount(let amount) = result else { return result }
    let text = amount.unit == .milligrams ? "20 to 600 mg/dL" : "1.1 to 33.3 mmol/L"
    guard DiaryRules.allows(result) else {
      throw InputError(
        file: "--glucose",
        "is \"\(glucose)\"; expected \(text), or LO or HI where the meter says so")
    }
    return result
  }

  func checkedTime(_ moment: DiaryMoment) throws -> WallTime? {
    guard let at else { return nil }
    let time = try moment.instant(at, option: "--at")
    let latest = DiaryMoment.now.milliseconds + DiaryRules.lead.count
    guard time.milliseconds <= latest else {
      throw InputError(
        file: "--at",
        "is \"\(at)\", in the future; expected a past time: leave out --at if it was just now"
      )
    }
    guard time >= DiaryRules.oldest else {
      throw InputError(file: "--at", "is \"\(at)\"; expected a time from the year 2000 on")
    }
    return time
  }

  /// The units that an option says of a dose.
  func units(
    _ text: String?, _ option: String, negative: Bool = false
  ) throws -> InsulinUnits? {
    guard let text else { return nil }
    guard let units = Quantity.units(text.trimmingCharacters(in: .whitespaces)),
      negative || units >= .zero
    else {
      throw InputError(
        file: option,
        "is \"\(text)\"; expected units from \(negative ? "-100" : "0") to 100 in steps of 0.001, "
          + "such as 4.5U")
    }
    return units
  }

  /// Names an option that was given although it says nothing about such an entry.
  func refuse(_ given: [(option: String, value: String?)], _ why: String) throws {
    if let first = given.first(where: { $0.value != nil }) {
      throw InputError(file: first.option, why)
    }
  }

  var ofReading: [(option: String, value: String?)] {
    [("--glucose", glucose), ("--category", category), ("--new-category", newCategory)]
  }

  var ofDose: [(option: String, value: String?)] {
    [
      ("--dose", dose), ("--meal", meal?.spelling), ("--base", base), ("--correction", correction),
      ("--iob", iob), ("--proposed", proposed),
    ]
  }
}
