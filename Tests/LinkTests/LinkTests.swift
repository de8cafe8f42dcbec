import Device
import HAL
import Link
import Sync
import Testing

@Suite("The device's side of a portal")
struct LinkTests {
  static let noon = WallTime(milliseconds: 1_800_000_000_000)
  static let at = Instant(milliseconds: 1_000_000)

  static func facts(_ answered: Bool = false) -> LinkFacts {
    LinkFacts(
      caregivers: [11, 12], minuteOfDay: { Int16($0.milliseconds / 60_000 % 1440) },
      isOurs: { $0 == 7 }, forCore: { $0 + 100 }, isAnswered: { _, _ in answered })
  }

  /// A link whose first call is out.
  static func called(_ memory: LinkMemory = LinkMemory(), rows: [SyncRecord] = []) -> Link {
    var link = Link(memory)
    _ = request(&link, rows)
    return link
  }

  @discardableResult
  static func request(
    _ link: inout Link, _ rows: [SyncRecord] = [], more: Bool = false,
    file: LinkFile = LinkFile(text: "text", mark: "mark")
  ) -> SyncRequest {
    link.request(
      device: 1, boot: 3, records: (rows, more), places: [],
      health: SyncHealth(gps: .ok, clock: .trusted, version: "0"), file: file)
  }

  static func answer(
    _ words: [SyncMessage.Word] = [], until: Int64? = noon.milliseconds + 60_000,
    stored: Int64 = 0
  ) -> SyncAnswer {
    var answer = SyncAnswer(stored: stored)
    answer.messages = words.enumerated().map {
      SyncMessage(id: Int64($0.offset) + 1, until: until, $0.element)
    }
    return answer
  }

