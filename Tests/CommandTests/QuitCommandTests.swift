import Device
import Diary
import Foundation
import HAL
import Testing

@Suite("vigia quit and vigia agenda")
struct QuitCommandTests {
  private let folder: Folder
  private let profile: String
  private let state: String

  private static let text = """
    # Rosa's.
    perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 200}
    time_zone: America/Mexico_City
    language: es
    reminders:
      - {id: 1, type: medication, name: Pastilla, dose: 1, at: 2026-11-21 10:00, repeat: daily}
    quiet_hours:
      - {days: daily, from: "22:00", to: "09:30"}
    quit:
      per_day: 11
      price: 3.75                # of the usual ones
      quit_at: 2026-11-21 08:00
      motive: health
      phrase: Por mis nietos
      check_in: "21:00"
      on_demand: yes

    """

  init() throws {
    folder = Folder()
    profile = try folder.write("profile.yaml", QuitCommandTests.text)
    state = folder.path("state")
    // An empty state of its own: the user's may hold something.
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
  }

  private func vigia(_ arguments: String) throws -> Command.Result {
    try Command.shell("\"$vigia\" \(arguments) --profile '\(profile)' --state '\(state)'")
  }

  private func text() throws -> String { try String(contentsOfFile: profile, encoding: .utf8) }

  @Test("QUIT-2, QUIT-3: the status says time, cigarettes, money, rank and life, with its sources")
  func status() throws {
    let result = try vigia("quit status --now '2026-12-01 08:00'")
    expectSuccess(result)
    for line in [
      "Lo dejaste el 2026-11-21 08:00, hace 10 d 0 h 0 min",
      "110 cigarrillos no fumados, 412,50 MXN sin gastar, rango 3; faltan 87,50 MXN para el rango 2",
      "Vida ganada: 20 h 10 min, a 11 min por cigarrillo (Shaw 2000)",
      "Vida ganada: 1 d 12 h 40 min, a 20 min por cigarrillo (Jackson 2024)",
      "Motivo: la salud, «Por mis nietos»",
      "  [x] 2026-11-23 08:00  48 horas: No queda monóxido de carbono. Mejoran el olfato y el gusto. (NHS)",
      "  [ ] 2026-12-05 08:00  2 semanas: De la semana 2 a la 12 mejoran la circulación y los pulmones. (WHO, NHS)",
      "Logros: Perfil completo; Un día sin fumar; Una semana sin fumar; 100 cigarrillos menos; Rango 3",
      "No es consejo médico.",
    ] {
      #expect(result.output.contains(line + "\n"), "\(line)\n---\n\(result.output)")
    }
    #expect(result.output.contains("BMJ 2000;320:53"))
    let english = try vigia("quit status --now '2026-12-01 08:00' --language en").output
    #expect(english.contains("412.50 MXN not spent, rank 3; 87.50 MXN to rank 2"))
    let first = "quit status --now '2026-11-21 10:15'"
    #expect(try vigia(first).output.contains("\n1 cigarrillo no fumado, "))
    #expect(try vigia("\(first) --language en").output.contains("\n1 cigarette not smoked, "))
    let before = try vigia("quit status --now '2026-11-20 08:00'").output
    #expect(before.hasPrefix("Faltan 1 d 0 h 0 min para el 2026-11-21 08:00\n0 cigarrillos"))
  }

  @Test("The status for scripts has whole numbers, and each milestone and badge a line")
  func json() throws {
    let events = try vigia("quit status --now '2026-12-01 08:00' --format json").events
    let status = try #require(events.named("quit.status").first)
    #expect(status["saved_units"] as? Int == 41_250 && status["saved"] as? String == "412.50")
    #expect(status["rank"] as? Int == 3 && status["missing"] as? String == "87.50")
    #expect(status["life_min_at_11"] as? Int == 1210 && status["life_min_at_20"] as? Int == 2200)
    #expect(events.named("quit.milestone").count == 12)
    #expect(events.named("quit.milestone").filter { $0["reached"] as? Bool == true }.count == 5)
    #expect(events.named("quit.achievement").count == 13)
  }

