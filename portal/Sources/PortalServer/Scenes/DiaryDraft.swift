import Device
import Diary
import Entries
import Foundation
import HAL
import Names
import PortalPages
import Profile
import Words

/// An entry of the diary as somebody typed it.
struct DiaryDraft {
  /// The reason why it is no entry.
  struct Wrong: Error {
    let problem: DiaryFormView.Problem
    init(_ problem: DiaryFormView.Problem) { self.problem = problem }
  }

  var fields: DiaryFormView.Fields
  let wall: DiaryClock
  let language: Language

  init(_ fields: DiaryFormView.Fields, _ wall: DiaryClock, _ language: Language) {
    self.fields = fields
    self.wall = wall
    self.language = language
  }

  init(_ form: Form, isDose: Bool, _ wall: DiaryClock, _ language: Language) {
    var fields = DiaryFormView.Fields(isDose: isDose)
    fields.amount = form.text("amount")
    fields.unit = form.text("unit")
    fields.date = form.text("date")
    fields.time = form.text("time")
    fields.which = form.text("which")
    fields.category = form.text("category")
    fields.newCategory = form.text("new_category")
    fields.notes = form.lines("notes")
    fields.dose = form.text("dose")
    fields.meal = form.text("meal")
    fields.base = form.text("base")
    fields.correction = form.text("correction")
    self.init(fields, wall, language)
  }

  /// The fields of an entry that is there.
  init(_ item: DiaryBook.Item, _ wall: DiaryClock, _ language: Language) {
    self.init(DiaryFormView.Fields(isDose: item.known.isDose), wall, language)
    setTime(item.known.taken)
    fields.notes = item.annotation.notes ?? ""
    switch item.known {
    case .reading(let reading):
      let unit = GlucoseUnit(common: [reading.result])
      fields.unit = unit.rawValue
      switch reading.result {
      case .low: fields.amount = "LO"
      case .high: fields.amount = "HI"
      case .amount(let glucose): fields.amount = text(unit.value(glucose), most: 3)
      }
      fields.category = item.annotation.category ?? DiaryDraft.name(reading.category)
    case .dose(let dose):
      fields.dose = text(dose.confirmed.value, most: 3)
      fields.base = text(dose.mealPart.value, most: 3)
      fields.correction = text(dose.correction.value, most: 3)
      fields.meal = DiaryFormView.meals.first { $0.meal == dose.meal }?.name ?? ""
    }
  }

  mutating func setTime(_ time: WallTime) {
    let local = wall.local(time)
    (fields.date, fields.time) = (local.date, local.clock)
  }

  private static func name(_ category: ReadingCategory) -> String {
    DiaryFormView.common.first { $0.category == category }?.name ?? "other"
  }

  /// Returns the number with all of its decimals, in the language of the page.
  private func text(_ value: Double, most: Int) -> String {
    let places = (0...most).first { places in
      let scale = (0..<places).reduce(1.0) { power, _ in power * 10 }
      return abs((value * scale).rounded() / scale - value) < 1e-9
    }
    return language.decimals(value, places ?? most)
  }

  // MARK: What it says

  /// - Parameters:
  ///   - old: the entry that it changes; nil for a new one. A field that was not touched keeps its value.
  ///   - own: the family's own categories.
  func entry(
    _ id: EntryID, over old: DiaryBook.Item?, own: [String], now: WallTime
  ) throws(Wrong) -> (entry: DiaryEntry, annotation: Annotation) {
    let before = old.map { DiaryDraft($0, wall, language).fields }
    let taken = try time(before, old?.known.taken)
    guard taken == old?.known.taken || DiaryRules.allows(taken, at: now) else {
      throw Wrong(taken < DiaryRules.oldest ? .old : .ahead)
    }
    var annotation = Annotation(notes: fields.notes.isEmpty ? nil : fields.notes)
    if fields.notes == before?.notes { annotation.notes = old?.annotation.notes }
    guard DiaryRules.allows(Annotation(notes: annotation.notes)) else { throw Wrong(.notes) }
    if fields.isDose {
      return (.dose(try dose(id, taken, before, old?.known)), annotation)
    }
    let (category, name) = try category(own)
    annotation.category = name
    let result = try result(before, old?.known)
    return (
      .reading(DiaryReading(id: id, taken: taken, result: result, category: category)), annotation
    )
  }

