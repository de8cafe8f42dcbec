import ArgumentParser
import Device
import Diary
import Names
import Trial

extension DiaryCommand {
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Writes the diary as CSV to standard output.",
      discussion: """
        Six columns: date and time, amount, category, base insulin, modification, notes; RFC 4180, \
        UTF-8, decimal points. A dose stands in the row of the reading before it, if that was at most \
        30 minutes earlier. Base and modification add up to the dose taken.
        """)

    @OptionGroup var place: DiaryPlace
    @OptionGroup var selection: DiarySelection

    @Option(
      parsing: .unconditional,
      help: "The unit: mg/dL or mmol/L. (default: as measured; mg/dL when both occur)")
    var unit: GlucoseUnit?

    @Flag(
      name: .customLong("spreadsheet-safe"),
      help: "Puts an apostrophe before text that a spreadsheet would take for a formula.")
    var isSpreadsheetSafe = false

    func run() throws {
      let desk = try place.reading()
      let items = try selection.items(of: desk.book(), desk.moment)
      let rows = DiaryTable(items).rows
      let unit = unit ?? GlucoseUnit(common: rows.compactMap(\.result))
      let csv = CSV(isSpreadsheetSafe: isSpreadsheetSafe)
      let output = StandardOutput()
      try output.write(CSV.line(header(unit, desk.words).map(csv.text)))
      for row in rows { try output.write(line(row, unit, csv, desk.words)) }
      try output.flush()
    }

    private func header(_ unit: GlucoseUnit, _ words: DiaryWords) -> [String] {
      words.isSpanish
        ? [
          "fecha y hora", "cantidad (\(unit.rawValue))", "categoría", "insulina base (U)",
          "insulina de modificación (U)", "observaciones",
        ]
        : [
          "date and time", "amount (\(unit.rawValue))", "category", "base insulin (U)",
          "modification (U)", "notes",
        ]
    }

    private func line(
      _ row: DiaryTable.Row, _ unit: GlucoseUnit, _ csv: CSV, _ words: DiaryWords
    ) -> String {
      let category = row.ownCategory.map { DiaryCategory.own($0) } ?? .common(row.category)
      return CSV.line([
        csv.number(words.moment.iso(row.taken)), csv.number(amount(row.result, unit)),
        csv.text(words.text(category)), csv.number(units(row.base)),
        csv.number(units(row.modification)), csv.text(row.notes.joined(separator: "; ")),
      ])
    }

    /// The amount as it was measured; in the other unit, as a meter would show it.
    private func amount(_ result: MeterResult?, _ unit: GlucoseUnit) -> String {
      switch result {
      case nil: return ""
      case .low: return "LO"
      case .high: return "HI"
      case .amount(let glucose):
        let value = unit.value(glucose)
        if glucose.unit == unit { return value.shortText }
        let scale: Double = unit == .milligrams ? 1 : 10
        return ((value * scale).rounded() / scale).shortText
      }
    }

    private func units(_ units: InsulinUnits?) -> String { units?.value.shortText ?? "" }
  }
}
