import Device
import HAL
import Testing

@Suite("The family after days without a network")
struct OfflineTests {
  @Test("Two days offline: all arrives once, says how late it is, and the excursions come in one")
  func twoDays() throws {
    var family = Family(network: { _, _ in .down })
    var expected: [Notice.Matter] = [.perimeter(.excursions)]
    for day in 0..<2 {
      for reminder in 1...8 {
        let matter = Notice.Matter.reminder(
          .unanswered(
            Occurrence(reminder: UInt16(reminder), due: CivilMinute(Int32(day * 1440)))))
        family.queue(matter)
        expected.append(matter)
        family.wait(hours: 2)
      }
      let exit = family.queue(.perimeter(.left))
      // The return falls between two attempts, not into one.
      family.wait(.seconds(3610))
      family.comeHome(from: exit, farthest: Double(200 + day))
      family.wait(hours: 7)
    }
    let exit = family.queue(.perimeter(.left))
    family.wait(minutes: 20)
    family.network = { _, _ in .well }
    family.wait(hours: 1)

    for matter in expected { #expect(family.received(matter).count == 1) }
    // The second and the third may have read of an exit. The wearer is outside anew, so that nobody hears otherwise.
    #expect(family.received(.perimeter(.returned)).isEmpty)
    let list = try #require(family.received(.perimeter(.excursions)).first?.excursions)
    #expect((0..<list.count).map { list[$0].farthest.value } == [200, 201])
    // The one that is still going on is told as such, by everybody's turn.
    let first = try #require(family.mailbox.first)
    let told = try #require(family.mailbox.first { $0.dispatch.notice.id == exit })
    #expect(told.at - first.at <= .seconds(2))
    for arrival in family.mailbox {
      let made = try #require(arrival.dispatch.notice.made)
      let sent = arrival.at.milliseconds - 2000 + Family.zero
      #expect(arrival.dispatch.late.count == sent - made.milliseconds)
    }
  }

  @Test("After a power cut lateness is by the wall clock, and never less than what is sure")
  func lateAfterReboot() throws {
    var family = Family(network: { _, _ in .down })
    family.queue(.batteryLow(percent: 9))
    family.wait(hours: 3)
    family.loseThePower(off: .seconds(40 * 60))
    family.network = { _, _ in .well }
    family.wait(hours: 1)
    let late = try #require(family.received(.batteryLow(percent: 9)).first?.late)
    #expect(late.count >= (3 * 60 + 40) * 60_000)
    #expect(late.count < (4 * 60 + 45) * 60_000)
  }

  @Test("A shutdown that is told when the device is on again says that it is past, to everybody")
  func shutdownIsPast() {
    var family = Family(network: { _, _ in .down })
    let matter = Notice.Matter.power(.shuttingDown)
    family.queue(matter)
    family.wait(.seconds(10))
    family.loseThePower()
    family.network = { _, _ in .well }
    family.wait(hours: 1)
    #expect(family.received(matter).map(\.recipient.caregiver).sorted() == [0, 1, 2])
    #expect(family.received(matter).allSatisfy { $0.notice.isPast })
  }

  @Test("A case that is over before anybody hears of it says so", arguments: [true, false])
  func overIsPast(_ isOver: Bool) {
    for matter in [Notice.Matter.perimeter(.left), .position(.lost)] {
      var family = Family(network: { _, _ in .down })
      let id = family.queue(matter)
      family.wait(minutes: 5)
      if isOver { family.close(id) }
      family.network = { _, _ in .well }
      family.wait(hours: 1)
      #expect(family.received(matter).first?.notice.isPast == isOver)
    }
  }

  @Test("A return while the exit's mail is on its way waits for what becomes of it")
  func returnWhileInFlight() throws {
    // It arrives: the return follows it.
    var family = Family(network: { _, _ in .answer(.accepted, after: .seconds(300)) })
    var exit = family.queue(.perimeter(.left))
    // The next caregiver would be told too after a minute.
    family.wait(.seconds(50))
    var isKnown = family.comeHome(from: exit, farthest: 150)
    #expect(isKnown)
    family.wait(minutes: 2)
    #expect(family.tried(.perimeter(.returned)).isEmpty)
    family.wait(minutes: 20)
    #expect(family.received(.perimeter(.left)).count == 1)
    #expect(family.received(.perimeter(.returned)).count == 1)
    #expect(family.received(.perimeter(.excursions)).isEmpty)
    family.expectSilence()

    // It does not: both come in one.
    family = Family(network: { _, _ in .answer(.transient, after: .seconds(300)) })
    exit = family.queue(.perimeter(.left))
    family.wait(.seconds(50))
    isKnown = family.comeHome(from: exit, farthest: 150)
    #expect(isKnown)
    family.network = { _, _ in .well }
    family.wait(minutes: 30)
    #expect(family.received(.perimeter(.left)).isEmpty)
    #expect(family.received(.perimeter(.returned)).isEmpty)
    #expect(family.received(.perimeter(.excursions)).first?.excursions?.count == 1)
    family.expectSilence()
  }

  @Test("An excursion that ends while the list is on its way is not lost with the list")
  func listInFlight() {
    var family = Family(network: { _, _ in .down })
    let first = family.queue(.perimeter(.left))
    family.wait(.seconds(1))
    family.comeHome(from: first, farthest: 111)
    family.network = { dispatch, _ in
      dispatch.notice.matter == .perimeter(.excursions)
        ? .answer(.accepted, after: .seconds(400)) : .down
    }
    family.wait(minutes: 6)
    let second = family.queue(.perimeter(.left))
    family.wait(.seconds(30))
    family.comeHome(from: second, farthest: 222)
    family.network = { _, _ in .well }
    family.wait(hours: 1)
    let told = family.received(.perimeter(.excursions)).flatMap { dispatch in
      (0..<(dispatch.excursions?.count ?? 0)).compactMap {
        dispatch.excursions?[$0].farthest.value
      }
    }
    let known = family.received(.perimeter(.left)).count
    #expect(told.filter { $0 == 111 }.count == 1)
    #expect(told.filter { $0 == 222 }.count + known == 1)
    family.expectSilence()
  }

  @Test("More than sixteen excursions: the newest are listed, the older ones counted")
  func manyExcursions() throws {
    var family = Family(network: { _, _ in .down })
    for walk in 1...19 {
      let exit = family.queue(.perimeter(.left))
      family.wait(minutes: 5)
      family.comeHome(from: exit, farthest: Double(100 + walk))
      family.wait(minutes: 55)
    }
    family.loseThePower()
    family.network = { _, _ in .well }
    family.wait(hours: 1)
    let dispatch = try #require(family.received(.perimeter(.excursions)).first)
    #expect(dispatch.olderExcursions == 3)
    #expect(dispatch.excursions?.count == 16)
    #expect(dispatch.excursions?[15].farthest == Metres(119))
  }

  @Test("Only the newest position waits, for the caregivers who know of the case")
  func locations() throws {
    var family = Family(network: { _, _ in .down })
    family.queue(.help)
    for minute in 1...6 {
      family.wait(minutes: 1)
      family.queue(.location(.breadcrumb), whereabouts: .at(Double(minute)))
    }
    family.network = { _, _ in .well }
    family.wait(minutes: 2)
    let places = family.received(.location(.breadcrumb))
    // Nothing reached the first in a minute, nor the second in another: all are being told.
    #expect(places.map(\.recipient.caregiver) == [0, 1, 2])
    #expect(places.allSatisfy { $0.notice.whereabouts?.distance == Metres(6) })
  }

  @Test("The first position after help keeps its turn when a newer one takes its place")
  func firstLocation() {
    var family = Family(caregivers: 1, network: { _, _ in .down })
    family.queue(.help)
    family.queue(.location(.firstAfterHelp), whereabouts: .at(1))
    family.wait(minutes: 2)
    family.queue(.location(.breadcrumb), whereabouts: .at(2))
    family.network = { _, _ in .well }
    family.wait(minutes: 10)
    #expect(family.received(.location(.breadcrumb)).isEmpty)
    #expect(
      family.received(.location(.firstAfterHelp)).map(\.notice.whereabouts?.distance)
        == [Metres(2)])
  }

  @Test("Each caregiver who asks WHERE is answered alone, also after a power cut")
  func asked() {
    var family = Family(network: { _, _ in .down })
    family.queue(.location(.asked), to: 2, whereabouts: .at(1))
    family.queue(.location(.asked), to: 1, whereabouts: .at(2))
    family.queue(.location(.asked), to: 2, whereabouts: .at(3))
    family.network = { _, _ in .well }
    family.loseThePower()
    family.wait(minutes: 1)
    let answers = family.received(.location(.asked))
    #expect(answers.map(\.recipient.caregiver) == [1, 2])
    #expect(answers.map(\.notice.whereabouts?.distance) == [Metres(2), Metres(3)])
  }
}
