import Device
import HAL
import Testing

@Suite("Caregivers are asked in turn until one answers")
struct EscalationTests {
  /// Minutes at which help was tried for each caregiver.
  static func minutes(_ family: Family, _ matter: Notice.Matter, _ caregiver: UInt8) -> [Int64] {
    family.tried(matter, by: caregiver).map { $0.at.milliseconds / 60_000 }
  }

  @Test(
    "Unanswered, it goes to the next after 5 minutes, and round again every 30, inbound route or not",
    arguments: [true, false])
  func order(hasInbound: Bool) {
    var family = Family()
    family.limits.hasInbound = hasInbound
    family.configure()
    family.queue(.perimeter(.left))
    family.wait(minutes: 75)
    #expect(EscalationTests.minutes(family, .perimeter(.left), 0) == [0, 40, 70])
    #expect(EscalationTests.minutes(family, .perimeter(.left), 1) == [5, 40, 70])
    #expect(EscalationTests.minutes(family, .perimeter(.left), 2) == [10, 40, 70])
    #expect(family.tried(.perimeter(.left), by: 1).map(\.dispatch.round) == [1, 2, 3])
  }

  @Test("The profile's own minutes count")
  func limits() {
    var family = Family(caregivers: 2)
    family.limits.escalateAfter = 2
    family.limits.repeatAfter = 10
    family.configure()
    family.queue(.help)
    family.wait(minutes: 13)
    #expect(EscalationTests.minutes(family, .help, 0) == [0, 12])
    #expect(EscalationTests.minutes(family, .help, 1) == [2, 12])
  }

  /// The wearer presses again: the call before makes way.
  private func callAgain(_ family: inout Family, instead old: NoticeID) -> NoticeID {
    let call = family.queue(.help)
    family.close(old)
    return call
  }

  @Test(
    "A new call goes at once to all who have the open one, and the next caregiver keeps their turn")
  func calledAgain() {
    var family = Family()
    var call = family.queue(.help)
    for _ in 0..<2 {
      family.wait(minutes: 4)
      call = callAgain(&family, instead: call)
    }
    family.wait(minutes: 4)
    #expect(EscalationTests.minutes(family, .help, 0) == [0, 4, 8])
    #expect(EscalationTests.minutes(family, .help, 1) == [5, 8])
    #expect(EscalationTests.minutes(family, .help, 2) == [10])
  }

  @Test(
    "The power goes before anybody has the new call: it goes to all who had the old one, and on")
  func calledAgainAndCut() {
    var family = Family()
    family.queue(.help)
    family.wait(minutes: 6)
    family.queue(.help)
    let before = family.attempts.count
    family.loseThePower()
    family.wait(minutes: 1)
    let told = family.attempts.dropFirst(before).map(\.dispatch.recipient.caregiver)
    // Nobody knows how long the power was away, and the old call had waited: the next is told, too.
    #expect(told.sorted() == [0, 1, 2])
  }

