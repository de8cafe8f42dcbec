import Device
import Diary
import HAL
import Linux
import Testing

@Suite("Numbers of a life whose state came late (SAFE-7)")
struct LateStateNumberTests {
  private let uncounted = UInt32(1) << 31 | 77

  @Test(
    "Records that wait get the number of the counted life, so that none of later lives looks older")
  func renumbered() throws {
    let storage = LinuxStorage(nil)
    let early = NoticeID(boot: 4, number: 9)
    func notice(_ number: UInt32) -> Notice {
      Notice(
        id: NoticeID(boot: uncounted, number: number), matter: .help, whereabouts: nil, token: 5)
    }
    let id = EntryID(NoticeID(boot: uncounted, number: 3).value)
    let reading = DiaryReading(
      id: id, taken: WallTime(milliseconds: 1), result: .low, category: .other)
    for record in [
      .outbox(.notice(notice(1))),
      .outbox(.delivery(notice(1).id, Recipient(caregiver: 0, route: .mail), .accepted)),
      .outbox(.acknowledged(notice(1).id, caregiver: 0)), .outbox(.closed(early)),
      .diary(.reading(reading)),
      .accompanied(until: nil),
    ] as [Record] {
      #expect(throws: StorageError.failed) { try storage.append(record.words) }
    }
    storage.renumber(boot: uncounted, as: 12)
    var all: [Record] = []
    try storage.restore { words in if let record = Record(words) { all.append(record) } }
    var expected = notice(1)
    expected.id = NoticeID(boot: 12, number: 1)
    var moved = reading
    moved.id = EntryID(NoticeID(boot: 12, number: 3).value)
    #expect(
      all == [
        .outbox(.notice(expected)),
        .outbox(.delivery(expected.id, Recipient(caregiver: 0, route: .mail), .accepted)),
        .outbox(.acknowledged(expected.id, caregiver: 0)), .outbox(.closed(early)),
        .diary(.reading(moved)),
        .accompanied(until: nil),
      ])
  }
}
