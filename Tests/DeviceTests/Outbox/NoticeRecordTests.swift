import HAL
import Testing

@testable import Device

@Suite("A notice that is stored comes back as it was")
struct NoticeRecordTests {
  @Test(
    "CARD-4: a place of unknown age stays one",
    arguments: [
      Notice.Matter.help, .position(.lost), .position(.noneForLong), .location(.asked),
      .day(.allIsWell),
      .glucose(.low(.low, isVery: true, age: .minutes(58))),
    ])
  func unknownAge(_ matter: Notice.Matter) throws {
    let place = try #require(Position(latitudeE7: -29_005_000, longitudeE7: -790_045_000))
    var notice = Notice(
      id: NoticeID(boot: 2, number: 1), matter: matter,
      whereabouts: Whereabouts(
        position: place, distance: Metres(40), radius: Metres(250), eph: Metres(9)),
      age: .seconds(80))
    #expect(Record(Record.outbox(.notice(notice)).words) == .outbox(.notice(notice)))
    notice.aside = .agedUnknown
    #expect(notice.isAgeUnknown)
    #expect(Record(Record.outbox(.notice(notice)).words) == .outbox(.notice(notice)))
  }

  @Test("The lowest age that forty bits hold comes back")
  func lowestAge() throws {
    let matter = Notice.Matter.glucose(.low(.low, isVery: true, age: .minutes(58)))
    let notice = Notice(
      id: NoticeID(boot: 2, number: 1), matter: matter, whereabouts: nil,
      age: Milliseconds(-(1 << 39)))
    #expect(Record(Record.outbox(.notice(notice)).words) == .outbox(.notice(notice)))
  }

  @Test("A record that says a place's age is unknown where no place is told makes no answer of it")
  func spoiltAge() throws {
    let dose = Notice.Matter.dose(.unanswered(.lunch, deleted: nil))
    let notice = Notice(
      id: NoticeID(boot: 2, number: 1), matter: dose, whereabouts: nil, age: .seconds(0))
    var words = Record.outbox(.notice(notice)).words
    words.words[0] |= 2 << 24
    guard case .outbox(.notice(let read)) = Record(words) else {
      Issue.record("the record is none")
      return
    }
    #expect(read.answered == nil)
    #expect(Record(Record.outbox(.notice(read)).words) == .outbox(.notice(read)))
  }
}
