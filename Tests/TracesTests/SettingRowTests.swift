import Device
import HAL
import Names
import TestSupport
import Testing
import Traces
import Words

/// A whole profile in a trace: it comes back as one row of settings, with its words.
struct SettingRowTests {
  private let fix = "{\"class\":\"TPV\",\"at_ms\":5000,\"mode\":1}\n"
  private let caregiver = #"{"class":"SETTING","setting":"caregiver","mail":true,"relay":false}"#

  private var words: TraceWords {
    var names = Names()
    names.wearer = .init(name: "María \"Mari\" Vélez", photo: "maria.jpg")
    names.caregivers = [
      .init(name: "Ana", gender: .female, kinship: "hija", email: "ana@example.org"),
      .init(name: "Luis", kinship: "hijo", photo: "luis.jpg"),
    ]
    names.reminders = [
      7: .init(name: "Pastilla", description: "con agua\nfría", dose: "1 pastilla", photo: "p.jpg"),
      8: .init(name: "Regar"),
    ]
    return TraceWords(names: names, language: .spanish, timeZone: "America/Guayaquil")
  }

  private func settings() throws -> [Setting] {
    var random = RandomEvents(seed: 1)
    let reminders = [UInt16(7), 8, 9].map { id in
      var reminder = random.reminder()
      reminder.id = id
      return reminder
    }
    return [
      .perimeter(
        try Perimeter(
          center: try #require(Position(latitudeE7: -29_005_000, longitudeE7: -790_045_000)),
          radius: Metres(150))),
      .zone(ZoneTransition(at: 1_400_000_000, offset: -1080)),
      .zone(ZoneTransition(at: 1_400_000_001, offset: 1080)),
      .zone(ZoneTransition(at: 1_900_000_000, offset: 0)),
      .caregiver(Caregiver(hasMail: true, hasRelay: false)),
      .caregiver(Caregiver(hasMail: false, hasRelay: true)), .reminder(reminders[0]),
      .reminder(reminders[1]), .reminder(reminders[2]), .insulin(try random.insulin()),
      .limits(random.limits()),
    ]
  }

  private func written(_ settings: [Setting], at instant: Instant = .start) throws -> String {
    var text = ""
    try TraceWriter(plain: { text += $0 }).configure(settings, words, at: instant)
    return text
  }

  /// A reader at the end of its trace.
  private func reader(_ text: String, _ options: TraceReader.Options = .init()) throws -> (
    reader: TraceReader, events: [Event]
  ) {
    let file = try TemporaryFile(text)
    let reader = try TraceReader(path: file.path, options: options)
    var events: [Event] = []
    while let item = try reader.next() { events.append(item.event) }
    return (reader, events)
  }

