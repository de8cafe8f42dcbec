import Foundation
import Testing

@Suite("Recordings of other programs: what is made of them, and what is said")
struct StrangerTraceTests {
  private let folder: Folder
  init() throws { folder = Folder() }

  private func replay(_ file: String, _ more: String...) throws -> Command.Result {
    try Command.shell(
      "cd '\(folder.path(""))' && \"$vigia\" replay \(file) --perimeter=\(Sample.perimeter) "
        + more.joined(separator: " "))
  }

  private func point(_ latitude: Double, _ time: String) -> String {
    "<trkpt lat=\"\(latitude)\" lon=\"-79.0045\"><time>\(time)</time></trkpt>\n"
  }

  private func track(_ points: [String]) -> String {
    "<gpx version=\"1.1\"><trk><trkseg>\n\(points.joined())</trkseg></trk></gpx>\n"
  }

  private var log: String {
    Sample.walk().map { Sample.rmc($0.second, $0.latitude) + Sample.gga($0.second, $0.latitude) }
      .joined()
  }

  // MARK: Years

  /// The walk, and the same a year and a fortnight later.
  private func twoWalks(_ point: (Int, Double, _ isLater: Bool) -> String) -> String {
    [false, true].flatMap { isLater in
      Sample.walk().map { point($0.second, $0.latitude, isLater) }
    }.joined()
  }

