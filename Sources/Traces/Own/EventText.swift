import Device
import HAL

extension LineText {
  /// Any event but a fix and a setting, which have lines of their own.
  static func event(_ kind: Event.Kind, at instant: Instant) -> LineText? {
    switch kind {
    case .fix, .setting: return nil
    case .booted(let boot): return self.boot(boot, at: instant)
    case .restored(let record): return self.record(.restored, record, at: instant)
    case .edited(let record): return self.record(.edited, record, at: instant)
    case .clock(let wall, let source):
      var line = LineText(.clock, at: instant)
      line.add("time", wall)
      line.add("source", source)
      return line
    case .keys(let keys):
      var line = LineText(.keys, at: instant)
      line.add(keys)
      return line
    case .key(let press):
      var line = LineText(.key, at: instant)
      line.add("key", press.key)
      if press.isLong { line.add("long", true) }
      return line
    case .reading(let reading):
      var line = LineText(.reading, at: instant)
      line.add("glucose", GlucoseText.text(reading.result))
      line.add("age_s", thousandths: reading.age.count)
      return line
    case .answer(let answer): return self.answer(answer, at: instant)
    case .message(let message): return self.message(message, at: instant)
    case .battery(let level):
      var line = LineText(.battery, at: instant)
      line.add("percent", level.percent)
      line.add("charging", level.isCharging)
      return line
    case .storage(let error):
      var line = LineText(.storage, at: instant)
      line.add("state", error?.spelling ?? "well")
      return line
    case .shuttingDown: return LineText(.shutdown, at: instant)
    case .deadline: return LineText(.deadline, at: instant)
    }
  }

  private static func boot(_ boot: Boot, at instant: Instant) -> LineText {
    var line = LineText(.boot, at: instant)
    line.add("number", boot.number)
    line.add(boot.keys)
    line.add("secret", hex: [boot.secret.0, boot.secret.1])
    return line
  }

  private mutating func add(_ keys: KeySet) {
    let names = Key.spellings.filter { keys.contains($0.value) }.map { "\"\($0.name)\"" }
    add("keys", raw: "[" + names.joined(separator: ",") + "]")
  }

  private static func record(
    _ kind: OwnClass, _ record: Record, at instant: Instant
  ) -> LineText {
    var line = LineText(kind, at: instant)
    let words = record.words
    var numbers = (0..<10).map { words.words[$0] }
    while numbers.count > 1, numbers.last == 0 { numbers.removeLast() }
    line.add("record", hex: numbers)
    line.add("about", record.about)
    return line
  }

  private static func answer(_ answer: NetworkAnswer, at instant: Instant) -> LineText {
    var line = LineText(.answer, at: instant)
    let notice = answer.notice
    line.add("notice", raw: notice.boot == 0 ? notice.text : "\"\(notice.text)\"")
    line.add("caregiver", Int(answer.recipient.caregiver) + 1)
    line.add("route", answer.recipient.route)
    line.add("outcome", answer.outcome)
    return line
  }

  private static func message(_ message: Message, at instant: Instant) -> LineText {
    var line = LineText(.message, at: instant)
    switch message {
    case .acknowledged(let token, let caregiver):
      line.add("caregiver", Int(caregiver) + 1)
      line.add("acknowledged", token.padded(16, radix: 16))
    case .whereIs(let caregiver):
      line.add("caregiver", Int(caregiver) + 1)
      line.add("where", true)
    case .accompanied(let minute, let caregiver, let received):
      line.add("caregiver", Int(caregiver) + 1)
      line.add("accompanied_until", minuteOfDay: minute)
      if let received { line.add("received", received) }
    }
    return line
  }
}

extension Record {
  /// A label for people who read the trace; a reader takes the words.
  fileprivate var about: String {
    switch self {
    case .alive: "alive"
    case .place: "place"
    case .reminder: "reminder"
    case .outbox(.notice): "notice"
    case .outbox(.delivery): "delivery"
    case .outbox(.acknowledged): "notice acknowledged"
    case .outbox(.closed): "notice closed"
    case .outbox(.excursion): "excursion"
    case .outbox(.excursionsTold): "excursions told"
    case .accompanied: "accompanied"
    case .diary(.reading): "reading"
    case .diary(.dose): "dose"
    case .diary(.doseRemoved): "dose removed"
    case .diary(.doseDated): "dose dated"
    case .diary(.readingRemoved): "reading removed"
    case .meal: "meal"
    case .outbox(.caregivers): "caregivers"
    case .outbox(.homeOwed): "home owed"
    }
  }
}
