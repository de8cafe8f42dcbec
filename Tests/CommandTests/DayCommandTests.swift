import Foundation
import Testing

/// A wearer's day on the command line: lived, replayed, converted.
@Suite("The days of Cuenca on the command line")
struct DayCommandTests {
  @Test(
    "Each wearer's day comes out as expected: reminders, one press of help, the walk (ALZ-12)",
    arguments: ["cuenca-1-lanyard", "cuenca-2-pocket", "cuenca-3-gap"])
  func trial(name: String) throws {
    let result = try Command.vigia(
      "replay", Places.own("traces/\(name).jsonl"), "--format", "json")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors == "")
    #expect(result.summary["missed"] as? Int == 0)
    #expect(result.count("help.requested") == 1)
    #expect(result.events.contains { $0["event"] as? String == "reminder.due" })
    #expect(result.count("screen") == 0)
  }

  @Test("The wearer who does not hear the reminder: the caregiver learns of it (ALZ-11)")
  func unheard() throws {
    let result = try Command.vigia(
      "replay", Places.own("traces/cuenca-1-lanyard.jsonl"), "--format", "json")
    let told = result.events.filter {
      $0["event"] as? String == "notice.delivered"
        && $0["about"] as? String == "reminder.unanswered"
    }
    #expect(told.count == 1)
    #expect(told.first?["caregiver"] as? Int == 1)
  }

  @Test("--screens prints what the wearer sees, in the wearer's language (ALZ-7)")
  func screens() throws {
    let trace = Places.own("traces/cuenca-1-lanyard.jsonl")
    let json = try Command.vigia("replay", trace, "--format", "json", "--screens")
    let pages = json.events.named("screen")
    let told = pages.first { $0["page"] as? String == "help.told" }
    #expect((told?["lines"] as? [String])?.first == "Hemos informado a Ana, tu hija")
    let text = try Command.vigia("replay", trace, "--screens")
    #expect(text.output.contains("  10:04:10  │ Avisando a Ana, tu hija\n"))
    // The words are shown, and decide nothing.
    let plain = try Command.vigia("replay", trace, "--format", "json")
    #expect(plain.summary["digest"] as? String == json.summary["digest"] as? String)
  }

  @Test("A converted day is the same trace, to the letter")
  func converted() throws {
    let folder = Folder()
    for name in ["cuenca-1-lanyard", "cuenca-3-gap"] {
      let trace = Places.own("traces/\(name).jsonl")
      let result = try Command.vigia("convert", trace, folder.path("copy.jsonl"))
      #expect(result.status == 0)
      #expect(
        try Data(contentsOf: URL(fileURLWithPath: folder.path("copy.jsonl")))
          == Data(contentsOf: URL(fileURLWithPath: trace)))
    }
  }

  @Test("A line of ours that cannot be is named, and the rest counts")
  func malformed() throws {
    let folder = Folder()
    let good = try String(
      contentsOfFile: Places.own("traces/cuenca-3-gap.jsonl"), encoding: .utf8)
    try good.replacing("\"key\":\"help\"", with: "\"key\":\"hlep\"")
      .write(toFile: folder.path("day.jsonl"), atomically: true, encoding: .utf8)
    let result = try Command.vigia("replay", folder.path("day.jsonl"), "--format", "json")
    #expect(result.status == 0)
    #expect(result.complaints.count == 1)
    #expect(result.errors.contains("KEY: key is \"hlep\"; expected help, ok, plus or minus"))
    #expect(result.count("help.requested") == 0)
    #expect(result.summary["skipped"] as? Int == 1)
  }

  private static let scenario = """
    title: A day
    start: 2015-03-21T15:00:00Z
    lasts: 20 s
    profile:
      wearer: {name: Rosa}
      caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]
      perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 100}
      time_zone: America/Guayaquil
    receiver: {interval: 1 s}
    day:
    - {at: 0 s, for: 5 s, network: half_open}
    - {at: 10 s, press: help}

    """

  @Test("A scenario without a network leaves the notice unheard, and with one it arrives")
  func network() throws {
    let folder = Folder()
    let file = folder.path("day.yaml")
    try Self.scenario.write(toFile: file, atomically: true, encoding: .utf8)
    let heard = try Command.vigia("simulate", file, "--format", "json")
    #expect(heard.count("notice.delivered") == 1)
    try Self.scenario.replacing("for: 5 s, network: half_open", with: "for: 20 s, network: down")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let unheard = try Command.vigia("simulate", file, "--format", "json")
    #expect(unheard.count("notice.queued") == 1)
    #expect(unheard.count("notice.delivered") == 0)
  }

  @Test("A date is expected in vain of a day whose device never knew one, lived and replayed")
  func dateUnknown() throws {
    let folder = Folder()
    let expected = "expect: [{none: help.requested, from: 2015-03-21T14:00:00Z}]\n"
    let day = Self.scenario.replacing("network: half_open", with: "receiver: timeless")
      .replacing("at: 0 s, for: 5 s", with: "at: 0 s, for: 20 s")
      .replacing("receiver: {interval: 1 s}", with: "board: {network_time: no}")
    let (file, trace) = (try folder.write("day.yaml", day + expected), folder.path("day.jsonl"))
    let expectations = try folder.write("expect.yaml", expected)
    let lived = try Command.vigia("simulate", file, "--trace", trace)
    let replayed = try Command.vigia("replay", trace, "--expect", expectations)
    for result in [lived, replayed] {
      #expect(result.status == 1)
      #expect(result.output.contains("MISSED  expected no help.requested from 2015-03-21"))
      #expect(result.output.contains("the device never knew the date; expect seconds"))
    }
  }

  @Test("The same scenario and seed write the same trace, another seed another one")
  func seeds() throws {
    let folder = Folder()
    func trace(_ name: String, _ seed: String) throws -> Data {
      let path = folder.path(name)
      let result = try Command.vigia(
        "simulate", Places.own("simulations/exit-mail.yaml"), "--seed", seed, "--trace", path)
      #expect(result.status == 0, "\(result.output)\(result.errors)")
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
    let first = try trace("1.jsonl", "7")
    #expect(try trace("2.jsonl", "7") == first)
    #expect(try trace("3.jsonl", "8") != first)
  }

  @Test("A recorded trace serves as the receiver of a scenario, found beside it")
  func recorded() throws {
    let folder = Folder()
    let file = folder.path("day.yaml")
    try FileManager.default.copyItem(
      atPath: Places.own("traces/cuenca-1-lanyard.jsonl"), toPath: folder.path("walk.jsonl"))
    let scenario = Self.scenario.replacing("lasts: 20 s", with: "lasts: 8 min")
    try scenario.replacing("receiver: {interval: 1 s}", with: "gps: {trace: walk.jsonl}")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let walked = try Command.vigia("simulate", file, "--format", "json")
    #expect(walked.count("perimeter.exit") == 1)
    #expect(walked.count("perimeter.return") == 1)
    try scenario.replacing("receiver: {interval: 1 s}", with: "gps: {trace: wlak.jsonl}")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let refused = try Command.vigia("simulate", file)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("gps.trace cannot be used"), "\(refused.errors)")
    try scenario.replacing("receiver: {interval: 1 s}", with: "gps: {trace: walk.jsonl}")
      .replacing("press: help", with: "walk_to: home, speed_mps: 1")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let walks = try Command.vigia("simulate", file)
    #expect(walks.status == 2)
    #expect(walks.errors.contains("walk_to moves no recorded receiver"), "\(walks.errors)")
  }

  @Test("The example of docs/scenarios.md comes true")
  func documented() throws {
    let page = try String(contentsOfFile: Places.own("docs/scenarios.md"), encoding: .utf8)
    let example = try #require(page.components(separatedBy: "```yaml\n").last)
    let folder = Folder()
    let file = try folder.write("day.yaml", example.components(separatedBy: "```")[0])
    let result = try Command.vigia("simulate", file)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("  ok      expected 1 perimeter.exit"))
  }

  @Test(
    "A wrong scenario is refused with its line, its key and what was expected",
    arguments: [
      ("press: help", "press: hlep", "day[2].press is \"hlep\"; expected help, ok, plus or minus"),
      ("at: 10 s, ", "", "day[2] needs at, or after"),
      ("at: 10 s", "at: 10 s, after: 1 s", "and not both"),
      ("at: 10 s", "at: soon", "expected a time of day such as \"08:00\""),
      ("at: 10 s", "at: \"25:00\"", "expected a time of day such as \"08:00\""),
      ("at: 10 s", "at: \"11:00\"", "after the end; expected less than 20 s"),
      ("at: 10 s", "at: \"10:00 on day 9\"", "after the end"),
      ("at: 0 s", "at: 11 s", "before the step above it; expected steps in order of time"),
      ("for: 5 s, ", "", "day[1] needs for, such as 20 min, or until"),
      ("for: 5 s", "for: 5", "expected a span of time such as 90 s, 20 min or 1 h 30 min"),
      ("for: 5 s", "for: 1 s 5 min", "expected a span of time"),
      ("half_open", "half-open", "day[1].network is \"half-open\"; expected down, half_open"),
      ("network:", "netwrok:", "did you mean \"network\"?"),
      ("network:", "receiver: silence, network:", "day[1] does both receiver and network"),
      ("press: help", "long: yes", "day[2] does nothing; expected one of walk_to"),
      ("press: help", "press: help, for: 2 s", "day[2].for does not go with press"),
      ("press: help", "walk_to: home", "has walk_to and lacks speed_mps"),
      ("press: help", "power: on", "expected cut, update, or off"),
      ("press: help", "calm: yes", "less than an hour before the end"),
      ("press: help", "wearer: {answers: maybe}", "expected 0 % to 100 %"),
      ("  wearer: {name: Rosa}", "  waerer: {name: Rosa}", "unknown key \"waerer\" in profile"),
      ("press: help", "measure: 182", "expected an amount such as"),
      ("press: help", "battery: 101 %", "is \"101 %\"; expected 0 % to 100 %"),
      ("press: help", "caregiver: 0, asks: where", "expected a whole number from 1 to 4"),
      ("press: help", "caregiver: 1", "has a caregiver who does nothing; expected answers_after"),
      ("press: help", "caregiver: 1, accompanied_until: \"24:00\"", "from 00:00 to 23:59"),
      ("press: help", "profile: {perimeter: {lat: 1, lon: 2, radius_m: 9}}", "radius_m is \"9\""),
      ("receiver:", "perimeter: {lat: 1, lon: 2, radius_m: 100}\nreceiver:", "beside a profile"),
      ("interval: 1 s", "interval: 1 ms", "expected 0.1 s to 10 min"),
      ("lasts: 20 s", "lasts: 32 d", "at most 31 d"),
      ("press: help", "caregiver: 1, portal: where", "needs a portal, and there is none"),
      ("at: 10 s, press: help", "at: 10 s, for: 1 s, portal_way: away", "needs a portal"),
      ("press: help", "portal_profile: {quiet_hours: ~}", "needs a portal"),
      (
        "press: help}\n", "press: help}\nexpect: [{none: notice.delivered, caregiver: 2}]\n",
        "is \"2\", and no list of the day has so many caregivers"
      ),
      (
        "press: help}\n", "press: help}\nexpect: [{none: mail, caregiver: 256}]\n",
        "is 256; expected 1 to 4"
      ),
      (
        "press: help}\n", "press: help}\nexpect: [{none: reminder.due, reminder: 77}]\n",
        "is \"77\", and no profile of the day has that reminder"
      ),
      (
        "press: help}\n", "press: help}\nexpect: [{none: help.requested, from_s: 21}]\n",
        "is \"21\", after the end of the day; expected at most 20 s"
      ),
      (
        "press: help}\n",
        "press: help}\nexpect: [{event: help.requested, count: 0, from_s: 21}]\n",
        "is \"21\", after the end of the day"
      ),
      (
        "press: help}\n",
        "press: help}\nexpect: [{none: help.requested, from: 2051-03-21T15:00:00Z}]\n",
        "after the end of the day"
      ),
      (
        "press: help}\n",
        "press: help}\nexpect: [{none: help.requested, to: 2001-03-21T15:00:00Z}]\n",
        "before the start of the day"
      ),
    ])
  func refused(text: String, instead: String, expected: String) throws {
    let folder = Folder()
    let file = folder.path("day.yaml")
    try Self.scenario.replacing(text, with: instead, maxReplacements: 1)
      .write(toFile: file, atomically: true, encoding: .utf8)
    let result = try Command.vigia("simulate", file)
    #expect(result.status == 2)
    #expect(result.complaints.count == 1)
    #expect(result.errors.contains(expected), "\(result.errors)")
    #expect(result.errors.contains("line "))
  }
}
