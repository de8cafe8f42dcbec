import Foundation
import TestSupport
import Testing

@Suite("vigia replay")
struct ReplayCommandTests {
  @Test("Our own trace: one exit, one return, every expectation met (ALZ-12)")
  func ownTrace() throws {
    let result = try Command.vigia("replay", Places.own("traces/cuenca-1-lanyard.jsonl"))
    #expect(result.status == 0)
    #expect(result.output.contains("LEFT the perimeter"))
    #expect(result.output.contains("Came back"))
    #expect(result.output.contains("1 exit, 1 return"))
    #expect(!result.output.contains("MISSED"))
    #expect(result.errors.isEmpty)
  }

  @Test("JSON Lines end with a summary, twice the same bytes (CARD-3)")
  func json() throws {
    let arguments = ["replay", Places.own("traces/cuenca-3-gap.jsonl"), "--format", "json"]
    let first = try Command.vigia(arguments[0], arguments[1], arguments[2], arguments[3])
    let second = try Command.vigia(arguments[0], arguments[1], arguments[2], arguments[3])
    #expect(first.output == second.output)
    #expect(first.summary["event"] as? String == "summary")
    #expect(first.summary["exits"] as? Int == 1)
    #expect(first.summary["fixes"] as? Int == 488)
    #expect((first.summary["digest"] as? String)?.count == 16)
    #expect(first.count("position.lost") == 1)
    #expect(first.count("position.regained") == 1)
    #expect(first.count("perimeter.exit") == 1)
  }

  @Test("Standard input works like a file")
  func standardInput() throws {
    let result = try Command.vigia(
      "replay", "-", "--perimeter", Sample.perimeter, "--format", "json",
      input: Data(Sample.json.utf8))
    #expect(result.status == 0)
    #expect(result.summary["exits"] as? Int == 1)
    #expect(result.summary["returns"] as? Int == 1)
  }

  @Test("Several traces: each on a fresh device, named in every line, with its own expectations")
  func several() throws {
    let names = ["cuenca-1-lanyard", "cuenca-2-pocket"].map { Places.own("traces/\($0).jsonl") }
    let result = try Command.vigia("replay", names[0], names[1], "--format", "json")
    #expect(result.status == 0)
    #expect(result.count("summary") == 2)
    #expect(Set(result.events.compactMap { $0["trace"] as? String }) == Set(names))
    #expect(result.events.allSatisfy { $0["missed"] == nil || $0["missed"] as? Int == 0 })
  }

  @Test("A missed expectation exits with 1 and says what happened instead, in every format")
  func missed() throws {
    let folder = Folder()
    let trace = try folder.write("walk.jsonl", Sample.json)
    let expect = try folder.write("other.yaml", "expect:\n- {event: perimeter.exit, to_s: 60}\n")
    for format in ["text", "json", "junit"] {
      let result = try Command.vigia(
        "replay", trace, "--perimeter", Sample.perimeter, "--expect", expect, "--format", format)
      #expect(result.status == 1)
      #expect((result.output + result.errors).contains("it happened at"))
    }
  }

  @Test("A miss tells times by the clock of the profile, and a window as the file has it")
  func local() throws {
    let folder = Folder()
    let trace = try folder.write("walk.jsonl", Sample.json)
    let profile = try folder.write(
      "profile.yaml",
      "perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 100}\ntime_zone: America/Guayaquil\n")
    let expect = try folder.write(
      "expect.yaml", "expect:\n- {event: perimeter.exit, to: \"2015-03-21T10:00:30-05:00\"}\n")
    for language in ["en", "es"] {
      let text = try Command.vigia(
        "replay", trace, "--profile", profile, "--expect", expect, "--language", language)
      #expect(text.output.contains("2015-03-21T10:00:30-05:00: "), "\(text.output.suffix(300))")
      #expect(text.output.contains("(2015-03-21T10:02:"))
      #expect(text.output.contains(".000-05:00)"))
    }
    let json = try Command.vigia(
      "replay", trace, "--profile", profile, "--expect", expect, "--format", "json")
    #expect((json.summary["misses"] as? [String])?.first?.contains(".000-05:00)") == true)
    let plain = try Command.vigia(
      "replay", trace, "--perimeter", Sample.perimeter, "--expect", expect)
    #expect(plain.output.contains("(2015-03-21T15:02:"))
  }

