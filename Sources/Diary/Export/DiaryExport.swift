import Device
import Entries
import HAL
import Names
import Words

/// A diary as comma-separated values: six columns, RFC 4180, decimal points. DIA-6.
public struct DiaryExport: Sendable {
  private let rows: [DiaryTable.Row]
  private let unit: GlucoseUnit
  private let language: Language
  private let clock: DiaryClock
  private let csv: CSV

  /// - Parameters:
  ///   - unit: that of all amounts; nil: as measured, and mg/dL where both occur.
  ///   - language: of the header and of the common categories.
  public init(
    _ items: [DiaryBook.Item], unit: GlucoseUnit? = nil, language: Language, clock: DiaryClock,
    isSpreadsheetSafe: Bool = false
  ) {
    rows = DiaryTable(items).rows
    self.unit = unit ?? GlucoseUnit(common: rows.compactMap(\.result))
    self.language = language
    self.clock = clock
    csv = CSV(isSpreadsheetSafe: isSpreadsheetSafe)
  }

  /// The lines, each with its CR LF, the header first.
  public var lines: [String] { [CSV.line(header.map(csv.text))] + rows.map(line) }

  private var header: [String] {
    switch language {
    case .spanish:
      [
        "fecha y hora", "cantidad (\(unit.rawValue))", "categoría", "insulina base (U)",
        "insulina de modificación (U)", "observaciones",
      ]
    case .english:
      [
        "date and time", "amount (\(unit.rawValue))", "category", "base insulin (U)",
        "modification (U)", "notes",
      ]
    }
  }

  private func line(_ row: DiaryTable.Row) -> String {
    CSV.line([
      csv.number(clock.iso(row.taken)), csv.number(amount(row.result)),
      csv.text(row.ownCategory ?? row.category.text(language)),
      csv.number(DiaryExport.units(row.base)), csv.number(DiaryExport.units(row.modification)),
      csv.text(row.notes.joined(separator: "; ")),
    ])
  }

  private func amount(_ result: MeterResult?) -> String {
    switch result {
    case nil: ""
    case .low: "LO"
    case .high: "HI"
    case .amount(let glucose): unit.number(glucose).shortText
    }
  }

  private static func units(_ units: InsulinUnits?) -> String { units?.value.shortText ?? "" }
}

extension GlucoseUnit {
  /// The one in which all of them were measured; else that of DIA-2.
  public init(common results: [MeterResult]) {
    let isMillimoles = results.compactMap { result -> Bool? in
      guard case .amount(let glucose) = result else { return nil }
      return glucose.unit == .millimoles
    }
    self = !isMillimoles.isEmpty && isMillimoles.allSatisfy { $0 } ? .millimoles : .milligrams
  }

  /// The amount as it was measured; in the other unit, as a meter would show it. More decimals are given
  /// where a meter's would put it into another band: a low reading is no 70.
  public func number(_ glucose: Glucose) -> Double {
    let value = value(glucose)
    if glucose.unit == self { return value }
    let band = GlucoseBands([.amount(glucose)])
    var scale: Double =
      switch self {
      case .milligrams: 1
      case .millimoles: 10
      }
    for _ in 0..<3 {
      let shown = (value * scale).rounded() / scale
      if GlucoseBands([.amount(self.glucose(shown))]) == band { return shown }
      scale *= 10
    }
    return value
  }

  private func glucose(_ value: Double) -> Glucose {
    switch self {
    case .milligrams: .milligramsPerDecilitre(MilligramsPerDecilitre(value))
    case .millimoles: .millimolesPerLitre(MillimolesPerLitre(value))
    }
  }
}

extension ReadingCategory {
  /// The occasion in words: "before breakfast".
  public func text(_ language: Language) -> String {
    let phrase =
      switch self {
      case .other: Phrase(es: "otra", en: "other")
      case .beforeBreakfast: Phrase(es: "antes del desayuno", en: "before breakfast")
      case .afterBreakfast: Phrase(es: "después del desayuno", en: "after breakfast")
      case .beforeLunch: Phrase(es: "antes del almuerzo", en: "before lunch")
      case .afterLunch: Phrase(es: "después del almuerzo", en: "after lunch")
      case .beforeDinner: Phrase(es: "antes de la cena", en: "before dinner")
      case .afterDinner: Phrase(es: "después de la cena", en: "after dinner")
      }
    return language.say(phrase)
  }
}
