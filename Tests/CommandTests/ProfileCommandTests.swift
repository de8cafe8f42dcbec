import Foundation
import Testing

@Suite("vigia profile")
struct ProfileCommandTests {
  @Test("init writes a profile that check likes, and never over another")
  func initAndCheck() throws {
    let folder = Folder()
    let file = folder.path("profile.yaml")
    expectSuccess(try Command.vigia("profile", "init", file, "--insulin"))
    let check = try Command.vigia("profile", "check", file)
    #expect(check.status == 0)
    #expect(check.output.hasPrefix("\(file): no mistakes\n"))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let again = try Command.vigia("profile", "init", file)
    #expect(again.status == 2)
    #expect(again.errors.contains("is there already"))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
  }

  @Test("check says what each sensitivity costs, and marks the one that is chosen")
  func sensitivities() throws {
    let folder = Folder()
    func table(_ sensitivity: String) throws -> [Substring] {
      let file = try folder.write(
        "\(sensitivity).yaml",
        "perimeter: {lat: 1, lon: 2, radius_m: 200, sensitivity: \(sensitivity)}\nlanguage: es\n")
      let check = try Command.vigia("profile", "check", file)
      #expect(check.status == (sensitivity == "hasty" ? 2 : 0))
      return (check.output + check.errors).split(separator: "\n")
    }
    #expect(try table("calm").contains { $0.hasPrefix("  * calm    40 m, 31 s") })
    #expect(try table("quick").contains { $0.hasPrefix("  * quick   18 m, 14 s") })
    #expect(try table("quick").contains { $0.hasPrefix("    calm") })
    #expect(try table("hasty").contains { $0.contains("expected calm, normal or quick") })
  }

  @Test("check names every mistake, a line each, with exit status 2")
  func mistakes() throws {
    let folder = Folder()
    let file = try folder.write(
      "profile.yaml", "perimeter: {lat: 91, lon: 0, radius_m: 99}\nlangage: es\n")
    let result = try Command.vigia("profile", "check", file)
    #expect(result.status == 2)
    #expect(result.complaints.count == 3)
    #expect(result.errors.contains("line 2, column 1: unknown key \"langage\"; did you mean"))
  }

  @Test("A gap in a new profile is a warning, and no mistake")
  func warnings() throws {
    let folder = Folder()
    let file = folder.path("profile.yaml")
    expectSuccess(try Command.vigia("profile", "init", file))
    let check = try Command.vigia("profile", "check", file)
    #expect(check.status == 0)
    #expect(check.output.hasPrefix("\(file): no mistakes\n"))
    #expect(check.complaints.count == 4)
    #expect(
      check.errors.contains("perimeter.lat is the sample's home; expected the wearer's own\n"))
    #expect(
      check.errors.contains("caregivers[1].email is \"ana@example.org\", an address of samples; "))
    #expect(check.errors.contains("vigia: warning: \(file): has no routes.mail; no mail is sent\n"))
    #expect(check.errors.contains("no answers come in, and escalation runs by time alone\n"))
  }

  @Test("A secret that the device would refuse is a warning that names the way it closes (SAFE-4)")
  func secrets() throws {
    let folder = Folder()
    let file = try folder.write(
      "profile.yaml",
      """
      perimeter: {lat: 1, lon: 2, radius_m: 200}
      routes:
        mail: {host: smtp.correo.ec, user: vigia, credentials: mail.secret, from: vigia@correo.ec}
        inbound: {host: imap.correo.ec, user: vigia, credentials: imap.secret}
        relay: {url: "https://rele.correo.ec/n", credentials: relay.secret}
        portal: {url: "https://portal.correo.ec", credentials: portal.secret}

      """)
    func said() throws -> [String] {
      let check = try Command.vigia("profile", "check", file)
      #expect(check.status == 0)
      return check.complaints.filter { $0.contains(".secret") }.map(String.init)
    }
    // A missing one is warned of once.
    #expect(try said().count == 4)
    #expect(try said().allSatisfy { $0.hasSuffix("the file with the secret is not there") })
    try folder.write("mail.secret", "clave\n", mode: 0o644)
    try folder.write("imap.secret", "", mode: 0o600)
    try FileManager.default.createDirectory(
      atPath: folder.path("relay.secret"), withIntermediateDirectories: true)
    try folder.write("portal.secret", "clave\n", mode: 0o600)
    let folderName = folder.path("")
    #expect(
      try said().map { $0.replacingOccurrences(of: folderName, with: "") } == [
        "vigia: warning: mail.secret: has mode 0644, so that others can read it; expected mode 0600; "
          + "routes.mail is not used",
        "vigia: warning: imap.secret: holds no secret on one line of 1 to 1024 bytes; expected just "
          + "that; routes.inbound is not used",
        "vigia: warning: relay.secret: is no file; expected a file with the secret; routes.relay is "
          + "not used",
        "vigia: warning: portal.secret: holds no key of a portal; expected what vigia pair wrote",
      ])
    try folder.write("mail.secret", "clave\n", mode: 0o600)
    try folder.write("imap.secret", "clave", mode: 0o400)
    #expect(try said().count == 2)
  }

  @Test("The cost of a sensitivity has its condition, and median and 95 % as in the heading")
  func sensitivity() throws {
    let folder = Folder()
    let file = folder.path("profile.yaml")
    expectSuccess(try Command.vigia("profile", "init", file))
    let output = try Command.vigia("profile", "check", file).output
    #expect(output.contains("median (95 %)"))
    #expect(output.contains("* normal  27 m, 21 s  (43 m, 33 s) "), "\(output)")
    #expect(output.contains("a receiver that states its accuracy"))
    #expect(
      output.contains("whose receivers state no accuracy, normal took longer: 34 s (60 s).\n"))
    #expect(output.filter { $0 == "(" }.count == output.filter { $0 == ")" }.count)
  }

  @Test("Every line that init writes as a comment is valid without its #")
  func comments() throws {
    let folder = Folder()
    let file = folder.path("profile.yaml")
    expectSuccess(try Command.vigia("profile", "init", file, "--insulin"))
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    // A comment is a sentence, or a setting behind a mark that can be taken away.
    let settings = /^( *)# ((- |  )*[a-z_]+:.*|  +- .*)$/
    let taken = lines.map { line -> String in
      guard let match = line.wholeMatch(of: settings) else { return String(line) }
      return String(match.1) + String(match.2)
    }
    #expect(taken != lines.map(String.init))
    _ = try folder.write("profile.yaml", taken.joined(separator: "\n"))
    let check = try Command.vigia("profile", "check", file)
    #expect(check.status == 0, "\(check.errors)")
    for key in ["reminders", "schedule", "quiet_hours", "alarms", "notices", "routes", "wearer"] {
      #expect(taken.contains { $0.hasPrefix("\(key):") || $0.hasPrefix("  \(key):") })
    }
    #expect(!check.errors.contains("escalation runs by time alone"))
  }
}
