import Device
import Foundation
import HAL
import PortalPages
import PortalServer
import PortalStore
import Profile
import Sync
import Testing

/// A family whose device tells a profile and takes revisions of it, as docs/portal-protocol.md says.
struct SettingFamily {
  let portal: PortalProcess
  let ana: Visitor
  let luis: Visitor
  let wearer: String
  let device: TestDevice

  static let reminders = """

    reminders:
      # The doctor's words.
      - {id: 1, type: medication, name: Pastilla, dose: 1 pastilla, at: 2026-01-01 08:30, repeat: daily}
      - id: 7
        name: Beber agua
        at: 2026-01-01 11:00
        repeat: daily
    quiet_hours:
      - {days: daily, from: "22:00", to: "07:00"}
    notices: {snooze_min: 12}  # as grandmother likes it
    text_size: large
    """

  init() async throws {
    portal = try PortalProcess()
    (ana, wearer) = try await Visitor.invited(
      to: portal, "ana@example.org", wearer: "Rosa", as: .administer)
    (luis, _) = try await Visitor.invited(
      to: portal, "luis@example.org", wearer: "Rosa", as: .administer, name: "Luis")
    device = try await TestDevice.paired(with: portal, wearer: wearer)
    device.profile = Proof.profile + SettingFamily.reminders
    try device.sync()
    // Pictures whose names are the hashes of "a" and "b".
    for letter in ["a", "b"] {
      _ = try await file.store(picture: Array(letter.utf8), [], at: PortalClock.real)
    }
  }

  static let photos = [
    "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb",
    "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d",
  ]

  var file: WearerFile {
    get async throws { try await WearerFiles(folder: portal.folder).file(wearer) }
  }

  /// The text that stands now.
  func text() async throws -> String {
    try #require(try await file.currentRevision()).yaml
  }

  /// The device calls, and takes what comes.
  func deviceTakes() throws {
    if let revision = try device.sync().profile?.revision {
      device.health.profile = revision
      try device.sync()
    }
  }
}

/// The sample of one form: how two people change the same thing at once.
struct SettingSample: Sendable, CustomTestStringConvertible {
  let form: SettingForm
  /// A reminder's number, or a caregiver's place in the list, from 0.
  var target = ""
  /// The page that has the form.
  var page: String
  /// The fields that Luis stores first, and those that Ana writes meanwhile.
  var first: [String: String] = [:]
  var second: [String: String] = [:]
  /// Words of Ana that her page must still have.
  var kept: [String] = []
  /// A part of the text that Luis's change must have left.
  var stored: String
  /// A part of the text once Ana has chosen hers.
  var chosen: String

  var testDescription: String { form.rawValue }

  private static let reminder = [
    "type": "medication", "name": "Pastilla", "dose": "1 pastilla", "description": "",
    "date": "2026-01-01", "time": "08:30", "repeat": "daily",
  ]
  private static let limits = [
    "escalate_after_min": "5", "repeat_after_min": "30", "reminder_limit_min": "15",
    "snooze_min": "12", "breadcrumbs_min": "5",
  ]
  private static let beginning = [
    "kinship": "hija", "lon": "-79.0045", "time_zone": "America/Guayaquil", "language": "es",
  ]
  private static let person = ["kinship": "hijo", "gender": "", "email": "luis@example.org"]

  /// Two photos in place of none.
  private static func photo(_ form: SettingForm, target: String = "", page: String) -> SettingSample
  {
    let names = SettingFamily.photos.map { SyncPicture.name($0) }
    return SettingSample(
      form: form, target: target, page: page, first: ["photo": names[0]],
      second: ["photo": names[1]], kept: SettingFamily.photos.map { "/picture/\($0)" },
      stored: "photo: \(names[0])", chosen: "photo: \(names[1])")
  }

  private static func with(
    _ fields: [String: String], _ more: [String: String]
  ) -> [String: String] { fields.merging(more) { $1 } }

