import Foundation
import Testing

/// Commands as a person in a hurry types them. No data of theirs may be lost, and nothing empty may look good.
@Suite("Careless use")
struct CarelessUseTests {
  private let folder: Folder
  init() throws { folder = Folder() }

  private func gpx(time: Bool, points: Int = 3) -> String {
    let track = (0..<points).map {
      "<trkpt lat=\"-2.90\($0)\" lon=\"-79\">"
        + (time ? "<time>2015-03-21T15:00:0\($0)Z</time>" : "") + "</trkpt>"
    }
    return "<gpx><trk><trkseg>\(track.joined())</trkseg></trk></gpx>"
  }

  @Test("No output ever takes the place of an input, under whatever name")
  func outputIsInput() throws {
    let trace = try folder.write("walk.jsonl", Sample.json)
    let expect = try folder.write("e.yaml", "expect:\n- {none: position.lost}\n")
    let beside = try folder.write("walk.expect.yaml", "expect:\n- {none: position.lost}\n")
    let scenario = try folder.write(
      "s.json", try String(contentsOfFile: Places.own("simulations/spikes.yaml"), encoding: .utf8))
    let recorded = try folder.write(
      "recorded.yaml",
      """
      title: A recorded walk
      start: 2026-03-02T12:00:00Z
      lasts: 10 min
      perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 100}
      gps: {trace: walk.jsonl}
      day: []
      """)
    let link = folder.path("link.gpx")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: trace)
    let commands = [
      "replay '\(trace)' --perimeter \(Sample.perimeter) --report '\(trace)'",
      "replay '\(trace)' --perimeter \(Sample.perimeter) --expect '\(expect)' --report '\(expect)'",
      "replay '\(trace)' --perimeter \(Sample.perimeter) --report '\(beside)'",
      "convert '\(trace)' '\(trace)'", "convert '\(trace)' '\(link)'",
      "simulate '\(scenario)' --trace '\(scenario)'",
      "simulate '\(recorded)' --trace '\(trace)'",
      "replay - --perimeter \(Sample.perimeter) --report '\(trace)' < '\(trace)'",
      "convert - '\(trace)' < '\(trace)'",
    ]
    let before = try [trace, expect, beside, scenario].map {
      try String(contentsOfFile: $0, encoding: .utf8)
    }
    for command in commands {
      let result = try Command.shell("\"$vigia\" \(command)")
      #expect(result.status == 2, "\(command)")
      #expect(result.errors.contains("is the same file as the input"), "\(result.errors)")
    }
    let after = try [trace, expect, beside, scenario].map {
      try String(contentsOfFile: $0, encoding: .utf8)
    }
    #expect(after == before)
  }

  @Test("The black box takes the place of nothing that the device reads")
  func blackBoxIsInput() throws {
    let secret = try folder.write("mail.secret", "geheim\n")
    let photo = try folder.write("rosa.png", "a picture")
    let profile = try folder.write(
      "p.yaml",
      """
      perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 150}
      wearer: {name: Rosa, photo: rosa.png}
      caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]
      routes:
        mail: {host: localhost, user: v, credentials: mail.secret, from: v@example.org}
      """)
    let state = folder.path("state")
    expectSuccess(
      try Command.shell("\"$vigia\" diary add --glucose 100mg/dL --state '\(state)'"))
    let link = folder.path("box.jsonl")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: profile)
    let inputs = [profile, secret, photo, "\(state)/vigia.sqlite"]
    let before = try inputs.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    for box in inputs + [link] {
      let result = try Command.shell(
        "\"$vigia\" run --profile '\(profile)' --state '\(state)' --duration 1 --blackbox '\(box)'")
      #expect(result.status == 2, "\(box)")
      #expect(result.errors.contains("is the same file as the input"), "\(result.errors)")
    }
    #expect(try inputs.map { try Data(contentsOf: URL(fileURLWithPath: $0)) } == before)
  }

  @Test("A trace that can be read once only is refused where it is read again")
  func readOnce() throws {
    let trace = try folder.write("walk.jsonl", Sample.json)
    let expect = try folder.write(
      "e.yaml", "home: first fix\nradius_m: 100\nexpect:\n- {none: perimeter.exit}\n")
    for more in ["--expect '\(expect)'", "--perimeter \(Sample.perimeter) --sweep sensitivity"] {
      let result = try Command.shell("cat '\(trace)' | \"$vigia\" replay /dev/stdin \(more)")
      #expect(result.status == 2, "\(more)")
      #expect(result.errors.contains("expected a regular file"), "\(result.errors)")
      #expect(result.output.isEmpty)
    }
  }

  @Test("A reminder that was added is no failure, although its number cannot be printed")
  func unprinted() throws {
    let profile = folder.path("p.yaml")
    expectSuccess(try Command.vigia("profile", "init", profile))
    let added = try Command.shell(
      "\"$vigia\" reminders add --profile '\(profile)' --name Agua --at 10:00 > /dev/full")
    #expect(added.status == 0)
    #expect(added.errors.contains("was added all the same"), "\(added.errors)")
  }

  @Test("A dose that was stored is no failure, although nothing can be printed (DIA-4)")
  func unprintedDose() throws {
    let state = folder.path("state")
    for change in [
      "add --glucose 100mg/dL --dose 8U --meal lunch", "edit 1 --glucose 110mg/dL --yes",
      "delete 1 --yes",
    ] {
      let result = try Command.shell(
        "\"$vigia\" diary \(change) --state '\(state)' > /dev/full")
      #expect(result.status == 0, "\(change)")
      #expect(result.errors.contains("was stored all the same"), "\(result.errors)")
      #expect(result.complaints.count == 1, "\(result.errors)")
    }
    let left = try Command.shell("\"$vigia\" diary list --format json --state '\(state)'").events
    #expect(left.count == 1 && left[0]["entry"] as? String == "dose")
  }

  @Test("Characters that turn the text behind them are left out of lists")
  func turned() throws {
    let state = folder.path("turned")
    let list = try Command.shell(
      "\"$vigia\" diary add --state '\(state)' --glucose 100mg/dL --notes 'c\u{202E}d e' &&"
        + " \"$vigia\" diary list --state '\(state)'")
    expectSuccess(list)
    #expect(list.output.contains("cd e") && !list.output.contains("\u{202E}"))
  }

  @Test("One file for page and packed events is refused, and nothing is written")
  func oneOutput() throws {
    let trace = try folder.write("twice.jsonl", Sample.json)
    let result = try Command.shell(
      "cd '\(folder.url.path)' && \"$vigia\" replay '\(trace)' --perimeter \(Sample.perimeter)"
        + " --report out --packed ./out")
    #expect(result.status == 2)
    #expect(result.errors.contains("./out: is the report, too; expected another file"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
  }

  @Test("A reader that goes away neither costs a file nor hides a broken invariant")
  func readerLeaves() throws {
    let trace = try folder.write("walk.jsonl", Sample.json)
    let packed = folder.path("walk.packed")
    let result = try Command.shell(
      "set -o pipefail; \"$vigia\" replay '\(trace)' --perimeter \(Sample.perimeter)"
        + " --packed '\(packed)' | true")
    #expect(result.status == 0)
    #expect(FileManager.default.fileExists(atPath: packed))
  }

  @Test("A state folder and a profile may have names of one letter")
  func oneLetter() throws {
    let added = try Command.shell(
      "cd '\(folder.path)' && \"$vigia\" diary add --glucose 100mg/dL --state S"
        + " && \"$vigia\" diary list --state S/")
    expectSuccess(added)
    #expect(added.output.contains("100 mg/dL"))
    let reminder = try Command.shell(
      "cd '\(folder.path)' && \"$vigia\" profile init p && "
        + "\"$vigia\" reminders add --profile p --name Agua --type reminder --at 10:00")
    expectSuccess(reminder)
    #expect(reminder.errors.contains("added"))
  }

  @Test("A conversion that finds nothing leaves what was there")
  func emptyConversion() throws {
    let route = try folder.write("route.gpx", "<gpx><rte><rtept lat=\"1\" lon=\"1\"/></rte></gpx>")
    let kept = try folder.write("kept.gpx", "precious")
    let result = try Command.vigia("convert", route, kept)
    #expect(result.status == 2)
    #expect(result.errors.contains("holds routes only; vigia replays recorded tracks"))
    #expect(try String(contentsOfFile: kept, encoding: .utf8) == "precious")
  }

  @Test("A track without times is refused: every verdict about it would be empty")
  func timeless() throws {
    let track = try folder.write("plan.gpx", gpx(time: false))
    let result = try Command.vigia("replay", track, "--perimeter", Sample.perimeter)
    #expect(result.status == 2)
    #expect(result.errors.contains("holds 3 track points without <time>"))
    let timed = try folder.write("walk.gpx", gpx(time: true))
    expectSuccess(try Command.vigia("replay", timed, "--perimeter", Sample.perimeter))
  }

  @Test("A trace that ends before any epoch needs a perimeter all the same")
  func bannerOnly() throws {
    let banner = try folder.write("banner.jsonl", "{\"class\":\"VERSION\"}\n")
    let result = try Command.vigia("replay", banner)
    #expect(result.status == 2)
    #expect(result.errors.contains("holds no perimeter"))
  }

  @Test("--assume-eph stands in for a zero eph as it does for a missing one")
  func zeroEph() throws {
    func digest(_ eph: String) throws -> String? {
      let text = Sample.json.replacingOccurrences(of: ",\"eph\":19", with: eph)
      let trace = try folder.write("walk.jsonl", text)
      return try Command.shell(
        "\"$vigia\" replay '\(trace)' --perimeter \(Sample.perimeter) --assume-eph 5 --format json"
      ).summary["digest"] as? String
    }
    let missing = try #require(try digest(""))
    #expect(try digest(",\"eph\":0") == missing)
    #expect(try digest(",\"eph\":6") != missing)
  }

  @Test("A trace without any position misses what was expected, also that nothing happens")
  func positionless() throws {
    let trace = try folder.write("none.jsonl", "{\"class\":\"TPV\",\"mode\":1}\n")
    let expect = try folder.write("none.yaml", "expect:\n- {none: perimeter.exit}\n")
    let result = try Command.vigia(
      "replay", trace, "--perimeter", Sample.perimeter, "--expect", expect)
    #expect(result.status == 1)
    #expect(result.output.contains("MISSED  expected a position: the trace holds none at all"))
    // It is only mentioned when there are no expectations.
    let plain = try Command.vigia("replay", trace, "--perimeter", Sample.perimeter)
    #expect(plain.status == 0)
    #expect(plain.errors.contains("holds no position at all"))
  }

  @Test("A trace of which the device counts no position misses that nothing happens")
  func uncounted() throws {
    let coarse = (0..<300).map { second in
      Sample.tpv(second, -2.9005 + Double(second) * 2e-5)
        .replacingOccurrences(of: "\"eph\":19", with: "\"eph\":5000")
    }
    let trace = try folder.write("coarse.jsonl", coarse.joined())
    let expect = try folder.write("none.yaml", "expect:\n- {none: perimeter.exit}\n")
    let result = try Command.vigia(
      "replay", trace, "--perimeter", Sample.perimeter, "--expect", expect)
    #expect(result.status == 1)
    #expect(
      result.output.contains(
        "MISSED  expected a position that counts: the device counted none of those in the trace"),
      "\(result.output)")
  }

  @Test("Latitude and longitude swapped, or a trace without a date: a hint, once")
  func hints() throws {
    let trace = try folder.write("walk.jsonl", Sample.json)
    let swapped = try Command.vigia("replay", trace, "--perimeter", "-79.0045,-2.9005,100")
    #expect(swapped.errors.contains("is it LAT,LON and not LON,LAT?"))
    let log = try folder.write(
      "log.nmea", Sample.walk().map { Sample.gga($0.second, $0.latitude) }.joined())
    let undated = try Command.vigia("replay", log, "--perimeter", Sample.perimeter)
    #expect(undated.errors.contains("tells no date"))
    #expect(undated.errors.contains("or from --date"))
    #expect(undated.complaints.count == 1)
    let dated = try Command.vigia(
      "replay", log, "--perimeter", Sample.perimeter, "--date", "2015-03-21")
    #expect(dated.errors.isEmpty)
  }

  @Test("A conversion keeps the day of --date, and a replay of it does not say that there is none")
  func convertedDate() throws {
    let log = try folder.write(
      "log.nmea", Sample.walk().map { Sample.gga($0.second, $0.latitude) }.joined())
    let dated = folder.path("dated.jsonl")
    expectSuccess(try Command.vigia("convert", log, dated, "--date", "2015-03-21"))
    let replay = try Command.vigia("replay", dated, "--perimeter", Sample.perimeter)
    #expect(replay.status == 0 && replay.errors.isEmpty, "\(replay.errors)")
    let plain = folder.path("plain.jsonl")
    expectSuccess(try Command.vigia("convert", log, plain))
    let undated = try Command.vigia("replay", plain, "--perimeter", Sample.perimeter)
    #expect(undated.errors.contains("tells no date") && undated.complaints.count == 1)
    // A converted log has its own days: the option changes nothing.
    #expect(!undated.errors.contains("--date"))
  }

  @Test("Traces of the same name in two folders keep their folders in the report")
  func sameName() throws {
    for name in ["a", "b"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
      _ = try folder.write("\(name)/w.jsonl", Sample.json)
    }
    let page = folder.path("page.html")
    let result = try Command.shell(
      "cd '\(folder.url.path)' && \"$vigia\" replay a/w.jsonl b/w.jsonl "
        + "--perimeter \(Sample.perimeter) --report '\(page)'")
    #expect(result.status == 0)
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains(">a/w.") && html.contains(">b/w."))
  }

  @Test("A trace that cannot be read is an error in JUnit too")
  func junitError() throws {
    let result = try Command.vigia(
      "replay", folder.path("nowhere"), Places.own("traces/cuenca-3-gap.jsonl"), "--format", "junit"
    )
    #expect(result.status == 2)
    #expect(result.output.contains("errors=\"1\""))
    #expect(result.output.contains("<error message="))
  }

  @Test(
    "A wrong scenario does not cost the results of the others",
    arguments: ["text", "json", "junit"])
  func wrongScenario(_ format: String) throws {
    let wrong = try folder.write("wrong.yaml", "title: Wrong\nday: []\n")
    let right = Places.own("simulations/spikes.yaml")
    let result = try Command.vigia("simulate", right, wrong, right, "--format", format)
    #expect(result.status == 2)
    #expect(result.complaints.filter { $0.contains(wrong) && $0.contains("lacks") }.count == 1)
    #expect(result.output.components(separatedBy: right).count > 2)
    if format == "junit" {
      #expect(result.output.contains("errors=\"1\"") && result.output.contains("<error message="))
      #expect(result.output.hasSuffix("</testsuites>\n"))
    }
  }

  @Test("A verdict beside the trace counts although the reader of the pipe has gone")
  func verdictAfterPipe() throws {
    let trace = try folder.write("walk.jsonl", Sample.json)
    _ = try folder.write("walk.expect.yaml", "expect:\n- {none: perimeter.exit}\n")
    let result = try Command.shell(
      "\"$vigia\" replay '\(trace)' --perimeter \(Sample.perimeter) | head -n 1")
    #expect(result.status == 1)
  }

  @Test("A report through a link leaves the link, and a closed standard output leaves the report")
  func linksAndClosedStreams() throws {
    let trace = try folder.write("walk.jsonl", Sample.json)
    let target = try folder.write("target.html", "old")
    let link = folder.path("link.html")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    let command = "\"$vigia\" replay '\(trace)' --perimeter \(Sample.perimeter) --report"
    expectSuccess(try Command.shell("\(command) '\(link)'"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    #expect(try String(contentsOfFile: target, encoding: .utf8).contains("<svg"))
    let page = folder.path("page.html")
    expectSuccess(try Command.shell("\(command) '\(page)' >&-"))
    #expect(try String(contentsOfFile: page, encoding: .utf8).hasPrefix("<!"))
  }

  @Test("The manual shows what the command prints")
  func manual() throws {
    let manual = try String(contentsOfFile: Places.own("docs/manual.md"), encoding: .utf8)
    let trace = Places.own("traces/cuenca-1-lanyard.jsonl")
    let json = try Command.vigia("replay", trace, "--format", "json")
    let digests = try ["digest", "actions"].map { try #require(json.summary[$0] as? String) }
    for line in json.behaviour.split(separator: "\n")
    where line.contains("perimeter.exit\",\"lat") || line.contains("summary") {
      let shown = digests.reduce(String(line)) { $0.replacingOccurrences(of: $1, with: "…") }
      #expect(manual.contains(shown), "\(line)")
    }
    let text = try Command.vigia("replay", trace).output
    for line in text.split(separator: "\n").prefix(8) {
      let shown = line.split(separator: "http").first.map(String.init) ?? ""
      #expect(manual.contains(shown), "\(line)")
    }
  }
}
