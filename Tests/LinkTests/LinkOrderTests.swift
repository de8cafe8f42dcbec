import Device
import HAL
import Link
import Sync
import Testing

/// Words and places that come in another order than they were meant.
extension LinkTests {
  /// SAFE-3: the core remembers the end in this life only.
  @Test("Company that waits for a clock does not outlive its end, over a power cut either")
  func companyOver() {
    var link = LinkTests.called()
    let hour = LinkTests.noon.milliseconds + 3_600_000
    let company = SyncMessage.Word.company(until: hour, said: nil, caregiver: 1)
    let answer = LinkTests.answer([company, .companyOver(said: nil, caregiver: 2), company])
    let news = link.took(answer, at: LinkTests.at, wall: nil, LinkTests.facts())
    #expect(news.messages.map(\.id) == [2])
    let why = SyncReason.notTaken.rawValue
    let refused = SyncDone(message: 1, outcome: .refused, why: why)
    #expect(LinkTests.request(&link).did == [refused])
    link.handled(news.messages[0].word, refused: nil, at: LinkTests.at)
    var next = LinkTests.called(link.memory)
    let later = next.took(answer, at: LinkTests.at, wall: LinkTests.noon, LinkTests.facts())
    #expect(later.messages.map(\.id) == [3], "it was said after the end")
    // The end that somebody unknown said does not count, and ends nothing.
    var other = LinkTests.called()
    var unknown = answer
    unknown.messages[1].who = 13
    _ = other.took(unknown, at: LinkTests.at, wall: nil, LinkTests.facts())
    #expect(LinkTests.request(&other).did.map(\.message) == [2])
  }

  @Test(
    "The end of company says when it was said, and counts whatever it says",
    arguments: [-600_000, 600_000, nil, .min, .max] as [Int64?])
  func whenOver(_ said: Int64?) {
    let at = said.map { (ahead: Int64) -> Int64 in
      ahead.magnitude < 1_000_000 ? LinkTests.noon.milliseconds + ahead : ahead
    }
    let isTime = said.map { $0.magnitude < 1_000_000 } ?? false
    var link = LinkTests.called()
    let news = link.took(
      LinkTests.answer([.companyOver(said: at, caregiver: 1)]), at: LinkTests.at,
      wall: LinkTests.noon, LinkTests.facts())
    let received = isTime ? at.map { WallTime(milliseconds: $0) } : nil
    let word = Message.accompanied(untilMinute: -1, caregiver: 0, received: received)
    #expect(news.messages.map(\.word) == [word])
  }

  /// The last place is that of now, whatever the clock said before.
  @Test("A clock that ran ahead and was put right holds no place back")
  func placesAhead() {
    func fix(_ latitude: Int64) -> Fix {
      Fix(
        mode: .threeD, position: Position(latitudeE7: latitude, longitudeE7: 2), eph: Metres(5),
        speed: MetresPerSecond(1))
    }
    func wall(_ seconds: Int64) -> WallTime {
      WallTime(milliseconds: LinkTests.noon.milliseconds + seconds * 1000)
    }
    var places = LinkPlaces()
    places.learn(fix(1), wall: wall(7200), isOpen: true)
    let ahead = places.next
    places.took(ahead)
    #expect(places.next.isEmpty)
    // One is on its way still, and one waits.
    places.learn(fix(2), wall: wall(7220), isOpen: true)
    let late = places.next
    places.learn(fix(3), wall: wall(10), isOpen: true)
    #expect(places.next.map(\.latitude) == [3])
    places.took(late)
    places.learn(fix(4), wall: wall(30), isOpen: true)
    #expect(places.next.map(\.latitude) == [4, 3], "none of now is lost")
    places.took(places.next)
    #expect(places.next.isEmpty)
  }

  /// SAFE-3, as above: the end comes by mail, and the word waits in the link.
  @Test("Company that waits for a clock does not outlive an end by mail; what came after it waits")
  func companyOverByMail() {
    var link = LinkTests.called()
    let noon = LinkTests.noon.milliseconds
    func company(said: Int64) -> SyncMessage.Word {
      .company(until: noon + 3_600_000, said: noon + said, caregiver: 1)
    }
    let answer = LinkTests.answer([company(said: -60_000), company(said: 30_000)])
    _ = link.took(answer, at: LinkTests.at, wall: nil, LinkTests.facts())
    let mail = Message.accompanied(untilMinute: -1, caregiver: 1, received: LinkTests.noon)
    #expect(mail.companyEnd == LinkTests.noon)
    link.learn(companyEnd: LinkTests.noon, at: LinkTests.at)
    #expect(link.due.map { $0 < LinkTests.at + .seconds(1) } == true, "the portal hears of it soon")
    LinkTests.request(&link)
    _ = link.took(answer, at: LinkTests.at, wall: nil, LinkTests.facts())
    let why = SyncReason.notTaken.rawValue
    let refused = SyncDone(message: 1, outcome: .refused, why: why)
    #expect(LinkTests.request(&link).did == [refused])
    var next = LinkTests.called(link.memory)
    let later = next.took(answer, at: LinkTests.at, wall: LinkTests.noon, LinkTests.facts())
    #expect(later.messages.map(\.id) == [2])
  }
}
