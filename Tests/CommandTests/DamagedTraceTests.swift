import Foundation
import Testing

@Suite("Recordings with a wrong date, damage or a pause: what is made of them, and what is said")
struct DamagedTraceTests {
  private let folder: Folder
  init() throws { folder = Folder() }

  private func run(_ line: String) throws -> Command.Result {
    try Command.shell("cd '\(folder.path(""))' && \"$vigia\" \(line)")
  }

  private func replay(_ file: String, _ more: String = "--format json") throws -> Command.Result {
    try run("replay \(file) --perimeter=\(Sample.perimeter) \(more)")
  }

  private func point(_ latitude: Double, _ time: String) -> String {
    "<trkpt lat=\"\(latitude)\" lon=\"-79.0045\"><time>\(time)</time></trkpt>\n"
  }

  private func track(_ points: [String]) -> String {
    "<gpx version=\"1.1\"><trk><trkseg>\n\(points.joined())</trkseg></trk></gpx>\n"
  }

  /// The walk as a track, with other years for some of its points.
  private func walk(_ year: (Int) -> String) -> [String] {
    Sample.walk().map {
      point($0.latitude, Sample.time($0.second).replacing("2015", with: year($0.second)))
    }
  }

  // MARK: Years

  @Test(
    "A stray date in a track, years ahead, moves neither exit nor return, and loses no position")
  func strayYear() throws {
    _ = try folder.write("whole.gpx", track(walk { _ in "2015" }))
    let whole = try replay("whole.gpx")
    let exits = whole.events.named("perimeter.exit").map { $0["time"] as? String }
    #expect(exits.count == 1)
    // The wearer is at home, or on the edge; or dates are wrong again and again.
    for stray in [[20], [135], Array(stride(from: 25, to: 451, by: 50))] {
      _ = try folder.write("stray.gpx", track(walk { stray.contains($0) ? "2034" : "2015" }))
      let result = try replay("stray.gpx")
      #expect(result.events.named("perimeter.exit").map { $0["time"] as? String } == exits)
      #expect(result.count("perimeter.return") == 1)
      #expect(result.count("position.lost") == whole.count("position.lost"))
      #expect(result.errors == whole.errors)
    }
  }