  @Test("A slip is written into the profile, and the quit date and the rest of the file stay")
  func slip() throws {
    let result = try vigia(
      "quit slip --cigarettes 3 --at '2026-11-25 22:00' --note 'una boda' --now '2026-12-01 08:00'")
    expectSuccess(result)
    #expect(result.output.isEmpty)
    #expect(
      result.errors == """
        vigia: apuntado: 3, 2026-11-25 22:00; la fecha se queda como está
        vigia: 107 cigarrillos no fumados, 401,25 MXN sin gastar, rango 3; faltan 98,75 MXN para el rango 2

        """)
    let changed = try text()
    #expect(changed.hasPrefix(QuitCommandTests.text))
    #expect(changed.contains("una boda") && changed.contains("slips:"))
    expectSuccess(try vigia("quit slip --now '2026-12-02 08:00'"))
    let status = try vigia("quit status --now '2026-12-03 09:00'").output
    #expect(
      status.contains(
        "Resbalones: 2, cigarrillos: 4; sin fumar desde el último: 1 d 1 h 0 min; lo más largo: "
          + "6 d 10 h 0 min"))
    #expect(status.contains("Lo dejaste el 2026-11-21 08:00, hace 12 d"))
    #expect(status.contains("Un resbalón y otro día sin fumar"))
    #expect(try Command.vigia("profile", "check", profile).status == 0)
  }

  @Test(
    "A slip that cannot be is refused with status 2, and the file stays",
    arguments: [
      ("--at '2026-11-20 08:00'", "--at: is \"2026-11-20 08:00\", before quit.quit_at"),
      ("--at '2026-12-02 08:00'", "after now; expected a time that has come"),
      ("--at ayer", "--at: is \"ayer\"; expected local time"),
      ("--at 2099-01-01T00:00", "expected local time from 2000 to 2049 such as"),
      ("--cigarettes 0", "--cigarettes: is \"0\"; expected a whole number from 1 to 200"),
      ("--note ''", "--note"), ("--state /nowhere", "/nowhere: does not exist"),
    ])
  func refused(_ arguments: String, _ reason: String) throws {
    let result = try Command.shell(
      "\"$vigia\" quit slip \(arguments) --profile '\(profile)' --now '2026-12-01 08:00'")
    #expect(result.status == 2 && result.complaints.count == 1)
    #expect(result.errors.contains(reason), "\(result.errors)")
    #expect(try text() == QuitCommandTests.text)
  }

  @Test("A profile without the section says what is missing")
  func without() throws {
    let other = try folder.write("other.yaml", "perimeter: {lat: 0, lon: 0, radius_m: 200}\n")
    for command in ["status", "slip"] {
      let result = try Command.vigia("quit", command, "--profile", other, "--state", state)
      #expect(result.status == 2)
      #expect(result.errors.contains("has no section quit; expected quit with per_day"))
    }
    let none = try Command.vigia("quit", "status")
    #expect(none.status == 2 && none.errors.contains("--profile: is missing"))
  }

  @Test("A tip names its study, in both languages and for scripts; a number names it for good")
  func tip() throws {
    let spanish = try Command.vigia("quit", "tip", "--number", "2", "--language", "es")
    #expect(
      spanish.output == """
        Camina a buen paso cinco minutos. Moverse quita ganas de fumar.
        Fuente: Haasova M et al. The acute effects of physical activity on cigarette cravings. Addiction \
        2013;108:26-37

        """)
    let json = try Command.vigia("quit", "tip", "--number", "2", "--format", "json").events
    #expect(json.first?["tip"] as? Int == 2)
    #expect((json.first?["text"] as? String)?.hasPrefix("Walk briskly") == true)
    let times = try ["08:00", "08:01", "08:02"].map {
      try Command.vigia("quit", "tip", "--now", "2026-12-01 \($0)").output
    }
    #expect(Set(times).count == 3)
    let bad = try Command.vigia("quit", "tip", "--number", "15")
    #expect(bad.status == 2 && bad.errors.contains("expected a whole number from 1 to 14"))
  }

  @Test("The agenda says what is coming and why, the family's reminders among it")
  func agenda() throws {
    let result = try vigia("agenda list --now '2026-11-21 07:00'")
    expectSuccess(result)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(8) == [
        "2026-11-21 09:30  Sin fumar: 20 minutos. Bajan el pulso y la tensión.",
        "                  20 minutos sin fumar; fuente: WHO, NHS, US Surgeon General",
        "2026-11-21 10:00  Pastilla",
        "                  recordatorio de la familia, cada día",
        "2026-11-21 16:00  Sin fumar: 8 horas. La sangre vuelve a llevar oxígeno. El monóxido de carbono "
          + "baja a la mitad.",
        "                  8 horas sin fumar; fuente: NHS",
        "2026-11-21 20:00  Sin fumar: 12 horas. El monóxido de carbono de la sangre baja a lo normal.",
        "                  12 horas sin fumar; fuente: WHO, US Surgeon General",
      ], "\(result.output)")
    #expect(
      lines.suffix(2) == [
        "cuando quiera     ¿Cuántas ganas de fumar? Por mis nietos [con OK]",
        "                  OK en la página de inicio",
      ])
    let json = try vigia("agenda list --now '2026-11-21 07:00' --format json").events
    #expect(json.count == lines.count / 2)
    #expect(json.first?["of"] as? String == "quit" && json.first?["state"] as? String == "coming")
    #expect(json.first?["key"] as? String == "quit/milestone/20min")
    #expect(json.contains { $0["of"] as? String == "family" && $0["reminder"] as? Int == 1 })
  }

  @Test(
    "The rule of a reminder stands in the language of the list",
    arguments: [
      ("once", "una vez", "once"), ("daily", "cada día", "daily"),
      ("weekdays", "de lunes a viernes", "weekdays"), ("weekend", "fines de semana", "weekend"),
      ("[mon, wed, sat]", "lun,mié,sáb", "mon,wed,sat"),
      ("every 8 h", "cada 8 h", "every 8 h"),
    ])
  func rules(_ rule: String, _ spanish: String, _ english: String) throws {
    let file = try folder.write(
      "rule.yaml",
      """
      perimeter: {lat: -2.9005, lon: -79.0045, radius_m: 200}
      reminders:
        - {id: 1, name: Agua, at: 2026-11-21 10:00, repeat: \(rule)}
      """)
    for (language, why) in [
      ("es", "recordatorio de la familia, \(spanish)"),
      ("en", "reminder of the family, \(english)"),
    ] {
      let list = try Command.vigia(
        "agenda", "list", "--profile", file, "--state", state, "--language", language, "--now",
        "2026-11-21 07:00", "--format", "json")
      #expect(list.events.map { $0["why"] as? String } == [why], "\(list.errors)")
    }
  }

  @Test("What waits, and what was answered, comes from the device's records; answers count")
  func answers() throws {
    let list = try vigia("agenda list --now '2026-11-21 19:59' --format json").events
    func number(_ key: String) throws -> UInt16 {
      let row = try #require(list.first { $0["key"] as? String == key })
      return UInt16(try #require(row["reminder"] as? Int))
    }
    let twelve = Occurrence(
      reminder: try number("quit/milestone/12h"), due: CivilMinute(29_921_520))
    let evening = Occurrence(reminder: try number("quit/check-in"), due: CivilMinute(29_921_580))
    let craving = Occurrence(reminder: try number("quit/craving"), due: CivilMinute(29_921_520))
    // 2026-11-21 20:00 in Mexico City is 02:00 UTC.
    let wall = WallTime(milliseconds: (29_921_520 + 360) * 60_000)
    do {
      let store = try RecordStore(StateFolder(path: state), as: .device)
      for (occurrence, states) in [
        (twelve, [.announced]), (evening, [.announced, .answered(2), .acknowledged]),
        (craving, [.announced, .answered(7), .acknowledged]),
      ] as [(Occurrence, [ReminderState])] {
        for state in states {
          try store.append(Record.reminder(occurrence, state, at: wall).words, written: wall)
        }
      }
    }
    let rows = try vigia("agenda list --now '2026-11-21 21:10' --format json").events
    func standing(_ key: String) -> String? {
      rows.first { $0["key"] as? String == key }?["state"] as? String
    }
    #expect(standing("quit/milestone/12h") == "waiting")
    #expect(standing("quit/answer") == nil)
    let evenings = rows.first { $0["key"] as? String == "quit/check-in" }
    #expect(evenings?["due"] as? String == "2026-11-22 21:00")
    let status = try vigia("quit status --now '2026-12-01 08:00' --format json").events
    #expect(status.first?["slipped"] as? Int == 2 && status.first?["cravings"] as? Int == 1)
    // The agenda moves the hours that the answer begins anew to where the status has them (QUIT-4).
    let hours = rows.first { $0["key"] as? String == "quit/milestone/48h" }
    #expect(hours?["due"] as? String == "2026-11-23 20:00")
    let reached = status.named("quit.milestone").first { $0["milestone"] as? String == "48h" }
    #expect(reached?["due"] as? String == "2026-11-23 20:00")
    // The diary calls the answers by their names.
    let diary = try Command.shell(
      "\"$vigia\" diary list --state '\(state)' --profile '\(profile)'"
    ).output
    #expect(diary.contains("respuesta a «¿Cuántas ganas de fumar?»: 7"), "\(diary)")
  }

  @Test("A family that fills the device leaves no room, and the agenda says so")
  func full() throws {
    let more = (2...32).map {
      "  - {id: \($0), name: Tarea \($0), at: 2026-11-21 11:00, repeat: daily}\n"
    }.joined()
    let text = QuitCommandTests.text.replacing(
      "quiet_hours:\n", with: more + "quiet_hours:\n")
    try text.write(toFile: profile, atomically: true, encoding: .utf8)
    let rows = try vigia("agenda list --now '2026-11-21 07:00' --format json").events
    #expect(rows.filter { $0["of"] as? String == "family" }.count == 32)
    let entries = rows.filter { $0["of"] as? String == "quit" }
    #expect(!entries.isEmpty)
    #expect(entries.allSatisfy { $0["state"] as? String == "no-room" })
  }
}
