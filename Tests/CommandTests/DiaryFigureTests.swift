import Foundation
import TestSupport
import Testing

@Suite("vigia diary stats and export (DIA-5, DIA-6)")
struct DiaryFigureTests {
  private let state: DiaryState

  init() throws {
    state = try DiaryState()
    for arguments in [
      "--glucose 182mg/dL --category before-lunch --at 2026-01-02T12:00 --notes 'pan, \"fruta\"'",
      "--dose 7,5U --meal lunch --base 6U --correction 2U --at 2026-01-02T12:05",
      "--glucose 60mg/dL --category after-lunch --at 2026-01-02T14:00 --notes '=1+1'",
      "--glucose HI --at 2026-01-03T09:00", "--glucose LO --at 2026-01-03T10:00",
      "--glucose 10.1mmol/L --at 2026-01-04T08:00 --category before-lunch",
      "--dose 3U --meal dinner --base 4U --at 2026-01-04T20:00 --notes 'cena ligera'",
    ] { expectSuccess(try state.diary("add \(arguments)")) }
  }

  @Test("Six columns in the order of DIA-6; the dose beside its reading, and none lost")
  func export() throws {
    let result = try state.diary("export")
    #expect(result.status == 0)
    #expect(
      result.output
        == [
          "date and time,amount (mg/dL),category,base insulin (U),modification (U),notes",
          "2026-01-02T12:00:00Z,182,before lunch,6,1.5,\"pan, \"\"fruta\"\"\"",
          "2026-01-02T14:00:00Z,60,after lunch,,,=1+1",
          "2026-01-03T09:00:00Z,HI,other,,,", "2026-01-03T10:00:00Z,LO,other,,,",
          "2026-01-04T08:00:00Z,182,before lunch,,,",
          "2026-01-04T20:00:00Z,,before dinner,4,-1,cena ligera", "",
        ].joined(separator: "\r\n"))
  }

  @Test("In Spanish the columns have the names of the source; the other unit, in the header too")
  func spanish() throws {
    let lines = try state.diary("export --language es --unit mmol/L").output
      .components(separatedBy: "\r\n")
    #expect(
      lines[0] == "fecha y hora,cantidad (mmol/L),categoría,insulina base (U),"
        + "insulina de modificación (U),observaciones")
    #expect(lines[1].hasPrefix("2026-01-02T12:00:00Z,10.1,antes del almuerzo,6,1.5,"))
  }

  @Test("--spreadsheet-safe: no cell of a person's text can be run as a formula")
  func spreadsheetSafe() throws {
    let output = try state.diary("export --spreadsheet-safe").output
    #expect(output.contains(",\"'=1+1\"\r\n"))
    #expect(output.contains(",\"cena ligera\"\r\n"))
    #expect(output.contains(",4,-1,"))
  }

  @Test("Local time carries its offset, so that no hour stands twice")
  func zone() throws {
    let profile = try state.folder.write(
      "profile.yaml",
      """
      language: en
      perimeter: {lat: -2.9, lon: -79, radius_m: 150}
      time_zone: America/Guayaquil
      """)
    let output = try state.diary("export --profile '\(profile)'").output
    #expect(output.contains("\r\n2026-01-02T07:00:00-05:00,182,"))
  }

  @Test("Python and numpy get the same figures from the export", .needs(.numpy))
  func numpy() throws {
    let theirs = try state.shell(
      """
      $diary export > "$state.csv" && python3 - "$state.csv" <<'END'
      import csv, json, sys, numpy
      rows = list(csv.reader(open(sys.argv[1], newline="", encoding="utf-8"), strict=True))
      assert all(len(row) == 6 for row in rows)
      # The export shows the converted value as a meter would; the statistics do not round it.
      v = numpy.array([10.1 * 18.01559 if "01-04" in r[0] else float(r[1])
                       for r in rows[1:] if r[1] not in ("", "LO", "HI")])
      print(json.dumps([len(v), v.max(), v.min(), v.mean(), v.std(ddof=1)]))
      END
      """)
    let figures = try #require(
      try JSONSerialization.jsonObject(with: Data(theirs.output.utf8)) as? [Double])
    let ours = try state.diary("stats --format json").summary
    #expect(ours["count"] as? Int == 5)
    #expect(ours["lo"] as? Int == 1)
    #expect(ours["hi"] as? Int == 1)
    #expect(figures.first == 3)
    for (key, figure) in zip(["maximum", "minimum", "mean", "sd"], figures.dropFirst()) {
      let value = try #require(ours[key] as? Double)
      #expect(abs(value - figure) <= 1e-12 * figure, "\(key)")
    }
  }

  @Test("Between dates and per category; one reading has no deviation")
  func parts() throws {
    let day = try state.diary("stats --from 2026-01-02 --to 2026-01-02 --format json").summary
    #expect(day["count"] as? Int == 2)
    #expect(day["mean"] as? Double == 121)
    #expect(day["low"] as? Int == 1)
    let lunch = try state.diary("stats --category after-lunch --format json").summary
    #expect(lunch["count"] as? Int == 1)
    #expect(lunch["sd"] is NSNull)
    #expect(lunch["category"] as? String == "after-lunch")
    let groups = try state.diary("stats --by category --format json").events
    #expect(
      groups.map { $0["category"] as? String } == ["before-lunch", "after-lunch", "other"])
    #expect(groups.map { $0["mean"] is NSNull } == [false, false, true])
  }

  @Test("Without readings there is no category: people are told, scripts get a count of 0")
  func noCategories() throws {
    let never = "stats --by category --from 2027-01-01"
    let text = try state.diary(never)
    #expect(text.status == 0)
    #expect(text.output.isEmpty)
    #expect(text.errors == "vigia: no readings\n")
    let json = try state.diary(never + " --format json").events
    #expect(json.map { $0["count"] as? Int } == [0])
    #expect(json.allSatisfy { $0["category"] is NSNull && $0["mean"] is NSNull })
  }

  @Test("For people: every figure with its unit, LO and HI beside the extremes, no GMI and why")
  func text() throws {
    let text = try state.diary("stats").output
    #expect(text.contains("readings                  5, of these 1 LO, 1 HI"))
    #expect(text.contains("maximum                   182 mg/dL, and HI"))
    #expect(text.contains("minimum                   60 mg/dL, and LO"))
    #expect(text.contains("54 to below 70            20.0 % (1)"))
    #expect(text.contains("GMI                       none: for continuous sensors"))
    // A minimum of 69.6 is shown on its side of 70, whatever a meter shows.
    expectSuccess(try state.diary("add --glucose 69.6mg/dL --at 2026-01-05T08:00"))
    let near = try state.diary("stats --from 2026-01-05").output
    #expect(near.contains("minimum                   69.6 mg/dL"))
    #expect(near.contains("54 to below 70            100.0 % (1)"))
    let millimoles = try state.diary("stats --from 2026-01-05 --unit mmol/L").output
    #expect(millimoles.contains("minimum                   3.86 mmol/L"))
    // The maximum is not below the mean: it has the decimals with which it was measured.
    expectSuccess(try state.diary("add --glucose 100mg/dL --at 2026-01-06T08:00"))
    expectSuccess(try state.diary("add --glucose 100.1mg/dL --at 2026-01-06T09:00"))
    let fine = try state.diary("stats --from 2026-01-06").output
    #expect(fine.contains("maximum                   100.1 mg/dL"))
    #expect(fine.contains("minimum                   100 mg/dL"))
    let empty = try state.diary("stats --from 2027-01-01 --language es").output
    #expect(empty.contains("medidas                   0"))
    #expect(empty.contains("no hay: menos de dos números"))
  }
}