  @Test("After an answer the next call begins with the first caregiver")
  func calledAfterAnAnswer() throws {
    var family = Family()
    family.queue(.help)
    family.wait(minutes: 6)
    family.acknowledge(try #require(family.received(.help, by: 1).first?.notice.token), by: 1)
    family.queue(.help)
    family.wait(minutes: 1)
    #expect(EscalationTests.minutes(family, .help, 0) == [0, 6])
    #expect(EscalationTests.minutes(family, .help, 1) == [5])
  }

  @Test("The token that comes back ends it: nobody else is told, and nothing is repeated")
  func acknowledged() throws {
    var family = Family()
    let help = family.queue(.help)
    family.wait(minutes: 6)
    let token = try #require(family.received(.help, by: 1).first?.notice.token)
    family.acknowledge(token, by: 1)
    family.wait(hours: 5)
    #expect(family.attempts.count == 2)
    #expect(family.screenSaysAnswered(help, by: 1))
    // Another answer to the same notice comes too late to matter.
    family.acknowledge(token, by: 0)
    #expect(!family.screenSaysAnswered(help, by: 0))
    family.expectSilence()
  }

  @Test("A forged token ends nothing: the next caregiver is told, and the first one again")
  func forged() throws {
    var family = Family()
    let help = family.queue(.help)
    let token = try #require(family.token(of: help))
    for forged in [0, 1, help.value, token ^ 1, ~token] { family.acknowledge(forged) }
    family.acknowledge(token, by: 3)
    family.wait(minutes: 6)
    #expect(family.received(.help, by: 1).count == 1)
    family.wait(minutes: 40)
    #expect(family.received(.help, by: 0).count == 2)
  }

  @Test("An answer to one mail is no answer to the other")
  func twoCases() throws {
    var family = Family()
    let exit = family.queue(.perimeter(.left))
    family.queue(.help)
    family.wait(minutes: 1)
    family.acknowledge(try #require(family.token(of: exit)))
    family.wait(minutes: 5)
    #expect(family.received(.perimeter(.left), by: 1).isEmpty)
    #expect(family.received(.help, by: 1).count == 1)
  }

  @Test("An answer counts though the network never confirmed the mail")
  func answerBeforeDelivery() throws {
    var family = Family(network: { _, _ in .arrivedUnanswered })
    family.queue(.help)
    family.acknowledge(try #require(family.received(.help).first?.notice.token))
    family.wait(hours: 1)
    #expect(family.attempts.count == 1)
  }

  @Test("When every route to the first caregiver refuses, the next is told at once")
  func refusedFirst() throws {
    var family = Family { dispatch, _ in
      dispatch.recipient.caregiver == 0 ? .refused : .well
    }
    family.queue(.glucose(.low(.low, isVery: true)))
    family.wait(minutes: 1)
    let second = try #require(family.mailbox.first)
    #expect(second.dispatch.recipient.caregiver == 1)
    #expect(second.at.milliseconds < 5000)
  }

  @Test("Back home the exit ends: those who knew of it are told, the others never hear of it")
  func closed() {
    var family = Family()
    let exit = family.queue(.perimeter(.left))
    family.wait(minutes: 7)
    let isKnown = family.comeHome(from: exit, farthest: 200)
    #expect(isKnown)
    family.wait(hours: 2)
    #expect(family.received(.perimeter(.returned)).map(\.recipient.caregiver) == [0, 1])
    #expect(family.received(.perimeter(.left), by: 2).isEmpty)
    family.expectSilence()
  }

  @Test("A caregiver who answered the exit is told of the return, also after a power cut")
  func closedAfterAnswer() throws {
    var family = Family()
    let exit = family.queue(.perimeter(.left))
    family.wait(minutes: 6)
    family.acknowledge(try #require(family.token(of: exit)), by: 1)
    family.loseThePower()
    let isKnown = family.comeHome(from: exit, farthest: 200)
    #expect(isKnown)
    family.wait(minutes: 1)
    #expect(family.received(.perimeter(.returned)).map(\.recipient.caregiver) == [0, 1])
  }

  @Test("Help that nobody answers ends after four hours; an exit goes on")
  func lapse() {
    var family = Family()
    family.queue(.help)
    family.queue(.perimeter(.left))
    family.wait(.seconds(4 * 3600 + 1))
    #expect(EscalationTests.minutes(family, .help, 0) == [0, 40, 70, 100, 130, 160, 190, 220])
    let exits = EscalationTests.minutes(family, .perimeter(.left), 0)
    #expect(exits == EscalationTests.minutes(family, .help, 0))
    family.wait(hours: 4)
    #expect(EscalationTests.minutes(family, .help, 0).last == 220)
    #expect(EscalationTests.minutes(family, .perimeter(.left), 0).count == exits.count + 8)
  }

  @Test("Help that reached nobody in four hours is still delivered")
  func undeliveredHelpStays() {
    var family = Family(network: { _, _ in .down })
    family.queue(.help)
    family.wait(hours: 9)
    family.network = { _, _ in .well }
    family.wait(hours: 1)
    #expect(family.received(.help).count >= 1)
    family.expectSilence()
  }

  @Test("A position lost outside goes from caregiver to caregiver; one lost at home to the first")
  func positionLost() {
    var family = Family()
    family.queue(.position(.lost), whereabouts: .at(60))
    family.wait(minutes: 30)
    #expect(family.received(.position(.lost)).map(\.recipient.caregiver) == [0])
    let outside = family.queue(.position(.lost), whereabouts: .at(180))
    family.wait(minutes: 6)
    #expect(family.received(.position(.lost)).map(\.recipient.caregiver) == [0, 0, 1])
    family.close(outside)
    family.wait(hours: 1)
    #expect(family.received(.position(.lost)).count == 3)
  }

  @Test("A shorter list of caregivers loses no open notice")
  func fewerCaregivers() {
    var family = Family(network: { _, _ in .down })
    family.queue(.help)
    family.wait(minutes: 12)
    family.caregivers = FixedArray()
    family.caregivers.append(Caregiver(hasMail: false, hasRelay: true))
    family.network = { _, _ in .well }
    family.configure()
    family.wait(minutes: 1)
    #expect(family.received(.help).map(\.recipient) == [Recipient(caregiver: 0, route: .relay)])
  }

  @Test("A fourth caregiver, added while help is open, is told in turn")
  func moreCaregivers() {
    var family = Family(caregivers: 1)
    family.queue(.help)
    family.wait(minutes: 3)
    family.caregivers.append(Caregiver(hasMail: true, hasRelay: false))
    family.configure()
    family.wait(minutes: 6)
    #expect(family.received(.help, by: 1).count == 1)
  }
}