  @Test(
    "A track that begins before its receiver found the date meets what was expected of the walk")
  func dateFound() throws {
    _ = try folder.write(
      "e.yaml",
      "expect:\n- {event: perimeter.exit, from_s: 130, to_s: 250}\n- {none: position.lost}\n")
    for wrong in [1, 5, 20] {
      _ = try folder.write("found.gpx", track(walk { $0 < wrong ? "1970" : "2015" }))
      let result = try replay("found.gpx", "--expect e.yaml")
      #expect(result.status == 0, "\(result.output)")
      #expect(
        result.errors
          == "vigia: found.gpx: its time goes ahead by more than a year once, and what came after was "
          + "joined without a pause; expected dates that follow each other\n", "\(result.errors)")
    }
  }

  @Test("A recorded walk whose first points have no date yet is lived to its end")
  func simulated() throws {
    _ = try folder.write("found.gpx", track(walk { $0 < 20 ? "1970" : "2015" }))
    _ = try folder.write(
      "day.yaml",
      """
      title: A recorded walk
      covers: [CARD-3]
      seed: 131
      start: 2015-03-21T15:00:00Z
      lasts: 8 min
      profile:
        wearer: {name: Rosa}
        caregivers:
        - {name: Ana, kinship: hija, gender: female, email: ana@example.org}
        perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 100}
        routes: {inbound: {host: imap.example.org}}
        time_zone: America/Guayaquil
      gps: {trace: found.gpx}
      day: []
      expect:
      - {event: perimeter.exit, from_s: 130, to_s: 250}

      """)
    let result = try run("simulate day.yaml")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("451 fixes in 7 min 30 s; 1 exit"))
  }

  @Test("A pause of years between two walks has no moment at which the wearer came back")
  func pauseOfYears() throws {
    let out = walk { _ in "2015" }.prefix(210)
    _ = try folder.write("two.gpx", track(out + walk { _ in "2017" }))
    let result = try replay("two.gpx")
    let returns = result.events.named("perimeter.return")
    #expect(returns.count == 2)
    let first = try #require(returns.first)
    for figure in ["crossed", "late_s"] { #expect(first[figure] is NSNull, "\(first)") }
    #expect(first["why"] as? String == "no position counted for more than a day")
    #expect(returns.last?["late_s"] is Double)
    let spanish = try replay("two.gpx", "--language es").output
    #expect(spanish.contains("no contó ninguna posición durante más de un día."), "\(spanish)")
  }

  // MARK: Checksums

  private var log: [String] {
    Sample.walk().flatMap {
      [Sample.rmc($0.second, $0.latitude), Sample.gga($0.second, $0.latitude)]
    }
  }

  private func bare(_ lines: some Sequence<String>) -> [String] {
    lines.map { $0.replacing(/\*[0-9A-F]{2}/, with: "") }
  }

  private let doubt = "its sentences have no checksums, so that damage cannot be told\n"

  @Test("Reports of ships among sentences without checksums take nothing from them")
  func ships() throws {
    let ship = "!" + Sample.sentence("AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0").dropFirst()
    for at in [0, 200] {
      var lines = bare(log)
      lines.insert(ship, at: at)
      _ = try folder.write("ship.nmea", lines.joined())
      let result = try replay("ship.nmea")
      #expect(result.summary["fixes"] as? Int == 451)
      #expect(result.errors == "vigia: ship.nmea: " + doubt)
    }
  }

  @Test("A checked report of a ship's radio takes nothing from sentences without checksums")
  func shipsRadio() throws {
    for at in [0, 50, 400] {
      var lines = bare(log)
      lines.insert(Sample.sentence("AIALR,195928.00,001,A,V,AIS Tx malfunction"), at: at)
      _ = try folder.write("radio.nmea", lines.joined())
      #expect(try replay("radio.nmea").summary["fixes"] as? Int == 451)
      #expect(try run("convert radio.nmea radio.jsonl").status == 0)
    }
    // One of the receiver itself tells that it sends them.
    var own = bare(log)
    own.insert(Sample.sentence("GPTXT,01,01,02,hello"), at: 0)
    _ = try folder.write("own.nmea", own.joined())
    let refused = try run("convert own.nmea own.jsonl")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("were left out, because others have one"), "\(refused.errors)")
  }

  @Test("A damaged byte, or a remark of the receiver, costs a log without checksums one sentence")
  func damagedByte() throws {
    for at in [10, 890] {
      var lines = bare(log)
      let comma = try #require(lines[at].lastIndex(of: ","))
      lines[at].replaceSubrange(comma...comma, with: "*")
      _ = try folder.write("flip.nmea", lines.joined())
      let result = try replay("flip.nmea")
      #expect(result.summary["fixes"] as? Int == 451)
      #expect(result.summary["skipped"] as? Int == 1)
      #expect(result.errors == "vigia: flip.nmea: " + doubt)
    }
    _ = try folder.write(
      "text.nmea", "$GPTXT,01,01,02,u-blox ag - www.u-blox.com*\r\n" + bare(log).joined())
    #expect(try replay("text.nmea").summary["fixes"] as? Int == 451)
  }

  @Test("Sentences that are left out because others have a checksum are told")
  func mixed() throws {
    let half = log.count / 2
    let lines = bare(log[..<half]) + log[half...]
    _ = try folder.write("mixed.nmea", lines.joined())
    let result = try replay("mixed.nmea")
    #expect(
      result.errors.contains(
        "vigia: mixed.nmea: \(half) of its sentences have no checksums and were left out, because others "
          + "have one\n"), "\(result.errors)")
    // The first quarter of a megabyte tells whether sentences have any.
    let long = Array(repeating: bare(log), count: 6).joined() + log + bare(log)
    _ = try folder.write("long.nmea", long.joined())
    let late = try replay("long.nmea")
    #expect(late.errors.contains("\(log.count * 6) of its sentences have no checksums, so that "))
    #expect(
      late.errors.contains("\(log.count) of its sentences have no checksums and were left out"))
    // One that was cut is no receiver's habit.
    var cut = log
    cut[40] = bare([cut[40]])[0]
    _ = try folder.write("cut.nmea", cut.joined())
    #expect(try replay("cut.nmea").errors == "")
  }

  @Test("A remark with an exclamation mark at the end of a log is not a torn line")
  func remark() throws {
    _ = try folder.write("remark.nmea", log.joined() + "# the end by WORLD!END OF FILE")
    #expect(try replay("remark.nmea").errors == "")
  }

  // MARK: Reasons

  @Test("A track in which no time passes names the first time that cannot be read")
  func unreadableTimes() throws {
    let bad = (0..<9).map { point(-2.9005, "2013/06/25 18:06:4\($0)") }
    let plan = (0..<5).map { _ in "<trkpt lat=\"-2.9005\" lon=\"-79.0045\"></trkpt>\n" }
    _ = try folder.write(
      "plan.gpx",
      track(bad).replacing("</trk>", with: "<trkseg>\n\(plan.joined())</trkseg></trk>"))
    let line = "line 2: a track point has the time \"2013/06/25 18:06:40\"; expected one such as "
    let result = try replay("plan.gpx")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "vigia: plan.gpx: \(line)2015-03-21T15:04:05Z; 9 of the 14 track points cannot be used; the "
        + "others have no <time>\n", "\(result.errors)")
    _ = try folder.write("bad.gpx", track(bad))
    _ = try folder.write(
      "home.yaml", "expect:\n- {none: perimeter.exit}\nhome: first fix\nradius_m: 150\n")
    #expect(
      try run("replay bad.gpx --expect home.yaml").errors.hasPrefix("vigia: bad.gpx: \(line)"))
    _ = try folder.write(
      "none.gpx",
      track(
        bad + [
          point(-2.9005, Sample.time(0)).replacing("</trkpt>", with: "<fix>none</fix></trkpt>")
        ]))
    #expect(try run("convert none.gpx out.jsonl").errors.hasPrefix("vigia: none.gpx: \(line)"))
    // One of many is no reason why the others have no position, or a coarse one.
    func few(_ lack: String) -> String {
      track(
        bad.prefix(1)
          + (0..<5).map {
            point(-2.9005, Sample.time($0)).replacing("</trkpt>", with: "\(lack)</trkpt>")
          })
    }
    _ = try folder.write("few.gpx", few("<fix>none</fix>"))
    let reason = "holds no usable position; 5 without a position; skipped: malformed: 1"
    #expect(
      try run("convert few.gpx out.jsonl").errors
        == "vigia: few.gpx: \(reason); nothing was written\n")
    _ = try folder.write("coarse.gpx", few("<hdop>99</hdop>"))
    #expect(
      try run("replay coarse.gpx --expect home.yaml").errors.contains("holds no usable position"))
  }

  @Test("The Spanish page calls the points of a plan by no feminine word")
  func plannedPoints() throws {
    let plan = "<trkseg>\n<trkpt lat=\"-2.9005\" lon=\"-79.0045\"></trkpt>\n</trkseg></trk>"
    _ = try folder.write("plan.gpx", track(walk { _ in "2015" }).replacing("</trk>", with: plan))
    _ = try replay("plan.gpx", "--language es --report page.html")
    let page = try String(contentsOfFile: folder.path("page.html"), encoding: .utf8)
    #expect(page.contains("Puntos innecesarios") && page.contains("sin daños, de un tipo que "))
    #expect(!page.contains("bien formadas"))
  }

  @Test("A time that is too long is quoted with its beginning")
  func longTime() throws {
    let time = "2015-03-21T15:00:00." + String(repeating: "0", count: 60) + "Z"
    _ = try folder.write("long.gpx", track([point(-2.9005, time)]))
    #expect(try replay("long.gpx").errors.contains("has the time \"\(time.prefix(64))…\"; "))
  }

  @Test("Damaged reports, or reports without a fix, are not called answers to ?POLL")
  func poll() throws {
    let poll = "{\"class\":\"POLL\",\"active\":1,\"tpv\":[],\"sky\":[]}\n"
    _ = try folder.write(
      "damaged.json", poll + Sample.json.replacing("\"mode\":3", with: "\"mode\":\"x\""))
    _ = try folder.write(
      "search.json", poll + Sample.json.replacing("\"mode\":3", with: "\"mode\":1"))
    let reasons = [
      "damaged.json": "holds no usable position; skipped: malformed: 451",
      "search.json": "holds no position at all",
    ]
    for (file, reason) in reasons {
      #expect(try replay(file).errors == "vigia: \(file): \(reason)\n")
      #expect(
        try run("convert \(file) out.gpx").errors
          == "vigia: \(file): \(reason); nothing was written\n")
      #expect(
        try run("perimeter advise \(file)").errors
          == "vigia: \(file): \(reason); expected a recorded day\n")
    }
  }
}