  @Test("A profile replays alone: settings from begin to end, names, language and time zone")
  func row() throws {
    let settings = try settings()
    let at = Instant(milliseconds: 40)
    let text = try written(settings, at: at)
    let (reader, events) = try reader(text + fix)
    #expect(
      events.dropLast() == ([.begin] + settings + [.end]).map { Event(at: at, .setting($0)) }[...])
    let expected = TraceWords(
      names: words.names, language: .spanish, timeZone: "America/Guayaquil", settings: settings)
    #expect(reader.words == expected)
    #expect(reader.words.zones.count == 3)
    #expect(reader.skips.total == 0)
    // The three transitions share a line.
    #expect(text.hasPrefix("{\"class\":\"CONFIG\",\"at_ms\":40,\"format\":1,"))
    #expect(text.contains("\"settings\":9}\n"))
    #expect(text.split(separator: "\n").count == 10)
  }

  @Test("All the changes of the clocks that a device holds fit, and keep their order")
  func longZoneTable() throws {
    let zones = (0..<128).map { Setting.zone(ZoneTransition(at: $0 * 15_552_000, offset: -300)) }
    let (_, events) = try reader(try written(zones))
    #expect(events.map(\.kind) == ([.begin] + zones + [.end]).map { .setting($0) })
  }

  @Test("The line of a reminder can be read, and written, by hand")
  func byHand() throws {
    let (reader, events) = try reader(
      """
      {"class":"CONFIG","settings":3,"language":"es","time_zone":"America/Guayaquil"}
      {"class":"SETTING","setting":"zone","utc_offset_min":[["1970-01-01T00:00:00Z",-300]]}
      {"class":"SETTING","setting":"reminder","id":3,"kind":"medication",\
      "first":"2015-03-21T10:05","repeats":"weekdays","weekdays":["mon","sat"],\
      "until":"2015-04-01T00:00","tells_caregiver":true,"name":"Pastilla","dose":"1 pastilla"}
      {"class":"SETTING","setting":"quiet","weekdays":["sun"],"from":"22:00","to":"24:00"}

      """)
    let day = try #require(CivilDate.days(year: 2015, month: 3, day: 21))
    let due = Int32(day * 1440 + 605)
    let reminder = Reminder(
      id: 3, kind: .medication, first: CivilMinute(due), repeats: .weekdays(0b10_0001),
      until: CivilMinute(due - 605 + 11 * 1440), tellsCaregiver: true)
    #expect(
      events.map(\.kind) == [
        .setting(.begin), .setting(.zone(ZoneTransition(at: 0, offset: -300))),
        .setting(.reminder(reminder)),
        .setting(.quiet(WeeklyHours(weekdays: 64, from: 1320, to: 1440))), .setting(.end),
      ])
    #expect(reader.words.names.reminders[3]?.dose == "1 pastilla")
  }

  @Test("A caller with a profile of its own gets neither the trace's settings nor its words")
  func overridden() throws {
    let bad = "{\"class\":\"SETTING\",\"setting\":\"moonlight\"}\n"
    let (reader, events) = try reader(
      try written(settings()) + bad + fix, .init(takesConfiguration: false))
    #expect(events.count == 1)
    #expect(reader.words == TraceWords())
    #expect(reader.skips.total == 0)
  }

  @Test("A row that stops is an error that names its line; a device that starts again forgets it")
  func incomplete() throws {
    let head = "{\"class\":\"CONFIG\",\"settings\":3}\n\(caregiver)\n\(caregiver)\n"
    let file = try TemporaryFile(head + fix)
    let error = #expect(throws: TraceError.self) { try Recording(path: file.path) }
    #expect(
      error?.description
        == "\(file.path): line 4: the settings begun in line 1 stop after 2; "
        + "expected 3 lines of class SETTING in a row")

    let boot = "{\"class\":\"BOOT\",\"number\":1,\"keys\":[],\"secret\":[\"1\",\"2\"]}\n"
    let restarted = try read(head + boot + fix)
    #expect(restarted.events.count == 5)
    #expect(!restarted.events.contains { $0.kind == .setting(.end) })

    let torn = try read(fix + head + "{\"class\":\"SETT")
    #expect(torn.endsTorn)
    #expect(!torn.events.contains { $0.kind == .setting(.end) })
  }

  @Test("Another row takes the place of the first, words and all")
  func reloaded() throws {
    let (reader, events) = try reader(
      try written(settings()) + fix
        + """
        {"class":"CONFIG","at_ms":6000,"settings":1,"wearer":{"name":"José"}}
        {"class":"SETTING","at_ms":6000,"setting":"caregiver","mail":true,"relay":true,\
        "name":"Eva","kinship":"nieta"}

        """)
    #expect(events.last == Event(at: Instant(milliseconds: 6000), .setting(.end)))
    #expect(reader.words.names.caregivers == [.init(name: "Eva", kinship: "nieta")])
    #expect(reader.words.names.reminders.isEmpty)
  }

  @Test(
    "A setting that cannot be is refused by line, with what was expected",
    arguments: [
      (
        #""setting":"perimeter","lat":1,"lon":2,"radius_m":99"#,
        "radius_m is 99; expected a number from 100 to 1000"
      ),
      (#""setting":"perimeter","lat":91,"lon":2,"radius_m":100"#, "-90 to 90"),
      (#""setting":"moonlight""#, "setting is \"moonlight\"; expected one of begin, perimeter"),
      (#""sitting":"begin""#, "lacks setting"),
      (#""setting":"caregiver","mail":"yes","relay":true"#, "mail is \"yes\"; expected true"),
      (#""setting":"mealtime","meal":"tea","at":"17:00""#, "expected breakfast, lunch or dinner"),
      (#""setting":"mealtime","meal":"lunch","at":"24:00""#, "from 00:00 to 23:59"),
      (#""setting":"mealtime","meal":"lunch","at":"1a:00""#, "at is \"1a:00\""),
      (#""setting":"quiet","weekdays":["lun"],"from":"01:00","to":"02:00""#, "a list of mon, tue"),
      (#""setting":"zone","utc_offset_min":[["2015-03-29T01:00:00Z"]]"#, "list of pairs"),
      (#""setting":"zone","utc_offset_min":[["2015-03-29T01:00:00.5Z",60]]"#, "expected a list"),
      (
        #""setting":"reminder","id":0.5,"kind":"reminder","first":"x","repeats":"once""#,
        "id is 0.5; expected a whole number from 1 to 65535"
      ),
      (#""setting":"priority","alarm":"dose","priority":"top""#, "low, medium or high"),
      (#""setting":"limits","snooze_min":40000"#, "snooze_min is 40000"),
      (#""setting":"accompanied","until":"2015-02-29T10:00""#, "a local time from 2000"),
    ])
  func refused(members: String, expected: String) throws {
    let file = try TemporaryFile("\(fix){\"class\":\"SETTING\",\(members)}\n\(fix)")
    let error = #expect(throws: TraceError.self) { try Recording(path: file.path) }
    #expect(error?.line == 2)
    #expect(error?.message.contains(expected) == true, "\(String(describing: error))")
  }

  @Test("A dose's settings out of their ranges are refused by name (DIA-1)")
  func insulin() throws {
    let line = try written([.insulin(RandomEvents.usual())])
    #expect(line.contains("\"sensitivity_mg_dl_per_u\":50,\"breakfast_u\":4.5"))
    let file = try TemporaryFile(line.replacing("per_u\":50,", with: "per_u\":5,"))
    let error = #expect(throws: TraceError.self) { try Recording(path: file.path) }
    #expect(
      error?.message == "SETTING: sensitivity_mg_dl_per_u is 5; expected 10 to 500")
  }

  @Test(
    "A number of settings that cannot be is refused", arguments: ["-1", "\"3\"", "1001", "1.5"])
  func count(_ number: String) throws {
    let file = try TemporaryFile("{\"class\":\"CONFIG\",\"settings\":\(number)}\n")
    let error = #expect(throws: TraceError.self) { try Recording(path: file.path) }
    #expect(error?.message.contains("settings is") == true)
  }
}
