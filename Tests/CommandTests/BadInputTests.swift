import Foundation
import Testing

/// Whatever comes in, the answer is one clear line and exit status 2, or skip and count.
@Suite("Bad input")
struct BadInputTests {
  private let folder: Folder
  init() throws { folder = Folder() }

  private func replay(_ file: String, _ more: String...) throws -> Command.Result {
    try Command.shell(
      "\"$vigia\" replay '\(file)' --perimeter \(Sample.perimeter) --format json "
        + more.joined(separator: " "))
  }

  private func expectRefusal(
    _ result: Command.Result, _ parts: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(result.status == 2, sourceLocation: sourceLocation)
    #expect(result.complaints.count == 1, "\(result.errors)", sourceLocation: sourceLocation)
    for part in parts {
      #expect(result.errors.contains(part), "\(result.errors)", sourceLocation: sourceLocation)
    }
  }

  @Test("Empty, missing, a directory, binary, other text: refused with what was expected")
  func notATrace() throws {
    let expected = "expected gpsd JSON lines, NMEA 0183 sentences or a GPX track"
    expectRefusal(try replay(try folder.write("empty", "")), "empty", expected)
    expectRefusal(try replay(folder.path("nowhere")), "nowhere", "No such file")
    expectRefusal(try replay(folder.url.path), "is a directory")
    let binary = Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 >> 3) })
    expectRefusal(try replay(try folder.write("binary", binary)), "is binary", expected)
    expectRefusal(try replay(try folder.write("text", "hello\nworld\n")), "text of another kind")
    expectRefusal(try replay(try folder.write("kml", "<kml></kml>")), "<kml>", "expected <gpx>")
    expectRefusal(try replay(try folder.write("xml", "<gpx><trk>\n</gpx>")), "line 2")
  }

  @Test("Bytes of a bad file cannot steer the terminal that shows the refusal")
  func escapes() throws {
    let profile = try folder.write("p.yaml", "language: \"\\e[2J\\r\\n\"\n")
    let check = try Command.vigia("profile", "check", profile)
    #expect(check.status == 2)
    #expect(!check.errors.contains("\u{1B}") && !check.errors.contains("\r"))
    #expect(check.errors.contains("language is \"\u{FFFD}[2J"))
  }

  @Test("A start that cannot be read is refused by line, before anything is replayed")
  func start() throws {
    let trace = try folder.write(
      "boot.jsonl",
      Sample.tpv(1, -2.9005) + #"{"class":"BOOT","number":1,"keys":["help"],"secret":"beef"}"#
        + "\n")
    expectRefusal(try replay(trace), "boot.jsonl: line 2: BOOT: secret is wrong (it is not shown)")
  }

  @Test("A truncated last line is a warning; what came before it counts")
  func truncated() throws {
    let whole = Sample.json
    let result = try replay(try folder.write("torn", String(whole.dropLast(40))))
    #expect(result.status == 0)
    #expect(result.errors.contains("torn"))
    let lines = whole.split(separator: "\n").count
    #expect(result.summary["fixes"] as? Int == lines - 1)
    #expect(result.summary["skipped"] as? Int == 1)
    let junit = try Command.shell(
      "\"$vigia\" replay '\(folder.path("torn"))' --perimeter \(Sample.perimeter) --format junit")
    #expect(junit.output.contains("<property name=\"skipped_lines\" value=\"1\"/>"))
  }

  @Test("CRLF, a byte order mark and blank lines change nothing")
  func lineEnds() throws {
    let plain = try replay(try folder.write("plain", Sample.json))
    let crlf = Sample.json.replacingOccurrences(of: "\n", with: "\r\n")
    let dressed = try replay(try folder.write("dressed", "\u{FEFF}" + crlf + "\r\n\r\n"))
    #expect(plain.summary["digest"] as? String == dressed.summary["digest"] as? String)
    #expect(dressed.summary["skipped"] as? Int == 0)
  }

  @Test("A line of 10,240 characters is read, a longer one is skipped and counted once")
  func longLines() throws {
    func padded(to length: Int) -> String {
      let line = Sample.tpv(0, -2.9005).dropLast(2)
      let padding = length - line.utf8.count - ",\"x\":\"\"}".utf8.count
      return line + ",\"x\":\"" + String(repeating: "x", count: padding) + "\"}\n"
    }
    for (length, skipped) in [(10_240, 0), (10_241, 1), (300_000, 1), (1_000_000, 1)] {
      let result = try replay(
        try folder.write("long", Sample.tpv(1, -2.9005) + padded(to: length) + Sample.tpv(9, -2.9)))
      #expect(result.summary["skipped"] as? Int == skipped, "\(length)")
      #expect(result.summary["fixes"] as? Int == 3 - skipped, "\(length)")
    }
  }

  @Test(
    "Coordinates that are no place on Earth are skipped and counted",
    arguments: ["NaN", "1e400", "91", "-90.0000001", "Infinity", "\"-2.9\"", "null"])
  func coordinates(_ latitude: String) throws {
    let bad = Sample.tpv(5, -2.9005).replacingOccurrences(of: "-2.9005000", with: latitude)
    let result = try replay(try folder.write("bad", Sample.tpv(1, -2.9005) + bad))
    #expect(result.status == 0)
    #expect(result.summary["fixes"] as? Int == 1)
    #expect(result.summary["skipped"] as? Int == 1)
  }

  @Test("Mode 3 without coordinates is an epoch without a position")
  func noCoordinates() throws {
    let result = try replay(
      try folder.write(
        "none",
        Sample.tpv(1, -2.9005)
          + "{\"class\":\"TPV\",\"mode\":3,\"time\":\"\(Sample.time(2))\"}\n"))
    #expect(result.summary["fixes"] as? Int == 1)
    #expect(result.summary["skipped"] as? Int == 0)
  }

  @Test("A void sentence that carries a position is no fix")
  func void() throws {
    let void = Sample.sentence("GPRMC,150005.00,V,0254.0,S,07900.27,W,,,210315,,,N")
    let result = try replay(try folder.write("void.nmea", Sample.rmc(1, -2.9005) + void))
    #expect(result.summary["fixes"] as? Int == 1)
  }

  @Test("Duplicate and backward times move nothing")
  func times() throws {
    let steady = (0...60).map { Sample.tpv($0, -2.9005) }
    var disturbed = steady
    // Far away, but with times that have been: 30 is repeated, 5 is past.
    disturbed.insert(Sample.tpv(30, -2.95), at: 31)
    disturbed.insert(Sample.tpv(5, -2.95), at: 50)
    let result = try replay(try folder.write("times", disturbed.joined()))
    #expect(result.status == 0)
    #expect(result.count("perimeter.suspect") == 0)
    #expect(result.count("position.lost") == 0)
    #expect(result.summary["duration_s"] as? Int == 60)
  }

  @Test(
    "A perimeter out of range is refused with the reason (ALZ-3)",
    arguments: [
      ("99", "100 to 1000 m"), ("1001", "100 to 1000 m"), ("-1", "100 to 1000 m"),
      ("abc", "not a number"),
    ])
  func radius(_ radius: String, _ reason: String) throws {
    let trace = try folder.write("walk.jsonl", Sample.json)
    expectRefusal(
      try Command.vigia("replay", trace, "--perimeter", "-2.9005,-79.0045,\(radius)"), radius,
      reason)
  }

  @Test("Without any perimeter the answer says how to give one")
  func noPerimeter() throws {
    let trace = try folder.write("walk.jsonl", Sample.json)
    expectRefusal(try Command.vigia("replay", trace), "holds no perimeter", "--perimeter")
  }

  @Test("A perimeter in the trace that is none names its line")
  func badConfiguration() throws {
    let line =
      "{\"class\":\"CONFIG\",\"format\":1,\"perimeter\":{\"lat\":0,\"lon\":0,\"radius_m\":99}}\n"
    let trace = try folder.write("walk.jsonl", line + Sample.json)
    expectRefusal(try Command.vigia("replay", trace), "line 1", "radius_m is 99")
    #expect(try replay(trace).status == 0)
  }

  @Test("A report that cannot be written is found out before the work, and nothing is lost")
  func report() throws {
    let trace = try folder.write("walk.jsonl", Sample.json)
    expectRefusal(try replay(trace, "--report '\(folder.path("none/report.html"))'"), "none/report")
    expectRefusal(try replay(trace, "--report '\(folder.url.path)'"), "is a directory")
    let full = try replay(trace, "--report /dev/full")
    #expect(full.status == 2)
    #expect(full.errors.contains("/dev/full: cannot be written: No space left on device"))
    #expect(full.summary["exits"] as? Int == 1)
  }

  @Test("A full disk under standard output is an error too")
  func fullOutput() throws {
    let trace = try folder.write("walk.jsonl", Sample.json)
    let result = try Command.shell(
      "\"$vigia\" replay '\(trace)' --perimeter \(Sample.perimeter) > /dev/full")
    expectRefusal(result, "standard output: cannot be written")
  }

  @Test("A closed pipe ends the work in silence; verdicts still count")
  func closedPipe() throws {
    let trace = try folder.write("walk.jsonl", Sample.json)
    let result = try Command.shell(
      "\"$vigia\" replay '\(trace)' '\(trace)' --perimeter \(Sample.perimeter) | head -n 1")
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    #expect(result.output.split(separator: "\n").count == 1)
  }

  @Test("One bad trace does not cost the others")
  func oneBad() throws {
    let good = try folder.write("walk.jsonl", Sample.json)
    let result = try Command.vigia(
      "replay", folder.path("nowhere"), good, "--perimeter", Sample.perimeter, "--format", "json")
    #expect(result.status == 2)
    #expect(result.count("summary") == 1)
  }

  @Test(
    "Wrong usage is one line and status 2",
    arguments: [
      ["replay"], ["rplay", "x"], ["replay", "x", "--format", "xml"],
      ["replay", "x", "--nonsense"],
      ["replay", "x", "--date", "tomorrow"], ["replay", "x", "--assume-eph", "0"],
      ["replay", "x", "--language", "fr"], ["replay", "x", "--expect", "/nowhere.yaml"],
      ["replay", "x", "--profile", "/nowhere.yaml"], ["convert", "x"],
      ["simulate", "/nowhere.yaml"],
      ["replay", "x", "--profile", "p", "--perimeter", "0,0,100"],
    ])
  func usage(_ arguments: [String]) throws {
    let quoted = arguments.map { "'\($0)'" }.joined(separator: " ")
    expectRefusal(try Command.shell("\"$vigia\" \(quoted)"))
  }

  @Test("Help goes to standard output with status 0")
  func help() throws {
    for arguments in ["--help", "replay --help", "--version"] {
      let result = try Command.shell("\"$vigia\" \(arguments)")
      #expect(result.status == 0)
      #expect(result.errors.isEmpty)
      #expect(!result.output.isEmpty)
    }
  }

  @Test("Converting never leaves half a file, and keeps what was there")
  func convert() throws {
    let trace = try folder.write("walk.jsonl", Sample.json)
    let target = try folder.write("kept.gpx", "precious")
    expectRefusal(try Command.vigia("convert", folder.path("nowhere"), target), "No such file")
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
    expectRefusal(
      try Command.vigia("convert", trace, folder.path("walk.txt")), "does not end in .jsonl")
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    let broken = try folder.write("broken.gpx", "<gpx><trk><trkseg>\n<trkpt lat=\"1\" </gpx>")
    expectRefusal(try Command.vigia("convert", broken, target), "line 2")
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "precious")
    let after = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    #expect(after == (before + ["broken.gpx"]).sorted())
  }

  @Test("A limit on the size of files is an error like a full disk, and leaves no half of one")
  func largestFile() throws {
    _ = try folder.write("walk.jsonl", Sample.json)
    // No file may grow beyond 1 KiB here.
    let result = try Command.shell(
      "cd '\(folder.url.path)' && ulimit -f 1 && \"$vigia\" convert walk.jsonl out.jsonl")
    expectRefusal(result, "out.jsonl: cannot be written: File too large")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["walk.jsonl"])
  }
}
