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
      let export = DiaryExport(
        items, unit: unit, language: desk.words.language, clock: desk.moment.onWall,
        isSpreadsheetSafe: isSpreadsheetSafe)
      let output = StandardOutput()
      for line in export.lines { try output.write(line) }
      try output.flush()
    }
  }
}
