import Device
import HAL
import Testing

@Suite("A full outbox")
struct CapacityTests {
  @Test("However much mail waits, help, an exit and low glucose find a place and lose nobody's")
  func urgentFindsPlace() {
    var family = Family(network: { _, _ in .down })
    let subjects = fill(&family)
    for number in 0..<64 {
      family.queue(
        .reminder(.missed(Occurrence(reminder: UInt16(number % 32 + 1), due: CivilMinute(9)))))
    }
    let urgent: [Notice.Matter] = [
      .help, .perimeter(.left), .glucose(.low(.low, isVery: true)),
      .glucose(.low(.low, isVery: false)),
    ]
    var exit = NoticeID(0)
    for matter in urgent {
      let id = family.queue(matter)
      if matter == .perimeter(.left) { exit = id }
    }
    family.network = { _, _ in .well }
    family.wait(hours: 2)
    for matter in urgent { #expect(!family.received(matter).isEmpty) }
    // The return from before waits for the end of this exit, and is told with the next.
    #expect(family.received(.perimeter(.returned)).isEmpty)
    family.comeHome(from: exit, farthest: 150)
    family.wait(minutes: 5)
    let readers = family.received(.perimeter(.returned)).map(\.recipient.caregiver)
    #expect(readers.sorted() == [0, 1, 2])
    for matter in subjects where matter != .perimeter(.returned) {
      #expect(family.received(matter).count == copies(of: matter), "\(matter)")
    }
  }

  /// All three caregivers hear that the device shuts down; one hears of the rest.
  private func copies(of matter: Notice.Matter) -> Int { matter == .power(.shuttingDown) ? 3 : 1 }

  @Test("A full outbox drops only mails that a newer one on the same subject replaces")
  func onlySameSubject() {
    var family = Family(network: { _, _ in .down })
    let subjects = fill(&family)
    for round in 0..<5 {
      for reminder in 1...32 {
        family.queue(
          .reminder(.missed(Occurrence(reminder: UInt16(reminder), due: CivilMinute(Int32(round)))))
        )
      }
    }
    family.network = { _, _ in .well }
    family.wait(hours: 2)
    for matter in subjects { #expect(family.received(matter).count == copies(of: matter)) }
    for reminder in 1...32 {
      let newest = Notice.Matter.reminder(
        .missed(
          Occurrence(reminder: UInt16(reminder), due: CivilMinute(4))))
      #expect(family.received(newest).count == 1)
    }
  }

  @Test("The same notices are kept when the power goes at the bound")
  func bootAtTheBound() {
    var family = Family(network: { _, _ in .down })
    let subjects = fill(&family)
    for round in 0..<3 {
      for reminder in 1...32 {
        family.queue(
          .reminder(.missed(Occurrence(reminder: UInt16(reminder), due: CivilMinute(Int32(round)))))
        )
      }
    }
    let help = family.queue(.help)
    family.loseThePower()
    family.network = { _, _ in .well }
    family.wait(hours: 2)
    for matter in subjects { #expect(family.received(matter).count == copies(of: matter)) }
    #expect(family.received(.help).first?.notice.id == help)
  }

  @Test("Even reminders of many profiles, more than there are places, push out no urgent notice")
  func tooManySubjects() {
    var family = Family(network: { _, _ in .down })
    family.queue(.help)
    family.queue(.perimeter(.left))
    for reminder in 1...200 { family.queue(.unanswered(UInt16(reminder))) }
    family.network = { _, _ in .well }
    family.wait(hours: 2)
    #expect(family.received(.unanswered(200)).count == 1)
    #expect(!family.received(.help).isEmpty)
    #expect(!family.received(.perimeter(.left)).isEmpty)
  }

  @Test("The wearer is told of a mail that had to go unread, and of no other")
  func lostIsSaid() {
    var family = Family(network: { _, _ in .down })
    let places = Outbox.capacity - Outbox.reserved
    let ids = (1...places).map { family.queue(.unanswered(UInt16($0))) }
    family.queue(.unanswered(1))
    #expect(!family.screenSaysLost(ids[0]))
    family.queue(.unanswered(UInt16(places + 1)))
    #expect(family.screenSaysLost(ids[1]))
  }

  @Test("Help does not wait for mails whose final reply takes ten minutes")
  func reservedAttempt() throws {
    var family = Family(network: { _, _ in .answer(.accepted, after: .seconds(600)) })
    for reminder in 1...9 { family.queue(.unanswered(UInt16(reminder))) }
    family.wait(minutes: 1)
    family.queue(.help)
    let help = try #require(family.attempts.last)
    #expect(help.dispatch.notice.matter == .help)
    #expect(help.dispatch.late == Milliseconds(0))
    family.wait(hours: 3)
    #expect(family.mailbox.filter { $0.dispatch.notice.matter != .help }.count == 9)
  }

  @Test("Help before urgent before serious before ordinary, and of equals the older first")
  func order() {
    var family = Family(caregivers: 1, network: { _, _ in .down })
    let matters: [Notice.Matter] = [
      .day(.open(OpenMatters())), .batteryLow(percent: 9), .unanswered(1), .unanswered(2),
      .perimeter(.left),
      .glucose(.low(.low, isVery: true)), .help,
    ]
    for matter in matters { family.queue(matter) }
    family.wait(hours: 3)
    family.network = { _, _ in .well }
    family.queue(.unanswered(3))
    family.wait(minutes: 2)
    let rest = family.mailbox.map(\.dispatch.notice.matter).filter { $0 != .unanswered(3) }
    #expect(
      rest == [
        .help, .glucose(.low(.low, isVery: true)), .perimeter(.left), .unanswered(1),
        .unanswered(2),
        .batteryLow(percent: 9), .day(.open(OpenMatters())),
      ])
  }

  @Test("Five days of refusals and no network, with every mail there is, end in silence")
  func bounded() {
    var family = Family(caregivers: 4, hasRelay: true, network: { _, _ in .refused })
    fill(&family)
    family.queue(.help)
    family.network = { _, _ in .down }
    family.loseThePower()
    family.wait(hours: 122)
    family.expectSilence()
  }

  /// One notice of each ordinary subject but the reminders. "All is well" would not outlive the exit.
  @discardableResult private func fill(_ family: inout Family) -> [Notice.Matter] {
    let matters: [Notice.Matter] = [
      .perimeter(.returned), .location(.breadcrumb), .position(.lost),
      .dose(.unanswered(.breakfast)),
      .dose(.unanswered(.lunch)), .dose(.unanswered(.dinner)), .clock(.untrusted),
      .batteryLow(percent: 9), .power(.shuttingDown), .power(.wasOff(.seconds(600))),
      .day(.open(OpenMatters())),
      .storageFailed(.full),
    ]
    for matter in matters {
      family.queue(matter, whereabouts: matter == .position(.lost) ? .at(60) : nil)
    }
    let exit = family.queue(.perimeter(.left))
    family.wait(.seconds(2))
    family.comeHome(from: exit, farthest: 150)
    for caregiver in 0..<3 { family.queue(.location(.asked), to: UInt8(caregiver)) }
    return matters + [.perimeter(.excursions)]
  }
}
