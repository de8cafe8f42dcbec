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

  @Test("A log that lost its end and grew again is told from its beginning (SAFE-8)")
  func grewAgain() throws {
    func row(_ sequence: Int64) -> SyncRecord {
      SyncRecord(sequence: sequence, written: nil, words: RecordWords())
    }
    func called(mark: Int64?) -> Link {
      var link = Link()
      _ = link.request(
        device: 1, boot: 3, records: ([row(4), row(5)], false), mark: mark, places: [],
        health: SyncHealth(gps: .ok, clock: .trusted, version: "0"), file: nil)
      _ = link.took(LinkTests.answer(stored: 5), at: LinkTests.at, wall: nil, LinkTests.facts())
      link.kept()
      return link
    }
    // It survives a start.
    var link = Link(try LinkMemory(json: called(mark: 7).memory.json))
    link.compare(mark: 7)
    #expect(link.memory.stored == 5 && !link.isMemoryNews)
    link.compare(mark: 8)
    #expect(link.memory.stored == 0 && link.isMemoryNews)
    #expect(LinkTests.request(&link, [row(1)]).from == 0)
    link = called(mark: 7)
    link.compare(mark: nil)
    #expect(
      link.memory.stored == 0, "the record is gone, and others may be in place of those before")
    // A memory from before knows no mark.
    link = called(mark: nil)
    link.compare(mark: 8)
    #expect(link.memory.stored == 5)
    // A portal that lost its end has another last record.
    link = called(mark: 7)
    LinkTests.request(&link)
    _ = link.took(LinkTests.answer(stored: 4), at: LinkTests.at, wall: nil, LinkTests.facts())
    #expect(link.memory.stored == 4 && link.memory.mark == nil)
  }
}
