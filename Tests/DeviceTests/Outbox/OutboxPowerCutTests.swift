import Device
import HAL
import Testing

@Suite("A power cut in the middle of telling the family")
struct OutboxPowerCutTests {
  /// A busy hour: `network` decides what of it gets through.
  static func busyHour(_ network: @escaping (Dispatch, Instant) -> Family.Reply) -> Family {
    var family = Family(caregivers: 2, hasRelay: true, network: network)
    family.queue(.unanswered(1))
    let exit = family.queue(.perimeter(.left), whereabouts: .at(140))
    family.wait(minutes: 3)
    family.queue(.location(.breadcrumb), whereabouts: .at(160))
    family.wait(minutes: 3)
    family.queue(.help, whereabouts: .at(170))
    family.wait(minutes: 6)
    family.comeHome(from: exit, farthest: 180)
    family.wait(minutes: 10)
    let second = family.queue(.perimeter(.left))
    family.wait(minutes: 1)
    family.comeHome(from: second, farthest: 210)
    family.queue(.batteryLow(percent: 8))
    family.wait(minutes: 20)
    return family
  }

  static let networks: [@Sendable (Dispatch, Instant) -> Family.Reply] = [
    { _, _ in .well },
    { _, _ in .down },
    { _, _ in .arrivedUnanswered },
    { dispatch, _ in dispatch.recipient.route == .mail ? .refused : .well },
    { dispatch, _ in dispatch.attempt % 3 == 0 ? .well : .down },
    { dispatch, _ in dispatch.attempt % 3 == 0 ? .well : .answer(.transient, after: .seconds(61)) },
  ]

