import Device
import Profile
import Simulator
import Traces

/// Work on the diary as a step of a scenario says it.
enum DiaryStep {
  static let details = ["shows", "units", "meal", "category", "back", "dated"]
  static let categories: [(name: String, value: ReadingCategory)] = [
    ("other", .other), ("before_breakfast", .beforeBreakfast),
    ("after_breakfast", .afterBreakfast), ("before_lunch", .beforeLunch),
    ("after_lunch", .afterLunch), ("before_dinner", .beforeDinner), ("after_dinner", .afterDinner),
  ]

  static func text(_ edit: DiaryEdit) -> String {
    var text = "diary: "
    switch edit.change {
    case .addReading(let result, let category):
      text += "add_reading, shows: \(GlucoseText.text(result))"
      if category != .other { text += ", category: \(name(category))" }
    case .addDose(let meal, let units):
      text += "add_dose, units: \(self.text(units)), meal: \(meal.spelling)"
    case .changeReading(let result, let category):
      text += "change_reading"
      if let result { text += ", shows: \(GlucoseText.text(result))" }
      if let category { text += ", category: \(name(category))" }
    case .changeDose(let meal, let units):
      text += "change_dose"
      if let units { text += ", units: \(self.text(units))" }
      if let meal { text += ", meal: \(meal.spelling)" }
    case .deleteReading: text += "delete_reading"
    case .deleteDose: text += "delete_dose"
    case .bringBack: text += "bring_back"
    }
    if edit.back > 0 { text += ", back: \(edit.back)" }
    if let dated = edit.dated { text += ", dated: \(SpanText.text(dated))" }
    return text
  }

  static func phrase(_ edit: DiaryEdit) -> String {
    switch edit.change {
    case .addReading: "a reading is added to the diary"
    case .addDose: "a dose is added to the diary"
    case .changeReading: "a reading is changed in the diary"
    case .changeDose: "a dose is changed in the diary"
    case .deleteReading: "a reading is deleted in the diary"
    case .deleteDose: "a dose is deleted in the diary"
    case .bringBack: "an entry of the diary is put back as it was"
    }
  }

  private static func name(_ category: ReadingCategory) -> String {
    categories.first { $0.value == category }?.name ?? "other"
  }

  /// Thousandths at most, and no more places than it takes.
  private static func text(_ units: InsulinUnits) -> String {
    let rest = units.milliunits % 1000
    let whole = "\(units.milliunits / 1000)"
    return (rest == 0 ? whole : "\(whole).\(rest.padded(3))") + " U"
  }
}

extension Step {
  mutating func diary(_ value: YAMLValue) throws -> DiaryEdit {
    let change = try change(value)
    return DiaryEdit(
      change, back: try take("back")?.whole(in: 0...63) ?? 0,
      dated: try take("dated")?.signedSpan())
  }

  private mutating func change(_ value: YAMLValue) throws -> DiaryEdit.Change {
    switch try value.text() {
    case "add_reading":
      return .addReading(
        try Step.result(need("shows", with: "add_reading")), try category() ?? .other)
    case "add_dose":
      return .addDose(
        try need("meal", with: "add_dose").spelled(),
        try Step.units(need("units", with: "add_dose")))
    case "change_reading":
      return .changeReading(try take("shows").map { try Step.result($0) }, try category())
    case "change_dose":
      return .changeDose(
        try take("meal").map { try $0.spelled() }, try take("units").map { try Step.units($0) })
    case "delete_reading": return .deleteReading
    case "delete_dose": return .deleteDose
    case "bring_back": return .bringBack
    default:
      throw value.refuse(
        "is \(value.shown); expected add_reading, add_dose, change_reading, change_dose, "
          + "delete_reading, delete_dose or bring_back")
    }
  }

  private static func result(_ value: YAMLValue) throws -> MeterResult {
    guard let result = try? Quantity.meterResult(value.text()) else {
      throw value.refuse(
        "is \(value.shown); expected an amount such as 182 mg/dL or 10.1 mmol/L, LO or HI")
    }
    return result
  }

  private static func units(_ value: YAMLValue) throws -> InsulinUnits {
    guard let units = Quantity.units(try value.text()), units >= .zero else {
      throw value.refuse("is \(value.shown); expected units such as 4.5 U")
    }
    return units
  }

  private mutating func category() throws -> ReadingCategory? {
    try take("category").map { try Step.one(of: DiaryStep.categories, $0) }
  }
}