  /// Every form has a sample; a new one does not compile without.
  static func sample(_ form: SettingForm) -> SettingSample {
    switch form {
    case .reminderAdd:
      SettingSample(
        form: form, page: "reminders/new", first: with(reminder, ["name": "Jarabe"]),
        second: with(reminder, ["name": "Jarabe de Ana", "time": "09:15"]),
        kept: ["Jarabe de Ana", "09:15"], stored: "name: Jarabe", chosen: "name: Jarabe de Ana")
    case .reminderEdit:
      SettingSample(
        form: form, target: "1", page: "reminders/1",
        first: with(reminder, ["dose": "2 pastillas"]),
        second: with(reminder, ["dose": "media pastilla", "description": "sin agua"]),
        kept: ["media pastilla", "sin agua", "2 pastillas"], stored: "dose: 2 pastillas",
        chosen: "dose: media pastilla")
    case .reminderDelete:
      SettingSample(
        form: form, target: "1", page: "reminders/1/delete", kept: ["Pastilla", "3 pastillas"],
        stored: "3 pastillas", chosen: "Beber agua")
    case .first:
      SettingSample(
        form: form, page: "perimeter",
        first: with(beginning, ["lat": "-2.8974", "radius": "300"]),
        second: with(beginning, ["lat": "-2,9", "radius": "240", "kinship": "hermano"]),
        kept: ["240", "300", "-2,9", "hermano"], stored: "radius_m: 300", chosen: "radius_m: 240")
    case .perimeter:
      SettingSample(
        form: form, page: "perimeter",
        first: ["lat": "-2.8974", "lon": "-79.0045", "radius": "300", "sensitivity": "normal"],
        second: ["lat": "-2,9", "lon": "-79.0045", "radius": "200", "sensitivity": "quick"],
        kept: ["200", "300", "-2,9"], stored: "radius_m: 300", chosen: "radius_m: 200")
    case .schedule:
      SettingSample(
        form: form, page: "perimeter",
        first: ["days_1": "weekdays", "from_1": "08:00", "to_1": "20:00"],
        second: ["days_1": "daily", "from_1": "07:30", "to_1": "00:00"],
        kept: ["07:30", "20:00"], stored: "from: \"08:00\", to: \"20:00\"",
        chosen: "{days: daily, from: \"07:30\", to: \"24:00\"}")
    case .screen:
      SettingSample(
        form: form, page: "settings",
        first: ["language": "es", "text_size": "huge", "volume": "80"],
        second: ["language": "en", "text_size": "large", "volume": "65"], kept: ["65", "Enorme"],
        stored: "text_size: huge", chosen: "volume: 65")
    case .quiet:
      SettingSample(
        form: form, page: "settings",
        first: ["days_1": "daily", "from_1": "23:00", "to_1": "07:00"],
        second: ["days_1": "weekend", "from_1": "21:30", "to_1": "08:00"],
        kept: ["21:30", "23:00"], stored: "from: \"23:00\"", chosen: "from: \"21:30\"")
    case .alarms:
      SettingSample(
        form: form, page: "settings", first: ["alarm_10": "medium"],
        second: ["alarm_10": "high"], kept: ["Máxima", "Media"], stored: "reminder: medium",
        chosen: "reminder: high")
    case .notices:
      SettingSample(
        form: form, page: "settings", first: with(limits, ["snooze_min": "20"]),
        second: with(limits, ["snooze_min": "33", "all_is_well_at": "09:05"]),
        kept: ["33", "20", "09:05"], stored: "snooze_min: 20", chosen: "snooze_min: 33")
    case .wearer:
      SettingSample(
        form: form, page: "people", first: ["name": "Rosa María"],
        second: ["name": "Rosita de Ana"], kept: ["Rosita de Ana", "Rosa María"],
        stored: "name: Rosa María", chosen: "name: Rosita de Ana")
    case .caregiverAdd:
      SettingSample(
        form: form, page: "people/caregivers",
        first: ["name": "Eva", "kinship": "nieta", "gender": "female", "email": "eva@example.org"],
        second: ["name": "Pablo", "kinship": "vecino", "gender": "", "email": "pablo@example.org"],
        kept: ["Pablo", "vecino", "pablo@example.org", "Eva"], stored: "name: Eva",
        chosen: "name: Pablo")
    case .caregiverEdit:
      SettingSample(
        form: form, target: "1", page: "people/caregivers/1",
        first: with(person, ["name": "Luis", "kinship": "hijo mayor"]),
        second: with(person, ["name": "Luis", "kinship": "el pequeño"]),
        kept: ["el pequeño", "hijo mayor"], stored: "kinship: hijo mayor",
        chosen: "kinship: el pequeño")
    case .caregiverDelete:
      SettingSample(
        form: form, target: "1", page: "people/caregivers/1/delete", kept: ["padre"],
        stored: "kinship: padre", chosen: "name: Ana")
    case .reminderPhoto: photo(form, target: "1", page: "reminders/1")
    case .wearerPhoto: photo(form, page: "people")
    case .caregiverPhoto: photo(form, target: "1", page: "people/caregivers/1")
    case .caregiverUp:
      SettingSample(
        form: form, target: "1", page: "people", kept: ["Eva"], stored: "name: Eva",
        chosen: "name: Eva")
    }
  }

