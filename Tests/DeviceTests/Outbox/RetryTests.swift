import Device
import HAL
import Testing

@Suite("Mails are tried until somebody has them (ALZ-9)")
struct RetryTests {
  static func pauses(_ attempts: [Family.Arrival]) -> [Int64] {
    zip(attempts.dropFirst(), attempts).map { $0.0.at.milliseconds - $0.1.at.milliseconds }
  }

  @Test("With a network help is with the first caregiver at once, once, and not late")
  func atOnce() throws {
    var family = Family()
    let id = family.queue(.help)
    let sent = try #require(family.attempts.first)
    #expect(sent.at == .start)
    #expect(sent.dispatch.recipient == Recipient(caregiver: 0, route: .mail))
    #expect(sent.dispatch.attempt == 1)
    #expect(sent.dispatch.late == Milliseconds(0))
    family.wait(minutes: 4)
    #expect(family.attempts.count == 1)
    #expect(family.screenHasTold(id) == 1)
  }

  @Test("Help begins with pauses of at most 2, 4, 8 … 60 s, drawn anew each time")
  func quickPauses() {
    var family = Family(caregivers: 1, network: { _, _ in .down })
    family.queue(.help)
    family.wait(minutes: 9)
    let pauses = RetryTests.pauses(family.tried(.help)).map { $0 - 1000 }
    #expect(pauses.count > 10)
    for (i, pause) in pauses.enumerated() {
      #expect(pause >= 1)
      #expect(pause <= min(60_000, 2000 << min(i, 5)))
    }
    #expect(Set(pauses).count == pauses.count)
    #expect(pauses.contains { $0 > 20_000 })
  }

  @Test("However long the network is away, an exit is tried every 30 to 60 s")
  func longPauses() {
    var family = Family(caregivers: 1, network: { _, _ in .answer(.transient, after: .seconds(0)) })
    family.queue(.perimeter(.left))
    family.wait(hours: 6)
    for (pause, attempt) in zip(
      RetryTests.pauses(family.tried(.perimeter(.left))), family.tried(.perimeter(.left)))
    where attempt.at.milliseconds >= 600_000 {
      #expect((30_000...60_000).contains(pause))
    }
    #expect(family.tried(.perimeter(.left)).count > 400)
  }

  @Test("After an hour ordinary mail is tried every 30 minutes")
  func patience() {
    var family = Family(caregivers: 1, network: { _, _ in .answer(.transient, after: .seconds(0)) })
    family.queue(.batteryLow(percent: 10))
    family.wait(hours: 6)
    for (pause, attempt) in zip(
      RetryTests.pauses(family.tried(.batteryLow(percent: 10))),
      family.tried(.batteryLow(percent: 10)))
    where attempt.at.milliseconds >= 3_600_000 {
      #expect((1_620_000...1_800_000).contains(pause))
    }
  }

  @Test("Ordinary mail begins with 5 minutes, and another device draws other pauses")
  func ordinary() {
    func pauses(boots: Int) -> [Int64] {
      var family = Family(network: { _, _ in .answer(.transient, after: .seconds(0)) })
      for _ in 0..<boots { family.loseThePower() }
      family.queue(.unanswered(1))
      family.wait(minutes: 55)
      return RetryTests.pauses(family.tried(.unanswered(1)))
    }
    let drawn = pauses(boots: 0)
    #expect(drawn.count >= 10)
    #expect(drawn.allSatisfy { (270_000...300_000).contains($0) })
    #expect(drawn == pauses(boots: 0))
    #expect(drawn != pauses(boots: 1))
  }

  @Test("Five days without a network: the servers are not flooded, and then the screen gives up")
  func fiveDays() {
    var family = Family(caregivers: 1, network: { _, _ in .down })
    let help = family.queue(.help)
    let mail = family.queue(.batteryLow(percent: 10))
    family.wait(hours: 119)
    #expect(!family.screenSaysLost(help) && !family.screenSaysLost(mail))
    family.wait(hours: 2)
    #expect(family.screenSaysLost(help) && family.screenSaysLost(mail))
    #expect((7000...16_000).contains(family.tried(.help).count))
    #expect((240...300).contains(family.tried(.batteryLow(percent: 10)).count))
    family.expectSilence()
  }

  @Test("Servers that say nothing hold a call for help up for 15 s at most")
  func wayForHelp() throws {
    var family = Family(caregivers: 4, network: { _, _ in .lost })
    family.queue(.glucose(.low(.low, isVery: true)))
    // An attempt to each of the four is under way by now.
    family.wait(minutes: 20)
    let begun = family.now
    family.queue(.help)
    family.wait(.seconds(16))
    let help = try #require(family.tried(.help).first)
    #expect(!(.seconds(15) < help.at - begun))
  }

