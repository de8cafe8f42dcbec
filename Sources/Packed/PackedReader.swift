import Device
import HAL

/// Reads events back out of bytes. It trusts none of them: a value that no event has is an error, and the
/// reader stands still from there on.
public struct PackedReader<Source: ByteSource> {
  public private(set) var source: Source
  private var before = Before()
  private var failure: PackedError?

  public init(_ source: Source) throws(PackedError) {
    self.source = source
    for i in 0..<4 {
      guard let byte = self.source.take() else { throw .foreign }
      if i == 3, byte > PackedFormat.version { throw .newer }
      guard byte == PackedFormat.magic[i] else { throw .foreign }
    }
  }

  /// The next item; nil at the end.
  public mutating func next() throws(PackedError) -> PackedItem? {
    if let failure { throw failure }
    guard let head = source.take() else { return nil }
    do throws(PackedError) {
      return try item(head)
    } catch {
      failure = error
      throw error
    }
  }

  private mutating func item(_ head: UInt8) throws(PackedError) -> PackedItem {
    if head >= Head.fix { return .event(try fix(head, isDated: true)) }
    guard let head = Head(rawValue: head) else { throw .damaged }
    switch head {
    case .off: return .off(Instant(milliseconds: before.at &+ (try source.signed())))
    case .offset:
      before.offset = before.offset &+ (try source.signed())
      return .offset(before.offset)
    case .undatedFix:
      let head = try source.byte()
      guard head >= Head.fix, head & Head.time != 0 else { throw .damaged }
      return .event(try fix(head, isDated: false))
    case .booted, .restored, .edited, .setting, .clock, .keys, .key, .reading, .answer, .message,
      .battery, .storage, .shuttingDown, .deadline:
      let at = try moment()
      return .event(Event(at: at, try kind(head)))
    }
  }

  private mutating func moment() throws(PackedError) -> Instant {
    let passed = try source.count()
    guard passed <= UInt64(Int64.max - before.at) else { throw .damaged }
    before.at += Int64(passed)
    return Instant(milliseconds: before.at)
  }

  private mutating func fix(_ head: UInt8, isDated: Bool) throws(PackedError) -> Event {
    guard let mode = Fix.Mode(rawValue: head >> 5 & 3) else { throw .damaged }
    let at = try moment()
    var fix = Fix(mode: mode)
    if head & Head.position != 0 {
      let latitude = before.latitude.addingReportingOverflow(try source.signed())
      let longitude = before.longitude.addingReportingOverflow(try source.signed())
      guard !latitude.overflow, !longitude.overflow,
        let position = Position(
          latitudeE7: latitude.partialValue, longitudeE7: longitude.partialValue)
      else { throw .damaged }
      fix.position = position
      (before.latitude, before.longitude) = (latitude.partialValue, longitude.partialValue)
    }
    if head & Head.time != 0 {
      before.lead = before.lead &+ (try source.signed())
      let wall = WallTime(milliseconds: at.milliseconds &+ before.lead)
      fix.time = FixTime(wall, isDated: isDated)
    }
    if head & Head.eph != 0 { fix.eph = Metres(try source.number(&before.eph)) }
    if head & Head.speed != 0 { fix.speed = MetresPerSecond(try source.number(&before.speed)) }
    if head & Head.course != 0 { fix.course = Degrees(try source.number(&before.course)) }
    return Event(at: at, .fix(fix))
  }

  private mutating func kind(_ head: Head) throws(PackedError) -> Event.Kind {
    switch head {
    case .booted:
      let number = try source.count()
      guard number <= UInt64(UInt32.max) else { throw .damaged }
      let keys = try source.keys()
      let secret = (try source.word(), try source.word())
      return .booted(Boot(number: UInt32(number), keys: keys, secret: secret))
    case .restored: return .restored(try source.record())
    case .edited: return .edited(try source.record())
    case .setting: return .setting(try source.setting())
    case .clock:
      let clock: ClockSource = try source.named()
      return .clock(WallTime(milliseconds: try source.signed()), clock)
    case .keys: return .keys(try source.keys())
    case .key:
      let key: Key = try source.named()
      return .key(KeyPress(key, isLong: try source.flag()))
    case .reading:
      let result = try source.result()
      return .reading(MeterReading(result: result, age: Milliseconds(try source.signed())))
    case .answer:
      let notice = NoticeID(try source.count())
      let caregiver = try source.byte()
      let route: Route = try source.named()
      return .answer(
        NetworkAnswer(
          notice: notice, recipient: Recipient(caregiver: caregiver, route: route),
          outcome: try source.named()))
    case .message: return .message(try source.message())
    case .battery:
      let percent = try source.byte()
      return .battery(BatteryLevel(percent: percent, isCharging: try source.flag()))
    case .storage: return .storage(try StorageCode.error(try source.byte()))
    case .shuttingDown: return .shuttingDown
    case .deadline: return .deadline
    case .undatedFix, .off, .offset: throw .damaged
    }
  }
}

extension ByteSource {
  fileprivate mutating func keys() throws(PackedError) -> KeySet {
    let bits = try byte()
    guard bits <= KeySet.all.bits else { throw .damaged }
    return KeySet(bits: bits)
  }

  fileprivate mutating func record() throws(PackedError) -> Record {
    let count = Int(try byte())
    guard count >= 1, count <= 10 else { throw .damaged }
    var words = RecordWords()
    for i in 0..<count { words.words[i] = try self.count() }
    guard let record = Record(words) else { throw .damaged }
    return record
  }

  fileprivate mutating func result() throws(PackedError) -> MeterResult {
    switch try byte() {
    case 1: return .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(try number())))
    case 2: return .amount(.millimolesPerLitre(MillimolesPerLitre(try number())))
    case 3: return .low
    case 4: return .high
    default: throw .damaged
    }
  }

  fileprivate mutating func message() throws(PackedError) -> Message {
    let kind = try byte()
    let caregiver = try byte()
    switch kind {
    case 1: return .acknowledged(token: try word(), caregiver: caregiver)
    case 2: return .whereIs(caregiver: caregiver)
    case 3, 4:
      let minute: Int16 = try whole(in: .min ... .max)
      return .accompanied(
        untilMinute: minute, caregiver: caregiver,
        received: kind == 4 ? WallTime(milliseconds: try signed()) : nil)
    default: throw .damaged
    }
  }
}