  /// A change of the same thing by another form, where the form itself has no field to differ in.
  var otherFirst: (path: String, fields: [String: String])? {
    switch form {
    case .reminderDelete:
      ("reminders/1", SettingSample.with(SettingSample.reminder, ["dose": "3 pastillas"]))
    case .caregiverDelete:
      (
        "people/caregivers/1",
        SettingSample.with(SettingSample.person, ["name": "Luis", "kinship": "padre"])
      )
    case .caregiverUp:
      (
        "people/caregivers",
        ["name": "Eva", "kinship": "nieta", "gender": "", "email": "eva@example.org"]
      )
    case .reminderAdd, .reminderEdit, .first, .perimeter, .schedule, .screen, .quiet, .alarms,
      .notices,
      .wearer, .caregiverAdd, .caregiverEdit, .reminderPhoto, .wearerPhoto, .caregiverPhoto:
      nil
    }
  }
}

@Suite("Two caregivers change the same thing at once")
struct SettingConflictTests {
  /// `FirstSettingsTests` judges the one form that no family with a device has.
  static let samples = SettingForm.allCases.filter { $0 != .first }.map {
    SettingSample.sample($0)
  }

  /// The action and the revision of a form on a page.
  private func form(_ sample: SettingSample, _ target: String, in html: String, _ wearer: String)
    throws -> (action: String, revision: String)
  {
    let action = Path.save(wearer, sample.form, target)
    let at = try #require(html.range(of: "action=\"\(action)\""), "\(action) is on no page")
    let field = try #require(html[at.upperBound...].firstMatch(of: /name="revision" value="(\d+)"/))
    return (action, String(field.1))
  }

