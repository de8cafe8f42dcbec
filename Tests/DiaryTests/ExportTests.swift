import Device
import Diary
import Entries
import Foundation
import HAL
import Names
import TestSupport
import Testing

@Suite("The export (DIA-6)")
struct ExportTests {
  private func rows(_ records: [Record]) -> [DiaryTable.Row] {
    DiaryTable(DiaryBook(Readings.log(records)).current).rows
  }

  @Test("A dose stands in the row of the reading before that meal; base and modification add up")
  func pairs() {
    let rows = rows([
      .diary(.reading(Readings.reading(1, 0, Readings.milligrams(180), .beforeLunch))),
      .diary(.dose(Readings.dose(2, 9, .lunch, base: 6000, confirmed: 7500))),
    ])
    #expect(rows.count == 1)
    #expect(rows.first?.result == Readings.milligrams(180))
    #expect(rows.first?.base == InsulinUnits(milliunits: 6000))
    #expect(rows.first?.modification == InsulinUnits(milliunits: 1500))
  }

  @Test("Less than the base was taken: the modification is negative")
  func negative() {
    let rows = rows([.diary(.dose(Readings.dose(2, 9, .lunch, base: 6000, confirmed: 5500)))])
    #expect(rows.first?.modification == InsulinUnits(milliunits: -500))
  }

  @Test(
    "A dose for another meal, too late, or after another dose gets a row of its own",
    arguments: [
      [
        Record.diary(.reading(Readings.reading(1, 0, .low, .beforeDinner))),
        .diary(.dose(Readings.dose(2, 9, .lunch))),
      ],
      [
        .diary(.reading(Readings.reading(1, 0, .low, .beforeLunch))),
        .diary(.dose(Readings.dose(2, 31, .lunch))),
      ],
      [
        .diary(.reading(Readings.reading(1, 5, .low, .beforeLunch))),
        .diary(.dose(Readings.dose(2, 4, .lunch))),
      ],
      [
        .diary(.reading(Readings.reading(1, 0, .low, .afterLunch))),
        .diary(.dose(Readings.dose(2, 1, .lunch))),
      ],
    ])
  func apart(_ records: [Record]) {
    let rows = rows(records)
    #expect(rows.count == 2)
    #expect(rows.filter { $0.result != nil }.allSatisfy { $0.base == nil })
    #expect(rows.filter { $0.result == nil }.map(\.category) == [.beforeLunch])
  }

  @Test(
    "In the other unit no reading changes its band; where it would, it has more decimals (SAFE-5)")
  func bands() {
    func shown(_ unit: GlucoseUnit, _ glucose: Glucose) -> Double { unit.number(glucose) }
    #expect(shown(.millimoles, .milligramsPerDecilitre(MilligramsPerDecilitre(69.9))) == 3.88)
    #expect(shown(.milligrams, .millimolesPerLitre(MillimolesPerLitre(3.88))) == 69.9)
    #expect(shown(.millimoles, .milligramsPerDecilitre(MilligramsPerDecilitre(182))) == 10.1)
    #expect(shown(.milligrams, .millimolesPerLitre(MillimolesPerLitre(10))) == 180)
    // Above 180, and not above 10.0: no decimals show both, and the fewest are left.
    #expect(shown(.millimoles, .milligramsPerDecilitre(MilligramsPerDecilitre(180.1))) == 10)
    #expect(shown(.milligrams, .millimolesPerLitre(MillimolesPerLitre(3.89))) == 70)
  }

  @Test("The first of two doses belongs to the reading; the second is not lost")
  func secondDose() {
    let rows = rows([
      .diary(.reading(Readings.reading(1, 0, .low, .beforeLunch))),
      .diary(.dose(Readings.dose(2, 1, .lunch))),
      .diary(.dose(Readings.dose(3, 2, .lunch))),
    ])
    #expect(rows.map { $0.base != nil } == [true, true])
    #expect(rows.map { $0.result != nil } == [true, false])
  }

