import Device
import Foundation
import HAL
import PortalPages
import PortalServer
import PortalStore
import Profile
import Sync
import Testing

/// Hours and dates that a family enters.
extension SettingWayTests {
  @Test(
    "Whole days are saved, and saved again, however their end is written",
    arguments: [
      ("perimeter/schedule", "00:00"), ("perimeter/schedule", "24:00"), ("settings/quiet", "00:00"),
      ("settings/quiet", "24:00"),
    ])
  func wholeDays(_ path: String, _ end: String) async throws {
    let family = try await SettingFamily()
    var fields = ["days_1": "weekend", "from_1": "00:00", "to_1": end]
    func hours() async throws -> [WeeklyHours] {
      let profile = try ProfileText(try await family.text()).profile
      return path == "settings/quiet" ? profile.quiet : profile.watch
    }
    #expect(try await save(family, path, fields).status == 303)
    let weekend = WeeklyHours(weekdays: 0b110_0000, from: 0, to: 1440)
    #expect(try await hours() == [weekend])
    #expect(try await family.text().contains("24:00"))
    // Another row comes, and the whole days stay as the page shows them.
    let row = ["days_2": "weekdays", "from_2": "08:00", "to_2": "20:00"]
    fields = fields.merging(row) { $1 }.merging(["to_1": "00:00"]) { $1 }
    #expect(try await save(family, path, fields).status == 303)
    #expect(
      try await hours() == [weekend, WeeklyHours(weekdays: 0b001_1111, from: 480, to: 1200)])
  }

  @Test("What happens once and is over is refused; its other fields change all the same")
  func once() async throws {
    let family = try await SettingFamily()
    func pill(_ days: Double, _ more: [String: String] = [:]) -> [String: String] {
      let date = Date().addingTimeInterval(days * 86_400)
      let day = date.formatted(.iso8601.year().month().day())
      return [
        "type": "medication", "name": "Jarabe", "date": day, "time": "08:00", "repeat": "once",
      ].merging(more) { $1 }
    }
    for language in [("es", "Esa hora ya pasó."), ("en", "That time is over.")] {
      #expect(
        try family.ana.post("/account", ["name": "Ana", "language": language.0]).status == 303)
      let over = try await save(family, "reminders", pill(-2))
      #expect(over.status == 400 && over.text.contains(language.1), "\(language.0)")
    }
    #expect(try await save(family, "reminders", pill(-2, ["repeat": "daily"])).status == 303)
    #expect(try await save(family, "reminders", pill(2)).status == 303)
    // One that has been stays, with other words.
    family.device.profile =
      Proof.profile
      + "\nreminders: [{id: 3, name: Visita, at: 2026-01-02 08:00, repeat: once}]\n"
    try family.device.sync()
    let visit = ["type": "reminder", "date": "2026-01-02", "time": "08:00", "repeat": "once"]
    let renamed = visit.merging(["name": "Visita de Eva"]) { $1 }
    #expect(try await save(family, "reminders/3", renamed).status == 303)
    let moved = renamed.merging(["time": "09:00"]) { $1 }
    #expect(try await save(family, "reminders/3", moved).status == 400)
  }

  @Test("The page says which new times of today the device may hear of too late")
  func unheard() async throws {
    let family = try await SettingFamily()
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "America/Guayaquil"))
    func clock(_ minutes: Double) -> String {
      let at = calendar.dateComponents(
        [.hour, .minute], from: Date().addingTimeInterval(60 * minutes))
      return String(format: "%02d:%02d", at.hour ?? 0, at.minute ?? 0)
    }
    // Shortly before midnight, what comes next is tomorrow's.
    guard clock(8) > clock(0) else { return }
    let daily = [
      "type": "medication", "name": "Jarabe", "date": "2026-01-01", "time": clock(8),
      "repeat": "daily",
    ]
    let page = "/w/\(family.wearer)/reminders"
    let sentences = [
      "es": "El dispositivo quizá no lo sepa hasta",
      "en": "The device may not know of it until",
    ]
    #expect(try await save(family, "reminders", daily).status == 303)
    for (language, sentence) in sentences {
      #expect(
        try family.ana.post("/account", ["name": "Ana", "language": language]).status == 303)
      #expect(try family.ana.get(page).text.contains(sentence), "\(language)")
    }
    // It has heard of it in time.
    try family.deviceTakes()
    #expect(try !family.ana.get(page).text.contains(sentences["en"] ?? ""))
  }
}