  @Test("An attempt without an answer is given up after 660 s, not before")
  func silence() throws {
    var family = Family(caregivers: 1, network: { _, _ in .lost })
    family.queue(.help)
    family.wait(.seconds(659))
    #expect(family.attempts.count == 1)
    family.wait(.seconds(662))
    #expect(family.attempts.count == 2)
    #expect(family.attempts.last?.dispatch.attempt == 2)
  }

  @Test("A mail refused for good goes to the relay at once, then to the next caregiver")
  func permanent() {
    var family = Family(caregivers: 2, hasRelay: true) { dispatch, _ in
      dispatch.recipient.caregiver == 0 ? .refused : .well
    }
    let id = family.queue(.reminder(.missed(Occurrence(reminder: 1, due: CivilMinute(5)))))
    family.wait(.seconds(10))
    #expect(
      family.attempts.map(\.dispatch.recipient) == [
        Recipient(caregiver: 0, route: .mail), Recipient(caregiver: 0, route: .relay),
        Recipient(caregiver: 1, route: .mail),
      ])
    #expect(family.attempts.map(\.at.milliseconds) == [0, 1000, 2000])
    #expect(!family.screenSaysLost(id))
    family.expectSilence()
  }

  @Test("When everybody refuses, the wearer's screen says so; open help starts over, mail does not")
  func undeliverable() {
    var family = Family(caregivers: 2, hasRelay: true, network: { _, _ in .refused })
    let mail = family.queue(.clock(.untrusted))
    let help = family.queue(.help)
    family.wait(minutes: 1)
    #expect(family.screenSaysLost(mail) && family.screenSaysLost(help))
    #expect(family.tried(.help).count == 4)
    family.wait(minutes: 28)
    #expect(family.tried(.help).count == 4)
    family.wait(minutes: 2)
    #expect(family.tried(.help).count == 8)
    #expect(family.tried(.clock(.untrusted)).count == 4)
    family.network = { _, _ in .well }
    family.wait(minutes: 31)
    #expect(family.received(.help).count >= 1)
  }

  @Test("A new profile tries at once what the old one could not deliver")
  func reload() throws {
    var family = Family(caregivers: 1, network: { _, _ in .refused })
    family.queue(.perimeter(.left))
    family.wait(minutes: 1)
    family.network = { dispatch, _ in dispatch.recipient.route == .relay ? .well : .refused }
    family.caregivers[0].hasRelay = true
    family.configure()
    family.wait(minutes: 1)
    #expect(family.received(.perimeter(.left)).count == 1)
  }

  @Test("Without caregivers notices wait; the first profile that names one sends them")
  func nobody() {
    var family = Family(caregivers: 0)
    family.queue(.help)
    family.queue(.batteryLow(percent: 5))
    family.wait(hours: 30)
    #expect(family.attempts.isEmpty)
    family.caregivers.append(Caregiver(hasMail: true, hasRelay: false))
    family.configure()
    family.wait(minutes: 1)
    #expect(family.received(.help).count == 1)
    #expect(family.received(.batteryLow(percent: 5)).count == 1)
    #expect(family.received(.help).first?.late == .seconds(30 * 3600))
  }

  @Test("The first mail that goes through sends all that wait, without their pauses")
  func wayIsOpen() {
    var family = Family(network: { _, _ in .down })
    for reminder in 1...6 { family.queue(.unanswered(UInt16(reminder))) }
    family.wait(hours: 9)
    family.network = { _, _ in .well }
    family.queue(.perimeter(.left))
    family.wait(.seconds(30))
    #expect(family.mailbox.count == 7)
  }

  @Test("A second press of help sends at once what waits for its next attempt")
  func hurry() {
    var family = Family(caregivers: 1, network: { _, _ in .down })
    let help = family.queue(.help)
    family.wait(hours: 3)
    family.network = { _, _ in .well }
    family.hurry(help)
    family.wait(.seconds(5))
    #expect(family.received(.help).count == 1)
  }

  @Test("ALZ-9: an exit that waits with its return makes no other mail give up its place")
  func heldExit() {
    var family = Family(caregivers: 1, hasRelay: true) { dispatch, _ in
      dispatch.recipient.route == .relay ? .lost : .arrivedUnanswered
    }
    family.queue(.batteryLow(percent: 20))
    family.queue(.storageFailed(.full))
    family.queue(.clock(.untrusted))
    family.wait(.seconds(5))
    let exit = family.queue(.perimeter(.left))
    family.wait(.seconds(5))
    family.comeHome(from: exit, farthest: 300)
    family.wait(minutes: 9)
    for matter in [
      Notice.Matter.batteryLow(percent: 20), .storageFailed(.full), .clock(.untrusted),
    ] {
      #expect(family.tried(matter).count == 1, "\(matter)")
    }
  }
}
