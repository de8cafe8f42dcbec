import Device
import HAL
import Testing

@Suite("Every caregiver who hears of an exit hears of the return")
struct ReturnAudienceTests {
  /// The mail of the exit to the second caregiver takes its time.
  private static func slowSecond(_ dispatch: Dispatch, _ now: Instant) -> Family.Reply {
    let isSlow = dispatch.notice.matter == .perimeter(.left) && dispatch.recipient.caregiver == 1
    return .answer(.accepted, after: .seconds(isSlow ? 90 : 2))
  }

  private func readers(_ family: Family) -> [UInt8] {
    family.received(.perimeter(.returned)).map(\.recipient.caregiver).sorted()
  }

  @Test("ALZ-4: the second caregiver, to whom the exit was on its way when the wearer came home")
  func onItsWay() {
    var family = Family(network: Self.slowSecond)
    let exit = family.queue(.perimeter(.left))
    family.wait(.seconds(5 * 60 + 30))
    #expect(family.tried(.perimeter(.left), by: 1).count == 1)
    family.comeHome(from: exit, farthest: 300)
    family.wait(hours: 1)
    #expect(readers(family) == [0, 1])
    family.expectSilence()
  }

  @Test("ALZ-4: the second caregiver, to whom it was on its way when the first one answered")
  func answeredMeanwhile() throws {
    for homeAfter in [Milliseconds.seconds(20), .seconds(20 * 60)] {
      var family = Family(network: Self.slowSecond)
      let exit = family.queue(.perimeter(.left))
      family.wait(.seconds(5 * 60 + 30))
      family.acknowledge(try #require(family.token(of: exit)), by: 0)
      family.wait(homeAfter)
      family.comeHome(from: exit, farthest: 300)
      family.wait(hours: 1)
      #expect(readers(family) == [0, 1], "home \(homeAfter.count / 1000) s after the answer")
    }
  }

  @Test("ALZ-4: the second caregiver, whose server took the exit and whose answer never came")
  func givenUp() {
    var isSecondDown = false
    var family = Family { dispatch, _ in
      guard dispatch.recipient.caregiver == 1 else { return .well }
      return isSecondDown ? .down : .arrivedUnanswered
    }
    let exit = family.queue(.perimeter(.left))
    family.wait(.seconds(5 * 60 + 30))
    #expect(family.received(.perimeter(.left), by: 1).count == 1)
    isSecondDown = true
    // The attempt has been given up, and the one after it is refused.
    family.wait(.seconds(12 * 60))
    family.comeHome(from: exit, farthest: 300)
    isSecondDown = false
    family.wait(hours: 1)
    #expect(readers(family).contains(1))
  }

  @Test(
    "ALZ-4: the first caregiver, whose server took the exit and whose yes was lost",
    arguments: [1, 600])
  func lostYes(_ seconds: Int64) throws {
    var family = Family { dispatch, _ in
      let isLost = dispatch.notice.matter == .perimeter(.left) && dispatch.recipient.caregiver == 0
      return .answer(isLost ? .transient : .accepted, after: .seconds(isLost ? seconds : 2))
    }
    let exit = family.queue(.perimeter(.left))
    family.wait(minutes: 4)
    #expect(family.received(.perimeter(.left)).map(\.recipient.caregiver) == [1])
    // Nothing is tried again after that.
    family.acknowledge(try #require(family.token(of: exit)), by: 1)
    family.wait(minutes: 8)
    family.comeHome(from: exit, farthest: 300)
    family.wait(hours: 1)
    #expect(readers(family) == [0, 1])
    family.expectSilence()
  }

  @Test(
    "ALZ-4: the second caregiver, whose yes was lost, where nobody is known to have heard of the exit",
    arguments: [1, 600])
  func lostYesOfAll(_ seconds: Int64) {
    var family = Family(caregivers: 2) { dispatch, _ in
      guard dispatch.notice.matter == .perimeter(.left) else { return .well }
      return dispatch.recipient.caregiver == 0
        ? .down : .answer(.transient, after: .seconds(seconds))
    }
    let exit = family.queue(.perimeter(.left))
    family.wait(.seconds(75))
    family.comeHome(from: exit, farthest: 300)
    family.wait(hours: 1)
    // The first reads of both in one mail.
    #expect(family.received(.perimeter(.excursions)).map(\.recipient.caregiver) == [0])
    #expect(readers(family) == [1])
    family.expectSilence()
  }

  @Test(
    "SAFE-5: a return that waits goes out no more once the wearer is outside anew, over a cut, too",
    arguments: [false, true])
  func outsideAnew(isCut: Bool) {
    var isDown = false
    var family = Family { _, _ in isDown ? .down : .well }
    let first = family.queue(.perimeter(.left))
    family.wait(minutes: 1)
    isDown = true
    family.comeHome(from: first, farthest: 300)
    family.wait(minutes: 1)
    let second = family.queue(.perimeter(.left))
    if isCut { family.loseThePower() }
    isDown = false
    family.wait(minutes: 3)
    #expect(readers(family) == [])
    family.comeHome(from: second, farthest: 300)
    family.wait(hours: 1)
    #expect(readers(family) == [0])
    family.expectSilence()
  }

  @Test("ALZ-4: caregivers who know of an exit hear of its end also where nobody heard of the next")
  func nextOneUnheard() {
    var isDown = false
    var family = Family { _, _ in isDown ? .down : .well }
    let first = family.queue(.perimeter(.left))
    family.wait(minutes: 6)
    isDown = true
    family.comeHome(from: first, farthest: 300)
    family.wait(minutes: 1)
    let second = family.queue(.perimeter(.left))
    family.wait(.seconds(30))
    family.comeHome(from: second, farthest: 400)
    isDown = false
    family.wait(hours: 1)
    #expect(readers(family) == [0, 1])
    #expect(family.received(.perimeter(.excursions)).count == 1)
  }

  @Test("ALZ-4, CARD-4: that the second one heard of it outlives a power cut")
  func outlivesPowerCut() throws {
    var family = Family(network: Self.slowSecond)
    let exit = family.queue(.perimeter(.left))
    family.wait(.seconds(5 * 60 + 30))
    family.acknowledge(try #require(family.token(of: exit)), by: 0)
    family.wait(minutes: 10)
    family.loseThePower()
    family.comeHome(from: NoticeID(0), farthest: 300)
    family.wait(hours: 1)
    #expect(readers(family) == [0, 1])
  }

  @Test("ALZ-4: the second caregiver, although the first has read of the return and answered it")
  func readByTheFirst() throws {
    var isSecondDown = false
    var family = Family { dispatch, _ in
      isSecondDown && dispatch.recipient.caregiver == 1 ? .down : .well
    }
    let exit = family.queue(.perimeter(.left))
    family.wait(minutes: 6)
    isSecondDown = true
    family.comeHome(from: exit, farthest: 300)
    family.wait(minutes: 1)
    let back = try #require(family.received(.perimeter(.returned)).first)
    family.acknowledge(back.notice.token, by: 0)
    isSecondDown = false
    family.wait(hours: 1)
    #expect(readers(family) == [0, 1])
    family.expectSilence()
  }

  @Test(
    "ALZ-4: the second caregiver, where three exits wait for the word of the first one's server")
  func thirdExit() {
    var isSecondDown = true
    var family = Family { dispatch, _ in
      if dispatch.recipient.caregiver == 1 { return isSecondDown ? .down : .well }
      return dispatch.notice.matter == .perimeter(.left) ? .arrivedUnanswered : .well
    }
    for _ in 1...2 {
      let exit = family.queue(.perimeter(.left))
      family.wait(.seconds(40))
      family.comeHome(from: exit, farthest: 300)
      family.wait(.seconds(20))
    }
    let third = family.queue(.perimeter(.left))
    // The second is told as well, because the first one's server says nothing.
    family.wait(.seconds(90))
    #expect(family.tried(.perimeter(.left), by: 1).count > 0)
    family.comeHome(from: third, farthest: 300)
    isSecondDown = false
    family.wait(hours: 1)
    #expect(family.received(.perimeter(.left), by: 1).count == 1)
    #expect(readers(family).contains(1))
  }
}