  @Test("Wherever the records end, every unfinished mail arrives", arguments: 0..<6)
  func everyCut(_ network: Int) {
    let hour = OutboxPowerCutTests.busyHour(OutboxPowerCutTests.networks[network])
    for cut in 0...hour.records.count {
      var family = hour
      let before = family.mailbox.count
      family.network = { _, _ in .well }
      family.loseThePower(keeping: cut)
      family.wait(hours: 1)
      let open = OutboxPowerCutTests.unfinished(hour.records.prefix(cut))
      for notice in open {
        if OutboxPowerCutTests.isBehindExit(notice, hour.records.prefix(cut)) { continue }
        let copies = family.mailbox.dropFirst(before).map(\.dispatch).filter {
          $0.notice.id == notice.id
        }
        #expect(!copies.isEmpty, "cut \(cut): \(notice.matter) is lost")
        #expect(copies.allSatisfy { $0.notice.token == notice.token })
        let isCase = notice.matter == .help || notice.matter == .perimeter(.left)
        if !isCase { #expect(Set(copies.map(\.recipient.caregiver)).count == copies.count) }
      }
      // Nothing else was sent: what was finished stays so.
      let ids = Set(family.mailbox.dropFirst(before).map(\.dispatch.notice.id.value))
      let listed = family.mailbox.dropFirst(before).filter {
        $0.dispatch.notice.matter == .perimeter(.excursions)
      }
      let allowed = Set(open.map(\.id.value)).union(listed.map(\.dispatch.notice.id.value))
      #expect(ids.isSubset(of: allowed), "cut \(cut)")
    }
  }

  @Test(
    "ALZ-4: a return that waited behind a newer exit is told with the next, wherever the records end"
  )
  func returnBehindExit() throws {
    let hour = OutboxPowerCutTests.busyHour(OutboxPowerCutTests.networks[5])
    var waited = 0
    for cut in 0...hour.records.count {
      let kept = hour.records.prefix(cut)
      let open = OutboxPowerCutTests.unfinished(kept)
      guard open.contains(where: { OutboxPowerCutTests.isBehindExit($0, kept) }),
        let exit = open.last(where: { $0.matter == .perimeter(.left) })
      else { continue }
      waited += 1
      var family = hour
      family.network = { _, _ in .well }
      family.loseThePower(keeping: cut)
      family.wait(minutes: 1)
      let before = family.received(.perimeter(.returned)).count
      family.comeHome(from: exit.id, farthest: 210)
      family.wait(minutes: 5)
      #expect(family.received(.perimeter(.returned)).count > before, "cut \(cut)")
    }
    #expect(waited > 0)
  }

  @Test("After a power cut a late receipt counts, however many attempts have made way since")
  func lateReceipt() throws {
    var family = Family(caregivers: 4, network: { _, _ in .lost })
    family.load([11, 12, 13, 14])
    let mail = family.queue(.clock(.untrusted))
    family.loseThePower()
    family.queue(.help)
    family.queue(.perimeter(.left), whereabouts: .at(140))
    family.wait(minutes: 10)
    let attempt = try #require(family.tried(.clock(.untrusted)).last?.dispatch)
    family.answer(
      NetworkAnswer(notice: mail, recipient: attempt.recipient, outcome: .accepted))
    #expect(family.screenHasTold(mail) == 1)
    let before = family.tried(.clock(.untrusted)).count
    family.network = { _, _ in .well }
    family.wait(hours: 2)
    #expect(family.tried(.clock(.untrusted)).count == before)
  }

  @Test("Excursions are listed once, wherever the records end")
  func excursionsOnce() {
    let hour = OutboxPowerCutTests.busyHour { _, _ in .down }
    for cut in 0...hour.records.count {
      var family = hour
      family.network = { _, _ in .well }
      family.loseThePower(keeping: cut)
      family.wait(hours: 1)
      let kept = hour.records.prefix(cut)
      let past = kept.compactMap {
        if case .outbox(.excursion(let e)) = $0 { e.farthest.value } else { nil }
      }
      let lists = family.received(.perimeter(.excursions)).compactMap(\.excursions)
      #expect(lists.count == (past.isEmpty ? 0 : 1))
      if let list = lists.first {
        #expect((0..<list.count).map { list[$0].farthest.value } == past)
      }
    }
  }

  @Test("A device that restarts every four minutes still gets to the next caregiver")
  func bootLoop() {
    var family = Family(caregivers: 3)
    family.queue(.help)
    for _ in 0..<3 {
      family.wait(minutes: 4)
      family.loseThePower()
    }
    family.wait(minutes: 1)
    #expect(Set(family.received(.help).map(\.recipient.caregiver)) == [0, 1, 2])
  }

  @Test("A call answered before the cut stays answered")
  func answered() throws {
    var family = Family()
    let help = family.queue(.help)
    family.wait(minutes: 1)
    let token = try #require(family.token(of: help))
    family.acknowledge(token)
    family.loseThePower()
    family.acknowledge(token)
    family.wait(hours: 2)
    #expect(family.received(.help).count == 1)
    family.expectSilence()
  }

  @Test("A caregiver who reads the mail after the device restarted can still answer it")
  func answerAfterReboot() throws {
    var family = Family()
    let help = family.queue(.help)
    family.wait(minutes: 1)
    family.loseThePower()
    family.acknowledge(try #require(family.token(of: help)))
    #expect(family.screenSaysAnswered(help))
    family.expectSilence()
  }

  @Test("SAFE-5: an older loss of which nobody heard is not mailed once the newer one was answered")
  func olderLoss() throws {
    var family = Family(network: { _, _ in .down })
    let older = family.queue(.position(.lost), whereabouts: .at(180))
    let newer = family.queue(.position(.lost), whereabouts: .at(200))
    // The older one's end is not written: the device had started without knowing of it.
    family.network = { dispatch, _ in dispatch.notice.id == older ? .down : .well }
    family.wait(minutes: 6)
    family.acknowledge(try #require(family.token(of: newer)))
    family.loseThePower()
    family.expectSilence()
  }

  @Test("SAFE-4: a loss outside goes on after a restart although a newer one inside was mailed")
  func olderLossOutside() {
    var family = Family(network: { _, _ in .down })
    let outside = family.queue(.position(.lost), whereabouts: .at(180))
    family.queue(.position(.lost), whereabouts: .at(60))
    family.network = { dispatch, _ in dispatch.notice.id == outside ? .down : .well }
    family.wait(minutes: 6)
    family.network = { _, _ in .well }
    family.loseThePower()
    family.wait(hours: 1)
    #expect(Set(family.received(.position(.lost)).map(\.notice.id.value)).count == 2)
  }

  @Test("After a cut the page of help says that somebody was told only if it is so")
  func helpPage() {
    var family = Family(network: { _, _ in .down })
    family.queue(.help)
    family.loseThePower()
    #expect(!family.helpPageSaysTold)
    family.network = { _, _ in .well }
    family.wait(minutes: 1)
    #expect(family.received(.help).map(\.recipient.caregiver) == [0])
    family.loseThePower()
    #expect(family.helpPageSaysTold)
    family.wait(minutes: 1)
    // Nobody knows how long the power was away: the next caregiver is told, and the first not again.
    #expect(family.received(.help).map(\.recipient.caregiver) == [0, 1])
  }

  @Test("An answer that comes twice, or for a notice that is finished, changes nothing")
  func duplicates() throws {
    var family = Family()
    family.queue(.unanswered(1))
    let help = family.queue(.help)
    family.wait(minutes: 1)
    for attempt in family.attempts {
      for outcome in [DeliveryOutcome.accepted, .permanent, .transient] {
        family.answer(
          NetworkAnswer(
            notice: attempt.dispatch.notice.id, recipient: attempt.dispatch.recipient,
            outcome: outcome))
      }
    }
    family.answer(
      NetworkAnswer(
        notice: help, recipient: Recipient(caregiver: 200, route: .mail), outcome: .accepted))
    #expect(!family.screenSaysLost(help))
    #expect(family.screenHasTold(help) == 1)
    family.wait(minutes: 3)
    #expect(family.attempts.count == 2)
    family.wait(minutes: 3)
    #expect(family.received(.help).map(\.recipient.caregiver) == [0, 1])
  }

  @Test("Equal days give equal digests, and a single lost answer another")
  func digest() {
    func digest(_ network: @escaping (Dispatch, Instant) -> Family.Reply) -> Digest {
      var digest = Digest()
      var outbox = OutboxPowerCutTests.busyHour(network).outbox
      outbox.fold(into: &digest)
      return digest
    }
    #expect(digest { _, _ in .well } == digest { _, _ in .well })
    #expect(
      digest { _, _ in .well }
        != digest { dispatch, _ in dispatch.notice.matter == .help ? .down : .well })
  }

  /// A return from before an exit that is open waits, and the return from that one stands for it.
  static func isBehindExit(_ notice: Notice, _ records: some Sequence<Record>) -> Bool {
    notice.matter == .perimeter(.returned)
      && records.contains {
        guard case .outbox(.notice(let newer)) = $0, newer.id > notice.id else { return false }
        return newer.matter == .perimeter(.left) || newer.matter == .perimeter(.returned)
      }
  }

  /// The unfinished notices by the records alone: made, not closed or answered. Those that need no
  /// answer are unfinished until all their recipients were told.
  static func unfinished(_ records: some Sequence<Record>) -> [Notice] {
    var notices: [Notice] = []
    var told: [UInt64: UInt8] = [:]
    for record in records {
      switch record {
      case .outbox(.notice(let notice)): notices.append(notice)
      case .outbox(.delivery(let id, let to, .accepted)):
        told[id.value, default: 0] |= 1 << to.caregiver
      case .outbox(.closed(let id)), .outbox(.acknowledged(let id, _)):
        notices.removeAll { $0.id == id }
      default: break
      }
    }
    return notices.filter {
      let told = told[$0.id.value] ?? 0
      return $0.matter == .help || $0.matter == .perimeter(.left) || told == 0
        || $0.audience & ~told != 0
    }
  }
}
