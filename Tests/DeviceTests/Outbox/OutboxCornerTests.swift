import Device
import HAL
import Testing

@Suite("Late answers, and mails that cross on the way")
struct OutboxCornerTests {
  @Test(
    "A location on its way is not tried again once there is a newer one, but counts if it arrives")
  func supersededInFlight() throws {
    for arrives in [false, true] {
      var family = Family(caregivers: 1) { dispatch, _ in
        let isOld = dispatch.notice.whereabouts?.distance == Metres(1)
        return .answer(isOld && !arrives ? .transient : .accepted, after: .seconds(20))
      }
      let old = family.queue(.location(.breadcrumb), whereabouts: .at(1))
      family.wait(.seconds(5))
      family.queue(.location(.breadcrumb), whereabouts: .at(2))
      family.wait(hours: 1)
      #expect(family.screenHasTold(old) == (arrives ? 1 : 0))
      #expect(family.attempts.count == 2)
      family.expectSilence()
    }
  }

  @Test("Caregivers who know of an answered call go on hearing where the wearer is")
  func crumbsAfterAnswer() throws {
    var family = Family()
    let help = family.queue(.help)
    family.wait(minutes: 6)
    family.acknowledge(try #require(family.token(of: help)), by: 1)
    family.queue(.location(.breadcrumb), whereabouts: .at(300))
    family.wait(minutes: 1)
    #expect(family.received(.location(.breadcrumb)).map(\.recipient.caregiver) == [0, 1])
    // They are left in peace when it is over: the first is asked, as for all else.
    family.close(help)
    family.queue(.location(.breadcrumb), whereabouts: .at(200))
    family.wait(minutes: 1)
    #expect(family.received(.location(.breadcrumb)).map(\.recipient.caregiver) == [0, 1, 0])
  }

  @Test("Low glucose that was over before anybody heard of it is still told, late, and once")
  func overBeforeTold() throws {
    var family = Family(network: { _, _ in .down })
    let low = family.queue(.glucose(.low(.low, isVery: false)))
    family.wait(minutes: 2)
    family.close(low)
    family.network = { _, _ in .well }
    family.wait(hours: 3)
    let told = family.received(.glucose(.low(.low, isVery: false)))
    #expect(told.map(\.recipient.caregiver) == [0])
    #expect(try #require(told.first).late >= .seconds(60))
    family.expectSilence()
  }

  @Test(
    "SAFE-5: \"all is well\" that waits goes out no more once a case is open",
    arguments: [false, true])
  func wellBeforeHelp(isCut: Bool) {
    var family = Family(network: { _, _ in .down })
    family.queue(.day(.allIsWell))
    family.wait(minutes: 1)
    family.queue(.help)
    if isCut { family.loseThePower() }
    family.network = { _, _ in .well }
    family.wait(hours: 1)
    #expect(family.received(.day(.allIsWell)).isEmpty)
    #expect(!family.received(.help).isEmpty)
  }

  @Test("The answer to WHERE goes to nobody else, also when the asker's mailbox refuses it")
  func askerRefuses() {
    var family = Family(network: { dispatch, _ in
      dispatch.recipient.caregiver == 1 ? .refused : .well
    })
    let answer = family.queue(.location(.asked), to: 1)
    family.wait(hours: 1)
    #expect(family.attempts.map(\.dispatch.recipient.caregiver) == [1])
    #expect(family.screenSaysLost(answer))
  }

  @Test("A route that refused before the power cut is not asked again while another is left")
  func refusalSurvives() {
    var family = Family(caregivers: 1, hasRelay: true) { dispatch, _ in
      dispatch.recipient.route == .mail ? .refused : .down
    }
    family.queue(.help)
    family.wait(minutes: 2)
    family.loseThePower()
    family.wait(minutes: 2)
    #expect(family.tried(.help).filter { $0.dispatch.recipient.route == .mail }.count == 1)
  }

  @Test("A refusal that comes after 660 s is believed too")
  func lateRefusal() {
    var family = Family(caregivers: 1, hasRelay: true) { dispatch, _ in
      dispatch.recipient.route == .mail ? .answer(.permanent, after: .seconds(661)) : .well
    }
    family.queue(.batteryLow(percent: 4))
    family.wait(minutes: 12)
    #expect(
      family.received(.batteryLow(percent: 4)).map(\.recipient) == [
        Recipient(caregiver: 0, route: .relay)
      ])
  }

  @Test("Excursions that were listed before the power cut are not listed again with the next one")
  func listToldBeforeCut() throws {
    var family = Family(network: { _, _ in .down })
    let first = family.queue(.perimeter(.left))
    family.wait(.seconds(1))
    family.comeHome(from: first, farthest: 111)
    family.network = { _, _ in .well }
    family.wait(minutes: 10)
    let told = try #require(family.records.firstIndex(of: .outbox(.excursionsTold)))
    family.network = { _, _ in .down }
    family.loseThePower(keeping: told)
    family.wait(minutes: 1)
    let second = family.queue(.perimeter(.left))
    family.wait(.seconds(1))
    family.comeHome(from: second, farthest: 222)
    family.network = { _, _ in .well }
    family.wait(minutes: 10)
    let list = try #require(family.received(.perimeter(.excursions)).last?.excursions)
    #expect((0..<list.count).map { list[$0].farthest.value } == [222])
  }

  @Test("A new cry for help goes before the repetition of an older one")
  func newBeforeRepeated() throws {
    var family = Family(caregivers: 4) { _, _ in .answer(.accepted, after: .seconds(100)) }
    family.queue(.help)
    family.queue(.glucose(.low(.low, isVery: true)))
    family.wait(minutes: 45)
    family.wait(.seconds(1))
    let before = family.attempts.count
    let second = family.queue(.help)
    family.wait(.seconds(120))
    #expect(family.attempts[before].dispatch.notice.id == second)
    #expect(family.attempts[before].dispatch.late <= .seconds(100))
  }

  @Test("Forty mails that were told before a power cut are not sent again after it")
  func manyToClose() {
    var family = Family()
    for reminder in 1...40 { family.queue(.unanswered(UInt16(reminder))) }
    family.wait(minutes: 10)
    #expect(family.mailbox.count == 40)
    // The power goes before the log says of any that it is finished.
    family.loseThePower { if case .outbox(.closed) = $0 { true } else { false } }
    family.expectSilence()
  }

  @Test(
    "A caregiver who answered is told of the return after a power cut, though no route ever confirmed"
  )
  func answererKnows() throws {
    var family = Family(network: { _, _ in .arrivedUnanswered })
    let exit = family.queue(.perimeter(.left))
    family.wait(minutes: 6)
    family.acknowledge(try #require(family.token(of: exit)), by: 1)
    family.network = { _, _ in .well }
    family.loseThePower()
    family.comeHome(from: exit, farthest: 150)
    family.wait(minutes: 1)
    #expect(family.received(.perimeter(.returned)).map(\.recipient.caregiver) == [1])
  }
}