  @Test("NAME.expect.yaml beside a trace is found by itself")
  func beside() throws {
    let folder = Folder()
    let trace = try folder.write("walk.jsonl", Sample.json)
    _ = try folder.write("walk.expect.yaml", "expect:\n- {none: perimeter.exit}\n")
    let result = try Command.vigia("replay", trace, "--perimeter", Sample.perimeter)
    #expect(result.status == 1)
    #expect(result.output.contains("MISSED  expected no perimeter.exit"))
  }

  @Test("JUnit is well-formed and has a case for each expectation", .needs(.xmllint))
  func junit() throws {
    let folder = Folder()
    let file = folder.path("junit.xml")
    let trace = Places.own("traces/cuenca-1-lanyard.jsonl")
    let result = try Command.shell(
      "\"$vigia\" replay '\(trace)' --format junit > '\(file)' && xmllint --noout '\(file)'")
    #expect(result.status == 0)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("tests=\"14\" failures=\"0\""))
  }

  @Test("The same walk as NMEA and as its converted trace has the same digest; GPX too")
  func converted() throws {
    let folder = Folder()
    var nmea = ""
    for (second, latitude) in Sample.walk() {
      nmea += Sample.rmc(second, latitude) + Sample.gga(second, latitude)
    }
    let log = try folder.write("walk.nmea", nmea)
    let trace = folder.path("walk.jsonl")
    let gpx = folder.path("walk.gpx")
    expectSuccess(try Command.vigia("convert", log, trace))
    expectSuccess(try Command.vigia("convert", log, gpx))
    let digests = try [log, trace, gpx].map {
      try Command.vigia("replay", $0, "--perimeter", Sample.perimeter, "--format", "json")
        .summary["digest"] as? String
    }
    #expect(digests[0] != nil)
    #expect(digests[0] == digests[1])
    #expect(digests[0] == digests[2])
    let wider = try Command.vigia(
      "replay", log, "--perimeter", "-2.9005,-79.0045,101", "--format", "json")
    #expect(wider.summary["digest"] as? String != digests[0])
  }

  @Test("A log without a date begins in 1970, or on --date, and decides alike")
  func undated() throws {
    let folder = Folder()
    let nmea = Sample.walk().map { Sample.gga($0.second, $0.latitude) }.joined()
    let log = try folder.write("walk.nmea", nmea)
    let plain = try Command.vigia(
      "replay", log, "--perimeter", Sample.perimeter, "--format", "json")
    let dated = try Command.vigia(
      "replay", log, "--perimeter", Sample.perimeter, "--format", "json", "--date", "2015-03-21")
    #expect(plain.events.first?["time"] as? String == "1970-01-01T15:00:00.000Z")
    #expect(dated.events.first?["time"] as? String == "2015-03-21T15:00:00.000Z")
    #expect(plain.summary["digest"] as? String == dated.summary["digest"] as? String)
  }

  @Test(
    "--date is a day of the zone in which the times are shown",
    arguments: [
      ("UTC", "2015-03-21"), ("America/Guayaquil", "2015-03-21"), ("Pacific/Apia", "2015-03-20"),
    ])
  func dateOfZone(zone: String, day: String) throws {
    let folder = Folder()
    let nmea = Sample.walk().map { Sample.gga($0.second, $0.latitude) }.joined()
    let log = try folder.write("walk.nmea", nmea)
    let result = try Command.vigia(
      "replay", log, "--perimeter", Sample.perimeter, "--format", "json", "--date", "2015-03-21",
      "--time-zone", zone)
    // 15:00 in UTC is 05:00 of the next day in Apia.
    #expect(result.events.first?["time"] as? String == "\(day)T15:00:00.000Z")
  }

  @Test(
    "A log that begins some epochs before its first date has that date from its first line on",
    arguments: [(1, "2015-03-21"), (3, "2015-03-21"), (30, "1970-01-01")])
  func dateBehind(second: Int, day: String) throws {
    let zda = Sample.sentence(String(format: "GPZDA,1500%02d.00,21,03,2015,00,00", second))
    let nmea = Sample.walk().map {
      Sample.gga($0.second, $0.latitude) + ($0.second == second ? zda : "")
    }
    let folder = Folder()
    let log = try folder.write("walk.nmea", nmea.joined())
    let result = try Command.vigia(
      "replay", log, "--perimeter", Sample.perimeter, "--format", "json")
    #expect(result.events.first?["event"] as? String == "device.started")
    #expect(result.events.first?["time"] as? String == "\(day)T15:00:00.000Z")
    let exit = result.events.named("perimeter.exit").first?["time"] as? String
    #expect(exit?.hasPrefix("2015-03-21T15:0") == true)
  }

