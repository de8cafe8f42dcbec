import Device
import HAL
import Words

/// One line of our own that is an event, read.
enum EventLine {
  /// - Parameter kind: any class but `SETTING` and `MARK`.
  static func event(_ kind: OwnClass, _ members: Members) throws(Malformed) -> Event.Kind {
    switch kind {
    case .boot: .booted(try boot(members))
    case .restored: .restored(try record(members))
    case .edited: .edited(try record(members))
    case .clock: .clock(try members.wall("time"), try members.spelled("source"))
    case .keys: .keys(try keys(members))
    case .key:
      .key(KeyPress(try members.spelled("key"), isLong: try members.flag("long", absent: false)))
    case .reading: .reading(try reading(members))
    case .answer: .answer(try answer(members))
    case .message: .message(try message(members))
    case .battery:
      .battery(
        BatteryLevel(
          percent: try members.integer("percent"),
          isCharging: try members.flag("charging", absent: false)))
    case .storage: .storage(try storage(members))
    case .shutdown: .shuttingDown
    case .deadline: .deadline
    case .setting, .off, .mark: throw Malformed("is no event of its own")
    }
  }

  private static func boot(_ members: Members) throws(Malformed) -> Boot {
    let keys = try keys(members)
    // A complaint would show the tokens' key to whoever reads the log.
    guard let secret = try? members.hex("secret", counts: 2...2) else {
      throw Malformed(
        "secret is \(members["secret"] == nil ? "missing" : "wrong (it is not shown)"); "
          + "expected a list of 2 numbers of sixteen hexadecimal digits")
    }
    return Boot(number: try members.integer("number"), keys: keys, secret: (secret[0], secret[1]))
  }

  private static func keys(_ members: Members) throws(Malformed) -> KeySet {
    var keys = KeySet(bits: 0)
    for name in try members.words("keys", "a list of \(Key.choices)") {
      guard let key = Key(spelling: name) else {
        throw Malformed("keys holds \"\(name.prefix(40))\"; expected \(Key.choices)")
      }
      keys = keys.with(key)
    }
    return keys
  }

  private static func record(_ members: Members) throws(Malformed) -> Record {
    var record = RecordWords()
    for (i, word) in try members.hex("record", counts: 1...10).enumerated() {
      record.words[i] = word
    }
    guard let record = Record(record) else {
      throw Malformed("record is of no kind that this program knows")
    }
    return record
  }

  private static func reading(_ members: Members) throws(Malformed) -> MeterReading {
    let text = try members.text("glucose", GlucoseText.expected)
    guard let result = GlucoseText.parse(text) else {
      throw Malformed("glucose is \"\(text.prefix(40))\"; expected \(GlucoseText.expected)")
    }
    let age = members["age_s"] == nil ? 0 : try members.thousandths("age_s")
    return MeterReading(result: result, age: Milliseconds(age))
  }

  private static func answer(_ members: Members) throws(Malformed) -> NetworkAnswer {
    NetworkAnswer(
      notice: try notice(members),
      recipient: Recipient(
        caregiver: try caregiver(members), route: try members.spelled("route")),
      outcome: try members.spelled("outcome"))
  }

  /// The number alone without boots, else "boot-number".
  private static func notice(_ members: Members) throws(Malformed) -> NoticeID {
    guard case .string(let text) = members["notice"] else {
      return NoticeID(boot: 0, number: try members.integer("notice"))
    }
    guard let notice = NoticeID(text: JSONText.unescaped(text)) else {
      throw Malformed("notice is no number of a notice; expected 3, or \"1-3\" for boot 1")
    }
    return notice
  }

  /// Counted from 1 for people, from 0 in the core.
  private static func caregiver(_ members: Members) throws(Malformed) -> UInt8 {
    let number: Int = try members.integer("caregiver", in: 1...256)
    return UInt8(number - 1)
  }

  private static func message(_ members: Members) throws(Malformed) -> Message {
    let caregiver = try caregiver(members)
    if members["acknowledged"] != nil {
      let expected = "a token of sixteen hexadecimal digits"
      let text = try members.text("acknowledged", expected)
      guard text.utf8.count <= 16, text.utf8.allSatisfy(\.isHexDigit),
        let token: UInt64 = ForeignNumber.exact(text, radix: 16)
      else { throw Malformed("acknowledged is \"\(text.prefix(40))\"; expected \(expected)") }
      return .acknowledged(token: token, caregiver: caregiver)
    }
    if members["accompanied_until"] != nil {
      return .accompanied(
        untilMinute: try members.minuteOfDay("accompanied_until"), caregiver: caregiver,
        received: members["received"] == nil ? nil : try members.wall("received"))
    }
    guard try members.flag("where", absent: false) else {
      throw Malformed("says nothing; expected acknowledged, where or accompanied_until")
    }
    return .whereIs(caregiver: caregiver)
  }

  private static func storage(_ members: Members) throws(Malformed) -> StorageError? {
    let expected = "well, \(StorageError.choices)"
    let text = try members.text("state", expected)
    if text == "well" { return nil }
    guard let error = StorageError(spelling: text) else {
      throw Malformed("state is \"\(text.prefix(40))\"; expected \(expected)")
    }
    return error
  }
}

extension NoticeID {
  /// "3" without boots, else "1-3": the boot and the notice.
  public var text: String { boot == 0 ? String(number) : "\(boot)-\(number)" }

  /// Nil unless it is one number, or two with a dash between, each within 32 bits.
  public init?(text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }),
      let number: UInt32 = ForeignNumber.exact(parts[parts.count - 1]),
      let boot = parts.count == 2 ? ForeignNumber.exact(parts[0], as: UInt32.self) : 0
    else { return nil }
    self.init(boot: boot, number: number)
  }
}
