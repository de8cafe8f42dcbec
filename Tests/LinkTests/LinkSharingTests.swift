import Device
import HAL
import Link
import Sync
import Testing

@Suite("Places and pictures that leave the device")
struct LinkSharingTests {
  @Test("Places leave by the policy, and none leaves in a record with share: never")
  func places() {
    let fix = Fix(
      mode: .threeD, position: Position(latitudeE7: 1, longitudeE7: 2), eph: Metres(5),
      speed: MetresPerSecond(1))
    func shared(_ sharing: PlaceSharing, isOpen: Bool) -> Int {
      var places = LinkPlaces(sharing)
      for second in 0..<30 {
        places.learn(
          fix, wall: WallTime(milliseconds: LinkTests.noon.milliseconds + Int64(second) * 1000),
          isOpen: isOpen)
      }
      return places.next.count
    }
    #expect(shared(.never, isOpen: true) == 0)
    #expect(shared(.open, isOpen: false) == 1)
    #expect(shared(.open, isOpen: true) == 4)
    let notice = Notice(
      id: NoticeID(boot: 1, number: 2), matter: .help,
      whereabouts: Whereabouts(
        position: Position(latitudeE7: 1, longitudeE7: 2)!, distance: nil, radius: nil, eph: nil),
      token: 9)
    let words = Record.outbox(.notice(notice)).words
    func sent(_ sharing: PlaceSharing) -> Notice? {
      let record = SyncRecord(sequence: 1, written: nil, log: words, sharing: sharing)
      guard case .outbox(.notice(let notice))? = record.words.flatMap({ Record($0) }) else {
        return nil
      }
      return notice
    }
    #expect(sent(.open) == notice)
    #expect(sent(.never)?.whereabouts == nil && sent(.never)?.token == 9)
  }

  @Test("Pictures are asked for while any is lacking, and each brings the next call at once")
  func pictures() {
    var link = LinkTests.called()
    let hashes = ["a", "b"].map { String(repeating: $0, count: 64) }
    func ask(_ lacking: [String]) -> SyncRequest {
      link.request(
        device: 1, boot: 3, records: ([], false), places: [],
        health: SyncHealth(gps: .ok, clock: .trusted, version: "0"),
        file: LinkFile(text: "text", mark: "mark"),
        lacking: lacking)
    }
    #expect(ask([]).pictures == nil)
    #expect(ask(hashes).pictures == hashes)
    var answer = LinkTests.answer()
    answer.picture = SyncPicture(hash: hashes[0], jpeg: [1])
    let news = link.took(answer, at: LinkTests.at, wall: nil, LinkTests.facts())
    #expect(news.picture == answer.picture)
    link.tookPicture(more: true, at: LinkTests.at)
    #expect(link.due == LinkTests.at + Milliseconds(500))
    // The last one: then it is calm again.
    _ = ask([hashes[1]])
    _ = link.took(answer, at: LinkTests.at, wall: nil, LinkTests.facts())
    link.tookPicture(more: false, at: LinkTests.at)
    #expect(link.due == LinkTests.at + .seconds(900))
  }
}