  @Test("A log of three positions without a date has its times of day all the same")
  func dateless() throws {
    let nmea = Sample.walk().prefix(3).map { Sample.gga($0.second, $0.latitude) }.joined()
    let folder = Folder()
    let log = try folder.write("walk.nmea", nmea)
    let result = try Command.vigia(
      "replay", log, "--perimeter", Sample.perimeter, "--format", "json")
    #expect(result.events.first?["time"] as? String == "1970-01-01T15:00:00.000Z")
  }

  @Test("--assume-eph stands in for a missing eph and changes when the exit comes")
  func assumedEph() throws {
    let folder = Folder()
    let trace = try folder.write(
      "walk.jsonl", Sample.json.replacingOccurrences(of: ",\"eph\":19", with: ""))
    func exit(_ eph: String?) throws -> String? {
      let result = try Command.shell(
        "\"$vigia\" replay '\(trace)' --perimeter=\(Sample.perimeter) --format json "
          + (eph.map { "--assume-eph \($0)" } ?? ""))
      return result.events.named("perimeter.exit").first?["time"] as? String
    }
    let unknown = try #require(try exit(nil))
    let good = try #require(try exit("5"))
    #expect(good < unknown)
  }

  @Test("A profile gives perimeter, language and time zone of the text")
  func profile() throws {
    let folder = Folder()
    let trace = try folder.write("walk.jsonl", Sample.json)
    let profile = try folder.write(
      "profile.yaml",
      "perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 100}\ntime_zone: America/Guayaquil\n")
    let result = try Command.vigia("replay", trace, "--profile", profile)
    #expect(result.status == 0)
    #expect(result.output.contains("HA SALIDO del perímetro"))
    #expect(result.output.contains("  10:0"))
  }

  @Test("--report writes one self-contained page")
  func report() throws {
    let folder = Folder()
    let page = folder.path("report.html")
    let result = try Command.vigia(
      "replay", Places.own("traces/cuenca-1-lanyard.jsonl"), "--report", page)
    #expect(result.status == 0)
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("<svg"))
    #expect(html.contains("cuenca-1-lanyard"))
    #expect(!html.contains("<script src"))
    let again = try Command.vigia(
      "replay", Places.own("traces/cuenca-1-lanyard.jsonl"), "--report", page)
    #expect(again.status == 0)
    #expect(try String(contentsOfFile: page, encoding: .utf8) == html)
  }

  @Test(
    "Every real trace replays to its end, with the fixes that its manifest counts",
    .needsShared(Shared.realTraces))
  func realTraces() throws {
    let manifest = try String(
      contentsOfFile: Shared.realTrace("README.md"), encoding: .utf8)
    var replayed = 0
    for line in manifest.split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      // The first table of the manifest: file, format, motion, place, duration, fixes.
      guard cells.count >= 10, let expected = Int(cells[5]),
        ["NMEA", "GPX", "gpsd"].contains(where: { cells[1].hasPrefix($0) })
      else { continue }
      let file = Shared.realTrace(cells[0])
      let result = try Command.vigia(
        "replay", file, "--perimeter", "0,0,100", "--format", "json")
      #expect(result.status == 0, "\(cells[0])")
      let fixes = try #require(result.summary["fixes"] as? Int)
      // One of the tracks holds four points twice, and the manifest counts them.
      #expect(abs(fixes - expected) <= 4, "\(cells[0]): \(fixes), manifest \(expected)")
      replayed += 1
    }
    #expect(replayed == 29)
  }
}

extension Sample {
  static func rmc(_ second: Int, _ latitude: Double) -> String {
    sentence("GPRMC,\(clock(second)),A,\(minutes(latitude)),1.94,0.00,210315,,,A")
  }

  static func gga(_ second: Int, _ latitude: Double) -> String {
    sentence("GPGGA,\(clock(second)),\(minutes(latitude)),1,09,1.0,2500.0,M,0.0,M,,")
  }

  static func sentence(_ body: String) -> String {
    "$\(body)*" + String(format: "%02X", body.utf8.reduce(0, ^)) + "\r\n"
  }

  private static func clock(_ second: Int) -> String {
    String(format: "15%02d%02d.00", second / 60, second % 60)
  }

  private static func minutes(_ latitude: Double) -> String {
    String(format: "%02d%09.6f,S,07900.270000,W", 2, (-latitude - 2) * 60)
  }
}
