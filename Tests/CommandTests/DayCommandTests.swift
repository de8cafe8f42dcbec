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
    let pages = json.events.filter { $0["event"] as? String == "screen" }
    let told = pages.first { $0["page"] as? String == "help.told" }
    #expect((told?["lines"] as? [String])?.first == "Hemos informado a Ana, tu hija")
    let text = try Command.vigia("replay", trace, "--screens")
    #expect(text.output.contains("  10:04:10  │ Avisando a Ana, tu hija\n"))
    // Only shown, never decided.
    let plain = try Command.vigia("replay", trace, "--format", "json")
    #expect(plain.summary["digest"] as? String == json.summary["digest"] as? String)
  }

  @Test("A converted day is the same trace, to the letter")
  func converted() throws {
    let folder = try Folder()
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
    let folder = try Folder()
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
    profile:
      wearer: {name: Rosa}
      caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]
      perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 100}
    wearer: [{stay_s: 20}]
    network: {latency_s: 1}
    keys:
    - {at_s: 10, key: help}

    """

  @Test("A scenario without a network leaves the notice unheard, and with one it arrives")
  func network() throws {
    let folder = try Folder()
    let file = folder.path("day.yaml")
    try Self.scenario.write(toFile: file, atomically: true, encoding: .utf8)
    let heard = try Command.vigia("simulate", file, "--format", "json")
    #expect(heard.count("notice.delivered") == 1)
    try Self.scenario.replacing("network: {latency_s: 1}\n", with: "")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let unheard = try Command.vigia("simulate", file, "--format", "json")
    #expect(unheard.count("notice.queued") == 1)
    #expect(unheard.count("notice.delivered") == 0)
  }

  @Test(
    "A wrong scenario is refused with its line, its key and what was expected",
    arguments: [
      ("key: help", "key: hlep", "keys[1].key is \"hlep\"; expected help, ok, plus or minus"),
      ("at_s: 10, ", "", "keys[1] lacks at_s"),
      ("at_s: 10", "at_s: soon", "expected a number"),
      ("latency_s: 1", "latency_s: -1", "expected 0 to 3600 s"),
      ("network:", "netwrok:", "did you mean \"network\"?"),
      ("  wearer: {name: Rosa}", "  waerer: {name: Rosa}", "unknown key \"waerer\" in profile"),
      ("keys:", "readings: [{at_s: 1, glucose: 182}]\nkeys:", "expected an amount such as"),
      ("keys:", "battery: [{at_s: 1, percent: 101}]\nkeys:", "is 101; expected 0 to 100"),
      ("keys:", "messages: [{at_s: 1, caregiver: 0, where: yes}]\nkeys:", "expected 1 to 4"),
      ("keys:", "messages: [{at_s: 1, caregiver: 1}]\nkeys:", "says nothing; expected where"),
      (
        "keys:", "messages: [{at_s: 1, caregiver: 1, accompanied_until: \"24:00\"}]\nkeys:",
        "such as \"18:30\""
      ),
      ("keys:", "perimeter: {lat: 1, lon: 2, radius_m: 100}\nkeys:", "stands beside a profile"),
      ("keys:", "family: [{caregiver: 1}]\nkeys:", "lacks answers_after_s"),
    ])
  func refused(text: String, instead: String, expected: String) throws {
    let folder = try Folder()
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