  @Test("A second dose goes with no earlier reading: it has a row of its own, at its own time")
  func secondDoseAfterTwoReadings() {
    let rows = rows([
      .diary(.reading(Readings.reading(1, 0, Readings.milligrams(100), .beforeLunch))),
      .diary(.reading(Readings.reading(2, 10, Readings.milligrams(300), .beforeLunch))),
      .diary(.dose(Readings.dose(3, 20, .lunch, base: 4000, confirmed: 4000))),
      .diary(.dose(Readings.dose(4, 25, .lunch, base: 2000, confirmed: 2000))),
    ])
    #expect(rows.map { $0.result != nil } == [true, true, false])
    #expect(rows.map { $0.base?.milliunits } == [nil, 4000, 2000])
    #expect(rows.last?.taken == Readings.reading(9, 25).taken)
  }

  private static let hostile = [
    "plain", "", "pan, fruta", "linea1\nlinea2", "a\r\nb", "a\rb", "say \"hi\"", "\"", "=1+1", "+1",
    "-1",
    "@SUM(A1)", "\t=1", " =1+1", "\u{FF1D}1+1", "a;=1+1", "ñandú; 50 %", "'=1",
    "=HYPERLINK(\"http://x\",\"y\")", "🍞 pan", "-", "a=1",
  ]

  @Test("Python's csv reads back every field as it was written", .needs(.python3))
  func roundTrip() throws {
    let csv = CSV(isSpreadsheetSafe: false)
    let text = ExportTests.hostile.map { CSV.line([csv.text("x"), csv.text($0)]) }.joined()
    let answer = try Python.answer(
      """
      import csv, io, json, sys
      print(json.dumps([r[1] for r in csv.reader(io.StringIO(sys.argv[1], newline=''), strict=True)]))
      """, [text])
    let fields = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String]
    #expect(fields == ExportTests.hostile)
    #expect(text.hasSuffix("\r\n"))
  }

  @Test("Characters that steer a terminal or turn the reading order are not written")
  func terminals() {
    for isSafe in [false, true] {
      let csv = CSV(isSpreadsheetSafe: isSafe)
      for scalar in [0x1B, 0x07, 0x7F, 0x9B, 0x85, 0x202E, 0x2066, 0x200F].compactMap(
        Unicode.Scalar.init)
      {
        let text = csv.text("a\(Character(scalar))[2Jb")
        #expect(!text.unicodeScalars.contains(scalar) && text.contains("\u{FFFD}[2Jb"))
      }
      #expect(csv.text("a\tñ 👩‍👧").contains("a\tñ 👩‍👧"))
    }
  }

  @Test(
    "Safe for spreadsheets: no cell begins like a formula, and none can be opened inside one",
    .needs(.python3))
  func spreadsheetSafe() throws {
    let csv = CSV(isSpreadsheetSafe: true)
    let text = ExportTests.hostile.map { CSV.line([csv.text($0)]) }.joined()
    for delimiter in [",", ";", "\t"] {
      let answer = try Python.answer(
        """
        import csv, io, json, sys
        rows = csv.reader(io.StringIO(sys.argv[1], newline=''), delimiter=sys.argv[2], strict=True)
        print(json.dumps([r for r in rows]))
        """, [text, delimiter])
      let rows = try #require(
        try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [[String]])
      #expect(rows.count == ExportTests.hostile.count)
      for (row, field) in zip(rows, ExportTests.hostile) {
        #expect(row.count == 1)
        let cell = row.first ?? "="
        #expect(cell == field || cell == "'" + field)
        let visible = cell.drop(while: \.isWhitespace).first
        #expect(!"=+-@\u{FF1D}".contains(visible ?? "x"), "\(cell)")
      }
    }
    #expect(csv.text("a=1") == "\"a=1\"")
    #expect(csv.text("=1+1") == "\"'=1+1\"")
  }
}
