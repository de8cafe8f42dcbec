import Device
import Foundation
import HAL
import Names
import Profile
import Testing
import Words

@Suite("The settings of a profile, for the core and for people")
struct SettingsTests {
  private func profile(_ yaml: String) throws -> Profile {
    try ProfileFile(yaml).profile()
  }

  private func minute(_ text: String) throws -> CivilMinute { try #require(CivilText.minute(text)) }

  @Test("The whole profile is one row in a fixed order, ids and numbers only")
  func row() throws {
    let whole = try profile(ProfileFile.whole)
    let home = try #require(Position(latitudeE7: -29_005_000, longitudeE7: -790_045_000))
    let perimeter = try Perimeter(center: home, radius: Metres(250))
    let insulin = try #require(whole.insulin)
    var limits = Limits()
    limits.escalateAfter = 10
    limits.repeatAfter = 60
    limits.reminderLimit = 20
    limits.snooze = 5
    limits.breadcrumbs = 2
    limits.allIsWellAt = 540
    limits.hasHeartbeat = true
    limits.hasInbound = true
    limits.usesMillimoles = true
    limits.asksCarbohydrates = true
    let expected: [Setting] = [
      .begin, .perimeter(perimeter),
      .watch(WeeklyHours(weekdays: 0b001_1111, from: 420, to: 1320)),
      .watch(WeeklyHours(weekdays: 0b110_0000, from: 1320, to: 390)),
      .zone(ZoneTransition(at: 946_684_800, offset: -300)),
      .caregiver(Caregiver(hasMail: true, hasRelay: false, who: 1_908_912_552)),
      .caregiver(Caregiver(hasMail: false, hasRelay: true, who: 952_585_615)),
      .reminder(
        Reminder(
          id: 7, kind: .medication, first: try minute("2026-11-21 08:00"), repeats: .daily,
          tellsCaregiver: true)),
      // The first Monday or Wednesday from that Saturday on.
      .reminder(
        Reminder(
          id: 1, kind: .reminder, first: try minute("2026-11-23 10:30"),
          repeats: .weekdays(0b000_0101), until: try minute("2026-12-24 23:59"),
          tellsCaregiver: false)),
      .reminder(
        Reminder(
          id: 2, kind: .medication, first: try minute("2026-11-21 06:00"), repeats: .everyHours(8),
          tellsCaregiver: false)),
      .reminder(
        Reminder(
          id: 3, kind: .reminder, first: try minute("2026-11-25 09:15"), repeats: .once,
          tellsCaregiver: false)),
      .insulin(insulin), .mealtime(Mealtime(meal: .breakfast, minute: 480)),
      .mealtime(Mealtime(meal: .lunch, minute: 780)),
      .mealtime(Mealtime(meal: .dinner, minute: 1200)),
      .quiet(WeeklyHours(weekdays: 0b111_1111, from: 1320, to: 1440)),
      // Medication is of medium priority by itself.
      .priority(.leftPerimeter, .high), .priority(.batteryLow, .medium), .limits(limits),
      .accompanied(until: try minute("2026-11-21 18:00")), .end,
    ]
    let row = whole.settings
    for (setting, other) in zip(row, expected) { #expect(setting == other) }
    #expect(row.count == expected.count)
  }

  @Test("The least profile decides the perimeter and leaves the rest at its defaults")
  func least() throws {
    let row = try profile("perimeter: {lat: 0, lon: 0, radius_m: 100}").settings
    #expect(row.count == 5)
    #expect(row.first == .begin)
    #expect(row.contains(.zone(ZoneTransition(at: 946_684_800, offset: 0))))
    #expect(row.contains(.limits(Limits())))
    #expect(row.last == .end)
  }

  @Test("The same file gives the same row, whatever the order of its sections")
  func order() throws {
    let whole = try profile(ProfileFile.whole).settings
    #expect(try profile(ProfileFile.whole).settings == whole)
    let sections = ProfileFile.whole.split(separator: "\nroutes:")
    #expect(try profile("routes:\(sections[1])\n\(sections[0])").settings == whole)
  }

  @Test("Names, doses and pictures go with the same numbers (ALZ-1, ALZ-5)")
  func names() throws {
    let names = try profile(ProfileFile.whole).names
    #expect(names.wearer == Names.Wearer(name: "Rosa", photo: "rosa.jpg"))
    #expect(
      names.caregivers == [
        Names.Caregiver(
          name: "Ana", gender: .female, kinship: "hija", email: "ana@example.org",
          photo: "ana.jpg"),
        Names.Caregiver(
          name: "Luis", kinship: "sobrino", email: "luis.mora+vigia@correo.example.com"),
      ])
    #expect(
      names.reminders == [
        7: Names.Reminder(name: "Pastilla de la tensión", dose: "1 pastilla"),
        1: Names.Reminder(name: "Regar"), 2: Names.Reminder(name: "Gotas", dose: "2 gotas"),
        3: Names.Reminder(name: "Médico", description: "Llevar el carné: es importante"),
      ])
  }

  @Test("Routes, text size and language are there for who sends and shows (ALZ-9, ALZ-10)")
  func routes() throws {
    let profile = try profile(ProfileFile.whole)
    #expect(profile.textSize == .huge)
    #expect(profile.volume == 65)
    #expect(profile.language == .english)
    let mail = try #require(profile.routes.mail)
    #expect(mail.from == "vigia@example.org")
    #expect(mail.server.port == 587)
    #expect(mail.server.security == .starttls)
    #expect(mail.server.credentials == "mail.secret")
    #expect(profile.routes.relay?.url.absoluteString == "https://relay.example.org/notice")
    let inbound = try #require(profile.routes.inbound)
    #expect(inbound.server.port == 993)
    #expect(inbound.mailbox == "INBOX")
    #expect(inbound.authentication == "mx.example.org")
    #expect(profile.routes.heartbeat?.absoluteString == "https://relay.example.org/ping")
  }

  @Test("A list that lost its last entry is an empty list")
  func emptyLists() throws {
    let text = "perimeter: {lat: 0, lon: 0, radius_m: 200}\n"
    for empty in ["reminders:\n", "reminders: []\n", "caregivers:\nquiet_hours: # none\n"] {
      #expect(try profile(text + empty).settings == profile(text).settings)
    }
  }
}
