import Foundation
import Profile
import Testing

@Suite("Every refusal says what is wrong and what was expected instead")
struct RefusalTests {
  private func mistakes(_ yaml: String) throws -> [String] {
    try ProfileFile("perimeter: {lat: 0, lon: 0, radius_m: 200}\n" + yaml).mistakes()
  }

  @Test(
    "People (ALZ-1)",
    arguments: [
      ("wearer: {}", "2, column 9: wearer lacks name"),
      ("wearer: {name: \"\"}", "wearer.name has no value; expected text"),
      ("wearer: {name: ~}", "wearer.name has no value; expected text"),
      ("wearer: {name: null}", "wearer.name has no value; expected text"),
      ("wearer: {name: R\(String(repeating: "\u{301}", count: 240))}", "accents on one letter"),
      ("wearer: {name: \"Rosa\\nBcc: x\"}", "expected one line"),
      ("wearer: {name: \"  \"}", "wearer.name is blank; expected 1 to 60 letters"),
      ("wearer: {name: \(String(repeating: "a", count: 61))}", "has 61 letters; expected 1 to 60"),
      ("caregivers: [{name: Ana}]", "caregivers[1] lacks kinship"),
      ("caregivers: [{kinship: hija}]", "caregivers[1] lacks name"),
      ("caregivers: {name: Ana}", "caregivers is not a list; expected one"),
      (
        "caregivers: [{name: A, kinship: b, gender: f}]",
        "gender is \"f\"; expected female, male or other"
      ),
      (
        "caregivers: [{name: A, kinship: b, mail: yes}]",
        "mail is yes, but there is no email; expected one"
      ),
      ("caregivers: [{name: A, kinship: b, relay: si}]", "is \"si\"; expected yes or no"),
      (
        "caregivers: [" + ["A", "B", "C", "D", "E"].map { "{name: \($0), kinship: b}," }.joined()
          + "]",
        "caregivers has 5 entries; expected at most 4"
      ),
      ("caregivers: [{name: A, kinship: b, e-mail: c}]", "did you mean \"email\"?"),
    ])
  func people(_ yaml: String, _ what: String) throws {
    let mistakes = try mistakes(yaml)
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.contains(what) == true, "\(mistakes)")
  }

  @Test(
    "An address that no mail server takes is refused",
    arguments: [
      "ana", "ana@", "@example.org", "ana@localhost", "ana@exa mple.org", "a@b@example.org",
      "ana@example..org", ".ana@example.org", "ana.@example.org", "ana@-example.org",
      "Ana <ana@example.org>", "ana@example.org, luis@example.org", "ana@example.org\\r\\nBcc: x",
      "año@example.org", "ana@ex_ample.org", "ana@\(String(repeating: "a", count: 64)).org",
    ])
  func email(_ address: String) throws {
    let mistakes = try mistakes("caregivers: [{name: A, kinship: b, email: \"\(address)\"}]")
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.contains("expected an address such as ana@example.org") == true)
  }

  @Test(
    "Hours of the watch and of quiet",
    arguments: [
      ("quiet_hours: [{from: \"24:00\", to: \"07:00\"}]", "expected a time from 00:00 to 23:59"),
      ("quiet_hours: [{from: \"22:00\", to: \"24:01\"}]", "expected a time from 00:00 to 24:00"),
      ("quiet_hours: [{from: 22, to: \"07:00\"}]", "from is \"22\""),
      ("quiet_hours: [{from: \"07:60\", to: \"08:00\"}]", "from is \"07:60\""),
      ("quiet_hours: [{to: \"08:00\"}]", "quiet_hours[1] lacks from"),
      (
        "quiet_hours: [{from: \"08:00\", to: \"8:00\"}]",
        "like from; expected 00:00 to 24:00 for whole days"
      ),
      (
        "quiet_hours: [{days: monday, from: \"08:00\", to: \"9:00\"}]",
        "expected daily, weekdays, weekend or a list"
      ),
      ("quiet_hours: [{days: [], from: \"08:00\", to: \"9:00\"}]", "days is empty"),
      ("quiet_hours: [{days: [mon, lun], from: \"8:00\", to: \"9:00\"}]", "days[2] is \"lun\""),
      (
        "quiet_hours: [" + String(repeating: "{from: \"1:00\", to: \"2:00\"},", count: 9) + "]",
        "quiet_hours has 9 entries; expected at most 8"
      ),
    ])
  func hours(_ yaml: String, _ what: String) throws {
    let mistakes = try mistakes(yaml)
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.contains(what) == true, "\(mistakes)")
  }

  @Test(
    "Reminders (ALZ-5)",
    arguments: [
      ("{name: a}", "reminders[1] lacks at"), ("{at: 2026-11-21 08:00}", "reminders[1] lacks name"),
      ("{name: a, at: 2026-02-29 08:00}", "at is \"2026-02-29 08:00\"; expected a date and time"),
      ("{name: a, at: 2026-11-31 08:00}", "at is \"2026-11-31 08:00\""),
      ("{name: a, at: 2050-01-01 08:00}", "from 2000 to 2049"),
      ("{name: a, at: 2026-11-21 24:00}", "at is \"2026-11-21 24:00\""),
      ("{name: a, at: 2026-11-21}", "at is \"2026-11-21\""),
      ("{name: a, at: {date: 2026-11-21}}", "reminders[1].at lacks time"),
      ("{name: a, at: 2026-11-21 08:00, repeat: every 25 h}", "with 1 to 24 hours"),
      ("{name: a, at: 2026-11-21 08:00, repeat: every 0 h}", "with 1 to 24 hours"),
      ("{name: a, at: 2026-11-21 08:00, repeat: weekly}", "expected once, daily, weekdays"),
      ("{name: a, at: 2026-11-21 08:00, until: 2026-11-20}", "before it is due for the first"),
      (
        "{name: a, at: 2026-11-21 08:00, repeat: [fri], until: 2026-11-26}",
        "before it is due for the first"
      ),
      ("{name: a, at: 2026-11-21 08:00, dose: 1}", "expected type: medication"),
      ("{name: a, at: 2026-11-21 08:00, type: pill}", "expected reminder or medication"),
      (
        "{name: a, at: 2026-11-21 08:00, id: 0}",
        "id is \"0\"; expected a whole number from 1 to 65535"
      ),
      ("{name: a, at: 2026-11-21 08:00, id: 65536}", "expected a whole number from 1 to 65535"),
      ("{name: a, at: 2026-11-21 08:00, tell_caregivers: yes}", "did you mean \"tell_caregiver\"?"),
    ])
  func reminders(_ yaml: String, _ what: String) throws {
    let mistakes = try mistakes("reminders: [\(yaml)]")
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.contains(what) == true, "\(mistakes)")
  }

  @Test("Two reminders with one number, and more than 32, are refused (ALZ-5)")
  func reminderNumbers() throws {
    let twice = try mistakes(
      "reminders:\n- {id: 3, name: a, at: 2026-11-21 08:00}\n- {id: 3, name: b}\n")
    #expect(
      twice.contains(
        "line 4, column 8: reminders[2].id is 3, which reminders[1] has already; expected another"))
    let entry = "- {name: a, at: 2026-11-21 08:00}\n"
    #expect(try mistakes("reminders:\n" + String(repeating: entry, count: 32)).isEmpty)
    let many = try mistakes("reminders:\n" + String(repeating: entry, count: 33))
    #expect(many == ["line 3, column 1: reminders has 33 entries; expected at most 32"])
  }

  @Test(
    "A priority can be raised, never lowered (IEC 60601-1-8)",
    arguments: [
      ("low_glucose: medium", "is \"medium\"; expected high: a profile raises"),
      ("left_perimeter: low", "is \"low\"; expected medium or high: a profile raises"),
      ("battery_low: urgent", "is \"urgent\"; expected low, medium or high"),
      ("batery_low: high", "unknown key \"batery_low\" in alarms; did you mean \"battery_low\"?"),
    ])
  func alarms(_ yaml: String, _ what: String) throws {
    let mistakes = try mistakes("alarms: {\(yaml)}")
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.contains(what) == true, "\(mistakes)")
  }

  @Test(
    "Waiting times have ranges",
    arguments: [
      ("escalate_after_min: 0", "expected a whole number from 1 to 60 min"),
      ("repeat_after_min: 4", "5 to 240 min"),
      ("reminder_limit_min: 241", "1 to 240 min"), ("snooze_min: 1.5", "1 to 120 min"),
      ("breadcrumbs_min: 61", "1 to 60 min"), ("all_is_well_at: noon", "00:00 to 23:59"),
      ("heartbeat: yes", "expected routes.heartbeat"),
    ])
  func notices(_ yaml: String, _ what: String) throws {
    let mistakes = try mistakes("notices: {\(yaml)}")
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.contains(what) == true, "\(mistakes)")
  }

  @Test(
    "Routes, and no secret among them (ALZ-9)",
    arguments: [
      ("mail: {from: a@example.org}", "routes.mail lacks host"),
      ("mail: {host: h.example.org}", "routes.mail lacks from"),
      ("mail: {host: h_1, from: a@example.org}", "expected a host such as"),
      ("mail: {host: h, from: a@example.org, port: 0}", "expected a whole number from 1 to 65535"),
      ("mail: {host: h, from: a@example.org, security: none}", "expected starttls or tls"),
      ("mail: {host: h, from: a@example.org, user: a}", "lacks credentials"),
      ("mail: {host: h, from: a@example.org, password: x}", "a secret never stands in a profile"),
      ("relay: {url: \"http://example.org/\"}", "expected an address such as https://"),
      ("relay: {url: \"https:///x\"}", "expected an address such as https://"),
      ("relay: {url: \"https://a.org/x y\"}", "expected an address such as https://"),
      ("relay: {url: \"https://a.org/\", token: x}", "a secret never stands in a profile"),
      ("heartbeat: {url: \"https://a.org/\"}", "routes.heartbeat has no value; expected text"),
      ("inbound: {user: a}", "routes.inbound lacks host"),
      (
        "inbound: {host: a.example, authentication: \"mx example\"}",
        "routes.inbound.authentication is \"mx example\"; expected a host"
      ),
    ])
  func routes(_ yaml: String, _ what: String) throws {
    let mistakes = try mistakes("routes: {\(yaml)}")
    #expect(mistakes.contains { $0.contains(what) }, "\(mistakes)")
  }

  @Test(
    "Mealtimes follow each other, carbohydrates need a ratio, insulin a curve (DIA-3, 7, 8)",
    arguments: [
      ("meals: {breakfast: \"08:00\", lunch: \"07:00\"}", "not after breakfast; expected later"),
      ("meals: {lunch: \"25:00\"}", "expected a time from 00:00 to 23:59"),
      ("ask_carbohydrates: yes", "expected carb_ratio_g"),
      ("action: {peak_min: 179.9999999}", "gives no curve; expected duration_min 120 to 720"),
      ("action: {peak_min: 179.65}", "peak_min from 15 to 0.499 of it"),
    ])
  func insulin(_ yaml: String, _ what: String) throws {
    let mistakes = try mistakes(
      """
      insulin:
        {unit: mg/dL, lower_target: 90, upper_target: 130, sensitivity: 50, maximum_u: 10,
        base_u: {breakfast: 4, lunch: 6, dinner: 5}, pen_step_u: 0.5, \(yaml)}
      """)
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.contains(what) == true, "\(mistakes)")
  }

  @Test(
    "A text that is no YAML is refused in the words of the file",
    arguments: [
      (
        "wearer:\n\tname: Rosa",
        "line 3, column 1: is not YAML: a tab stands where YAML needs spaces"
      ),
      (
        "wearer: {name: a}\nwearer: {name: b}",
        "line 2, column 1: is not YAML: the key \"wearer\" stands twice"
      ),
      (
        "wearer: " + String(repeating: "[", count: 9000),
        "line 2, column 10: is not YAML: it nests too deeply"
      ),
    ])
  func notYAML(_ yaml: String, _ what: String) throws {
    #expect(try mistakes(yaml) == [what])
  }

  @Test(
    "Aliases and keys that grow without end are refused before they are read (SAFE-8)",
    .timeLimit(.minutes(1)))
  func bombs() throws {
    var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for n in 1...11 {
      let same = Array(repeating: "*a\(n - 1)", count: 9).joined(separator: ",")
      bomb += "a\(n): &a\(n) [\(same)]\n"
    }
    #expect(
      try mistakes(bomb + "? *a11\n: x") == [
        "line 4: has more than 16 aliases (*name); expected the values themselves"
      ])
    #expect(
      try mistakes(String(repeating: "{? ", count: 20_000)) == [
        "line 2: has more than 64 keys that begin with \"? \"; expected names"
      ])
    // The line ends of Unicode begin a token, too.
    let spaced = bomb.replacing("*a", with: "\u{2028}*a")
    #expect(try mistakes(spaced + "? *a11\n: x").first?.contains("more than 16 aliases") == true)
    let long = "wearer: {name: &n Ana}\ntext: \"\(String(repeating: "x", count: 20_000))\"\nx: *n"
    #expect(
      try mistakes(long) == [
        "line 4: has an alias (*name) in a text of more than 16384 bytes; expected the value itself"
      ])
    // A family's few aliases are read as ever, and what only looks like one is text.
    #expect(try mistakes("wearer: {name: &n Ana}\ncaregivers: [{name: *n, kinship: hija}]").isEmpty)
    #expect(try mistakes("wearer: {name: \"&a *a\"}  # &a *a").isEmpty)
    #expect(try mistakes("wearer: {name: Ana*a & Luis}").isEmpty)
    let stars = String(repeating: "# Tomar *después* de comer, *con agua*: Ana & Luis\n", count: 20)
    #expect(try mistakes(stars + "wearer: {name: Ana}").isEmpty)
  }

  @Test("A text without end takes no time, and fills no screen", .timeLimit(.minutes(1)))
  func endless() throws {
    let mistakes = try mistakes("time_zone: \(String(repeating: "A", count: 900_000))")
    #expect(mistakes.count == 1)
    #expect(mistakes.first?.hasSuffix("A…\"; expected a name such as America/Guayaquil") == true)
    #expect(mistakes.first.map { $0.count < 200 } == true)
  }

  @Test("A person called Null stands between quotes")
  func quotedNull() throws {
    #expect(try mistakes("wearer: {name: \"Null\"}").isEmpty)
  }

  @Test("A zone or a key that is nearly right is recognised")
  func nearly() throws {
    #expect(
      try mistakes("time_zone: America/Guayaquill") == [
        "line 2, column 12: time_zone is \"America/Guayaquill\"; did you mean \"America/Guayaquil\"?"
      ])
    #expect(try mistakes("text_size: big").first?.contains("normal, large or huge") == true)
    #expect(try mistakes("volume: 120").first?.contains("from 0 to 100") == true)
    #expect(try mistakes("reminder: []").first?.contains("did you mean \"reminders\"?") == true)
  }
}
