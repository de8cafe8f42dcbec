import Device
import Foundation
import Names
import Profile
import Testing

@Suite("What a profile may hold, and its owner should know")
struct WarningTests {
  private func warnings(_ yaml: String) throws -> [String] {
    let file = try ProfileFile(yaml)
    let now = try #require(CivilText.minute("2026-11-21 08:00"))
    return try file.profile().warnings(now: now).map {
      String($0.description.dropFirst(file.path.count + 2))
    }
  }

  private static let good = """
    wearer: {name: Rosa}
    caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]
    perimeter: {lat: 0, lon: 0, radius_m: 150}
    routes:
      mail: {host: smtp.example.org, from: vigia@example.org}
      inbound: {host: imap.example.org}

    """

  @Test("Nothing to say of a profile that lacks nothing") func none() throws {
    #expect(try warnings(WarningTests.good).isEmpty)
  }

  @Test("Without an inbound route, escalation runs by time alone")
  func inbound() throws {
    let text = WarningTests.good.replacingOccurrences(
      of: "  inbound: {host: imap.example.org}\n", with: "")
    #expect(
      try warnings(text) == [
        "has no routes.inbound; no answers come in, and escalation runs by time alone"
      ])
  }

  @Test(
    "Each with its line where it has one",
    arguments: [
      (
        "email: ana@example.org", "relay: no",
        "line 2, column 14: caregivers[1] has no way to be told"
      ),
      ("email: ana@example.org", "relay: no", "has no caregiver who can be told"),
      ("email: ana@example.org", "relay: yes", "has no routes.relay"),
      ("caregivers: [{name: Ana, kinship: hija, email: ana@example.org}]", "", "nobody is told"),
      ("wearer: {name: Rosa}", "", "the screen shows no name"),
      (
        "name: Rosa", "name: Rosa, photo: none.jpg",
        "line 1, column 29: wearer.photo is \"none.jpg\""
      ),
      ("  mail: {host: smtp.example.org, from: vigia@example.org}\n", "", "no mail is sent"),
      ("radius_m: 150", "radius_m: 149", "line 3, column 39: perimeter.radius_m is below 150 m"),
    ])
  func each(_ from: String, _ to: String, _ what: String) throws {
    let text = WarningTests.good.replacingOccurrences(of: from, with: to)
    #expect(try warnings(text).contains { $0.contains(what) })
  }

  @Test("A reminder that is over, a medication without a dose, an escort that has gone")
  func past() throws {
    let reminders = """
      reminders:
      - {name: Antes, at: 2026-11-21 07:59}
      - {name: Ahora, at: 2026-11-21 08:00}
      - {name: Fin, at: 2026-11-01 08:00, repeat: daily, until: 2026-11-20}
      - {name: Siempre, at: 2026-11-01 07:00, repeat: daily}
      - {name: Pastilla, type: medication, at: 2026-12-01 07:00}
      """
    let text =
      WarningTests.good.replacingOccurrences(
        of: "radius_m: 150", with: "radius_m: 150, accompanied_until: 2026-11-21 07:00") + reminders
    #expect(
      try warnings(text) == [
        "line 3: perimeter.accompanied_until is over since 2026-11-21 07:00",
        "line 8: reminders[1] (\"Antes\") is over; it is never due again",
        "line 10: reminders[3] (\"Fin\") is over; it is never due again",
        "line 12, column 3: reminders[5] is a medication without a dose",
      ])
  }

  @Test("Company of more than a day ends after a day, which is said (issue 3, item 5)")
  func longCompany() throws {
    for (until, isLong) in [("2026-11-22 08:00", false), ("2026-11-22 08:01", true)] {
      let text = WarningTests.good.replacingOccurrences(
        of: "radius_m: 150", with: "radius_m: 150, accompanied_until: \(until)")
      let said = try warnings(text).contains { $0.contains("company ends after 24 h") }
      #expect(said == isLong, "\(until)")
    }
  }

  @Test("Insulin without mealtimes prompts for nothing (DIA-8)")
  func insulin() throws {
    let template = ProfileTemplate.text(insulin: true)
    #expect(try !warnings(template).contains { $0.contains("insulin") })
    let text = template.replacingOccurrences(of: "  meals: {", with: "  # meals: {")
    #expect(
      try warnings(text).contains { $0.contains("insulin has no meals; no dose is prompted") })
  }
}
