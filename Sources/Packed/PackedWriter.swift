import Device
import HAL

/// Writes events as bytes, each as it comes.
public struct PackedWriter<Sink: ByteSink> {
  public private(set) var sink: Sink
  private var before = Before()

  public init(_ sink: Sink) {
    self.sink = sink
    for i in 0..<4 { self.sink.put(PackedFormat.magic[i]) }
  }

  /// Writes an event, no earlier than the one before it.
  /// - Throws: `unfit`, and nothing was written.
  public mutating func write(_ event: Event) throws(PackedError) {
    guard event.at.milliseconds >= before.at, event.isPackable else { throw .unfit }
    if case .fix(let fix) = event.kind { return write(fix, event.at) }
    write(event.kind, event.at)
  }

  /// The device had no power from then until the next event, or until the end.
  public mutating func writeOff(at moment: Instant) {
    sink.put(Head.off.rawValue)
    sink.put(signed: moment.milliseconds &- before.at)
  }

  /// Wall time minus device time by the trace, from the next event on.
  public mutating func write(offset: Int64) {
    sink.put(Head.offset.rawValue)
    sink.put(signed: offset &- before.offset)
    before.offset = offset
  }

  private mutating func put(_ head: Head, _ at: Instant) {
    sink.put(head.rawValue)
    put(at)
  }

  private mutating func put(_ at: Instant) {
    sink.put(count: UInt64(at.milliseconds &- before.at))
    before.at = at.milliseconds
  }

  private mutating func write(_ fix: Fix, _ at: Instant) {
    var head = Head.fix | fix.mode.rawValue << 5
    if fix.position != nil { head |= Head.position }
    if fix.time != nil { head |= Head.time }
    if fix.eph != nil { head |= Head.eph }
    if fix.speed != nil { head |= Head.speed }
    if fix.course != nil { head |= Head.course }
    if let time = fix.time, !time.isDated { sink.put(Head.undatedFix.rawValue) }
    sink.put(head)
    put(at)
    if let position = fix.position {
      let (latitude, longitude) = (Int64(position.latitudeE7), Int64(position.longitudeE7))
      sink.put(signed: latitude - before.latitude)
      sink.put(signed: longitude - before.longitude)
      (before.latitude, before.longitude) = (latitude, longitude)
    }
    if let time = fix.time {
      let lead = time.wall.milliseconds &- at.milliseconds
      sink.put(signed: lead &- before.lead)
      before.lead = lead
    }
    if let eph = fix.eph { sink.put(eph.value, &before.eph) }
    if let speed = fix.speed { sink.put(speed.value, &before.speed) }
    if let course = fix.course { sink.put(course.value, &before.course) }
  }

  private mutating func write(_ kind: Event.Kind, _ at: Instant) {
    switch kind {
    case .fix: break
    case .booted(let boot):
      put(.booted, at)
      sink.put(count: UInt64(boot.number))
      sink.put(boot.keys.bits)
      sink.put(word: boot.secret.0)
      sink.put(word: boot.secret.1)
    case .restored(let record):
      put(.restored, at)
      sink.put(record.words)
    case .edited(let record):
      put(.edited, at)
      sink.put(record.words)
    case .setting(let setting):
      put(.setting, at)
      sink.put(setting)
    case .clock(let wall, let source):
      put(.clock, at)
      sink.put(source.rawValue)
      sink.put(signed: wall.milliseconds)
    case .keys(let keys):
      put(.keys, at)
      sink.put(keys.bits)
    case .key(let press):
      put(.key, at)
      sink.put(press.key.rawValue)
      sink.put(press.isLong ? 1 : 0)
    case .reading(let reading):
      put(.reading, at)
      sink.put(reading.result)
      sink.put(signed: reading.age.count)
    case .answer(let answer):
      put(.answer, at)
      sink.put(count: answer.notice.value)
      sink.put(answer.recipient.caregiver)
      sink.put(answer.recipient.route.rawValue)
      sink.put(answer.outcome.rawValue)
    case .message(let message):
      put(.message, at)
      sink.put(message)
    case .battery(let level):
      put(.battery, at)
      sink.put(level.percent)
      sink.put(level.isCharging ? 1 : 0)
    case .storage(let error):
      put(.storage, at)
      sink.put(error.map { StorageCode.code($0) } ?? 0)
    case .shuttingDown: put(.shuttingDown, at)
    case .deadline: put(.deadline, at)
    }
  }
}

extension Event {
  /// Every number in it is one, and each record comes back from its words.
  fileprivate var isPackable: Bool {
    switch kind {
    case .fix(let fix):
      return fix.eph?.value.isFinite ?? true && fix.speed?.value.isFinite ?? true
        && fix.course?.value.isFinite ?? true
    case .restored(let record), .edited(let record): return Record(record.words) == record
    case .reading(let reading): return reading.result.number?.isFinite ?? true
    case .booted, .setting, .clock, .keys, .key, .answer, .message, .battery, .storage,
      .shuttingDown, .deadline:
      return true
    }
  }
}

extension MeterResult {
  /// Nil for the two words.
  fileprivate var number: Double? {
    switch self {
    case .amount(.milligramsPerDecilitre(let amount)): amount.value
    case .amount(.millimolesPerLitre(let amount)): amount.value
    case .low, .high: nil
    }
  }
}

extension ByteSink {
  /// The words up to the last that is not zero.
  fileprivate mutating func put(_ record: RecordWords) {
    var count = 10
    while count > 1, record.words[count - 1] == 0 { count -= 1 }
    put(UInt8(count))
    for i in 0..<count { put(count: record.words[i]) }
  }

  fileprivate mutating func put(_ result: MeterResult) {
    switch result {
    case .amount(.milligramsPerDecilitre(let amount)):
      put(1)
      put(amount.value)
    case .amount(.millimolesPerLitre(let amount)):
      put(2)
      put(amount.value)
    case .low: put(3)
    case .high: put(4)
    }
  }

  fileprivate mutating func put(_ message: Message) {
    switch message {
    case .acknowledged(let token, let caregiver):
      put(1)
      put(caregiver)
      put(word: token)
    case .whereIs(let caregiver):
      put(2)
      put(caregiver)
    case .accompanied(let minute, let caregiver, let received):
      put(received == nil ? 3 : 4)
      put(caregiver)
      put(signed: Int64(minute))
      if let received { put(signed: received.milliseconds) }
    }
  }
}

/// The errors of a storage as numbers; 0: it works again.
enum StorageCode {
  static func code(_ error: StorageError) -> UInt8 {
    switch error {
    case .full: 1
    case .readOnly: 2
    case .failed: 3
    case .damaged: 4
    }
  }

  static func error(_ code: UInt8) throws(PackedError) -> StorageError? {
    switch code {
    case 0: return nil
    case 1: return .full
    case 2: return .readOnly
    case 3: return .failed
    case 4: return .damaged
    default: throw .damaged
    }
  }
}