  private func result(
    _ before: DiaryFormView.Fields?, _ old: DiaryEntry?
  ) throws(Wrong) -> MeterResult {
    if let before, fields.amount == before.amount, fields.unit == before.unit,
      case .reading(let reading)? = old
    {
      return reading.result
    }
    guard let result = try? Quantity.meterResult(fields.amount + fields.unit) else {
      let word = fields.amount.uppercased()
      if word == "LO" { return .low }
      if word == "HI" { return .high }
      throw Wrong(.amount)
    }
    guard DiaryRules.allows(result) else { throw Wrong(.amountRange) }
    return result
  }

  private func time(
    _ before: DiaryFormView.Fields?, _ old: WallTime?
  ) throws(Wrong) -> WallTime {
    // The form has no seconds.
    if let old, fields.date == before?.date, fields.time == before?.time { return old }
    guard let day = Day(fields.date), let minute = Entered.minute(fields.time),
      let days = CivilDate.days(year: day.year, month: day.month, day: day.day)
    else { throw Wrong(.time) }
    let moments = wall.moments(days * CivilTime.day + Int64(minute) * 60_000)
    guard let first = moments.first, let last = moments.last else { throw Wrong(.skipped) }
    guard moments.count > 1 else { return WallTime(milliseconds: first) }
    switch fields.which {
    case "first": return WallTime(milliseconds: first)
    case "second": return WallTime(milliseconds: last)
    default: throw Wrong(.twice)
    }
  }

  /// - Returns: the core's category, and the name of one of the family's own.
  private func category(_ own: [String]) throws(Wrong) -> (ReadingCategory, String?) {
    func isSame(_ a: String, _ b: String) -> Bool { a.lowercased() == b.lowercased() }
    if !fields.newCategory.isEmpty {
      let name = fields.newCategory.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard DiaryRules.allows(Annotation(category: name)) else { throw Wrong(.category) }
      // One that is there already is that one.
      if let known = own.first(where: { isSame($0, name) }) { return (.other, known) }
      let common = DiaryFormView.common.first { category, spelled in
        isSame(spelled, name) || Language.allCases.contains { isSame(category.text($0), name) }
      }
      return common.map { ($0.category, nil) } ?? (.other, name)
    }
    if let common = DiaryFormView.common.first(where: { $0.name == fields.category }) {
      return (common.category, nil)
    }
    guard own.contains(fields.category) else { throw Wrong(.category) }
    return (.other, fields.category)
  }

  private func units(_ text: String, _ range: ClosedRange<Double>) -> InsulinUnits? {
    guard let value = Quantity.decimal(text, places: 3), range.contains(value) else { return nil }
    return InsulinUnits(milliunits: Int64((value * 1000).rounded()))
  }

  private func dose(
    _ id: EntryID, _ taken: WallTime, _ before: DiaryFormView.Fields?, _ old: DiaryEntry?
  ) throws(Wrong) -> DiaryDose {
    let whole = 0.0...100
    guard let confirmed = units(fields.dose, whole),
      let meal = DiaryFormView.meals.first(where: { $0.name == fields.meal })?.meal
    else { throw Wrong(.dose) }
    guard
      let correction = fields.correction.isEmpty ? .zero : units(fields.correction, -100...100)
    else { throw Wrong(.correction) }
    guard let base = fields.base.isEmpty ? confirmed - correction : units(fields.base, whole)
    else { throw Wrong(.base) }
    guard base >= .zero else { throw Wrong(.tooMuchCorrection) }
    var dose = DiaryDose(
      id: id, taken: taken, meal: meal, mealPart: base, correction: correction,
      insulinOnBoard: .zero, proposed: confirmed, confirmed: confirmed)
    if case .dose(let known)? = old {
      (dose.insulinOnBoard, dose.proposed) = (known.insulinOnBoard, known.proposed)
    }
    guard DiaryRules.allows(dose) else { throw Wrong(.base) }
    return dose
  }
}
