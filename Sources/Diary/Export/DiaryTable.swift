import Device
import Entries
import HAL

/// The diary as DIA-6 exports it: a row a reading, with the dose that went with it.
public struct DiaryTable: Sendable {
  /// The longest span from a reading to the dose that goes with it. The reading may be 15 minutes old
  /// when the dose is proposed, and the wearer takes time to confirm.
  public static let longestGap = Milliseconds.seconds(30 * 60)

  public struct Row: Equatable, Sendable {
    public var taken: WallTime
    /// Nil for a dose without a reading.
    public var result: MeterResult?
    public var category: ReadingCategory
    /// One of the family's own.
    public var ownCategory: String?
    /// The part for the meal.
    public var base: InsulinUnits?
    /// The amount injected beyond the base; base and modification add up to the dose taken. DIA-3.
    public var modification: InsulinUnits?
    public var notes: [String]
  }

  /// The rows in the order of time.
  public let rows: [Row]

  public init(_ items: [DiaryBook.Item]) {
    var rows: [Row] = []
    // Doses look for a reading before them, so items must come in order; a dose entered together
    // with its reading has the same time.
    let inOrder = items.sorted { a, b in
      a.known.taken == b.known.taken
        ? !a.known.isDose && b.known.isDose : a.known.taken < b.known.taken
    }
    for item in inOrder {
      let notes = item.annotation.notes.map { [$0] } ?? []
      switch item.known {
      case .reading(let reading):
        rows.append(
          Row(
            taken: reading.taken, result: reading.result, category: reading.category,
            ownCategory: item.annotation.category, notes: notes))
      case .dose(let dose):
        let modification = dose.confirmed - dose.mealPart
        if let index = DiaryTable.reading(for: dose, in: rows) {
          rows[index].base = dose.mealPart
          rows[index].modification = modification
          rows[index].notes += notes
        } else {
          rows.append(
            Row(
              taken: dose.taken, category: ReadingCategory(before: dose.meal), base: dose.mealPart,
              modification: modification, notes: notes))
        }
      }
    }
    self.rows = rows
  }

  /// The last reading before that meal, if no dose has taken it yet. A second dose goes with no earlier
  /// reading: it would stand there at a time before the first.
  private static func reading(for dose: DiaryDose, in rows: [Row]) -> Int? {
    for index in rows.indices.reversed() {
      let row = rows[index]
      guard dose.taken.milliseconds - row.taken.milliseconds <= longestGap.count else { return nil }
      if row.result != nil, row.ownCategory == nil,
        row.category == ReadingCategory(before: dose.meal)
      {
        return row.base == nil ? index : nil
      }
    }
    return nil
  }
}

extension ReadingCategory {
  /// The meal that a dose after such a reading is for; nil after a meal and for `other`.
  public var mealAhead: Meal? {
    switch self {
    case .beforeBreakfast: .breakfast
    case .beforeLunch: .lunch
    case .beforeDinner: .dinner
    case .other, .afterBreakfast, .afterLunch, .afterDinner: nil
    }
  }
}

/// Comma-separated values as RFC 4180 has them.
public struct CSV: Sendable {
  /// Text cannot become a formula in a spreadsheet.
  public var isSpreadsheetSafe: Bool

  public init(isSpreadsheetSafe: Bool) { self.isSpreadsheetSafe = isSpreadsheetSafe }

  /// One line with its CR LF. The fields come from `text` and `number`.
  public static func line(_ fields: [String]) -> String { fields.joined(separator: ",") + "\r\n" }

  /// A field that people wrote.
  ///
  /// It is made safe as OWASP asks ("CSV Injection"). An apostrophe goes before anything a spreadsheet
  /// would take for a formula. That includes formulas behind blanks, and the wide forms that Excel
  /// takes for the narrow. The field is always quoted, so that no other separator opens a cell inside
  /// it.
  public func text(_ field: String) -> String {
    let field = CSV.tame(field)
    guard isSpreadsheetSafe else { return CSV.needsQuotes(field) ? CSV.quoted(field) : field }
    return CSV.quoted(CSV.isFormula(field) ? "'" + field : field)
  }

  /// A number of ours: a minus sign at its head begins no formula.
  public func number(_ field: String) -> String { field }

  /// A file of these is shown on terminals too: what would steer one becomes U+FFFD.
  private static func tame(_ field: String) -> String {
    var tame = ""
    for scalar in field.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: tame.unicodeScalars.append(scalar)
      case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069:
        tame += "\u{FFFD}"
      default: tame.unicodeScalars.append(scalar)
      }
    }
    return tame
  }

  private static func needsQuotes(_ field: String) -> Bool {
    field.unicodeScalars.contains { $0 == "," || $0 == "\"" || $0 == "\r" || $0 == "\n" }
  }

  private static func quoted(_ field: String) -> String {
    var quoted = "\""
    for scalar in field.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  private static let triggers: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  private static func isFormula(_ field: String) -> Bool {
    let first = field.unicodeScalars.first {
      !$0.properties.isWhitespace || triggers.contains($0)
    }
    return first.map(triggers.contains) ?? false
  }
}