  @Test("Neither loses a word unseen", arguments: samples)
  func neither(_ sample: SettingSample) async throws {
    let family = try await SettingFamily()
    let wearer = family.wearer
    let people = try ProfileText(try await family.text()).profile.caregivers
    let isPerson = sample.form.home == .people && sample.form.hasTarget
    func real(_ path: String) -> String {
      let who = String(people[1].setting.who, radix: 16)
      return isPerson ? path.replacing("caregivers/1", with: "caregivers/\(who)") : path
    }
    let target = isPerson ? String(people[1].setting.who, radix: 16) : sample.target
    // Both open the page before either writes.
    let page = try family.ana.get("/w/\(wearer)/\(real(sample.page))")
    #expect(page.status == 200)
    let (action, revision) = try form(sample, target, in: page.text, wearer)
    if let other = sample.otherFirst {
      let answer = try family.luis.post(
        "/w/\(wearer)/\(real(other.path))", other.fields.merging(["revision": revision]) { $1 })
      #expect(answer.status == 303)
    } else {
      let answer = try family.luis.post(action, sample.first.merging(["revision": revision]) { $1 })
      #expect(answer.status == 303)
    }
    let before = try await family.text()
    #expect(before.contains(sample.stored), "\(before)")
    // Ana's is not stored, and her page has both.
    let late = try family.ana.post(action, sample.second.merging(["revision": revision]) { $1 })
    #expect(late.status == 409)
    #expect(try await family.text() == before)
    for words in sample.kept { #expect(late.text.contains(words), "\(words) is lost") }
    #expect(late.text.contains("Lo que hay ahora"))
    try await choose(late.text, sample, target, family)
  }

  /// Ana chooses her own: everything else stays as it stands.
  private func choose(
    _ html: String, _ sample: SettingSample, _ target: String, _ family: SettingFamily
  ) async throws {
    let action = Path.save(family.wearer, sample.form, target)
    let start = html.range(of: "action=\"\(action)\"")
    guard let start else {
      // The entry is gone under its old number: she may add it again, or leave what stands.
      #expect(html.contains("Ya no está en la lista."))
      return
    }
    let part = html[start.upperBound...]
    let end = try #require(part.range(of: "</form>"))
    var fields: [String: String] = [:]
    for field in part[..<end.lowerBound].matches(of: /name="([a-z_0-9]+)" value="([^"]*)"/) {
      fields[String(field.1)] = String(field.2)
    }
    let answer = try family.ana.post(action, fields)
    #expect(answer.status == 303, "\(answer.text)")
    let text = try await family.text()
    #expect(text.contains(sample.chosen), "\(text)")
    #expect(text.contains("# The doctor's words."), "a comment is lost")
    #expect(text.contains("# as grandmother likes it"), "a comment is lost")
  }

  @Test("Every form of the pages that asks for a revision is in the table")
  func table() async throws {
    let family = try await SettingFamily()
    let wearer = family.wearer
    let who = String(
      try ProfileText(try await family.text()).profile.caregivers[1].setting.who, radix: 16)
    let pages =
      ["reminders", "perimeter", "settings", "people", "changes"]
      + SettingConflictTests.samples.map {
        $0.page.replacing("caregivers/1", with: "caregivers/\(who)")
      }
    var known: Set<String> = []
    for sample in SettingConflictTests.samples {
      let target = sample.form.home == .people && sample.form.hasTarget ? who : sample.target
      known.insert(Path.save(wearer, sample.form, target))
    }
    var found: Set<String> = []
    for page in Set(pages) {
      let html = try family.ana.get("/w/\(wearer)/\(page)").text
      for part in html.components(separatedBy: "<form ").dropFirst() {
        let body = part.components(separatedBy: "</form>")[0]
        guard body.contains("name=\"revision\""),
          let action = body.firstMatch(of: /action="([^"]*)"/)
        else { continue }
        found.insert(String(action.1))
        #expect(known.contains(String(action.1)), "\(action.1) is in no sample")
      }
    }
    #expect(found == known)
  }

  @Test("A form whose own part stands untouched overwrites nothing, and is stored")
  func elsewhere() async throws {
    let family = try await SettingFamily()
    let wearer = family.wearer
    let base = try #require(try await family.file.currentRevision()).revision
    let screen = ["language": "es", "text_size": "huge", "volume": "80", "revision": "\(base)"]
    #expect(try family.luis.post("/w/\(wearer)/settings/screen", screen).status == 303)
    let name = ["name": "Rosa María", "revision": "\(base)"]
    #expect(try family.ana.post("/w/\(wearer)/people/wearer", name).status == 303)
    let text = try await family.text()
    #expect(text.contains("text_size: huge") && text.contains("name: Rosa María"))
  }

  @Test("A form that is sent twice is stored once, and needs no choice")
  func twice() async throws {
    let family = try await SettingFamily()
    let wearer = family.wearer
    let base = try #require(try await family.file.currentRevision()).revision
    let screen = ["language": "es", "text_size": "huge", "volume": "80", "revision": "\(base)"]
    let path = "/w/\(wearer)/settings/screen"
    for said in ["saved", "same"] {
      let answer = try family.ana.post(path, screen)
      #expect(answer.status == 303)
      #expect(answer.header("location")?.hasSuffix("?said=\(said)") == true)
    }
    let second = try #require(try await family.file.currentRevision()).revision
    for said in ["saved", "same"] {
      let answer = try family.ana.post(
        "/w/\(wearer)/reminders/7/delete", ["revision": "\(second)"])
      #expect(answer.header("location")?.hasSuffix("?said=\(said)") == true)
    }
    // A new reminder is another matter: nobody wants the same medicine twice.
    let third = try #require(try await family.file.currentRevision()).revision
    let pill = [
      "type": "medication", "name": "Jarabe", "date": "2026-01-01", "time": "08:00",
      "repeat": "daily", "revision": "\(third)",
    ]
    #expect(try family.ana.post("/w/\(wearer)/reminders", pill).status == 303)
    #expect(try family.ana.post("/w/\(wearer)/reminders", pill).status == 409)
    #expect(try await family.file.revisions(most: 99).count == 4)
  }

  @Test("A form that names no revision, or one that never was, stores nothing")
  func baseless() async throws {
    let family = try await SettingFamily()
    let before = try await family.text()
    for revision in ["", "x", "-1", "0", "77", "99999999999999999999"] {
      let fields = ["name": "Otra", "revision": revision]
      let answer = try family.ana.post("/w/\(family.wearer)/people/wearer", fields)
      #expect(answer.status == 409, "\(revision)")
      #expect(answer.text.contains("Otra"))
    }
    #expect(try await family.text() == before)
  }
}
