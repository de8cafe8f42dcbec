import Device
import HAL
import Link
import Sync
import Testing

@Suite("The device's side of a portal: a log that lost its end")
struct DamagedLogLinkTests {
  @Test("A log that ends lower after damage goes on from its end, also with a call out (SAFE-8)")
  func setAside() throws {
    func row(_ sequence: Int64) -> SyncRecord {
      SyncRecord(sequence: sequence, written: nil, words: RecordWords())
    }
    var link = LinkTests.called(rows: [row(500)])
    _ = link.took(LinkTests.answer(stored: 500), at: LinkTests.at, wall: nil, LinkTests.facts())
    link.kept()
    LinkTests.request(&link, [row(510)])
    link.clamp(to: 300)
    #expect(link.memory.stored == 300 && link.isMemoryNews)
    _ = link.took(LinkTests.answer(stored: 510), at: LinkTests.at, wall: nil, LinkTests.facts())
    #expect(LinkTests.request(&link, [row(301)]).from == 300, "the records behind it are told")
    _ = link.took(LinkTests.answer(stored: 301), at: LinkTests.at, wall: nil, LinkTests.facts())
    // A log that ends higher changes nothing.
    link.clamp(to: 301)
    #expect(link.memory.stored == 301)
  }

  @Test("A portal that asks for the text in force by a shorter log gets both texts")
  func asked() throws {
    func row(_ sequence: Int64) -> SyncRecord {
      SyncRecord(sequence: sequence, written: nil, words: RecordWords())
    }
    let file = LinkFile(
      text: "text", mark: "mark", revision: SyncProfile(revision: 4, yaml: "yaml"))
    var link = Link()
    LinkTests.request(&link, [row(5)], file: file)
    var answer = LinkTests.answer(stored: 5)
    answer.kept = true
    _ = link.took(answer, at: LinkTests.at, wall: nil, LinkTests.facts())
    var request = LinkTests.request(&link, file: file)
    #expect(request.from == 5 && request.profileKept == nil && request.profileInForce == nil)
    _ = link.took(LinkTests.answer(stored: 4), at: LinkTests.at, wall: nil, LinkTests.facts())
    #expect(link.due == LinkTests.at, "it calls again at once")
    request = LinkTests.request(&link, [row(5)], file: file)
    #expect(request.from == 4 && request.profileKept == "text")
    #expect(request.profileInForce == "yaml")
  }
}
