import TestSupport
import Testing
import Traces

/// Settings of a trace have the bounds of a profile.
struct SettingRangeTests {
  private static let reminder =
    #""setting":"reminder","id":1,"kind":"reminder","first":"2015-03-21T10:05","#
    + #""repeats":"daily","tells_caregiver":false"#

  /// A whole reminder with something else in one place.
  private static func reminder(_ old: String, _ new: String) -> String {
    reminder.replacing(old, with: new)
  }

  private func error(_ text: String) throws -> TraceError? {
    let file = try TemporaryFile(text)
    return #expect(throws: TraceError.self) { try Recording(path: file.path) }
  }

  @Test(
    "A value out of its range is refused: the member, what it is, and what was expected",
    arguments: [
      (
        #""setting":"limits","snooze_min":0"#,
        "snooze_min is 0; expected a whole number from 1 to 120"
      ),
      (#""setting":"limits","snooze_min":121"#, "snooze_min is 121"),
      (#""setting":"limits","escalate_after_min":-5"#, "escalate_after_min is -5"),
      (
        #""setting":"limits","repeat_after_min":4"#,
        "repeat_after_min is 4; expected a whole number from 5"
      ),
      (#""setting":"limits","reminder_limit_min":241"#, "reminder_limit_min is 241"),
      (#""setting":"limits","breadcrumbs_min":61"#, "breadcrumbs_min is 61"),
      (#""setting":"limits","all_is_well_at":-2"#, "all_is_well_at is -2; expected a time of day"),
      (#""setting":"limits","all_is_well_at":1440"#, "all_is_well_at is 1440"),
      (
        #""setting":"zone","utc_offset_min":[[0,1081]]"#,
        "utc_offset_min holds 1081; expected -1080 to 1080 minutes"
      ),
      (#""setting":"zone","utc_offset_min":[[0,-1081]]"#, "utc_offset_min holds -1081"),
      (reminder("\"id\":1", "\"id\":0"), "id is 0; expected a whole number from 1 to 65535"),
      (reminder("2015-03-21T10:05", "1999-12-31T23:59"), "expected a local time from 2000 to 2049"),
      (reminder("\"2015-03-21T10:05\"", "2147483647"), "first is 2147483647"),
      (reminder("\"daily\"", "\"weekdays\",\"weekdays\":[]"), "weekdays is empty; expected a list"),
      (reminder("\"daily\"", "\"weekdays\",\"weekdays\":127"), "weekdays is 127; expected a list"),
      (
        reminder("\"daily\"", "\"hours\",\"every_h\":25"),
        "every_h is 25; expected a whole number from 1 to 24"
      ),
      (reminder + #","name":"""#, "name is \"\"; expected 1 to 60 letters"),
      (
        #""setting":"caregiver","mail":true,"relay":false,"name":"  ""#,
        "name is \"  \"; expected 1 to 60 letters"
      ),
      (
        #""setting":"priority","alarm":"low_glucose","priority":"low""#,
        "priority is \"low\"; expected high or higher: an alarm is raised"
      ),
      (#""setting":"mealtime","meal":"lunch","at":-1"#, "at is -1; expected a time of day"),
      (
        #""setting":"watch","weekdays":["mon"],"from":"00:00","to":1441"#,
        "to is 1441; expected a time of day from 00:00 to 24:00"
      ),
      (
        #""setting":"perimeter","lat":1,"lon":-180.5,"radius_m":100"#,
        "lon is -180.5; expected a number from -180"
      ),
    ])
  func range(members: String, expected: String) throws {
    let error = try error("{\"class\":\"TPV\",\"mode\":1}\n{\"class\":\"SETTING\",\(members)}\n")
    #expect(error?.line == 2)
    #expect(error?.message.contains(expected) == true, "\(String(describing: error))")
  }

  @Test(
    "A question of a reminder that cannot be asked is refused in the same way",
    arguments: [
      (#""ask_from":0,"ask_to":10"#, "lacks ask_start; expected a whole number from 0 to 250"),
      (#""ask_from":0,"ask_to":251,"ask_start":0"#, "ask_to is 251"),
      (
        #""ask_from":10,"ask_to":0,"ask_start":5"#,
        "are 10, 0 and 5; expected the first below the second"
      ),
      (#""ask_from":0,"ask_to":10,"ask_start":11"#, "and the third between them"),
    ])
  func question(members: String, expected: String) throws {
    try range(members: SettingRangeTests.reminder + "," + members, expected: expected)
  }

  @Test("A misspelt member would leave the standard value in place, so that it is refused")
  func unknown() throws {
    let error = try error("{\"class\":\"SETTING\",\"setting\":\"limits\",\"snooze_mins\":5}\n")
    #expect(
      error?.message.hasPrefix(
        "SETTING: unknown member \"snooze_mins\"; expected class, at_ms, setting, escalate_after_min,"
      )
        == true, "\(String(describing: error))")
  }

  @Test(
    "More than a device holds, two of one number and clocks that go back are refused",
    arguments: [
      (
        (1...33).map { reminder("\"id\":1", "\"id\":\($0)") },
        "line 34: SETTING: has no room beside the reminders before it; expected at most 32"
      ),
      (
        [String](repeating: #""setting":"caregiver","mail":true,"relay":false"#, count: 5),
        "line 6: SETTING: has no room beside the caregivers before it; expected at most 4"
      ),
      (
        [reminder, reminder],
        "line 3: SETTING: id is 1, which another reminder has; expected another"
      ),
      (
        [#""setting":"zone","utc_offset_min":[[60,0],[60,60]]"#],
        "line 2: SETTING: utc_offset_min holds a change that is not later than the one before it"
      ),
    ])
  func row(settings: [String], expected: String) throws {
    let lines = settings.map { "{\"class\":\"SETTING\",\($0)}\n" }.joined()
    let error = try error("{\"class\":\"CONFIG\",\"settings\":\(settings.count)}\n\(lines)")
    #expect(error?.description.hasSuffix(expected) == true, "\(String(describing: error))")
  }

  @Test(
    "A wearer without a name, a zone that is none: refused with the CONFIG",
    arguments: [
      (#""wearer":{"name":""}"#, "name is \"\"; expected 1 to 60 letters"),
      (#""time_zone":"""#, "time_zone is \"\"; expected a name such as America/Guayaquil"),
      (#""time_zone":"Am\nérica""#, "expected a name such as America/Guayaquil"),
    ])
  func head(members: String, expected: String) throws {
    let error = try error("{\"class\":\"CONFIG\",\(members),\"settings\":0}\n")
    #expect(error?.message.contains(expected) == true, "\(String(describing: error))")
  }

  @Test(
    "A start that cannot be read is refused, and its secret is never shown",
    arguments: [
      (#""number":-1,"keys":["help"],"secret":["1","2"]"#, "BOOT: number is -1; expected a whole"),
      (
        #""number":1,"keys":["help","fn"],"secret":["1","2"]"#,
        "BOOT: keys holds \"fn\"; expected help"
      ),
      (#""number":1,"keys":["help"]"#, "BOOT: secret is missing; expected a list of 2 numbers"),
      (#""number":1,"keys":["help"],"secret":["beef"]"#, "BOOT: secret is wrong (it is not shown)"),
      (#""number":1,"keys":["help"],"secret":"beef""#, "BOOT: secret is wrong (it is not shown)"),
      (#""number":1,"keys":["help"],"secret":["beef","xy"]"#, "BOOT: secret is wrong"),
    ])
  func boot(members: String, expected: String) throws {
    let error = try error("{\"class\":\"TPV\",\"mode\":1}\n{\"class\":\"BOOT\",\(members)}\n")
    #expect(error?.line == 2)
    #expect(error?.message.hasPrefix(expected) == true, "\(String(describing: error))")
    #expect(error?.message.contains("beef") == false)
  }
}
