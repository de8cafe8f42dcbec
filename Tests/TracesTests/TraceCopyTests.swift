import Device
import HAL
import TestSupport
import Testing
import Traces

/// `vigia convert` to our own format loses nothing.
struct TraceCopyTests {
  private func copied(_ text: String, sharing: TraceSharing? = nil) throws -> String {
    let file = try TemporaryFile(text)
    var out = ""
    var copy = TraceCopy(sharing: sharing) { out += $0 }
    try copy.copy(try TraceReader(path: file.path))
    return out
  }

  @Test("A trace of ours is copied to the letter: boots, profiles, keys, marks")
  func letter() throws {
    let trace = """
      {"class":"BOOT","at_ms":0,"number":1,"keys":["help","ok"],\
      "secret":["0000000000000001","0000000000000002"]}
      {"class":"CONFIG","at_ms":10,"format":1,"wearer":{"name":"María"},"language":"es",\
      "time_zone":"America/Guayaquil","settings":3}
      {"class":"SETTING","at_ms":10,"setting":"perimeter","lat":-2.9005000,"lon":-79.0045000,\
      "radius_m":100}
      {"class":"SETTING","at_ms":10,"setting":"zone","utc_offset_min":[["1970-01-01T00:00:00Z",-300]]}
      {"class":"SETTING","at_ms":10,"setting":"caregiver","mail":true,"relay":false,"name":"Ana",\
      "kinship":"hija"}
      {"class":"TPV","at_ms":1000,"mode":3,"time":"2015-03-21T15:00:00.000Z","lat":-2.9004643,\
      "lon":-79.0045226,"eph":20.9,"hdop":1.1,"uSat":10}
      {"class":"MARK","at_ms":1500,"text":"steps out"}
      {"class":"KEY","at_ms":2000,"key":"help"}
      {"class":"SETTING","at_ms":2500,"setting":"priority","alarm":"battery_low","priority":"high"}
      {"class":"BATTERY","at_ms":3000,"percent":15,"charging":false}
      {"class":"MARK","at_ms":9000,"text":"the end"}

      """
    #expect(try copied(trace) == trace)
  }

  @Test("A trace that begins with its perimeter, or with nothing, is copied to the letter too")
  func plain() throws {
    for members in [
      "", ",\"perimeter\":{\"lat\":-2.9000000,\"lon\":-79.0000000,\"radius_m\":250.5}",
    ] {
      let trace = """
        {"class":"CONFIG","at_ms":0,"format":1\(members)}
        {"class":"TPV","at_ms":1000,"mode":1}

        """
      #expect(try copied(trace) == trace)
    }
  }

  @Test("A perimeter that comes first and later keeps its moment")
  func firstPerimeter() throws {
    let perimeter =
      "\"perimeter\":{\"lat\":-2.9000000,\"lon\":-79.0000000,\"radius_m\":250.5}"
    let trace = """
      {"class":"CONFIG","at_ms":742000,"format":1,\(perimeter)}
      {"class":"TPV","at_ms":743000,"mode":1}

      """
    #expect(try copied(trace) == trace)
  }

  @Test("A row of settings that a start breaks off is copied, and the copy can be read")
  func brokenRow() throws {
    let boot = #"{"class":"BOOT","at_ms":5,"number":1,"keys":["ok"],"secret":["0f","1e"]}"#
    let zone = #"{"class":"SETTING","setting":"zone","utc_offset_min":[[0,-300]]}"#
    let trace = """
      {"class":"CONFIG","at_ms":0,"format":1,"settings":4}
      \(boot)
      \(zone)
      \(zone)
      {"class":"TPV","at_ms":9,"mode":1}

      """
    #expect(try read(copied(trace)).events == read(trace).events)
  }

