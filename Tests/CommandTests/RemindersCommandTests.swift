import Foundation
import TestSupport
import Testing

@Suite("vigia reminders (ALZ-5)")
struct RemindersCommandTests {
  private let folder: Folder
  private let profile: String

  private static let text = """
    # Rosa's.
    perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 200}
    time_zone: America/Guayaquil
    reminders:
      - {name: Regar, at: 2026-11-21 10:00, repeat: daily}   # the garden

    """

  init() throws {
    folder = Folder()
    profile = try folder.write("profile.yaml", RemindersCommandTests.text)
  }

  private func reminders(_ arguments: String) throws -> Command.Result {
    try Command.shell("\"$vigia\" reminders \(arguments) --profile '\(profile)'")
  }

  private func text() throws -> String { try String(contentsOfFile: profile, encoding: .utf8) }

  @Test("Of several commands at the same time, each is in the file or says that it is not")
  func together() throws {
    let folder = Folder()
    let profile = folder.path("p.yaml")
    _ = try Command.vigia("profile", "init", profile)
    let said = try Command.shell(
      "for i in 1 2 3 4 5 6 7 8; do \"$vigia\" reminders add --profile '\(profile)' "
        + "--type reminder --name c$i --at 08:00 2>&1 & done; wait"
    ).output
    let added = said.split(separator: "\n").filter { $0.contains(" added: ") }.count
    let list = try Command.vigia("reminders", "list", "--profile", profile, "--format", "json")
    #expect(added >= 1)
    #expect(list.output.split(separator: "\n").count == added)
  }

  @Test("A pill is added, listed by type, changed and deleted; the rest of the file stays")
  func whole() throws {
    let added = try reminders(
      "add --type medication --name Pastilla --dose '1 pastilla' --at '2026-11-21 08:00' "
        + "--repeat 'every 8 h' --tell-caregiver --now '2026-11-20 12:00'")
    #expect(added.status == 0)
    #expect(added.output == "2\n")
    #expect(added.errors == "vigia: reminder 2 added: Pastilla, next due 2026-11-21 08:00\n")

    let list = try reminders("list --now '2026-11-21 08:01'")
    #expect(
      list.output == """
        id  next due          type        repeat     told  name
        1   2026-11-21 10:00  reminder    daily      no    Regar
        2   2026-11-21 16:00  medication  every 8 h  yes   Pastilla, 1 pastilla

        """)
    #expect(try reminders("list --type medication").output.contains("Pastilla"))
    #expect(try !reminders("list --type medication").output.contains("Regar"))

