import Device
import Foundation
import Names
import Profile
import Testing

@Suite("Warnings about a valid profile")
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
    caregivers: [{name: Ana, kinship: hija, email: ana@correo.ec}]
    perimeter: {lat: 0, lon: 0, radius_m: 150}
    routes:
      mail: {host: smtp.correo.ec, from: vigia@correo.ec}
      inbound: {host: imap.correo.ec}

    """

  @Test("A profile that lacks nothing has no warning") func none() throws {
    #expect(try warnings(WarningTests.good).isEmpty)
  }

  @Test("Without an inbound route, escalation runs by time alone")
  func inbound() throws {
    let text = WarningTests.good.replacingOccurrences(
      of: "  inbound: {host: imap.correo.ec}\n", with: "")
    #expect(
      try warnings(text) == [
        "has no routes.inbound; no answers come in, and escalation runs by time alone"
      ])
  }

  @Test(
    "Each warning has its line where it has one",
    arguments: [
      (
        "email: ana@correo.ec", "relay: no",
        "line 2, column 14: caregivers[1] has no way to be told"
      ),
      ("email: ana@correo.ec", "relay: no", "has no caregiver who can be told"),
      ("email: ana@correo.ec", "relay: yes", "has no routes.relay"),
      ("caregivers: [{name: Ana, kinship: hija, email: ana@correo.ec}]", "", "nobody is told"),
      ("wearer: {name: Rosa}", "", "the screen shows no name"),
      (
        "name: Rosa", "name: Rosa, photo: none.jpg",
        "line 1, column 29: wearer.photo is \"none.jpg\""
      ),
      ("  mail: {host: smtp.correo.ec, from: vigia@correo.ec}\n", "", "no mail is sent"),
      (
        "ana@correo.ec", "ana@Example.COM",
        "line 2, column 48: caregivers[1].email is \"ana@Example.COM\", an address of samples"
      ),
      (
        "smtp.correo.ec", "smtp.example.net", "routes.mail.host is \"smtp.example.net\", an address"
      ),
      (
        "vigia@correo.ec", "vigia@correo.test", "routes.mail.from is \"vigia@correo.test\", an addr"
      ),
      (
        "{host: imap.correo.ec}",
        "{host: imap.correo.ec}\n  heartbeat: https://relay.example.org/p",
        "routes.heartbeat is \"https://relay.example.org/p\", an address of samples"
      ),
      (
        "lat: 0, lon: 0", "lat: -2.9005, lon: -79.0045",
        "line 3, column 18: perimeter.lat is the sample's home"
      ),
      ("radius_m: 150", "radius_m: 149", "line 3, column 39: perimeter.radius_m is below 150 m"),
    ])
  func each(_ from: String, _ to: String, _ what: String) throws {
    let text = WarningTests.good.replacingOccurrences(of: from, with: to)
    #expect(try warnings(text).contains { $0.contains(what) })
  }

  @Test(
    "Two caregivers with one mailbox are named with both lines, and whose answer it is",
    arguments: [
      ("ana@correo.ec", "Ana@correo.ec", "Ana"),
      ("casa+ana@correo.ec", "casa+luis@correo.ec", "Ana"),
      ("casa+ana@correo.ec", "casa@correo.ec", "Luis"),
      ("casa+ana@correo.ec, mail: no, relay: yes", "casa+luis@correo.ec", "Luis"),
      ("casa@correo.ec, mail: no, relay: yes", "casa@correo.ec", "Luis"),
      ("casa@correo.ec, mail: no, relay: yes", "casa+luis@correo.ec", "Ana"),
      ("ana@correo.ec", "ana+luis@correo.ec", "Ana"), ("ana@correo.ec", "luis@correo.ec", ""),
      ("+a@correo.ec", "+b@correo.ec", ""), ("ana@correo.ec", "ana@correo.com.ec", ""),
    ])
  func oneMailbox(_ first: String, _ second: String, _ whose: String) throws {
    let text = WarningTests.good.replacingOccurrences(
      of: "[{name: Ana, kinship: hija, email: ana@correo.ec}]",
      with: "\n- {name: Ana, kinship: hija, email: \(first)}\n"
        + "- {name: Luis, kinship: hijo, email: \(second)}")
    let told = try warnings(text).filter { $0.contains("mailbox") }
    #expect(told.count == (whose.isEmpty ? 0 : 1), "\(told)")
    guard !whose.isEmpty else { return }
    #expect(told[0].hasPrefix("line 4, column 38: caregivers[2].email is \"\(second)\""), "\(told)")
    #expect(told[0].contains("the mailbox of caregivers[1].email in line 3"), "\(told)")
    #expect(told[0].contains("counts as that of \(whose);"), "\(told)")
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

  @Test("Company of more than a day ends after a day, which is said")
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

  @Test(
    "Figures of insulin that contradict each other, or the unit, are named (DIA-3)",
    arguments: [
      (
        "maximum_u: 0.5",
        "line 8, column 14: insulin.maximum_u is \"0.5\", below pen_step_u; "
          + "expected 1 U or more; no dose is ever proposed"
      ),
      (
        "sensitivity: 300\n  carb_ratio_g: 5",
        "line 5, column 16: insulin.sensitivity is \"300\", beside carb_ratio_g "
          + "5; expected 10 to 180 mg/dL per U; no dose is ever proposed"
      ),
      (
        "base_u: {breakfast: 4, lunch: 22, dinner: 5}\n  carb_ratio_g: 34",
        "line 7, column 17: insulin.carb_ratio_g is \"34\", so that 22 U in base_u is a meal of more "
          + "than 400 g; expected at most 11.7 U a meal; no dose is ever proposed"
      ),
      (
        "unit: mmol/L\n  lower_target: 5\n  upper_target: 7\n  sensitivity: 27\n"
          + "  base_u: {breakfast: 12, lunch: 16, dinner: 14.5}",
        "line 5, column 16: insulin.sensitivity is \"27\", beside 42.5 U a day in base_u; "
          + "expected 0.6 to 11.7 mmol/L per U; no dose is ever proposed"
      ),
      (
        "sensitivity: 40\n  base_u: {breakfast: 0.05, lunch: 0, dinner: 0}",
        "line 6, column 11: insulin.base_u has 0.05 U a day, too little for any sensitivity; "
          + "expected 0.06 U a meal or more; no dose is ever proposed"
      ),
      (
        "sensitivity: 40\n  base_u: {breakfast: 0.1, lunch: 0, dinner: 0}",
        "line 5, column 16: insulin.sensitivity is \"40\", beside 0.1 U a day in base_u; "
          + "expected 300 to 500 mg/dL per U; no dose is ever proposed"
      ),
      // A slip of the unit that stays within the bounds: only a second look is asked for.
      (
        "sensitivity: 10\n  base_u: {breakfast: 3, lunch: 3, dinner: 3}",
        "line 5, column 16: insulin.sensitivity is \"10\", which goes with base_u far better as "
          + "mmol/L per U; expected a figure in mg/dL"
      ),
      (
        "unit: mmol/L\n  lower_target: 5\n  upper_target: 7\n  sensitivity: 15\n"
          + "  base_u: {breakfast: 10, lunch: 10, dinner: 10}",
        "line 5, column 16: insulin.sensitivity is \"15\", which goes with base_u far better as "
          + "mg/dL per U; expected a figure in mmol/L"
      ),
    ])
  func contradiction(_ change: String, _ expected: String) throws {
    var lines = [
      "insulin:", "  unit: mg/dL", "  lower_target: 90", "  upper_target: 130",
      "  sensitivity: 50", "  base_u: {breakfast: 4, lunch: 6, dinner: 5}",
      "  carb_ratio_g: 12", "  maximum_u: 10", "  pen_step_u: 1",
      "  meals: {breakfast: \"08:00\", lunch: \"13:00\", dinner: \"20:00\"}",
    ]
    func said() throws -> [String] {
      // The section comes first, so that its lines have small numbers.
      try warnings(lines.joined(separator: "\n") + "\n" + WarningTests.good)
    }
    #expect(try said().isEmpty)
    for line in change.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
      let key = line.prefix { $0 != ":" } + ":"
      let index = try #require(lines.firstIndex { $0.contains("  \(key)") })
      lines[index] = "  \(line)"
    }
    #expect(try said() == [expected])
  }
}
