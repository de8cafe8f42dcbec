import Foundation
import Testing

@Suite("Traces and names that replay, convert and advise refuse, and why")
struct TraceRefusalTests {
  private let folder: Folder
  init() throws { folder = Folder() }

  private func replay(_ file: String, _ more: String...) throws -> Command.Result {
    try Command.shell(
      "cd '\(folder.path(""))' && \"$vigia\" replay \(file) --perimeter=\(Sample.perimeter) "
        + more.joined(separator: " "))
  }

  @Test("A GPX of routes or waypoints alone is refused, by replay, convert and advise alike")
  func routes() throws {
    _ = try folder.write(
      "route.gpx",
      "<gpx version=\"1.1\"><rte><rtept lat=\"-2.9\" lon=\"-79\"/><rtept lat=\"-2.8\" lon=\"-79\"/></rte></gpx>"
    )
    _ = try folder.write(
      "places.gpx", "<gpx version=\"1.1\"><wpt lat=\"-2.9\" lon=\"-79\"/></gpx>")
    for command in ["replay", "convert", "perimeter advise"] {
      for (file, kind) in [("route.gpx", "routes"), ("places.gpx", "waypoints")] {
        let more =
          command == "replay"
          ? "--perimeter=\(Sample.perimeter)" : command == "convert" ? "out.jsonl" : ""
        let result = try Command.shell(
          "cd '\(folder.path(""))' && \"$vigia\" \(command) \(file) \(more)")
        #expect(result.status == 2, "\(command) \(file)")
        #expect(
          result.errors == "vigia: \(file): holds \(kind) only; vigia replays recorded tracks\n")
      }
    }
    // A garden of waypoints with times is no walk either.
    _ = try folder.write(
      "both.gpx",
      "<gpx version=\"1.1\"><wpt lat=\"-2.9\" lon=\"-79\"><time>\(Sample.time(0))</time></wpt>"
        + "<rte><rtept lat=\"-2.9\" lon=\"-79\"/></rte></gpx>")
    #expect(
      try replay("both.gpx").errors
        == "vigia: both.gpx: holds routes and waypoints only; vigia replays recorded tracks\n")
    // An empty track is a track.
    _ = try folder.write(
      "empty.gpx", "<gpx version=\"1.1\"><rte><rtept lat=\"-2.9\" lon=\"-79\"/></rte><trk/></gpx>")
    #expect(try replay("empty.gpx").errors.contains("holds no position at all"))
  }

  @Test("A track without times is refused with that reason")
  func untimed() throws {
    let points = (0..<3).map { "<trkpt lat=\"-2.90\($0)\" lon=\"-79\"/>" }.joined()
    _ = try folder.write(
      "plan.gpx", "<gpx version=\"1.1\"><trk><trkseg>\(points)</trkseg></trk></gpx>")
    let result = try replay("plan.gpx")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "vigia: plan.gpx: holds 3 track points without <time>; vigia replays recorded tracks\n")
  }

  @Test("A track with its newest points first is refused; if most of it is so, there is a warning")
  func newestFirst() throws {
    func track(_ steps: [(second: Int, latitude: Double)]) -> String {
      let points = steps.map {
        "<trkpt lat=\"\($0.latitude)\" lon=\"-79.0045\"><time>\(Sample.time($0.second))</time></trkpt>"
      }
      return "<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
    }
    _ = try folder.write("none.yaml", "expect:\n- {none: perimeter.exit}\n")
    _ = try folder.write("newest.gpx", track(Sample.walk().reversed()))
    let result = try replay("newest.gpx", "--expect none.yaml")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "vigia: newest.gpx: holds 451 track points, and no time passes between them; "
        + "expected a recording in the order of time\n", "\(result.errors)")
    let begun = Array(Sample.walk().prefix(100))
    let rest = Array(Sample.walk().dropFirst(100).reversed())
    _ = try folder.write("partly.gpx", track(begun + rest))
    let partly = try replay("partly.gpx")
    #expect(partly.status == 0)
    #expect(
      partly.errors
        == "vigia: partly.gpx: 350 of 451 fixes are at the moment of the one before; "
        + "expected a recording in the order of time\n", "\(partly.errors)")
  }

  @Test(
    "Two positions of which one is a day ahead are refused with that reason; a track of two is not")
  func twoDays() throws {
    let lines = ["10", "11"].map {
      #"{"class":"TPV","mode":3,"lat":-2.9,"lon":-79,"eph":5,"time":"2015-03-\#($0)T09:00:00Z"}"#
    }
    _ = try folder.write("days.jsonl", lines.joined(separator: "\n") + "\n")
    let result = try replay("days.jsonl")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "vigia: days.jsonl: its last positions are dated days ahead and count as a wrong date; "
        + "expected three that agree\n", "\(result.errors)")
    let points = ["10", "11"].map {
      "<trkpt lat=\"-2.9\" lon=\"-79\"><time>2015-03-\($0)T09:00:00Z</time></trkpt>"
    }
    _ = try folder.write(
      "days.gpx", "<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>")
    #expect(try replay("days.gpx").status == 0)
  }

  @Test("A single point with a time beside a plan is refused; beside a walk, the plan is named")
  func planned() throws {
    func track(_ steps: some Sequence<(second: Int, latitude: Double)>, timed: Bool) -> String {
      let points = steps.map {
        "<trkpt lat=\"\($0.latitude)\" lon=\"-79.0045\">"
          + (timed ? "<time>\(Sample.time($0.second))</time>" : "") + "</trkpt>"
      }
      return "<trk><trkseg>\(points.joined())</trkseg></trk>"
    }
    _ = try folder.write("none.yaml", "expect:\n- {none: perimeter.exit}\n")
    let plan = track(Sample.walk().prefix(300), timed: false)
    for (count, status) in [(1, Int32(2)), (100, 0)] {
      let walk = track(Sample.walk().prefix(count), timed: true)
      _ = try folder.write("plan.gpx", "<gpx version=\"1.1\">\(plan)\(walk)</gpx>")
      let result = try replay("plan.gpx", "--expect none.yaml")
      #expect(result.status == status)
      let reason =
        status == 0
        ? "300 track points without a time were taken for a plan"
        : "holds 301 track points, and no time passes between them; "
          + "expected a recording in the order of time"
      #expect(result.errors == "vigia: plan.gpx: \(reason)\n", "\(result.errors)")
    }
  }

  @Test("Without a perimeter every way to give one is named; advise says what it needs of a day")
  func perimeter() throws {
    let walk = try folder.write("walk.jsonl", Sample.json)
    let result = try Command.vigia("replay", walk)
    #expect(result.status == 2)
    for way in ["--perimeter LAT,LON,RADIUS_M", "--profile FILE", "vigia perimeter advise"] {
      #expect(result.errors.contains(way))
    }
    let advice = try Command.vigia("perimeter", "advise", walk)
    #expect(advice.status == 1)
    #expect(advice.output.contains("expected days with hours at home, as NMEA, GPX or gpsd JSON"))
    #expect(advice.output.contains("to replay a walk alone, give vigia replay a circle"))
  }

  @Test("A minus sign is no file to write: nothing of that name appears")
  func minus() throws {
    _ = try folder.write("walk.jsonl", Sample.json)
    let result = try replay("walk.jsonl", "--report -")
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(
      result.errors
        == "vigia: -: standard output has the text; expected the name of a file, or ./- for one called -\n"
    )
    #expect(!FileManager.default.fileExists(atPath: folder.path("-")))
    expectSuccess(try replay("walk.jsonl", "--report ./-"))
    #expect(FileManager.default.fileExists(atPath: folder.path("-")))
  }

  @Test("A name that is not UTF-8 is refused by its bytes, and no other file is taken for it")
  func bytes() throws {
    _ = try folder.write("walk.jsonl", Sample.json)
    // The program's own repair of the name would open this one.
    let result = try Command.shell(
      "cd '\(folder.path(""))' && cp walk.jsonl $'caf\\xe9.jsonl' && cp walk.jsonl $'caf\\xef\\xbf\\xbd.jsonl'"
        + " && \"$vigia\" replay $'caf\\xe9.jsonl' --perimeter=\(Sample.perimeter)")
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(
      result.errors
        == "vigia: argument 2 is \"caf\\xE9.jsonl\", which is not UTF-8; expected UTF-8: rename the file, "
        + "or give it as standard input\n", "\(result.errors)")
    let piped = try Command.shell(
      "cd '\(folder.path(""))' && \"$vigia\" replay - --perimeter=\(Sample.perimeter) < $'caf\\xe9.jsonl'"
    )
    #expect(piped.output.contains("1 exit, 1 return"))
  }

  @Test(
    "Lines end at LF, CRLF or CR, mixed too, in every format", arguments: ["\r", "\r\n", "mixed"])
  func lineEnds(_ end: String) throws {
    func ended(_ text: String) -> String {
      var count = 0
      return text.replacingOccurrences(of: "\r\n", with: "\n").split(separator: "\n").map { line in
        count += 1
        return line + (end == "mixed" ? ["\r", "\n", "\r\n"][count % 3] : end)
      }.joined()
    }
    var log = ""
    for (second, latitude) in Sample.walk() {
      log +=
        Sample.rmc(second, latitude) + "$GPTXT,01,01,02,hello*40\n" + Sample.gga(second, latitude)
    }
    log += "$GPRMC,1*00\nnoise\n"
    for (name, text) in [("a.nmea", log), ("a.jsonl", Sample.json + "{\"class\":\"TPV\"}\n")] {
      _ = try folder.write(name, text)
      let plain = try replay(name, "--format json")
      _ = try folder.write(name, ended(text))
      let other = try replay(name, "--format json")
      #expect(plain.status == 0)
      #expect(other.behaviour == plain.behaviour, "\(name): \(other.errors)")
      #expect(other.errors == plain.errors)
    }
    // The number of a line that is refused counts such lines, too.
    _ = try folder.write(
      "bad.jsonl", ended(Sample.json + "{\"class\":\"CONFIG\",\"format\":99,\"at_ms\":0}\n"))
    let bad = try Command.shell("cd '\(folder.path(""))' && \"$vigia\" convert bad.jsonl out.jsonl")
    #expect(bad.status == 2)
    #expect(bad.errors.contains("bad.jsonl: line 452: "), "\(bad.errors)")
  }
}