  /// A record and settings that name two people by their number, in the other order.
  private func personal() throws -> String {
    var whos = Whos()
    (whos[0], whos[1]) = (7_000_002, 7_000_001)
    var text = ""
    let writer = TraceWriter(plain: { text += $0 })
    func restore(_ record: Record) throws {
      try writer.write(Event(at: .start, .restored(record)))
    }
    try restore(.outbox(.caregivers(whos)))
    try restore(
      .outbox(.excursion(Excursion(left: nil, returned: nil, farthest: Metres(1234.5)))))
    var limits = Limits()
    limits.usesMillimoles = true
    limits.asksCarbohydrates = true
    try writer.configure(
      [
        .caregiver(Caregiver(hasMail: true, hasRelay: false, who: 7_000_001)),
        .caregiver(Caregiver(hasMail: true, hasRelay: false)),
        .mealtime(Mealtime(meal: .lunch, minute: 780)), .limits(limits),
      ], at: .start)
    try writer.write(TraceMark(at: Instant(milliseconds: 5), text: "Rosa leaves home"))
    return text
  }

  @Test("Without names a person has the same other number in records and settings")
  func people() throws {
    let shared = try copied(personal(), sharing: TraceSharing(without: [.names]))
    #expect(!shared.contains("7000001") && !shared.contains("Rosa"))
    let kinds = try read(shared).events.map(\.kind)
    var whos = Whos()
    (whos[0], whos[1]) = (1, 2)
    #expect(kinds.contains(.restored(.outbox(.caregivers(whos)))))
    let people: [UInt32] = kinds.compactMap {
      if case .setting(.caregiver(let caregiver)) = $0 { caregiver.who } else { nil }
    }
    #expect(people == [2, 0])
  }

