import Foundation
import Testing

@Suite("Figures that replay and convert print of a recording")
struct TraceFigureTests {
  private let folder: Folder
  init() throws { folder = Folder() }

  /// The words of the page of a trace, one space between two.
  private func page(_ trace: String) throws -> String {
    let file = folder.path("page.html")
    expectSuccess(
      try Command.vigia("replay", trace, "--perimeter", Sample.perimeter, "--report", file))
    return try String(contentsOfFile: file, encoding: .utf8)
      .replacingOccurrences(of: "<[^>]*>", with: " ", options: .regularExpression)
      .split { $0.isWhitespace || $0 == "\u{A0}" }.joined(separator: " ")
  }

  private func track(_ times: [String]) -> String {
    let points = times.enumerated().map { step, time in
      "<trkpt lat=\"\(-2.9005 + Double(step) / 1e5)\" lon=\"-79.0045\"><time>\(time)</time></trkpt>\n"
    }
    return "<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>\n"
  }

  @Test("An accuracy is rounded to the nearest, in text, JSON and page")
  func accuracy() throws {
    let trace = try folder.write(
      "walk.jsonl", Sample.json.replacingOccurrences(of: "\"eph\":19", with: "\"eph\":15.77"))
    let text = try Command.vigia("replay", trace, "--perimeter", Sample.perimeter)
    #expect(text.output.contains("accuracy 16 m"))
    let json = try Command.vigia(
      "replay", trace, "--perimeter", Sample.perimeter, "--format", "json")
    #expect(json.output.contains("\"eph_m\":15.8}"))
    let page = try page(trace)
    #expect(page.contains("half up to 15.8 m, 90 % up to 15.8 m"))
    #expect(!page.contains("15.7 m"))
  }

  @Test("A span reads alike in the summary and on the page")
  func spans() throws {
    let last = Sample.time(450)
    let trace = try folder.write(
      "walk.jsonl",
      Sample.json.replacingOccurrences(of: last, with: last.dropLast(4) + "600Z"))
    let text = try Command.vigia("replay", trace, "--perimeter", Sample.perimeter)
    #expect(text.output.contains("451 fixes in 7 min 31 s"), "\(text.output.suffix(200))")
    #expect(try page(trace).contains("7 min 31 s"))
  }

