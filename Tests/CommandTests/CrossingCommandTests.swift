import Foundation
import TestSupport
import Testing

@Suite("vigia replay: crossed at, so late, so far, because (CARD-3, ALZ-12)")
struct CrossingCommandTests {
  private let walk = Places.own("traces/cuenca-1-lanyard.jsonl")

  @Test("Exit and return carry crossing, lateness, metres and a sentence whose seconds add up")
  func json() throws {
    let result = try Command.vigia("replay", walk, "--format", "json")
    for name in ["perimeter.exit", "perimeter.return"] {
      let event = try #require(result.events.named(name).first)
      let late = try #require(event["late_s"] as? Double)
      let why = try #require(event["why"] as? String)
      let causes = try #require(event["why_s"] as? [String: Int])
      #expect(late > 5 && late < 90)
      #expect(abs(Double(causes.values.reduce(0, +)) - late) <= 1)
      #expect(causes.values.allSatisfy { why.contains("\($0) s") })
      #expect((event["crossed"] as? String)?.hasSuffix("Z") == true)
      #expect(try #require(event["beyond_m"] as? Double) > 5)
      #expect(try #require(event["crossed_pm_s"] as? Double) > 1)
    }
  }

  @Test("The text says it below the event, in both languages")
  func text() throws {
    let english = try Command.vigia("replay", walk).output
    #expect(
      english.contains("crossed the edge at 10:03:09 ± 18 s; announced 25 s later, 25 m beyond: "))
    let spanish = try Command.vigia("replay", walk, "--language", "es").output
    #expect(spanish.contains("cruzó el límite a las 10:03:09 ± 18 s; avisado 25 s después, "))
    #expect(!spanish.contains("crossed"))
  }

  @Test("An expectation may count from the crossing; a miss says how late it came")
  func ofCrossing() throws {
    let folder = Folder()
    for (within, status) in [(30, Int32(0)), (20, 1)] {
      let expect = try folder.write(
        "e.yaml",
        "expect:\n- {event: perimeter.exit, of_crossing: true, within_s: \(within)}\n")
      let result = try Command.vigia("replay", walk, "--expect", expect)
      #expect(result.status == status)
      #expect(result.output.contains("1 perimeter.exit within \(within) s of the crossing"))
      if status == 1 { #expect(result.output.contains("25.0 s after the crossing")) }
    }
    let junit = try Command.vigia(
      "replay", walk, "--format", "junit", "--expect",
      try folder.write(
        "j.yaml", "expect:\n- {event: perimeter.exit, of_crossing: true, within_s: 20}\n"))
    #expect(junit.output.contains("25.0 s after the crossing"))
    #expect(junit.output.contains("crossed the edge at"))
  }

  @Test(
    "An expectation of a crossing that makes no sense is refused with file and line",
    arguments: [
      (
        "- {event: help.requested, of_crossing: true, within_s: 60}",
        "does not go with help.requested"
      ),
      ("- {event: perimeter.exit, of_crossing: true}", "within_s: SECONDS"),
      ("- {event: perimeter.exit, within_s: 60}", "of_crossing: true"),
      ("- {event: perimeter.exit, of_crossing: maybe, within_s: 60}", "expected true"),
    ])
  func refused(_ line: String, _ said: String) throws {
    let folder = Folder()
    let expect = try folder.write("e.yaml", "expect:\n\(line)\n")
    let result = try Command.vigia("replay", walk, "--expect", expect)
    #expect(result.status == 2)
    #expect(result.errors.contains(said) && result.errors.contains("e.yaml: line 2"))
  }

  @Test("home: first fix makes the first usable position the centre")
  func home() throws {
    let folder = Folder()
    let nmea = try folder.write("walk.jsonl", Sample.json)
    let expect = try folder.write(
      "e.yaml", "home: first fix\nradius_m: 100\nexpect:\n- {event: perimeter.exit}\n")
    let result = try Command.vigia("replay", nmea, "--expect", expect)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    let radiusless = try folder.write(
      "r.yaml", "home: first fix\nexpect:\n- {event: perimeter.exit}\n")
    let refused = try Command.vigia("replay", nmea, "--expect", radiusless)
    #expect(refused.status == 2 && refused.errors.contains("radius_m"))
    let given = try Command.vigia(
      "replay", nmea, "--expect", radiusless, "--perimeter", "10,10,100")
    #expect(given.status == 0, "\(given.errors)")
    let wider = try Command.vigia(
      "replay", nmea, "--expect", expect, "--perimeter", "10,10,400")
    #expect(wider.status == 1, "a walk of 180 m does not leave the circle of the command line")
    let piped = try Command.vigia(
      "replay", "-", "--expect", expect, input: Data(Sample.json.utf8))
    #expect(piped.status == 2 && piped.errors.contains("standard input"))
  }

  @Test("The page has a section with a chart for each, and the crossing on plan and chart")
  func page() throws {
    let folder = Folder()
    let page = folder.path("page.html")
    _ = try Command.vigia("replay", walk, "--report", page)
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("Exit announced at 10:03:34"))
    #expect(html.contains("10:03:09 ±\u{A0}18\u{A0}s"))
    #expect(html.contains("id=\"trace-1-crossing-2-narrow-t\""))
    #expect(html.components(separatedBy: "class=\"crossmark\"").count > 8)
  }

  @Test(
    "A script with geodesy of others comes to the same on walks of strangers",
    .needsShared(Shared.realTraces), .needs(.geographiclib, .numpy))
  func strangers() throws {
    let real = Shared.path(Shared.realTraces)
    let result = try Command.shell(
      "\(Places.own("scripts/lateness.py")) $vigia first,150"
        + " \(real)/walk_[!g]* \(real)/hike_*")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains(" crossings, 0 differ"))
  }
}