  @Test("Walks of a GPX that are more than a year apart have a pause between them, and their dates")
  func yearsApart() throws {
    let points = twoWalks { second, latitude, isLater in
      let time = Sample.time(second)
      return point(latitude, isLater ? time.replacing("2015-03-21", with: "2016-04-04") : time)
    }
    _ = try folder.write("years.gpx", track([points]))
    let result = try replay("years.gpx", "--format json")
    #expect(
      result.errors
        == "vigia: years.gpx: its time goes ahead by more than a year once, and what came after follows "
        + "a pause of a year; expected a file for each recording\n", "\(result.errors)")
    #expect(result.count("position.lost") == 1)
    let exits = result.events.named("perimeter.exit").map { $0["time"] as? String ?? "" }
    #expect(exits.map { $0.prefix(10) } == ["2015-03-21", "2016-04-04"])
    #expect(Set(exits.map { $0.dropFirst(10) }).count == 1, "\(exits)")
    let copy = try Command.shell(
      "cd '\(folder.path(""))' && \"$vigia\" convert years.gpx years.jsonl")
    #expect(copy.errors.contains("goes ahead by more than a year once"))
    #expect(
      try replay("years.jsonl", "--format json").summary["digest"] as? String
        == result.summary["digest"] as? String)
  }

  @Test("Sentences that go ahead by more than a year are joined without a pause, and that is said")
  func yearsAhead() throws {
    let text = twoWalks { second, latitude, isLater in
      let body = String(Sample.rmc(second, latitude).dropFirst().prefix { $0 != "*" })
      return Sample.sentence(isLater ? body.replacing("210315", with: "040416") : body)
    }
    _ = try folder.write("years.nmea", text)
    #expect(
      try replay("years.nmea").errors
        == "vigia: years.nmea: its time goes ahead by more than a year once, and what came after was "
        + "joined without a pause; expected dates that follow each other\n")
  }

  @Test("Advice counts the days of a GPX that are more than a year apart")
  func advice() throws {
    let points = ["2015-03-21", "2016-04-04"].flatMap { day in
      (0..<240).map { step in
        point(-2.9005, String(format: "\(day)T15:%02d:%02dZ", step / 6, step % 6 * 10))
      }
    }
    _ = try folder.write("years.gpx", track(points))
    let result = try Command.shell(
      "cd '\(folder.path(""))' && \"$vigia\" perimeter advise years.gpx --format json")
    #expect(result.summary["days"] as? Int == 2, "\(result.output)")
    #expect(
      result.errors.hasPrefix("vigia: years.gpx: its time goes ahead by more than a year once"))
  }

  // MARK: Sentences

  @Test("A log without any checksum is read as gpsd reads it, and torn sentences give no place")
  func withoutChecksums() throws {
    _ = try folder.write("whole.nmea", log)
    let whole = try replay("whole.nmea", "--format json")
    let bare = log.replacing(/\*[0-9A-F]{2}/, with: "")
    _ = try folder.write("bare.nmea", bare)
    let result = try replay("bare.nmea", "--format json")
    #expect(
      result.errors
        == "vigia: bare.nmea: its sentences have no checksums, so that damage cannot be told\n")
    #expect(result.summary["fixes"] as? Int == 451)
    #expect(result.summary["digest"] as? String == whole.summary["digest"] as? String)
    // A sentence is cut at each of its places. The pieces are lines of their own, or run into the next one.
    let gga = Sample.gga(7, -2.95).prefix { $0 != "*" }
    let torn = (1..<44).map { gga.prefix($0) + ($0 % 2 == 0 ? "\r\n" : "") }.joined()
    let lines = bare.split(separator: "\r\n", omittingEmptySubsequences: false)
    _ = try folder.write(
      "torn.nmea",
      lines[..<14].joined(separator: "\r\n") + "\r\n" + torn + "\r\n"
        + lines[14...].joined(separator: "\r\n") + gga)
    let damaged = try replay("torn.nmea", "--format json")
    #expect(damaged.summary["digest"] as? String == whole.summary["digest"] as? String)
    #expect(damaged.errors.contains("the last line is torn"))
  }

  @Test("The last fix before the sky is lost counts, though its second sentence is missing")
  func lastFix() throws {
    let walk = Sample.walk().prefix(20)
    let fixes = walk.map { second, latitude in
      Sample.rmc(second, latitude) + (second < 19 ? Sample.gga(second, latitude) : "")
    }.joined()
    let lost = Sample.sentence("GPGGA,,,,,,0,,,,,,,,") + Sample.sentence("GPRMC,,V,,,,,,,,,,N")
    _ = try folder.write("lost.nmea", fixes + lost + lost)
    let result = try replay("lost.nmea", "--format json")
    #expect(result.summary["fixes"] as? Int == 20, "\(result.output)")
  }

  @Test("Whole reports of ships are of a kind not needed, and damaged ones are damaged")
  func ships() throws {
    let body = "AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0"
    let whole = "!" + Sample.sentence(body).dropFirst()
    _ = try folder.write("ship.nmea", whole + log + whole + whole.replacing("13u", with: "14u"))
    let summary = try replay("ship.nmea", "--format json").summary
    #expect(summary["unneeded"] as? Int == 2, "\(summary)")
    #expect(summary["skipped"] as? Int == 1, "\(summary)")
  }

  // MARK: Files without a position

  @Test("Answers to ?POLL are named as such, with what to record in their place")
  func polls() throws {
    let report = Sample.tpv(0, -2.9005).dropLast()
    _ = try folder.write(
      "poll.json", "{\"class\":\"POLL\",\"active\":1,\"tpv\":[\(report)],\"sky\":[]}\n")
    let result = try replay("poll.json")
    #expect(result.status == 0)
    #expect(
      result.errors
        == "vigia: poll.json: holds answers to ?POLL and no report of a position; "
        + "expected what gpspipe -w records\n", "\(result.errors)")
  }

  @Test("A track whose times cannot be read is refused with the first of them")
  func unreadableTimes() throws {
    _ = try folder.write(
      "times.gpx", track((0..<9).map { point(-2.9005, "2013/06/25 18:06:4\($0)") }))
    for command in ["replay", "convert", "perimeter advise"] {
      let more =
        command == "replay"
        ? "--perimeter=\(Sample.perimeter)" : command == "convert" ? "out.jsonl" : ""
      let result = try Command.shell(
        "cd '\(folder.path(""))' && \"$vigia\" \(command) times.gpx \(more)")
      #expect(result.status == 2, "\(command)")
      #expect(
        result.errors
          == "vigia: times.gpx: line 2: a track point has the time \"2013/06/25 18:06:40\"; expected one "
          + "such as 2015-03-21T15:04:05Z; none of the 9 track points can be used\n",
        "\(result.errors)")
    }
  }

  @Test("The first three track points that cannot be used are named, and points are called points")
  func namedPoints() throws {
    let walk = Sample.walk().map { point($0.latitude, Sample.time($0.second)) }
    let bad = [
      point(-2.9005, "2015-03-21T15:07Z"), "<trkpt lat=\"-2,9\" lon=\"-79\"></trkpt>\n",
      point(-92.9005, Sample.time(9)), point(-2.9005, "\u{202E}soon"),
    ]
    _ = try folder.write("walk.gpx", track(bad + walk))
    let result = try replay("walk.gpx")
    #expect(
      result.errors == """
        vigia: walk.gpx: line 2: a track point has the time "2015-03-21T15:07Z"; \
        expected one such as 2015-03-21T15:04:05Z
        vigia: walk.gpx: line 3: a track point has no lat and lon that are numbers; \
        expected degrees, such as -2.9005
        vigia: walk.gpx: line 4: a track point is not on Earth; \
        expected lat up to 90 and lon up to 180

        """, "\(result.errors)")
    #expect(result.output.contains("; 4 points skipped\n"), "\(result.output.suffix(200))")
    #expect(try replay("walk.gpx", "--language es").output.contains("; 4 puntos omitidos\n"))
  }

  @Test("Text in UTF-16 is named, and so is a report that stands on several lines")
  func otherText() throws {
    let file = folder.path("wide.nmea")
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian] {
      try #require(log.data(using: encoding)).write(to: URL(fileURLWithPath: file))
      let wide = try replay("wide.nmea")
      #expect(wide.status == 2)
      #expect(
        wide.errors.hasPrefix("vigia: wide.nmea: is text in UTF-16; save it as UTF-8; expected "))
    }
    _ = try folder.write(
      "pretty.json", Sample.json.replacing(",", with: ",\n").replacing("{", with: "{\n"))
    let pretty = try replay("pretty.json")
    #expect(pretty.status == 2)
    #expect(
      pretty.errors
        == "vigia: pretty.json: is JSON, but no line is a whole report with a gpsd class; expected gpsd JSON "
        + "lines, NMEA 0183 sentences or a GPX track\n")
  }

  // MARK: Words

  @Test("Whoever began inside and is seen to cross the edge was not outside from the start")
  func beganInside() throws {
    // A position every hour and a half, the first of them at home.
    let points = (0..<8).map { step in
      point(
        -2.9005 + Double(step) * 0.005,
        String(format: "2015-03-21T%02d:%02d:00Z", step * 3 / 2, step % 2 * 30))
    }
    _ = try folder.write("seldom.gpx", track(points))
    let text = try replay("seldom.gpx", "--report page.html")
    #expect(text.output.contains("LEFT the perimeter"), "\(text.output)")
    #expect(!text.output.contains("from the start"))
    let page = try String(contentsOfFile: folder.path("page.html"), encoding: .utf8)
      .replacing(/<script[^>]*>[^<]*<\/script>/, with: "")
    #expect(!page.contains("utside from the start"))
    // The core had decided nothing before: scripts go on reading that.
    #expect(try replay("seldom.gpx", "--format json").output.contains("\"initial\":true"))
    _ = try folder.write("outside.gpx", track(Array(points.dropFirst(2))))
    #expect(try replay("outside.gpx").output.contains("OUTSIDE the perimeter from the start"))
  }
}