  @Test("Without a part the notes go, and with them what tells of that part in a roundabout way")
  func roundabout() throws {
    let trace = try personal()
    #expect(try copied(trace, sharing: TraceSharing(without: [])).contains("Rosa leaves home"))
    for part in TraceSharing.Part.allCases {
      #expect(try !copied(trace, sharing: TraceSharing(without: [part])).contains("Rosa"))
    }
    let placeless = try copied(trace, sharing: TraceSharing(without: [.places]))
    let excursion = Excursion(left: nil, returned: nil, farthest: Metres(0))
    #expect(
      try read(placeless).events.map(\.kind).contains(.restored(.outbox(.excursion(excursion)))))
    let unread = try copied(trace, sharing: TraceSharing(without: [.readings]))
    for event in try read(unread).events {
      switch event.kind {
      case .setting(.mealtime): Issue.record("a mealtime is left")
      case .setting(.limits(let limits)):
        #expect(!limits.usesMillimoles && !limits.asksCarbohydrates)
      default: break
      }
    }
  }

  @Test(
    "What is left for strangers is told by what the trace holds, and the zone's name is a place")
  func left() throws {
    func shared(_ trace: String, _ parts: Set<TraceSharing.Part>) throws -> (
      text: String, sharing: TraceSharing
    ) {
      let file = try TemporaryFile(trace)
      var text = ""
      var copy = TraceCopy(sharing: TraceSharing(without: parts)) { text += $0 }
      try copy.copy(try TraceReader(path: file.path))
      return (text, try #require(copy.sharing))
    }
    let trace = """
      {"class":"CONFIG","at_ms":10,"format":1,"wearer":{"name":"María"},"language":"es",\
      "time_zone":"America/Guayaquil","settings":4}
      {"class":"SETTING","at_ms":10,"setting":"perimeter","lat":-2.9005000,"lon":-79.0045000,\
      "radius_m":100}
      {"class":"SETTING","at_ms":10,"setting":"zone","utc_offset_min":[["1970-01-01T00:00:00Z",-300]]}
      {"class":"SETTING","at_ms":10,"setting":"caregiver","mail":true,"relay":false,"name":"Ana",\
      "kinship":"hija","email":"ana@example.org"}
      {"class":"SETTING","at_ms":10,"setting":"reminder","id":2,"kind":"medication",\
      "first":"2026-03-10T07:30","repeats":"daily","tells_caregiver":false,"name":"Sintrom",\
      "dose":"1 pastilla"}
      {"class":"TPV","at_ms":1000,"mode":1}

      """
    let whole = try shared(trace, [])
    #expect(whole.text.contains("ana@example.org") && whole.text.contains("America/Guayaquil"))
    #expect(whole.sharing.hasNames && whole.sharing.hasAddresses && whole.sharing.hasMedicines)
    #expect(whole.sharing.hasReminders && whole.sharing.hasZone && whole.sharing.hasHome)
    #expect(!whole.sharing.hasInsulin && !whole.sharing.hasHours)
    let bare = try shared(trace, Set(TraceSharing.Part.allCases))
    for word in ["María", "Ana", "ana@example.org", "Sintrom", "pastilla", "Guayaquil", "79.0045"] {
      #expect(!bare.text.contains(word), "\(word) is left")
    }
    #expect(!bare.sharing.hasNames && !bare.sharing.hasAddresses && !bare.sharing.hasMedicines)
    #expect(bare.sharing.hasReminders && bare.sharing.hasZone && !bare.sharing.hasHome)
    let plain = try shared(
      "{\"class\":\"CONFIG\",\"at_ms\":0,\"format\":1}\n{\"class\":\"TPV\",\"at_ms\":1,\"mode\":1}\n",
      [])
    #expect(!plain.sharing.hasReminders && !plain.sharing.hasNames && !plain.sharing.hasZone)
  }

  @Test("The hours of the watch, of quiet and of company are told where each is left")
  func hours() throws {
    let day = WeeklyHours(weekdays: 0b111_1111, from: 570, to: 1320)
    let kinds: [Event.Kind] = [
      .setting(.watch(day)), .setting(.quiet(day)),
      .setting(.accompanied(until: CivilMinute(23_781_900))),
      .restored(.accompanied(until: nil)),
      .message(.accompanied(untilMinute: 840, caregiver: 0)),
    ]
    for kind in kinds {
      var text = ""
      let writer = TraceWriter(plain: { text += $0 })
      try writer.write(Event(at: Instant(milliseconds: 0), kind))
      let file = try TemporaryFile(text)
      var copy = TraceCopy(sharing: TraceSharing(without: Set(TraceSharing.Part.allCases))) { _ in
      }
      try copy.copy(try TraceReader(path: file.path))
      #expect(try #require(copy.sharing).hasHours, "\(kind)")
    }
  }

  @Test("A note is cut where its line could not be read any more, and not lost")
  func longNote() throws {
    let note =
      String(repeating: "\u{1}", count: 900)
      + String(repeating: "e" + String(repeating: "\u{301}", count: 24), count: 99)
    let trace = """
      {"class":"CONFIG","at_ms":0,"format":1}
      {"class":"MARK","at_ms":1,"text":"\(note)"}

      """
    let file = try TemporaryFile(copied(trace))
    let reader = try TraceReader(path: file.path)
    #expect(try reader.next() == nil)
    #expect(reader.takeMarks().map(\.text) == [String(note.unicodeScalars.prefix(1000))])
  }

  @Test("A copy can be read whole, however many digits the first arrival has")
  func farArrival() throws {
    let trace = """
      {"class":"TPV","at_ms":999999999999999999,"mode":3,"time":"2015-03-21T15:00:00Z","lat":1,"lon":2}
      {"class":"TPV","mode":3,"time":"2015-03-21T15:00:01Z","lat":1,"lon":2}
      {"class":"TPV","mode":3,"time":"2015-03-21T15:00:02Z","lat":1,"lon":2}

      """
    let copy = try read(copied(trace))
    #expect(copy.skips.total == 0)
    #expect(copy.fixes == 3)
    #expect(copy.stamps == [0, 1000, 2000])
  }

  @Test("Any events are the same in the copy, torn rows included", arguments: 0..<20)
  func events(seed: Int) throws {
    var source = RandomEvents(seed: UInt64(seed) + 100)
    var text = ""
    let writer = TraceWriter(plain: { text += $0 })
    for at in 0..<Int64(300) {
      let kind = Int(source.random.next() % UInt64(RandomEvents.kinds))
      var event = try source.event(kind, at: at / 3)
      if at % 7 == 0 { event.kind = .setting(.end) }
      try writer.write(event)
    }
    let original = try read(text)
    let copy = try read(try copied(text))
    #expect(original.events.count == 300)
    #expect(copy.events == original.events)
  }
}
