import Device
import HAL
import Testing

@Suite("Urgent notices use every route (SAFE-4)")
struct EveryWayTests {
  static func routes(_ attempts: [Family.Arrival]) -> [Route] {
    attempts.map(\.dispatch.recipient.route)
  }

  @Test("Mail fails, and the relay has the call for help in the same second")
  func afterAFailure() {
    var family = Family(caregivers: 1, hasRelay: true) { dispatch, _ in
      dispatch.recipient.route == .mail ? .down : .well
    }
    let help = family.queue(.help)
    family.wait(.seconds(30))
    #expect(family.tried(.help).map(\.at.milliseconds) == [0, 1000])
    #expect(EveryWayTests.routes(family.tried(.help)) == [.mail, .relay])
    #expect(family.screenHasTold(help, by: .relay) == 1)
  }

  @Test("A mail server that says nothing for 15 s: the relay is tried, and the mail goes on")
  func afterSilence() {
    var family = Family(caregivers: 1, hasRelay: true) { dispatch, _ in
      dispatch.recipient.route == .mail ? .answer(.accepted, after: .seconds(40)) : .well
    }
    let help = family.queue(.help)
    family.wait(minutes: 4)
    #expect(family.tried(.help).map(\.at.milliseconds) == [0, 15_000])
    // The second receipt is no second delivery.
    #expect(family.screenHasTold(help, by: .relay) == 1)
    #expect(family.screenHasTold(help) == 0)
  }

  @Test("The late yes of a round that is over does not stand for the next round")
  func secondReceiptOfAnEarlierRound() {
    var family = Family(caregivers: 1, hasRelay: true) { dispatch, now in
      guard dispatch.recipient.route == .mail else { return .well }
      return now.milliseconds < 60_000 ? .answer(.accepted, after: .seconds(320)) : .lost
    }
    family.limits.escalateAfter = 5
    family.limits.repeatAfter = 5
    family.configure()
    let help = family.queue(.help)
    family.wait(.seconds(340))
    // The second round began at five minutes, by the relay, as the mail was still on its way.
    #expect(family.screenHasTold(help, by: .relay) == 2)
    #expect(family.screenHasTold(help) == 0)
  }

