import Device
import Foundation
import HAL
import PortalPages
import PortalServer
import PortalStore
import Profile
import Sync
import Testing

@Suite("A change of the settings on its way to the device")
struct SettingWayTests {
  func save(
    _ family: SettingFamily, _ path: String, _ fields: [String: String]
  ) async throws -> Wire.Answer {
    let base = try #require(try await family.file.currentRevision()).revision
    return try family.ana.post(
      "/w/\(family.wearer)/\(path)", fields.merging(["revision": "\(base)"]) { $1 })
  }

  private static let loud = ["language": "es", "text_size": "large", "volume": "95"]

  @Test("The page says queued, fetched and confirmed, each only once it is true")
  func steps() async throws {
    let family = try await SettingFamily()
    let page = "/w/\(family.wearer)/settings"
    #expect(try await save(family, "settings/screen", SettingWayTests.loud).status == 303)
    let (queued, fetched, confirmed) = (
      "aún no lo ha recogido", "El dispositivo lo recogió", "El dispositivo lo confirmó"
    )
    var text = try family.ana.get(page).text
    #expect(text.contains(queued) && !text.contains(fetched) && !text.contains(confirmed))
    let profile = try #require(try family.device.sync().profile)
    #expect(profile.yaml.contains("volume: 95"))
    text = try family.ana.get(page).text
    #expect(!text.contains(queued) && text.contains(fetched) && !text.contains(confirmed))
    // An answer that was lost comes again.
    #expect(try family.device.sync().profile == profile)
    family.device.health.profile = profile.revision
    #expect(try family.device.sync().profile == nil)
    text = try family.ana.get(page).text
    #expect(!text.contains(queued) && !text.contains(fetched) && text.contains(confirmed))
    let audit = try family.ana.get("/w/\(family.wearer)/audit").text
    #expect(audit.contains("Ana: cambió los ajustes: Pantalla y sonido"))
  }

  @Test("The first page says since when the settings in force are, in words and without a number")
  func since() async throws {
    let family = try await SettingFamily()
    func settings() throws -> String {
      let page = try family.ana.get("/w/\(family.wearer)").text
      let found = page.firstMatch(of: /<dt>Ajustes<\/dt><dd>(.*?)<\/dd>/)
      return String(try #require(found).output.1)
    }
    #expect(try settings() == "Los de su propio archivo")
    let fields = ["language": "es", "text_size": "huge", "volume": "70"]
    #expect(try await save(family, "settings/screen", fields).status == 303)
    try family.deviceTakes()
    let since = try settings()
    #expect(since.hasPrefix("Los puestos aquí a ") && since.contains("<time"), "\(since)")
    family.device.health.inForce = 0
    try family.device.sync()
    #expect(try settings() == "Los de su propio archivo", "its own file has the last word")
  }

  @Test("A page shows what is in force, and not what waits in the portal")
  func inForce() async throws {
    let family = try await SettingFamily()
    let fields = ["lat": "-2.8974", "lon": "-79.0045", "radius": "700", "sensitivity": "normal"]
    #expect(try await save(family, "perimeter", fields).status == 303)
    let page = "/w/\(family.wearer)"
    #expect(try family.ana.get(page).text.contains("data-radius=\"150.0\""))
    try family.deviceTakes()
    #expect(try family.ana.get(page).text.contains("data-radius=\"700.0\""))
    #expect(try await family.file.knownProfile()?.radius == Metres(700))
  }

  @Test("A refused revision goes down no more, and what was written waits for a choice")
  func refused() async throws {
    let family = try await SettingFamily()
    #expect(try await save(family, "settings/screen", SettingWayTests.loud).status == 303)
    let revision = try #require(try family.device.sync().profile?.revision)
    var request = family.device.request()
    request.profileRefused = SyncProfileRefusal(revision: revision, why: "no room for it")
    let answer = try SyncAnswer(json: family.portal.call(family.device.bytes(request)).body)
    #expect(answer.profile == nil)
    // The text before counts again, for the next change as well.
    #expect(try await !family.text().contains("volume"))
    let page = try family.ana.get("/w/\(family.wearer)/settings").text
    #expect(page.contains("El dispositivo no lo aceptó") && page.contains("Cambios que no valen"))
    let both = try family.ana.get("/w/\(family.wearer)/changes/\(revision)").text
    #expect(both.contains("no room for it") && both.contains("95") && both.contains("80"))
    let settle = "/w/\(family.wearer)/changes/\(revision)/settle"
    #expect(try family.ana.post(settle).status == 303)
    #expect(
      try !family.ana.get("/w/\(family.wearer)/settings").text.contains("Cambios que no valen"))
  }

