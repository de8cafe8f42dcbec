import Device
import HAL
import Testing

@Suite("At the bound of the outbox")
struct CapacityTests {
  @Test("It stays within 16 KB")
  func size() {
    #expect(MemoryLayout<Outbox>.size <= 16 * 1024)
  }

  @Test("However much mail waits, help, an exit and low glucose find a place and lose nobody's")
  func urgentFindsPlace() {
    var family = Family(network: { _, _ in .down })
    fill(&family)
    for number in 0..<64 {
      family.queue(
        .reminder(.missed(Occurrence(reminder: UInt16(number % 32 + 1), due: CivilMinute(9)))))
    }
    #expect(family.outbox.count == Outbox.capacity - Outbox.reserved)
    let closed = closedCount(family)
    let urgent: [Notice.Matter] = [
      .help, .perimeter(.left), .glucose(.low(.low, isVery: true)),
      .glucose(.low(.low, isVery: false)),
    ]
    for matter in urgent { family.queue(matter) }
    #expect(closedCount(family) == closed)
    family.network = { _, _ in .well }
    family.wait(hours: 2)
    for matter in urgent { #expect(!family.received(matter).isEmpty) }
  }

  @Test("What gives way is only what a newer notice of the same subject stands for")
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
    #expect(family.outbox.count <= Outbox.capacity)
    family.network = { _, _ in .well }
    family.wait(hours: 2)
    for matter in subjects { #expect(family.received(matter).count == 1) }
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
    let count = family.outbox.count
    family.loseThePower()
    #expect(family.outbox.count == count)
    family.network = { _, _ in .well }
    family.wait(hours: 2)
    for matter in subjects { #expect(family.received(matter).count == 1) }
    #expect(family.received(.help).first?.notice.id == help)
  }

  @Test("Even reminders of many profiles, more than there are places, push out no urgent notice")
  func tooManySubjects() {
    var family = Family(network: { _, _ in .down })
    family.queue(.help)
    family.queue(.perimeter(.left))
    for reminder in 1...200 { family.queue(.unanswered(UInt16(reminder))) }
    #expect(family.outbox.count <= Outbox.capacity)
    #expect(family.outbox.openHelp != nil)
    #expect(family.outbox.openExit != nil)
    family.network = { _, _ in .well }
    family.wait(hours: 2)
    #expect(family.received(.unanswered(200)).count == 1)
    #expect(!family.received(.help).isEmpty)
  }

  @Test("Of more subjects than places the wearer is told which reached nobody, and of no other")
  func lostIsSaid() {
    var family = Family(network: { _, _ in .down })
    let places = Outbox.capacity - Outbox.reserved
    let ids = (1...places).map { family.queue(.unanswered(UInt16($0))) }
    family.queue(.unanswered(1))
    #expect(closedCount(family) == 1)
    #expect(family.count(.undeliverable(ids[0])) == 0)
    family.queue(.unanswered(UInt16(places + 1)))
    #expect(family.count(.undeliverable(ids[1])) == 1)
  }

  @Test("Help does not wait for mails whose final reply takes ten minutes")
  func reservedAttempt() throws {
    var family = Family(network: { _, _ in .answer(.accepted, after: .seconds(600)) })
    for reminder in 1...9 { family.queue(.unanswered(UInt16(reminder))) }
    #expect(family.attempts.count == 3)
    family.wait(minutes: 1)
    family.queue(.help)
    let help = try #require(family.attempts.last)
    #expect(help.dispatch.notice.matter == .help)
    #expect(help.dispatch.late == Milliseconds(0))
    family.wait(hours: 3)
    // Mails made way for help to the second and the third, and their answers may still come.
    #expect(family.mostInFlight <= Outbox.mostInFlight + 3)
    #expect(family.mailbox.filter { $0.dispatch.notice.matter != .help }.count == 9)
  }

  @Test("Urgent before serious before ordinary, and of equals the older first")
  func order() {
    var family = Family(caregivers: 1, network: { _, _ in .down })
    let matters: [Notice.Matter] = [
      .day(.allIsWell), .batteryLow(percent: 9), .unanswered(1), .unanswered(2), .perimeter(.left),
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
        .glucose(.low(.low, isVery: true)), .help, .perimeter(.left), .unanswered(1),
        .unanswered(2),
        .batteryLow(percent: 9), .day(.allIsWell),
      ])
  }

  @Test("No call tells more changes than the device has room for")
  func bounded() {
    var family = Family(caregivers: 4, hasRelay: true, network: { _, _ in .refused })
    fill(&family)
    family.queue(.help)
    family.network = { _, _ in .down }
    family.loseThePower()
    family.wait(hours: 122)
    #expect(family.outbox.count == 0)
    #expect(family.mostChangesAtOnce <= Outbox.mostChanges)
  }

  private func closedCount(_ family: Family) -> Int {
    family.changes.filter { if case .closed = $0 { true } else { false } }.count
  }

  /// One notice of each ordinary subject but the reminders.
  @discardableResult private func fill(_ family: inout Family) -> [Notice.Matter] {
    let matters: [Notice.Matter] = [
      .perimeter(.returned), .location(.breadcrumb), .position(.lost),
      .dose(.unanswered(.breakfast)),
      .dose(.unanswered(.lunch)), .dose(.unanswered(.dinner)), .clock(.untrusted),
      .batteryLow(percent: 9), .power(.shuttingDown), .power(.wasOff(.seconds(600))),
      .day(.allIsWell),
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