    #expect(try reminders("edit 2 --name Jarabe --no-tell-caregiver").status == 0)
    let json = try reminders("list --type medication --format json --now '2026-11-21 08:00'")
    #expect(
      json.output
        == "{\"id\":2,\"type\":\"medication\",\"name\":\"Jarabe\",\"description\":null,"
        + "\"dose\":\"1 pastilla\",\"at\":\"2026-11-21 08:00\",\"repeat\":\"every 8 h\","
        + "\"until\":null,\"tell_caregiver\":false,\"photo\":null,"
        + "\"next\":\"2026-11-21 08:00\"}\n")

    #expect(try reminders("delete 2 --yes").status == 0)
    #expect(try text() == RemindersCommandTests.text)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 1)
  }

  @Test("The profile can be named before what is to be done, too")
  func order() throws {
    let result = try Command.shell("\"$vigia\" reminders --profile '\(profile)' list")
    #expect(result.status == 0)
    #expect(result.output.contains("Regar"))
    let nothing = try Command.vigia("reminders", "list")
    #expect(nothing.status == 2)
    #expect(nothing.errors == "vigia: --profile: is missing; expected the profile to work on\n")
  }

  @Test("A time without a day is the next one; what is over says so")
  func times() throws {
    let now = "--now '2026-11-21 09:30'"
    #expect(try reminders("add --name a --at 09:30 \(now)").errors.contains("due 2026-11-21 09:30"))
    #expect(try reminders("add --name a --at 09:29 \(now)").errors.contains("due 2026-11-22 09:29"))
    let past = try reminders("add --name a --at '2026-11-20 09:30' \(now)")
    #expect(past.status == 0)
    #expect(past.errors.contains("never due again"))
    let list = try reminders("list \(now)").output.split(separator: "\n")
    #expect(list.last?.contains("never again") == true)
  }

  @Test("Another hour leaves a date that is still to come; else it is the next such hour")
  func hourOfDate() throws {
    let now = "--now '2026-11-21 09:30'"
    for (first, hour, next) in [
      ("2027-01-01 08:00", "11:00", "2027-01-01 11:00"),
      ("2026-11-22 08:00", "09:00", "2026-11-22 09:00"),
      ("2026-11-21 20:00", "10:00", "2026-11-21 10:00"),
      ("2026-11-21 20:00", "09:00", "2026-11-22 09:00"),
      ("2026-11-20 08:00", "11:00", "2026-11-21 11:00"),
    ] {
      expectSuccess(try reminders("add --name Visita --at '\(first)' \(now)"))
      let edited = try reminders("edit 2 --at \(hour) \(now)")
      #expect(edited.errors.contains("next due \(next)\n"), "\(first): \(edited.errors)")
      expectSuccess(try reminders("delete 2 --yes"))
    }
  }

  @Test("An hour that a night in spring leaves out is listed as the device calls: right after it")
  func springNight() throws {
    let file = try folder.write(
      "spring.yaml",
      """
      perimeter: {lat: 40.4, lon: -3.7, radius_m: 150}
      time_zone: Europe/Madrid
      reminders:
        - {id: 1, name: a, at: 2026-03-20 02:30, repeat: daily}
        - {id: 2, name: b, at: 2026-03-29 02:30}
        - {id: 3, name: c, at: 2026-03-28 22:30, repeat: every 4 h}
        - {id: 4, name: d, at: 2026-10-25 02:30}
      """)
    for (now, due) in [
      ("2026-03-29 01:00", [1: "2026-03-29 03:00", 2: "2026-03-29 03:00", 3: "2026-03-29 03:00"]),
      ("2026-03-29 03:00", [1: "2026-03-29 03:00", 2: "2026-03-29 03:00", 3: "2026-03-29 03:00"]),
      ("2026-03-29 03:01", [1: "2026-03-30 02:30", 3: "2026-03-29 06:30"]),
      ("2026-10-25 01:00", [4: "2026-10-25 02:30"]),
    ] {
      let list = try Command.vigia(
        "reminders", "list", "--profile", file, "--now", now, "--format", "json")
      for row in list.events {
        guard let id = row["id"] as? Int, let due = due[id] else { continue }
        #expect(row["next"] as? String == due, "\(row)")
      }
      let state = folder.path("none")
      try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
      let agenda = try Command.vigia(
        "agenda", "list", "--profile", file, "--state", state, "--now", now, "--format", "json")
      for row in agenda.events {
        guard let id = row["reminder"] as? Int, let due = due[id] else { continue }
        #expect(row["due"] as? String == due, "\(row)")
      }
      #expect(list.events.count == 4 && !agenda.events.isEmpty)
    }
  }

  @Test("Nothing is deleted where nobody can be asked")
  func confirmation() throws {
    let refused = try reminders("delete 1")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("expected --yes"))
    #expect(try text() == RemindersCommandTests.text)
  }

  @Test(
    "On a terminal it is asked, and only a yes deletes",
    .needs(.script),
    arguments: [("n", true), ("", true), ("sí", false)])
  func asked(_ answer: String, _ stays: Bool) throws {
    let result = try Command.shell(
      "printf '\(answer)\\n' | script -qec \"'$vigia' reminders delete 1 --profile '\(profile)'\" "
        + "/dev/null")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("Delete reminder 1, Regar?"))
    #expect(result.output.contains("nothing was deleted") == stays)
    #expect(try text().contains("Regar") == stays)
  }

  @Test(
    "A value that makes no sense is refused with exit status 2, and the file stays",
    arguments: [
      ("edit 9 --name a", "has no reminder 9; expected 1"), ("edit 1", "changes nothing"),
      ("add --name a", "--at: is missing"), ("add --at 08:00", "--name: is missing"),
      ("add --name a --at noon", "--at: is \"noon\"; expected a date and time"),
      ("add --name a --at 08:00 --repeat monthly", "--repeat: is \"monthly\"; expected once"),
      ("add --name a --at 08:00 --dose 1", "dose goes with a medication"),
      ("add --name '' --at 08:00", "--name: is empty"),
      ("add --name '  ' --at 08:00", "is blank; expected 1 to 60 letters"),
      ("add --name a --at 08:00 --type pill", "reminder"), ("delete one --yes", "one"),
      ("list --now soon", "--now: is \"soon\"; expected local time"),
      ("list --now 2099-01-01T00:00", "expected local time from 2000 to 2049 such as"),
      (
        "add --name a --at '2090-01-01 08:00'",
        "expected a date and time from 2000 to 2049 such as"
      ),
    ])
  func refused(_ arguments: String, _ reason: String) throws {
    let result = try reminders(arguments)
    #expect(result.status == 2)
    #expect(result.complaints.count == 1)
    #expect(result.errors.contains(reason), "\(result.errors)")
    #expect(try text() == RemindersCommandTests.text)
  }

  @Test("A profile with a mistake is not touched; the mistake is named")
  func mistake() throws {
    _ = try folder.write("profile.yaml", RemindersCommandTests.text + "langage: es\n")
    let result = try reminders("add --name a --at 08:00")
    #expect(result.status == 2)
    #expect(result.errors.contains("line 6, column 1: unknown key \"langage\""))
  }

  @Test("The file keeps its permissions, and a link to it stays a link")
  func permissions() throws {
    let link = folder.path("link.yaml")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: profile)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: profile)
    let result = try Command.vigia(
      "reminders", "add", "--profile", link, "--name", "a", "--at", "08:00")
    #expect(result.status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: profile)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == profile)
    #expect(try text().contains("id: 2"))
  }

  @Test("A full disk leaves the file that was there")
  func fullDisk() throws {
    // No file may grow beyond 0 bytes here.
    let result = try Command.shell(
      "(trap '' XFSZ; ulimit -f 0; \"$vigia\" reminders add --profile '\(profile)' --name a "
        + "--at 08:00 2>&1) | cat")
    #expect(result.status == 2)
    #expect(result.output.contains("cannot be written"), "\(result)")
    #expect(try text() == RemindersCommandTests.text)
  }
}