  @Test("A change on the device overtakes one that waits: it is not sent, and both are shown")
  func overtaken() async throws {
    let family = try await SettingFamily()
    #expect(try await save(family, "settings/screen", SettingWayTests.loud).status == 303)
    let number = try #require(try await family.file.currentRevision()).revision
    family.device.profile = (Proof.profile + SettingFamily.reminders)
      .replacing("text_size: large", with: "text_size: huge")
    let answer = try family.device.sync()
    #expect(answer.kept && answer.profile == nil)
    #expect(try family.device.sync().profile == nil)
    let both = try family.ana.get("/w/\(family.wearer)/changes/\(number)").text
    #expect(both.contains("se cambiaron en el propio dispositivo"))
    #expect(both.contains("95") && both.contains("Enorme") && both.contains("Grande"))
    // The choice makes a change of its own, to the device's new text.
    var fields: [String: String] = [:]
    for field in both.matches(of: /type="hidden" name="([a-z_]+)" value="([^"]*)"/) {
      fields[String(field.1)] = String(field.2)
    }
    let path = "/w/\(family.wearer)/settings/screen"
    #expect(try family.ana.post(path, fields).status == 303)
    let sent = try #require(try family.device.sync().profile)
    #expect(sent.yaml.contains("volume: 95") && sent.yaml.contains("text_size: large"))
    #expect(
      try !family.ana.get("/w/\(family.wearer)/settings").text.contains("Cambios que no valen"))
  }

  @Test("A device that knows higher numbers of another copy still takes the next change")
  func numbers() async throws {
    let family = try await SettingFamily()
    family.device.health.profile = 40
    try family.device.sync()
    #expect(try await save(family, "settings/screen", SettingWayTests.loud).status == 303)
    #expect(try #require(try family.device.sync().profile).revision > 40)
  }

  // MARK: Rights and hostile forms

  @Test("Who does not administer changes nothing, and neither does another site")
  func rights() async throws {
    let family = try await SettingFamily()
    let before = try await family.text()
    let base = try #require(try await family.file.currentRevision()).revision
    for (name, level) in [("marta", Level.look), ("pedro", .help)] {
      let (visitor, _) = try await Visitor.invited(
        to: family.portal, "\(name)@example.org", wearer: "Rosa", as: level, name: name)
      for sample in SettingConflictTests.samples {
        let path = Path.save(family.wearer, sample.form, sample.target)
        let fields = sample.first.merging(["revision": "\(base)"]) { $1 }
        #expect(try visitor.post(path, fields).status == 403, "\(path)")
      }
      let page = try visitor.get("/w/\(family.wearer)/reminders")
      #expect(page.status == 200 && !page.text.contains("/reminders/1"))
      for path in ["perimeter", "settings", "people", "changes", "reminders/new", "changes/2"] {
        #expect(try visitor.get("/w/\(family.wearer)/\(path)").status == 403, "\(path)")
      }
    }
    for sample in SettingConflictTests.samples {
      let path = Path.save(family.wearer, sample.form, sample.target)
      let fields = sample.first.merging(["revision": "\(base)"]) { $1 }
      let forged = try family.ana.post(path, fields, headers: ["Sec-Fetch-Site": "cross-site"])
      #expect(forged.status == 403, "\(path)")
    }
    #expect(try await family.text() == before)
  }

  @Test(
    "A wrong field is named in one sentence, all that was written stays, and nothing is stored",
    arguments: [
      ("perimeter", ["lat": "91", "lon": "0", "radius": "150", "sensitivity": "normal"]),
      ("perimeter", ["lat": "0", "lon": "0", "radius": "99", "sensitivity": "normal"]),
      ("perimeter", ["lat": "0", "lon": "0", "radius": "1e3", "sensitivity": "normal"]),
      ("perimeter", ["lat": "nan", "lon": "0", "radius": "150", "sensitivity": "normal"]),
      ("perimeter", ["lat": "0", "lon": "0", "radius": "150", "sensitivity": "furious"]),
      ("perimeter/schedule", ["days_1": "daily", "from_1": "08:00", "to_1": "08:00"]),
      ("perimeter/schedule", ["days_1": "daily", "from_1": "08:00", "to_1": ""]),
      ("perimeter/schedule", ["days_16": "feast", "from_16": "08:00", "to_16": "09:00"]),
      ("settings/screen", ["language": "fr", "text_size": "large", "volume": "80"]),
      ("settings/screen", ["language": "es", "text_size": "large", "volume": "101"]),
      ("settings/quiet", ["days_1": "daily", "from_1": "25:00", "to_1": "07:00"]),
      ("settings/quiet", ["days_1": "daily", "from_1": "07:00", "to_1": "07:00"]),
      ("settings/quiet", ["days_1": "x: y", "from_1": "07:00", "to_1": "08:00"]),
      ("settings/alarms", ["alarm_4": "low"]),
      ("settings/notices", ["snooze_min": "0"]),
      ("people/wearer", ["name": ""]),
      ("people/wearer", ["name": String(repeating: "a", count: 61)]),
      ("people/caregivers", ["name": "Eva", "kinship": "nieta", "email": "eva"]),
      ("people/caregivers", ["name": "Eva", "kinship": "nieta", "email": ""]),
      (
        "people/caregivers",
        ["name": "Ana", "kinship": "hija", "gender": "", "email": "ana@example.org"]
      ),
      ("reminders", ["type": "medication", "name": "P", "date": "", "time": "08:00"]),
      (
        "reminders",
        [
          "type": "medication", "name": "P", "date": "2026-01-01", "time": "08:00",
          "repeat": "days",
        ]
      ),
      (
        "reminders",
        [
          "type": "medication", "name": "P", "date": "2026-02-30", "time": "08:00",
          "repeat": "daily",
        ]
      ),
      (
        "reminders/1",
        [
          "type": "reminder", "name": "P", "date": "2026-01-02", "time": "08:00",
          "repeat": "daily", "until": "2026-01-01",
        ]
      ),
      (
        "reminders",
        [
          "type": "reminder", "name": "P", "date": "2026-01-02", "time": "08:00",
          "repeat": "daily", "asks": "yes", "ask_from": "5", "ask_to": "5",
        ]
      ),
    ])
  func wrong(_ path: String, _ fields: [String: String]) async throws {
    let family = try await SettingFamily()
    let before = try await family.text()
    let answer = try await save(family, path, fields)
    #expect(answer.status == 400)
    let problems = answer.text.components(separatedBy: "class=\"problem\"").count - 1
    #expect(problems == 1)
    #expect(
      !answer.text.contains("<code lang=\"en\">"), "the sentence is not in the reader's words")
    for (name, value) in fields where ["name", "kinship", "lat", "from_1"].contains(name) {
      #expect(value.isEmpty || answer.text.contains("value=\"\(value)\""), "\(value) is lost")
    }
    #expect(try await family.text() == before)
  }

  @Test("The last person who can be told stays")
  func nobodyLeft() async throws {
    let family = try await SettingFamily()
    family.device.profile =
      Proof.profile + "\nroutes: {mail: {host: smtp.example.org, from: vigia@example.org}}\n"
    try family.device.sync()
    for _ in 0..<2 {
      let people = try ProfileText(try await family.text()).profile.caregivers
      let who = String(people[0].setting.who, radix: 16)
      let answer = try await save(family, "people/caregivers/\(who)/delete", [:])
      if people.count == 1 {
        #expect(answer.status == 400)
        #expect(answer.text.contains("no quedaría nadie a quien avisar"))
      } else {
        #expect(answer.status == 303)
      }
    }
    #expect(try ProfileText(try await family.text()).profile.caregivers.count == 1)
  }

  @Test("Whoever deletes somebody whose address was put right meanwhile sees both, and chooses")
  func renumbered() async throws {
    let family = try await SettingFamily()
    let base = try #require(try await family.file.currentRevision()).revision
    func luis() async throws -> String? {
      try ProfileText(try await family.text()).profile.caregivers.first { $0.words.name == "Luis" }
        .map { String($0.setting.who, radix: 16) }
    }
    let before = try #require(try await luis())
    let path = "people/caregivers/\(before)"
    let fields = ["name": "Luis", "kinship": "hijo", "gender": "", "email": "luis@example.com"]
    #expect(try await save(family, path, fields).status == 303)
    let now = try #require(try await luis())
    #expect(now != before)
    func delete() throws -> Wire.Answer {
      try family.ana.post("/w/\(family.wearer)/\(path)/delete", ["revision": "\(base)"])
    }
    let answer = try delete()
    #expect(answer.status == 409)
    #expect(answer.text.contains("luis@example.com"))
    #expect(answer.text.contains("/people/caregivers/\(now)/delete\""))
    #expect(try await save(family, "people/caregivers/\(now)/delete", [:]).status == 303)
    #expect(try await luis() == nil)
    // Nobody is left to choose about.
    #expect(try delete().header("location")?.hasSuffix("?said=same") == true)
  }

  @Test(
    "A deletion that was lost shows somebody who has another name and address, and is still told")
  func lostDeletion() async throws {
    let family = try await SettingFamily()
    func number(_ name: String) async throws -> String? {
      try ProfileText(try await family.text()).profile.caregivers.first { $0.words.name == name }
        .map { String($0.setting.who, radix: 16) }
    }
    let before = try #require(try await number("Luis"))
    let base = try #require(try await family.file.currentRevision()).revision
    let path = "people/caregivers/\(before)"
    #expect(try await save(family, path + "/delete", [:]).status == 303)
    let lost = try #require(try family.device.sync().profile?.revision)
    var request = family.device.request()
    request.profileRefused = SyncProfileRefusal(revision: lost, why: "no room for it")
    _ = try SyncAnswer(json: family.portal.call(family.device.bytes(request)).body)
    #expect(try await family.file.lostChanges().map(\.revision) == [lost])
    // One edit changes both by which somebody is known.
    let fields = [
      "name": "Luis Alberto", "kinship": "hijo", "gender": "", "email": "la@example.com",
    ]
    #expect(try await save(family, path, fields).status == 303)
    let now = try #require(try await number("Luis Alberto"))
    #expect(now != before)
    let both = try family.ana.get("/w/\(family.wearer)/changes/\(lost)").text
    #expect(both.contains("/people/caregivers/\(now)/delete\""))
    #expect(both.contains("la@example.com"))
    // So does the form of a page that was open all the while.
    let late = try family.ana.post("/w/\(family.wearer)/\(path)/delete", ["revision": "\(base)"])
    #expect(late.status == 409 && late.text.contains("/people/caregivers/\(now)/delete\""))
  }

  @Test("Words that look like YAML or HTML stay words, and routes are on no page")
  func words() async throws {
    let family = try await SettingFamily()
    family.device.profile =
      Proof.profile + SettingFamily.reminders
      + "\nroutes: {mail: {host: secret-host.example.org, from: vigia@example.org}}\n"
    try family.device.sync()
    let name = "a: {b}, [c] # \"d\" 'e' <b>& ñ"
    let fields = [
      "type": "reminder", "name": name, "date": "2026-01-01", "time": "08:00", "repeat": "daily",
    ]
    #expect(try await save(family, "reminders", fields).status == 303)
    let profile = try ProfileText(try await family.text()).profile
    #expect(profile.reminders.last?.words.name == name)
    let wearer = family.wearer
    for path in ["reminders", "reminders/8", "perimeter", "settings", "people", "changes"] {
      let answer = try family.ana.get("/w/\(wearer)/\(path)")
      #expect(answer.status == 200)
      #expect(!answer.text.contains("<b>&"), "\(path)")
      #expect(!answer.text.contains("secret-host"), "\(path) shows a route")
    }
  }

  // MARK: Reminders

  @Test("Today tells what the device's log has, and who took care of it")
  func today() async throws {
    let family = try await SettingFamily()
    let minute = Int32((PortalClock.real.milliseconds - 5 * 3_600_000) / 60_000)
    let day = minute - minute % 1440
    let pill = Occurrence(reminder: 1, due: CivilMinute(day + 510))
    let water = Occurrence(reminder: 7, due: CivilMinute(day + 660))
    let page = "/w/\(family.wearer)/reminders"
    #expect(try !family.ana.get(page).text.contains("dijo en el dispositivo que sí"))
    family.device.store(.reminder(pill, .announced, at: PortalClock.real))
    family.device.store(.reminder(pill, .acknowledged, at: PortalClock.real))
    family.device.store(.reminder(water, .escalated, at: PortalClock.real))
    let notice = Notice(
      id: NoticeID(boot: 1, number: 5), matter: .reminder(.unanswered(water)), whereabouts: nil,
      made: PortalClock.real, token: 5, battery: 50)
    family.device.store(.outbox(.notice(notice)))
    family.device.store(.outbox(.acknowledged(notice.id, caregiver: 1)))
    try family.device.sync()
    let text = try family.ana.get(page).text
    #expect(text.contains("Rosa dijo en el dispositivo que sí"))
    #expect(text.contains("Luis se encargó del aviso"))
    #expect(text.contains("08:30") && text.contains("11:00"))
    let medicines = try family.ana.get(page + "?type=medication").text
    let list = medicines.components(separatedBy: "id=\"list\"")[1]
    #expect(list.contains("Pastilla") && !list.contains("Beber agua"))
  }

  @Test("A reminder is added, changed and deleted, and the others keep their bytes")
  func reminder() async throws {
    let family = try await SettingFamily()
    var fields = [
      "type": "medication", "name": "Jarabe", "dose": "5 ml", "date": "2026-01-05",
      "time": "20:00", "repeat": "days", "days_mon": "yes", "days_fri": "yes", "tells": "yes",
      "asks": "yes", "ask_from": "0", "ask_to": "10",
    ]
    #expect(try await save(family, "reminders", fields).status == 303)
    var added = try #require(try ProfileText(try await family.text()).profile.reminders.last)
    #expect(added.setting.repeats == .weekdays(0b001_0001))
    #expect(added.setting.tellsCaregiver && added.setting.question?.start == 5)
    let path = "reminders/\(added.setting.id)"
    fields["repeat"] = "hours"
    fields["hours"] = "8"
    fields["tells"] = ""
    fields["asks"] = ""
    fields["until"] = "2026-12-31"
    #expect(try await save(family, path, fields).status == 303)
    added = try #require(try ProfileText(try await family.text()).profile.reminders.last)
    #expect(added.setting.repeats == .everyHours(8) && added.setting.question == nil)
    #expect(!added.setting.tellsCaregiver && added.setting.until != nil)
    #expect(try family.ana.get("/w/\(family.wearer)/\(path)/delete").text.contains("¿Borrar"))
    #expect(try await save(family, path + "/delete", [:]).status == 303)
    let text = try await family.text()
    #expect(text.hasPrefix(Proof.profile) && text.contains("# The doctor's words."))
    #expect(try ProfileText(text).profile.reminders.count == 2)
  }
}
