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