  @Test("The median interval is that of fixes at different moments, to the millisecond")
  func interval() throws {
    let halves = (0..<120).map { step in
      let hundredths = step * 45
      let seconds = Double(hundredths % 6000) / 100
      return String(format: "2024-01-01T10:%02d:%06.3fZ", hundredths / 6000, seconds)
    }
    #expect(
      try page(folder.write("halves.gpx", track(halves)))
        .contains("Median interval 0.45 s (2.2 Hz)"))
    let pairs = (0..<122).map { step in
      String(format: "2024-01-01T10:%02d:%02dZ", step / 2 / 60, step / 2 % 60)
    }
    let page = try page(folder.write("pairs.gpx", track(pairs)))
    #expect(page.contains("Median interval 1 s 61 fixes at the moment of the one before"))
    let one = track(Array(repeating: "2024-01-01T10:00:00Z", count: 9)).replacingOccurrences(
      of: "</trkseg>",
      with: "<trkpt lat=\"-2.9\" lon=\"-79\"><time>2024-01-01T10:00:09Z</time>"
        + "<fix>none</fix></trkpt></trkseg>"
    )
    #expect(
      try self.page(folder.write("one.gpx", one))
        .contains("Median interval none 8 fixes at the moment of the one before"))
  }

  @Test("A conversion says how many points it read and wrote, and what it left out and why")
  func converted() throws {
    let times = (0..<20).map { String(format: "2024-01-01T10:00:%02dZ", $0 / 2) }
    let gpx = try folder.write("a.gpx", track(times + ["yesterday"]))
    let first = try Command.vigia("convert", gpx, folder.path("b.jsonl"))
    #expect(
      first.errors.contains(
        "20 of 21 track points written to \(folder.path("b.jsonl")); "
          + "10 at the moment of the one before; skipped: malformed: 1"), "\(first.errors)")
    // The same lines twice: gpsd reports an epoch more than once.
    let lines = try String(contentsOfFile: folder.path("b.jsonl"), encoding: .utf8)
      .split(separator: "\n").flatMap { [$0, $0] }.joined(separator: "\n")
    let twice = try folder.write("c.jsonl", lines + "\n{\"class\":\"DEVICES\"}\n")
    let out = folder.path("d.gpx")
    let second = try Command.vigia("convert", twice, out)
    #expect(
      second.errors.contains(
        "40 points of 20 fixes written to \(out); 30 at the moment of the one before; not needed: 1"
      ), "\(second.errors)")
    let written = try String(contentsOfFile: out, encoding: .utf8)
    #expect(written.components(separatedBy: "<trkpt").count - 1 == 40)
  }

  @Test("A fix that only its arrival dates has that time in a track; where no line tells any, none")
  func arrivals() throws {
    func trace(_ hasTime: (Int) -> Bool) -> String {
      var text = ""
      for (second, latitude) in Sample.walk() {
        let time = hasTime(second) ? "\"time\":\"\(Sample.time(second))\"" : "\"x\":0"
        text += Sample.tpv(second, latitude).replacingOccurrences(
          of: "\"time\":\"\(Sample.time(second))\"", with: "\"at_ms\":\(second * 1000),\(time)")
      }
      return text
    }
    let gpx = folder.path("out.gpx")
    let half = try folder.write("half.jsonl", trace { $0 % 2 == 0 })
    let dated = try Command.vigia("convert", half, gpx)
    expectSuccess(dated)
    #expect(!dated.errors.contains("without a time"), "\(dated.errors)")
    #expect(try String(contentsOfFile: gpx, encoding: .utf8).contains("<time>\(Sample.time(31))<"))
    let whole = try folder.write("whole.jsonl", Sample.json)
    let digests = try [gpx, whole].map {
      try Command.vigia("replay", $0, "--perimeter", Sample.perimeter, "--format", "json")
        .summary["digest"] as? String
    }
    #expect(digests[0] != nil && digests[0] == digests[1])
    let none = try folder.write("none.jsonl", trace { _ in false })
    let timeless = try Command.vigia("convert", none, gpx)
    expectSuccess(timeless)
    #expect(timeless.errors.contains("; 451 points without a time"), "\(timeless.errors)")
    #expect(try !String(contentsOfFile: gpx, encoding: .utf8).contains("<time>"))
  }

  @Test(
    "Sentences that no replay needs are no damage: `unneeded` counts them, and `skipped` the damaged"
  )
  func unneeded() throws {
    var log = ""
    for (second, latitude) in Sample.walk() {
      log += Sample.rmc(second, latitude) + Sample.gga(second, latitude)
    }
    log += "$GPRMC,1*00\r\nnoise\r\n" + Sample.sentence("GPTXT,01,01,02,hello")
    let trace = try folder.write("walk.nmea", log)
    let json = try Command.vigia(
      "replay", trace, "--perimeter", Sample.perimeter, "--format", "json")
    #expect(json.summary["skipped"] as? Int == 2, "\(json.summary)")
    #expect(json.output.hasSuffix(",\"unneeded\":1}\n"), "\(json.output.suffix(80))")
    let text = try Command.vigia("replay", trace, "--perimeter", Sample.perimeter)
    #expect(text.output.contains("; 2 lines skipped, and 1 of kinds not needed\n"))
    let page = try page(trace)
    #expect(page.contains("Lines skipped 2 with a wrong checksum: 1; that are not sentences: 1"))
    #expect(page.contains("Lines not needed 1 well formed, of a kind that no replay needs"))
  }

  @Test("A progress bar counts megabytes of a million bytes")
  func size() throws {
    let text = String(repeating: Sample.json, count: 1600)
    let trace = try folder.write("long.jsonl", text)
    let size = text.utf8.count
    // It is stopped long before its end, between two of its looks at the time, however quick or busy the machine is.
    let script = try folder.write(
      "held.sh",
      """
      "$1" replay '\(trace)' --perimeter=\(Sample.perimeter) &
      while kill -0 $! && [ "$(awk '/^rchar/ {print $2}' /proc/$!/io)" -lt 9000000 ]; do :; done
      kill -STOP $!; sleep 1.1; kill -CONT $!; wait $!
      """)
    let seen = try Command.shell("script -qec \"sh '\(script)' '$vigia'\" /dev/null")
    #expect(
      (seen.output + seen.errors).contains("% of \(size / 1_000_000) MB"), "\(size) \(seen.status)")
  }
}
