import Device
import HAL
import TestSupport
import Testing
import Traces

/// Whatever happens to a device can be written down, and happens again when it is read.
struct EventLineTests {
  @Test("Every kind of event comes back bit for bit, whatever its values", arguments: 0..<40)
  func roundTrip(seed: Int) throws {
    var source = RandomEvents(seed: UInt64(seed))
    // The moment of a new device, or of one that has been on for 30,000 years.
    var at: Int64 = seed % 8 == 7 ? 1_000_000_000_000_000 : 0
    var text = ""
    let writer = TraceWriter(plain: { text += $0 })
    var events: [Event] = []
    for round in 0..<60 {
      for kind in 0..<RandomEvents.kinds {
        let event = try source.event((kind * 7 + round) % RandomEvents.kinds, at: at)
        events.append(event)
        try writer.write(event)
        at += source.random.integer(in: 0...50)
      }
    }
    let recording = try read(text)
    #expect(recording.skips.total == 0)
    try #require(recording.events.count == events.count)
    for (read, written) in zip(recording.events, events) where read != written {
      Issue.record("\(written) was read as \(read)")
    }
  }

  @Test("The lines read like what they mean, with their units")
  func readable() throws {
    var text = ""
    let writer = TraceWriter(plain: { text += $0 })
    let kinds: [Event.Kind] = [
      .booted(
        Boot(number: 2, keys: KeySet(bits: 0).with(.help).with(.ok), secret: (1, 0xfeed))),
      .restored(.alive(WallTime(milliseconds: 255))),
      .clock(WallTime(milliseconds: 1_426_950_245_000), .ntp),
      .keys(KeySet(bits: 0).with(.ok)), .key(KeyPress(.help)),
      .key(KeyPress(.ok, isLong: true)),
      .reading(
        MeterReading(
          result: .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(182))),
          age: Milliseconds(90_500))),
      .reading(MeterReading(result: .low)),
      .answer(
        NetworkAnswer(
          notice: NoticeID(3), recipient: Recipient(caregiver: 0, route: .mail),
          outcome: .accepted)),
      .answer(
        NetworkAnswer(
          notice: NoticeID(boot: 2, number: 3), recipient: Recipient(caregiver: 1, route: .relay),
          outcome: .transient)),
      .message(.acknowledged(token: 0xabc, caregiver: 0)), .message(.whereIs(caregiver: 1)),
      .message(.accompanied(untilMinute: 18 * 60 + 30, caregiver: 0)),
      .battery(BatteryLevel(percent: 15, isCharging: false)), .storage(.readOnly), .storage(nil),
      .shuttingDown,
    ]
    for kind in kinds { try writer.write(Event(at: Instant(milliseconds: 7), kind)) }
    try writer.write(TraceMark(at: Instant(milliseconds: 8), text: "the \"gate\" closes"))
    #expect(
      text == """
        {"class":"BOOT","at_ms":7,"number":2,"keys":["help","ok"],\
        "secret":["0000000000000001","000000000000feed"]}
        {"class":"RESTORED","at_ms":7,"record":["0000000000000001","00000000000000ff"],\
        "about":"alive"}
        {"class":"CLOCK","at_ms":7,"time":"2015-03-21T15:04:05.000Z","source":"ntp"}
        {"class":"KEYS","at_ms":7,"keys":["ok"]}
        {"class":"KEY","at_ms":7,"key":"help"}
        {"class":"KEY","at_ms":7,"key":"ok","long":true}
        {"class":"READING","at_ms":7,"glucose":"182 mg/dL","age_s":90.5}
        {"class":"READING","at_ms":7,"glucose":"LO","age_s":0}
        {"class":"ANSWER","at_ms":7,"notice":3,"caregiver":1,"route":"mail","outcome":"accepted"}
        {"class":"ANSWER","at_ms":7,"notice":"2-3","caregiver":2,"route":"relay",\
        "outcome":"transient"}
        {"class":"MESSAGE","at_ms":7,"caregiver":1,"acknowledged":"0000000000000abc"}
        {"class":"MESSAGE","at_ms":7,"caregiver":2,"where":true}
        {"class":"MESSAGE","at_ms":7,"caregiver":1,"accompanied_until":"18:30"}
        {"class":"BATTERY","at_ms":7,"percent":15,"charging":false}
        {"class":"STORAGE","at_ms":7,"state":"read-only"}
        {"class":"STORAGE","at_ms":7,"state":"well"}
        {"class":"SHUTDOWN","at_ms":7}
        {"class":"MARK","at_ms":8,"text":"the \\"gate\\" closes"}

        """)
  }

  @Test(
    "A line of ours that cannot be is skipped, counted and named with what was expected",
    arguments: [
      (#""KEY","key":"hlep""#, "key is \"hlep\"; expected help, ok, plus or minus"),
      (#""KEYS","keys":["on"]"#, "keys holds \"on\"; expected help, ok, plus or minus"),
      (#""KEY""#, "lacks key; expected help, ok, plus or minus"),
      (#""KEY","key":"ok","long":1"#, "long is 1; expected true or false"),
      (#""CLOCK","time":"noon","source":"ntp""#, "time is \"noon\"; expected a time such as"),
      (#""READING","glucose":"182""#, "glucose is \"182\"; expected an amount such as 182 mg/dL"),
      (#""READING","glucose":"nan mg/dL""#, "expected an amount"),
      (#""READING","glucose":"LO","age_s":1e9"#, "age_s is 1e9; expected a number with at most"),
      (#""BATTERY","percent":300"#, "percent is 300; expected a whole number from 0 to 255"),
      (
        #""ANSWER","notice":1,"caregiver":0,"route":"mail","outcome":"accepted""#,
        "caregiver is 0; expected a whole number from 1 to 256"
      ),
      (
        #""ANSWER","notice":"1-x","caregiver":1,"route":"mail","outcome":"accepted""#,
        "expected 3, or \"1-3\" for boot 1"
      ),
      (
        #""ANSWER","notice":1,"caregiver":1,"route":"post","outcome":"accepted""#,
        "route is \"post\"; expected mail or relay"
      ),
      (#""MESSAGE","caregiver":1"#, "expected acknowledged, where or accompanied_until"),
      (
        #""MESSAGE","caregiver":1,"accompanied_until":"25:00""#, "a time of day from 00:00 to 23:59"
      ),
      (#""MESSAGE","caregiver":1,"acknowledged":"xyz""#, "sixteen hexadecimal digits"),
      (
        #""STORAGE","state":"soso""#,
        "state is \"soso\"; expected well, full, read-only, failed or damaged"
      ),
      (#""RESTORED","record":["ff"]"#, "record is of no kind that this program knows"),
      (#""RESTORED","record":["1","2","3","4","5","6","7","8","9","a","b"]"#, "1 to 10 numbers"),
      (#""MARK""#, "lacks text"), (#""KEY","at_ms":-1,"key":"ok""#, "at_ms is -1"),
    ])
  func refused(members: String, expected: String) throws {
    let file = try TemporaryFile(
      "{\"class\":\"TPV\",\"mode\":1}\n{\"class\":\(members)}\n{\"class\":\"TPV\",\"mode\":1}\n")
    let reader = try TraceReader(path: file.path)
    var events: [Event] = []
    while let item = try reader.next() { events.append(item.event) }
    #expect(events.map(\.kind) == [.fix(Fix(mode: .none)), .fix(Fix(mode: .none))])
    #expect(reader.skips[.malformed] == 1)
    let complaint = try #require(reader.complaints.first)
    #expect(complaint.line == 2)
    #expect(complaint.message.contains(expected), "\(complaint)")
  }

  @Test("Marks are no events: they are handed out beside them, and move no clock")
  func marks() throws {
    let file = try TemporaryFile(
      """
      {"class":"MARK","at_ms":900000,"text":"far ahead"}
      {"class":"KEY","at_ms":1000,"key":"help"}
      {"class":"MARK","at_ms":1500,"text":"caf\\u00e9 \\ud83d\\ude00"}

      """)
    let reader = try TraceReader(path: file.path)
    let item = try #require(try reader.next())
    #expect(item.event == Event(at: Instant(milliseconds: 1000), .key(KeyPress(.help))))
    #expect(
      reader.takeMarks() == [TraceMark(at: Instant(milliseconds: 900_000), text: "far ahead")])
    let after = try reader.next()
    #expect(after == nil)
    #expect(reader.takeMarks() == [TraceMark(at: Instant(milliseconds: 1500), text: "café 😀")])
    #expect(reader.takeMarks().isEmpty)
  }

  @Test("A member that a later program adds to a line does no harm")
  func additions() throws {
    let recording = try read(
      "{\"later\":{\"key\":\"ok\"},\"class\":\"KEY\",\"key\":\"plus\",\"force\":[1,{}]}\n")
    #expect(recording.events.map(\.kind) == [.key(KeyPress(.plus))])
  }
}