  @Test("What weakens the watch waits for a clock that is trusted, and the rest counts without one")
  func untrusted() {
    var link = LinkTests.called()
    let words: [SyncMessage.Word] = [
      .acknowledge(token: 7, caregiver: 1), .whereIs(caregiver: 1),
      .companyOver(said: nil, caregiver: 2),
      .company(until: LinkTests.noon.milliseconds + 3_600_000, said: nil, caregiver: 1),
      .testAlert(caregiver: 1),
    ]
    let news = link.took(
      LinkTests.answer(words), at: LinkTests.at, wall: nil, LinkTests.facts())
    #expect(
      news.messages.map(\.word) == [
        .acknowledged(token: 107, caregiver: 0), .accompanied(untilMinute: -1, caregiver: 1),
      ])
    #expect(news.test == nil)
    LinkTests.request(&link)
    let later = link.took(
      LinkTests.answer(words), at: LinkTests.at, wall: LinkTests.noon, LinkTests.facts())
    #expect(later.messages.map(\.id) == [2, 4], "the others were handed over before")
    #expect(later.test?.id == 5)
  }

  private static var edit: SyncMessage.Word {
    .edit(SyncEdit(after: 3, changes: [.init(words: RecordWords())]), caregiver: 2)
  }

  @Test("A change of the diary waits for a trusted clock, and comes once, however often it is said")
  func edit() {
    var link = LinkTests.called()
    var answer = LinkTests.answer([LinkTests.edit])
    answer.messages.append(answer.messages[0])
    let untrusted = link.took(answer, at: LinkTests.at, wall: nil, LinkTests.facts())
    #expect(untrusted.edits.isEmpty)
    LinkTests.request(&link)
    let news = link.took(answer, at: LinkTests.at, wall: LinkTests.noon, LinkTests.facts())
    #expect(news.edits.map(\.id) == [1])
    link.ended(1, refused: nil, at: LinkTests.at)
    #expect(LinkTests.request(&link).did == [SyncDone(message: 1, outcome: .applied)])
    #expect(
      link.took(answer, at: LinkTests.at, wall: LinkTests.noon, LinkTests.facts()).edits.isEmpty)
  }

  @Test("A question for advice comes until it is answered, waits for a clock, and ends by its time")
  func advise() {
    var link = LinkTests.called()
    var answer = LinkTests.answer([.advise(caregiver: 1), .advise(caregiver: 2)])
    answer.messages[1].until = LinkTests.noon.milliseconds - 1
    #expect(
      link.took(answer, at: LinkTests.at, wall: nil, LinkTests.facts()).advise.isEmpty)
    for _ in 1...2 {
      LinkTests.request(&link)
      let news = link.took(answer, at: LinkTests.at, wall: LinkTests.noon, LinkTests.facts())
      #expect(news.advise == [1], "it works on it still")
    }
    let advice = SyncAdvice(
      days: 3, recorded: 9, atHome: 8, fixes: 7, centre: (1, 2), off: 3, scatter: 4, needed: 54,
      radius: 150)
    link.ended(1, refused: nil, advice: advice, at: LinkTests.at)
    let done = SyncDone(message: 1, outcome: .applied, advice: advice)
    #expect(LinkTests.request(&link).did == [SyncDone(message: 2, outcome: .expired), done])
    #expect(link.memory.done.contains(done), "a power cut does not lose it")
    let again = link.took(answer, at: LinkTests.at, wall: LinkTests.noon, LinkTests.facts())
    #expect(again.advise.isEmpty)
    #expect(LinkTests.request(&link).did.contains(done), "said again while it is asked")
  }

  /// The diary may have made it before a power cut: it is asked, and told that it is too late for more.
  @Test(
    "A change of the diary that is over is marked so; one of somebody who left reaches no diary")
  func lateEdit() {
    var link = LinkTests.called()
    var answer = LinkTests.answer([LinkTests.edit, LinkTests.edit])
    answer.messages[0].until = LinkTests.noon.milliseconds
    answer.messages[1].who = 13
    let news = link.took(answer, at: LinkTests.at, wall: LinkTests.noon, LinkTests.facts())
    #expect(news.edits.map(\.id) == [1] && news.edits[0].isOver)
    link.expired(1, at: LinkTests.at)
    #expect(LinkTests.request(&link).did.map(\.outcome) == [.refused, .expired])
  }

  @Test("A word counts for who said it, wherever they stand in the device's list by now")
  func otherOrder() {
    var link = LinkTests.called()
    var answer = LinkTests.answer([
      .companyOver(said: nil, caregiver: 1), .companyOver(said: nil, caregiver: 1),
    ])
    // The first is from somebody who stands second by now, the other from somebody who has left.
    answer.messages[0].who = 12
    answer.messages[1].who = 13
    let news = link.took(answer, at: LinkTests.at, wall: LinkTests.noon, LinkTests.facts())
    #expect(news.messages.map(\.word) == [.accompanied(untilMinute: -1, caregiver: 1)])
    let why = "the list on the device has changed, and no longer has this caregiver"
    #expect(
      LinkTests.request(&link).did == [SyncDone(message: 2, outcome: .refused, why: why)])
  }

  @Test("A word that is over is expired, by the device's clock; the end of company has no end")
  func expired() {
    var link = LinkTests.called()
    let over = LinkTests.answer(
      [.acknowledge(token: 7, caregiver: 1), .companyOver(said: nil, caregiver: 1)],
      until: LinkTests.noon.milliseconds)
    let news = link.took(over, at: LinkTests.at, wall: LinkTests.noon, LinkTests.facts())
    #expect(news.messages.map(\.id) == [2])
    #expect(LinkTests.request(&link).did == [SyncDone(message: 1, outcome: .expired)])
  }

  @Test("A word acts once, over a lost answer and a power cut, and its outcome is said again")
  func once() {
    var link = LinkTests.called()
    let answer = LinkTests.answer([.whereIs(caregiver: 1)])
    let message = link.took(answer, at: LinkTests.at, wall: LinkTests.noon, LinkTests.facts())
    #expect(message.messages.count == 1)
    LinkTests.request(&link)
    #expect(
      link.took(answer, at: LinkTests.at, wall: LinkTests.noon, LinkTests.facts()).messages
        .isEmpty, "the core has it")
    link.handled(.whereIs(caregiver: 0), refused: nil, at: LinkTests.at)
    #expect(link.due == LinkTests.at, "the portal hears at once")
    let done = [SyncDone(message: 1, outcome: .applied)]
    #expect(LinkTests.request(&link).did == done)
    link.failed(at: LinkTests.at)
    #expect(LinkTests.request(&link).did == done, "nobody knows whether it was heard")
    // The power goes, and only the memory is left.
    var next = LinkTests.called(link.memory)
    #expect(
      next.took(answer, at: LinkTests.at, wall: LinkTests.noon, LinkTests.facts()).messages
        .isEmpty)
    #expect(LinkTests.request(&next).did == done)
    _ = next.took(LinkTests.answer(), at: LinkTests.at, wall: nil, LinkTests.facts())
    #expect(LinkTests.request(&next).did.isEmpty, "heard, and asked for no more")
  }

  @Test(
    "An hour of company goes to the core as the minute of the day and when it was said",
    arguments: [
      (3600, Int64?.none, Int16?.some(60)), (3600, -600, 60), (-60, nil, nil),
      (86_400 + 60, -60, nil), (86_000, nil, Int16?.some(1433)),
    ] as [(Int64, Int64?, Int16?)])
  func company(_ ahead: Int64, _ said: Int64?, _ minutes: Int16?) {
    var link = LinkTests.called()
    let wall = LinkTests.noon.milliseconds
    let word = SyncMessage.Word.company(
      until: wall + ahead * 1000, said: said.map { wall + $0 * 1000 }, caregiver: 1)
    let news = link.took(
      LinkTests.answer([word]), at: LinkTests.at, wall: LinkTests.noon, LinkTests.facts())
    let now = Int16(wall / 60_000 % 1440)
    #expect(
      news.messages.first?.word
        == minutes.map {
          .accompanied(
            untilMinute: (now + $0) % 1440, caregiver: 0,
            received: said.map { WallTime(milliseconds: wall + $0 * 1000) })
        })
    if minutes == nil { #expect(LinkTests.request(&link).did.first?.outcome == .refused) }
  }

  @Test("Strangers' tokens, unknown people and unknown words are refused with a reason")
  func refused() {
    var link = LinkTests.called()
    let news = link.took(
      LinkTests.answer([
        .acknowledge(token: 8, caregiver: 1), .whereIs(caregiver: 3), .unknown,
      ]), at: LinkTests.at, wall: LinkTests.noon, LinkTests.facts())
    #expect(news.messages.isEmpty)
    let did = LinkTests.request(&link).did
    #expect(did.map(\.outcome) == [.refused, .refused, .refused])
    #expect(did.allSatisfy { ($0.why ?? "").count > 10 })
  }

  @Test("An answer that stands in the log already is applied, and acts no second time")
  func answered() {
    var link = LinkTests.called()
    let news = link.took(
      LinkTests.answer([.acknowledge(token: 7, caregiver: 1)]), at: LinkTests.at,
      wall: LinkTests.noon, LinkTests.facts(true))
    #expect(news.messages.isEmpty)
    #expect(LinkTests.request(&link).did == [SyncDone(message: 1, outcome: .applied)])
  }

  @Test("An answer is that of the one who gave it, wherever they stand in the list of today")
  func answeredBefore() {
    var answered = AnsweredTokens()
    var whos = Whos()
    (whos[0], whos[1]) = (11, 12)
    answered.learn(.outbox(.caregivers(whos)))
    let id = NoticeID(boot: 1, number: 1)
    answered.learn(.outbox(.notice(Notice(id: id, matter: .help, whereabouts: nil, token: 7))))
    answered.learn(.outbox(.acknowledged(id, caregiver: 0)))
    #expect(answered.has(7, 0))
    #expect(!answered.has(7, 1))
    (whos[0], whos[1]) = (12, 11)
    answered.learn(.outbox(.caregivers(whos)))
    #expect(!answered.has(7, 0))
    #expect(answered.has(7, 1))
  }

  @Test("The log goes on from what the portal has, back to 0, and never beyond what was sent")
  func stored() {
    let rows = [3, 5, 6].map { SyncRecord(sequence: $0, written: nil, words: nil) }
    var link = LinkTests.called(rows: rows)
    _ = link.took(
      LinkTests.answer(stored: 900), at: LinkTests.at, wall: nil, LinkTests.facts())
    #expect(link.memory.stored == 6)
    #expect(LinkTests.request(&link).from == 6)
    _ = link.took(LinkTests.answer(stored: 0), at: LinkTests.at, wall: nil, LinkTests.facts())
    #expect(link.memory.stored == 0 && link.due == LinkTests.at, "it lost its copy")
  }

  @Test("A portal that lost its copy gets the own file again, without which nobody can answer")
  func lostFile() {
    let rows = [SyncRecord(sequence: 3, written: nil, words: nil)]
    var link = LinkTests.called(rows: rows)
    var answer = LinkTests.answer(stored: 3)
    answer.kept = true
    _ = link.took(answer, at: LinkTests.at, wall: nil, LinkTests.facts())
    #expect(LinkTests.request(&link).profileKept == nil, "it has the file")
    _ = link.took(LinkTests.answer(stored: 0), at: LinkTests.at, wall: nil, LinkTests.facts())
    #expect(LinkTests.request(&link, rows).profileKept == "text")
    _ = link.took(answer, at: LinkTests.at, wall: nil, LinkTests.facts())
    #expect(LinkTests.request(&link).profileKept == nil, "it has the file again")
  }

  @Test("The portal hears which revision is in force, and again when the own file takes its place")
  func inForce() {
    var link = LinkTests.called()
    var answer = LinkTests.answer()
    answer.kept = true
    _ = link.took(answer, at: LinkTests.at, wall: nil, LinkTests.facts())
    #expect(LinkTests.request(&link).health.inForce == 0)
    link.taken(revision: 4, at: LinkTests.at)
    let over = SyncProfile(revision: 4, yaml: "yaml")
    var request = LinkTests.request(
      &link, file: LinkFile(text: "text", mark: "mark", revision: over))
    #expect(request.health.inForce == 4 && request.profileInForce == nil, "it has both texts")
    // A cigarette was noted: another text, and the same revision.
    request = LinkTests.request(&link, file: LinkFile(text: "more", mark: "m", revision: over))
    #expect(request.profileKept == "more" && request.profileInForce == "yaml")
    _ = link.took(answer, at: LinkTests.at, wall: nil, LinkTests.facts())
    // The file was changed and changed back, which the portal never saw.
    link.overtook(at: LinkTests.at)
    request = LinkTests.request(&link, file: LinkFile(text: "more", mark: "m"))
    #expect(request.profileKept == "more" && request.health.inForce == 0)
    #expect(request.health.profile == 4 && request.profileInForce == nil)
  }

  @Test("A portal that is away is called less and less, and within a minute while a case is open")
  func pauses() throws {
    var link = LinkTests.called()
    var spans: [Int64] = []
    for _ in 0..<8 {
      link.failed(at: LinkTests.at)
      spans.append((try #require(link.due) - LinkTests.at).count / 1000)
      LinkTests.request(&link)
    }
    #expect(spans == [5, 10, 20, 60, 120, 300, 900, 900])
    link.learn(isOpen: true, at: LinkTests.at)
    link.failed(at: LinkTests.at)
    #expect(try #require(link.due) - LinkTests.at <= .seconds(60))
    LinkTests.request(&link)
    link.failed(isFinal: true, at: LinkTests.at)
    link.stir(at: LinkTests.at)
    #expect(
      try #require(link.due) - LinkTests.at == .seconds(900), "a key that is not known stays so")
  }

  @Test("A held call is cut when there is something to say; another one is not")
  func held() {
    var link = LinkTests.called()
    link.stir(at: LinkTests.at)
    #expect(link.due == nil, "it is on its way, and will be answered at once")
    var answer = LinkTests.answer()
    answer.watched = true
    _ = link.took(answer, at: LinkTests.at, wall: nil, LinkTests.facts())
    #expect(!LinkTests.request(&link).wait, "the own file must be confirmed")
    answer.kept = true
    _ = link.took(answer, at: LinkTests.at, wall: nil, LinkTests.facts())
    #expect(LinkTests.request(&link).wait)
    #expect(link.due == nil)
    link.stir(at: LinkTests.at)
    #expect(link.due != nil, "the server holds it")
  }

  @Test(
    "A newer profile counts once the portal knows the device's own file, and never an older one")
  func profiles() {
    var link = LinkTests.called()
    var answer = LinkTests.answer()
    answer.profile = SyncProfile(revision: 4, yaml: "x")
    #expect(
      link.took(answer, at: LinkTests.at, wall: nil, LinkTests.facts()).profile == nil,
      "the device's own file is not known there yet")
    #expect(LinkTests.request(&link).profileKept == "text")
    answer.kept = true
    #expect(
      link.took(answer, at: LinkTests.at, wall: nil, LinkTests.facts()).profile?.revision == 4)
    link.taken(revision: 4, at: LinkTests.at)
    #expect(LinkTests.request(&link).profileKept == nil)
    answer.profile = SyncProfile(revision: 3, yaml: "y")
    #expect(link.took(answer, at: LinkTests.at, wall: nil, LinkTests.facts()).profile == nil)
  }
}
