import Foundation
import TestSupport
import Testing

@Suite("vigia perimeter advise (ALZ-3)")
struct PerimeterAdviseTests {
  private let folder: Folder
  init() throws { folder = Folder() }

  private func advise(_ arguments: String) throws -> Command.Result {
    try Command.shell("cd '\(folder.path(""))' && \"$vigia\" perimeter advise \(arguments)")
  }

  /// Two hours at home and twenty minutes at a bench 280 m to the north, a fix every ten seconds.
  private var day: [String] {
    (0..<840).map { step in
      let seconds = step * 10
      let metres = Double(min(max(step - 600, 0), 20) * 14 - min(max(step - 760, 0), 20) * 14)
      let time = String(
        format: "2026-03-10T%02d:%02d:%02d.000Z", 14 + seconds / 3600, seconds / 60 % 60,
        seconds % 60)
      return Sample.tpv(0, -2.9005 + metres / 110_574)
        .replacingOccurrences(of: Sample.time(0), with: time)
    }
  }

  @Test("The advice is a profile's perimeter, ready to be copied")
  func profile() throws {
    _ = try folder.write("day.jsonl", day.joined())
    let result = try advise("day.jsonl")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("Home -2.900500,-79.004500: 1 h 5"))
    #expect(
      result.output.contains("\nAdvised radius: 340 m = 280 m + 50 m (3 x 0 m of scatter, but"))
    let yaml = result.output.split(separator: "\n").suffix(2).joined(separator: "\n")
    #expect(
      yaml == "perimeter:\n  {lat: -2.900500, lon: -79.004500, radius_m: 340}", "\(result.output)")
    let path = try folder.write("profile.yaml", yaml + "\n")
    expectSuccess(try Command.vigia("profile", "check", path))
  }

  @Test("Scripts get the same as one object; standard input and NMEA are read, too")
  func json() throws {
    _ = try folder.write("day.jsonl", day.joined())
    let object = try advise("day.jsonl --format json").summary
    #expect(object["radius_m"] as? Double == 340)
    #expect(object["lat"] as? Double == -2.9005)
    #expect((object["daily"] as? [[String: Any]])?.count == 1)
    #expect(object["days"] as? Int == 1)
    #expect((object["warnings"] as? [String])?.count == 1)
    let piped = try advise("- --format json < day.jsonl").output
    #expect(try piped == advise("day.jsonl --format json").output)
    let gpx = try advise("day.jsonl --format json; \"$vigia\" convert day.jsonl day.gpx 2>&1")
    #expect(gpx.status == 0)
    #expect(try advise("day.gpx --format json").summary["radius_m"] as? Double == 340)
  }

  @Test("The same day in two formats counts once, and a warning says so")
  func formats() throws {
    _ = try folder.write("day.jsonl", day.joined())
    let once = try advise("day.jsonl --format json").summary
    let gpx = try advise("day.jsonl --format json; \"$vigia\" convert day.jsonl day.gpx 2>&1")
    #expect(gpx.status == 0)
    let both = try advise("day.jsonl day.gpx --format json").summary
    #expect(both["recorded_s"] as? Int == once["recorded_s"] as? Int)
    #expect(both["home_fixes"] as? Int == once["home_fixes"] as? Int)
    #expect((both["warnings"] as? [String])?.first?.hasPrefix("1 trace holds only minutes") == true)
  }

  @Test("No home to be told: a warning and status 1")
  func nowhere() throws {
    _ = try folder.write(
      "walk.jsonl", Sample.json.split(separator: "\n")[30...150].joined(separator: "\n"))
    let result = try advise("walk.jsonl")
    #expect(result.status == 1)
    #expect(result.output.hasPrefix("Warning: no stay of 5 minutes or more was recorded"))
    #expect(!result.output.contains("perimeter:"))
  }

  @Test("A home without a single fix is none, however long the receiver said nothing")
  func noFix() throws {
    let lines = [(0, -2.91), (5, -2.9005), (10, -2.9005), (15, -2.89)].map {
      Sample.tpv($0.0 * 60, $0.1)
    }
    _ = try folder.write("sparse.jsonl", lines.joined())
    let result = try advise("sparse.jsonl")
    #expect(result.status == 1)
    #expect(result.output.contains("so home is unknown"), "\(result.output)")
    #expect(!result.output.contains("perimeter:"))
    let object = try advise("sparse.jsonl --format json")
    #expect(object.status == 1)
    #expect(object.summary["home_fixes"] as? Int == 0)
    #expect(object.output.contains("\"lat\":null,\"lon\":null,\"radius_m\":null"))
  }

  @Test(
    "A file that cannot be used is refused in one line",
    arguments: [
      ("/nowhere", "/nowhere: cannot be opened: No such file"),
      ("text.txt", "text.txt: "), ("empty.jsonl", "empty.jsonl: "),
      ("still.jsonl still.jsonl", "still.jsonl: is given twice; expected each day once"),
      ("still.jsonl ./still.jsonl", "./still.jsonl: is given twice; expected each day once"),
      ("still.jsonl --radius 99", "--radius: is \"99\"; expected 100 to 1000 m"),
      ("still.jsonl --radius nan", "expected 100 to 1000 m"),
      ("still.jsonl --date tomorrow", "--date: is \"tomorrow\"; expected a day"),
      ("", "has neither traces nor --state"),
    ])
  func refused(_ arguments: String, _ part: String) throws {
    _ = try folder.write("text.txt", "Rosa lives in Cuenca.\n")
    _ = try folder.write("empty.jsonl", "")
    _ = try folder.write("still.jsonl", Sample.tpv(0, -2.9005))
    let result = try advise(arguments)
    #expect(result.status == 2)
    #expect(result.complaints.count == 1, "\(result.errors)")
    #expect(result.errors.contains(part), "\(result.errors)")
  }

  @Test(
    "Receivers that stood still: home is where they stood, and 150 m are enough",
    .needsShared(Shared.realTraces))
  func stillLogs() throws {
    let logs = [
      "stat_polimi_ublox8_ACM0_20230114.nmea", "stat_polimi_ublox8_ACM1_20230114.nmea",
    ].map { "'\(Shared.realTrace($0))'" }.joined(separator: " ")
    let object = try advise("\(logs) --format json").summary
    #expect(object["radius_m"] as? Double == 150)
    #expect(object["days"] as? Int == 2)
    #expect((object["home_s"] as? Int).map { $0 > 34_000 } == true)
    // The folder's README has 13.4 and 21.9 m from the medians of the two.
    #expect((object["r95_m"] as? Double).map { (13...23).contains($0) } == true)
    #expect((object["daily"] as? [Any])?.isEmpty == true)
  }

  @Test(
    "Walks have no home worth the name, and it says so",
    .needsShared(Shared.realTraces),
    arguments: [
      "walk_oakland_rmc_20140716.nmea", "walk_stuttgart_strava_20240219.gpx",
      "walk_newjersey_vito_20070310.gpx", "walk_mallorca_coast_20230611.gpx",
    ])
  func walks(_ name: String) throws {
    let path = Shared.realTrace(name)
    let result = try advise("'\(path)'")
    #expect(result.errors.isEmpty)
    #expect(
      result.output.contains("Warning: too little was recorded at home")
        || result.output.contains("Warning: no stay"), "\(result.output)")
  }

  @Test(
    "A real day of Geolife, hours of holes in it: home, and a place beyond what one day can tell",
    .needs(.python3),
    .needsShared(Shared.realTraces))
  func geolife() throws {
    let log = Shared.realTrace("day_beijing_geolife005_20081027.plt")
    let script = Places.own("scripts/geolife.py")
    let result = try Command.shell(
      "python3 '\(script)' '\(log)' 0 100000 | \"$vigia\" perimeter advise -")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("Home 40.011"), "\(result.output)")
    #expect(result.output.contains(" of it without a position)"))
    #expect(result.output.contains("Farthest daily place: 8"))
    #expect(result.output.contains("Warning: 1 day recorded"))
    // Its own format is none that vigia reads.
    let refused = try advise("'\(log)'")
    #expect(refused.status == 2 && refused.complaints.count == 1)
  }
}
