import Foundation
import Glibc
import TestSupport
import Testing

/// A fault is reported in a line that a stranger understands, and the device does everything it still can.
@Suite("vigia run with something wrong", .serialized)
struct BadStartTests {
  private static let home = "{lat: -2.9005, lon: -79.0045, radius_m: 150}"
  private static let people = """
    caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]

    """

  /// A short life.
  private func live(
    _ run: LiveRun, _ more: [String] = [], seconds: Int = 200
  ) throws -> [String] {
    try run.start(
      ["--duration", "\(seconds)", "--time-scale", "60", "--gpsd", "127.0.0.1:1"] + more)
    run.daemon?.wait()
    #expect(run.daemon?.status == 0)
    #expect(try run.events().contains { $0["event"] as? String == "device.started" })
    #expect(try run.events().last?["event"] as? String == "summary")
    return try run.complaints()
  }

  /// Exactly one line has all of these words.
  private func says(_ lines: [String], _ words: String...) -> Bool {
    lines.count { line in words.allSatisfy { line.contains($0) } } == 1
  }

  @Test(
    "A profile that cannot be read is refused with its reason, where somebody sits at the terminal",
    .needs(.script))
  func profile() throws {
    let run = try LiveRun(perimeter: BadStartTests.home)
    let path = run.file("profile.yaml").path
    func refused() throws -> String {
      let (status, text) = try run.runAtTerminal()
      #expect(status == 2)
      #expect(!FileManager.default.fileExists(atPath: run.file("state").path))
      return text
    }
    unlink(path)
    #expect(try refused().contains("vigia: \(path): does not exist"))
    mkdir(path, 0o700)
    #expect(try refused().contains("is a directory"))
    rmdir(path)
    try "perimeter: {lat: -2.9, lon: -79, radius_m: 5}\n".write(
      toFile: path, atomically: true, encoding: .utf8)
    #expect(try refused().contains("perimeter.radius_m is \"5\"; expected 100 to 1000 m"))
  }

  @Test("Nobody at gpsd's port, no such sound card: one line each, and a device that lives")
  func absent() throws {
    let lines = try live(LiveRun(perimeter: BadStartTests.home), ["--sound", "plughw:CARD=None"])
    #expect(says(lines, "gpsd at 127.0.0.1:1 is not there (Connection refused); trying again"))
    #expect(says(lines, "sound", "plughw:CARD=None"), "\(lines)")
    // The option stands there twice: a device is not kept from its start by that.
    #expect(says(lines, "--sound: is given 2 times; the last one counts"), "\(lines)")
  }

  @Test("An IPv6 address of gpsd is taken as the journal writes it")
  func brackets() throws {
    let lines = try live(LiveRun(perimeter: BadStartTests.home), ["--gpsd", "[::1]:1"])
    #expect(says(lines, "gpsd at [::1]:1 is not there"), "\(lines)")
  }

  @Test("A mail server whose name nobody knows is named")
  func unresolvable() throws {
    let run = try LiveRun(
      perimeter: BadStartTests.home,
      profile: BadStartTests.people
        + "routes: {mail: {host: no-such-host.invalid, from: vigia@example.org}}\n")
    // The loss is told after fifteen minutes without a position.
    let lines = try live(run, seconds: 1200)
    #expect(says(lines, "mail: ", "no-such-host.invalid"), "\(lines)")
  }

  @Test("A secret that others can read is not used, and says how it should be")
  func secret() throws {
    let run = try LiveRun(
      perimeter: BadStartTests.home,
      profile: BadStartTests.people
        + "routes: {mail: {host: localhost, user: vigia, credentials: mail.secret, "
        + "from: vigia@example.org}}\n")
    let file = run.file("mail.secret").path
    try "clave\n".write(toFile: file, atomically: true, encoding: .utf8)
    chmod(file, 0o644)
    #expect(
      says(
        try live(run),
        "\(file): has mode 0644, so that others can read it; expected mode 0600; "
          + "localhost is not used"))
  }

  @Test("A database of a newer version is left alone", .needs(.python3))
  func newer() throws {
    let run = try LiveRun(perimeter: BadStartTests.home)
    _ = try live(run)
    let database = run.file("state/vigia.sqlite").path
    let write = try Daemon([
      "python3", "-c",
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); "
        + "c.execute(\"INSERT INTO grdb_migrations VALUES ('999')\"); c.commit()", database,
    ])
    write.wait()
    try #require(write.status == 0)
    #expect(
      says(
        try live(run), database, "was written by a newer vigia", "expected one of this version",
        "until it can be used, a power cut loses all that is new"))
  }

  @Test("A database that is none is left alone")
  func damaged() throws {
    let run = try LiveRun(perimeter: BadStartTests.home)
    let database = run.file("state/vigia.sqlite")
    try FileManager.default.createDirectory(
      at: run.file("state"), withIntermediateDirectories: false)
    try String(repeating: "rubbish ", count: 2000).write(
      to: database, atomically: true, encoding: .utf8)
    let lines = try live(run)
    #expect(says(lines, database.path, "is not a database; expected one of vigia"), "\(lines)")
    #expect(try String(contentsOf: database, encoding: .utf8).hasPrefix("rubbish"))
  }

  @Test("A black box of which the power cut left half a line does not keep the device from its own")
  func torn() throws {
    let run = try LiveRun(perimeter: BadStartTests.home)
    _ = try live(run)
    let torn = String(try String(contentsOfFile: run.blackBox, encoding: .utf8).dropLast(20))
    try torn.write(toFile: run.blackBox, atomically: true, encoding: .utf8)
    _ = try live(run)
    let aside = run.file("state/blackbox-2-0.jsonl")
    #expect(try String(contentsOf: aside, encoding: .utf8) == torn)
    let replay = try Daemon([
      LiveRun.binary, "replay", run.file("state").path, "--format", "json",
    ])
    replay.wait()
    #expect(replay.status == 0)
    #expect(says(try replay.complaints(), "blackbox-2-0.jsonl: the last line is torn"))
    let digest = try run.events().last?["digest"] as? String
    #expect(try EventLines.read(replay.written()).last?["digest"] as? String == digest)
  }
}
