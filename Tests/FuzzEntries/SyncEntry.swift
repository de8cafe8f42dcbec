import Device
import Diary
import Entries
import HAL
import Link
import Sync

/// A portal's answer and a device's call: what is read is written and read again as the same, and a link
/// takes whatever it gives.
enum SyncEntry {
  static func run(_ bytes: [UInt8]) throws {
    if let request = try? SyncRequest(json: bytes) {
      try must(
        try SyncRequest(json: request.json) == request, "another request behind the second reading")
    }
    _ = try? PairRequest(json: bytes)
    _ = try? PairAnswer(json: bytes)
    _ = try? RestoreRequest(json: bytes)
    _ = try? RestoreAnswer(json: bytes)
    do throws(SyncRefusal) {
      let answer = try SyncAnswer(json: bytes)
      try live(answer)
    } catch {
      let isOneLine = !error.line.isEmpty && !error.line.contains(where: \.isNewline)
      try must(isOneLine && error.line.utf8.count < 400, "a refusal that is no line: \(error.line)")
    }
  }

  /// A change of the diary that is made is not made again.
  private static func change(_ edit: SyncEdit) throws(SyncRefusal) {
    guard let change = RemoteEdit(edit) else { return }
    let now = WallTime(milliseconds: 1_800_000_000_000)
    guard change.judgement([], at: now) == .new else { return }
    let lines = change.changes.enumerated().map { place, change in
      DiaryLine(
        sequence: Int64(place + 1), words: change.record.words, written: now,
        annotation: change.annotation)
    }
    guard change.judgement(lines, at: now) == .before, DiaryBook(lines).unreadable == 0 else {
      throw SyncRefusal(.malformed, "\n")
    }
  }

  private static func live(_ answer: SyncAnswer) throws(SyncRefusal) {
    let again = try SyncAnswer(json: answer.json)
    guard again == answer else { throw SyncRefusal(.malformed, "\n") }
    var link = Link()
    let facts = LinkFacts(
      caregivers: [11, 12], minuteOfDay: { Int16(clamping: $0.milliseconds / 60_000 % 1440) },
      isOurs: { $0 & 1 == 0 }, isAnswered: { token, _ in token & 2 == 0 })
    var device = Device()
    var now = Instant.start
    for round in 0..<4 {
      _ = link.request(
        device: 1, boot: 1, records: ([], false), places: [],
        health: SyncHealth(gps: .ok, clock: .trusted, version: ""), file: nil)
      now = now + .seconds(60)
      let wall = round == 0 ? nil : WallTime(milliseconds: 1_800_000_000_000)
      let news = link.took(answer, at: now, wall: wall, facts)
      for message in news.messages {
        device.handle(Event(at: now, .message(message.word))) { _ in }
        link.handled(message.word, refused: nil, at: now)
      }
      for news in news.edits {
        try change(news.edit)
        if news.isOver {
          link.expired(news.id, at: now)
        } else {
          link.ended(news.id, refused: nil, at: now)
        }
      }
    }
    // The link goes on, whatever was said.
    guard link.due != nil else { throw SyncRefusal(.malformed, "\n") }
  }
}