  @Test("Both routes fail: they take turns, and pause as one route does")
  func turns() {
    var family = Family(caregivers: 1, hasRelay: true, network: { _, _ in .down })
    family.queue(.help)
    family.wait(minutes: 20)
    let tried = family.tried(.help)
    #expect(EveryWayTests.routes(Array(tried.prefix(4))) == [.mail, .relay, .mail, .relay])
    let pauses = RetryTests.pauses(tried)
    for (i, pause) in pauses.enumerated() {
      if i % 2 == 0 { #expect(pause == 1000) } else { #expect((1001...61_000).contains(pause)) }
    }
    #expect(tried.count < 100)
  }

  @Test("Ordinary mail waits for its server: the relay is for what is urgent")
  func ordinary() {
    var family = Family(caregivers: 1, hasRelay: true, network: { _, _ in .down })
    family.queue(.batteryLow(percent: 10))
    family.wait(hours: 2)
    #expect(Set(EveryWayTests.routes(family.attempts)) == [.mail])
  }

  @Test("No receipt in a minute: the next caregiver is told too, and so on")
  func everybody() {
    var family = Family(caregivers: 4) { dispatch, _ in
      dispatch.recipient.caregiver < 2 ? .down : .well
    }
    family.queue(.perimeter(.left))
    family.wait(minutes: 4)
    for (caregiver, second) in [(0, 0), (1, 60), (2, 120)] as [(UInt8, Int64)] {
      let first = family.tried(.perimeter(.left), by: caregiver).first
      #expect(first?.at.milliseconds == second * 1000)
    }
    // The third has it; the fourth's turn comes as if the others had.
    #expect(family.tried(.perimeter(.left), by: 3).isEmpty)
    family.wait(minutes: 2)
    #expect(family.tried(.perimeter(.left), by: 3).count == 1)
  }

  @Test("All slots taken: help takes that of an ordinary attempt which has had 15 s")
  func slot() throws {
    var family = Family(caregivers: 1, network: { _, _ in .lost })
    family.queue(.glucose(.low(.low, isVery: true)))
    for reminder in 1...3 { family.queue(.unanswered(UInt16(reminder))) }
    family.wait(.seconds(14))
    #expect(family.attempts.count == 4)
    family.queue(.help)
    family.wait(.seconds(5))
    let help = try #require(family.tried(.help).first)
    #expect(help.at.milliseconds == 15_000)
  }

  @Test("A mail that made way but was accepted after all counts as delivered")
  func displaced() {
    var family = Family(caregivers: 1) { dispatch, _ in
      dispatch.notice.matter == .help ? .lost : .answer(.accepted, after: .seconds(100))
    }
    let first = family.queue(.unanswered(1))
    for reminder in 2...3 { family.queue(.unanswered(UInt16(reminder))) }
    family.queue(.glucose(.low(.low, isVery: true)))
    family.wait(.seconds(20))
    family.queue(.help)
    family.wait(.seconds(90))
    #expect(family.tried(.help).count == 1)
    #expect(family.tried(.unanswered(1)).count == 1)
    #expect(family.screenHasTold(first) == 1)
  }

  @Test(
    "A press of help after refusals for good uses all routes of all caregivers, at once, each time")
  func pressedAgain() {
    var family = Family(caregivers: 2, hasRelay: true, network: { _, _ in .refused })
    let help = family.queue(.help)
    family.wait(minutes: 2)
    #expect(family.tried(.help).count == 4)
    for press in 1...3 {
      let before = family.attempts.count
      family.hurry(help)
      #expect(family.attempts.count == before + 4, "press \(press)")
      family.wait(.seconds(30))
    }
  }

  @Test("A missed medicine waits an hour on a dead server, then the next caregiver hears of it")
  func deadServer() {
    let missed = Notice.Matter.reminder(.missed(Occurrence(reminder: 1, due: CivilMinute(5))))
    var family = Family(caregivers: 3) { dispatch, _ in
      dispatch.recipient.caregiver == 0 ? .down : .well
    }
    family.queue(missed)
    family.wait(.seconds(3599))
    #expect(family.received(missed).isEmpty)
    family.wait(.seconds(10))
    #expect(family.received(missed).map(\.recipient.caregiver) == [1])
    family.wait(hours: 30)
    // One who knows is enough.
    #expect(family.received(missed).count == 1)
    family.expectSilence()
  }

  @Test("A battery is charged by whoever is first: its notice waits for the first caregiver")
  func battery() {
    var family = Family(caregivers: 2) { dispatch, _ in
      dispatch.recipient.caregiver == 0 ? .down : .well
    }
    family.queue(.batteryLow(percent: 10))
    family.wait(hours: 8)
    #expect(family.tried(.batteryLow(percent: 10), by: 1).isEmpty)
  }

  @Test(
    "A reminder answered before its mail leaves: the mail says when, and \"it is time\" is not sent"
  )
  func answeredMeanwhile() throws {
    let pill = Occurrence(reminder: 1, due: CivilMinute(100))
    var family = Family(caregivers: 1, network: { _, _ in .down })
    family.queue(.reminder(.due(pill)))
    family.queue(.reminder(.unanswered(pill)))
    family.wait(minutes: 2)
    let answered = family.wall
    family.answer(pill)
    family.network = { _, _ in .well }
    family.wait(minutes: 10)
    #expect(family.received(.reminder(.due(pill))).isEmpty)
    let said = try #require(family.received(.reminder(.unanswered(pill))).first)
    #expect(said.notice.answered == answered)
  }

  @Test("A reminder that was answered after all is not mailed as missed (SAFE-2)")
  func answeredAfterAll() {
    let pill = Occurrence(reminder: 1, due: CivilMinute(100))
    var family = Family(caregivers: 1, network: { _, _ in .down })
    family.queue(.reminder(.missed(pill)))
    family.wait(minutes: 2)
    family.answer(pill)
    family.network = { _, _ in .well }
    family.wait(minutes: 10)
    #expect(family.received(.reminder(.missed(pill))).isEmpty)
    family.expectSilence()
  }

  @Test("A copy that is refused goes to nobody else")
  func copyStays() {
    let pill = Occurrence(reminder: 1, due: CivilMinute(100))
    var family = Family(caregivers: 2) { dispatch, _ in
      dispatch.recipient.caregiver == 0 ? .refused : .well
    }
    let id = family.queue(.reminder(.due(pill)))
    family.wait(minutes: 10)
    #expect(family.tried(.reminder(.due(pill)), by: 1).isEmpty)
    #expect(!family.screenSaysLost(id))
    family.expectSilence()
  }
}
