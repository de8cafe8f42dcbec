import Device
import HAL
import Testing

/// Ana, Luis and Eva, who are known by a number wherever they stand.
@Suite("Caregivers are who they are, not where they stand in a list (SAFE-5)")
struct WhoTests {
  static let ana: UInt32 = 11
  static let luis: UInt32 = 12
  static let eva: UInt32 = 13

  static func family(
    _ people: [UInt32], network: @escaping (Dispatch, Instant) -> Family.Reply = { _, _ in .well }
  ) -> Family {
    var family = Family(caregivers: 0, network: network)
    family.load(people)
    return family
  }

  /// The recipients of a message by the list of that moment.
  static func told(_ family: Family, _ matter: Notice.Matter) -> [UInt32] {
    family.tried(matter).map(\.who)
  }

  @Test("In another order: who is first now and has not heard is told at once, nobody twice")
  func otherOrder() {
    var family = WhoTests.family([WhoTests.ana, WhoTests.luis])
    family.queue(.help)
    family.wait(.seconds(30))
    family.load([WhoTests.luis, WhoTests.ana])
    #expect(WhoTests.told(family, .help) == [WhoTests.ana, WhoTests.luis])
    family.wait(minutes: 20)
    #expect(WhoTests.told(family, .help) == [WhoTests.ana, WhoTests.luis])
  }

  @Test("Somebody new in front is told at once, and nobody behind them is skipped")
  func newInFront() {
    var family = WhoTests.family([WhoTests.ana, WhoTests.luis])
    family.queue(.help)
    family.wait(.seconds(30))
    family.load([WhoTests.eva, WhoTests.ana, WhoTests.luis])
    #expect(WhoTests.told(family, .help) == [WhoTests.ana, WhoTests.eva])
    family.wait(minutes: 6)
    #expect(WhoTests.told(family, .help) == [WhoTests.ana, WhoTests.eva, WhoTests.luis])
  }

  @Test("Another person in the place of who was told has not been told")
  func replaced() {
    var family = WhoTests.family([WhoTests.ana])
    let help = family.queue(.help)
    family.wait(.seconds(30))
    family.load([WhoTests.luis])
    family.wait(.seconds(5))
    #expect(WhoTests.told(family, .help) == [WhoTests.ana, WhoTests.luis])
    #expect(family.screenHasTold(help) == 2)
  }

  @Test("Caregivers without a number are known by their place")
  func nameless() {
    var family = WhoTests.family([0, 0])
    family.queue(.help)
    family.wait(.seconds(30))
    family.load([0, 0])
    family.wait(.seconds(30))
    #expect(family.tried(.help).count == 1)
  }

  @Test(
    "The yes of a server that was asked before the change is not booked for who stands there now")
  func lateAnswer() {
    var family = WhoTests.family([WhoTests.ana, WhoTests.luis]) { dispatch, now in
      .answer(.accepted, after: .seconds(now.milliseconds < 1000 ? 20 : 3))
    }
    let help = family.queue(.help)
    family.wait(.seconds(10))
    family.load([WhoTests.luis, WhoTests.ana])
    // Luis's own yes, which comes first, could be Ana's: nobody is named before both have come.
    family.wait(.seconds(5))
    #expect(family.screenHasTold(help) == 0)
    family.wait(.seconds(120))
    #expect(family.screenHasTold(help) == 1)
  }

  @Test("The place for a caregiver who has left the list goes to nobody else")
  func orphanedQuestion() {
    var family = WhoTests.family([WhoTests.ana, WhoTests.luis], network: { _, _ in .down })
    family.queue(.location(.asked), to: 1, whereabouts: .at(50))
    family.wait(.seconds(2))
    family.network = { _, _ in .well }
    family.load([WhoTests.ana])
    family.wait(hours: 2)
    #expect(family.received(.location(.asked)).isEmpty)
    family.expectSilence()
  }

  @Test("The same holds over a power cut: records count by the list of their time")
  func powerCut() {
    var family = WhoTests.family([WhoTests.ana, WhoTests.luis])
    family.queue(.help)
    family.wait(.seconds(30))
    family.replace([WhoTests.luis, WhoTests.ana])
    family.loseThePower()
    family.wait(.seconds(10))
    #expect(WhoTests.told(family, .help).suffix(1) == [WhoTests.luis])
    #expect(family.tried(.help).count == 2)
    // A second cut, with the new list: nothing is mixed up.
    family.loseThePower()
    family.wait(.seconds(10))
    #expect(family.tried(.help).count == 2)
  }

  @Test("Any prefix of the records, cut in the middle of the change, names nobody who was not told")
  func everyPrefix() {
    var whole = WhoTests.family([WhoTests.ana, WhoTests.luis])
    whole.queue(.help)
    whole.wait(.seconds(30))
    whole.load([WhoTests.eva, WhoTests.luis, WhoTests.ana])
    whole.wait(minutes: 12)
    for kept in 0...whole.records.count {
      var family = whole
      family.loseThePower(keeping: kept)
      family.wait(minutes: 30)
      let had = Set(
        family.mailbox.filter { $0.dispatch.notice.matter == .help }.map(\.who))
      if family.helpPageSaysTold { #expect(!had.isEmpty, "kept \(kept)") }
      // Everybody has it after half an hour, whatever the power cut hid.
      if kept > 0 { #expect(had == [WhoTests.ana, WhoTests.luis, WhoTests.eva], "kept \(kept)") }
    }
  }

  private static let refusal = Notice.Matter.companyRefused(CompanyRefusal(.past, minute: 600))

  @Test("Forty answers that wait for a caregiver who leaves the list go to nobody")
  func leavesWithMany() {
    var family = WhoTests.family([WhoTests.ana, WhoTests.luis], network: { _, _ in .down })
    for _ in 0..<40 { family.queue(WhoTests.refusal, to: 1) }
    family.load([WhoTests.ana])
    family.expectSilence()
  }

  @Test("An answer to somebody who left goes to nobody, also where the power goes with the list")
  func leavesInTheDark() throws {
    var family = WhoTests.family([WhoTests.ana, WhoTests.luis], network: { _, _ in .down })
    family.queue(WhoTests.refusal, to: 1)
    family.load([WhoTests.ana])
    let list = try #require(
      family.records.lastIndex { if case .outbox(.caregivers) = $0 { true } else { false } })
    family.network = { _, _ in .well }
    family.loseThePower(keeping: list + 1)
    family.wait(hours: 1)
    #expect(!WhoTests.told(family, WhoTests.refusal).contains(WhoTests.ana))
    family.expectSilence()
  }
}
