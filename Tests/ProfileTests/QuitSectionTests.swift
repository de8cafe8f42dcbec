import Device
import Foundation
import Names
import Profile
import Quit
import Testing

@Suite("The section quit, and every way it can be wrong (QUIT-1)")
struct QuitSectionTests {
  private static let place = "perimeter: {lat: 0, lon: 0, radius_m: 200}\n"

  private func profile(_ yaml: String) throws -> Profile {
    try ProfileFile(QuitSectionTests.place + yaml).profile()
  }

  @Test("All of it is read, with several prices and slips")
  func whole() throws {
    let profile = try profile(
      """
      quit:
        per_day: 12
        price: [{from: 2026-11-21, each: "3,75"}, {from: 2027-01-01 12:00, each: 0.2755}]
        currency: EUR
        quit_at: 2026-11-21 08:00
        motive: loved_ones
        phrase: Por mis nietos
        ranks: [10, 20, 30]
        milestones: no
        tips_a_day: 2
        check_in: "21:30"
        on_demand: yes
        tell_caregiver: yes
      slips:
        - {at: 2026-11-25 22:00, cigarettes: 3, note: una boda}
        - {at: 2026-12-01 07:00}
      """)
    let plan = try #require(profile.quit)
    #expect(plan.perDay == 12 && plan.currency.code == "EUR" && plan.ranks == [10, 20, 30])
    #expect(plan.prices.map(\.each.tenThousandths) == [37_500, 2755])
    #expect(
      plan.prices.map { CivilText.text($0.from) } == ["2026-11-21 00:00", "2027-01-01 12:00"])
    #expect(plan.motive == .lovedOnes && plan.phrase == "Por mis nietos" && plan.isComplete)
    #expect(!plan.saysMilestones && plan.tipsPerDay == 2 && plan.checkInAt == 1290)
    #expect(plan.isOnDemand && plan.tellsCaregiver)
    #expect(profile.slips.map(\.cigarettes) == [3, 1])
    #expect(profile.slips.map(\.note) == ["una boda", nil])
  }

  @Test("The little that is needed is enough, and it speaks seldom by default")
  func defaults() throws {
    let profile = try profile("quit: {per_day: 10, price: 3.75, quit_at: 2026-11-21 08:00}")
    let plan = try #require(profile.quit)
    #expect(plan.currency.code == "MXN" && plan.ranks == [300, 500, 1000])
    #expect(plan.saysMilestones && plan.tipsPerDay == 0 && plan.checkInAt == nil)
    #expect(!plan.isOnDemand && !plan.tellsCaregiver && !plan.isComplete)
    #expect(try self.profile("").quit == nil)
  }

  @Test("A companion adds nothing to the profile's own row of settings")
  func row() throws {
    let quit = "quit: {per_day: 10, price: 3.75, quit_at: 2026-11-21 08:00, on_demand: yes}\n"
    #expect(try profile(quit).settings == profile("").settings)
  }

  @Test(
    "Each mistake is named with line, key, value and what was expected",
    arguments: [
      ("per_day: 0", "quit.per_day is \"0\"; expected a whole number from 1 to 100 cigarettes"),
      ("per_day: 10.5", "quit.per_day is \"10.5\""),
      ("price: 0", "quit.price is \"0\"; expected the price of one cigarette from 0.0001"),
      ("price: -1", "quit.price is \"-1\""), ("price: 3.75001", "quit.price is \"3.75001\""),
      ("price: 100001", "quit.price is \"100001\""), ("price: tres", "quit.price is \"tres\""),
      ("price: []", "quit.price has 0 entries; expected 1 to 64"),
      ("price: [{from: 2026-11-21}]", "quit.price[1] lacks each"),
      (
        "price: [{from: 2027-01-01, each: 1}, {from: 2026-01-01, each: 1}]",
        "quit.price[2].from is not after the price before it"
      ),
      ("currency: pesos", "quit.currency is \"pesos\"; expected a code of ISO 4217 such as MXN"),
      ("quit_at: 2026-11-21", "quit.quit_at is \"2026-11-21\"; expected a date and time"),
      ("motive: salud", "quit.motive is \"salud\"; expected"),
      ("phrase: \"\"", "quit.phrase has no value"),
      ("ranks: [300, 200, 100]", "quit.ranks has other limits; expected three whole amounts"),
      ("ranks: [300, 500]", "quit.ranks has other limits"),
      ("ranks: [300, 500.5, 1000]", "expected a whole number"),
      ("milestones: often", "quit.milestones is \"often\"; expected yes or no"),
      ("tips_a_day: 7", "quit.tips_a_day is \"7\"; expected a whole number from 0 to 6"),
      ("check_in: late", "quit.check_in is \"late\"; expected a time"),
      ("on_demand: 2", "quit.on_demand is \"2\"; expected yes or no"),
      ("tips: 3", "did you mean \"tips_a_day\"?"), ("fase: 1", "unknown key \"fase\" in quit"),
    ])
  func refused(_ member: String, _ reason: String) throws {
    let key = member.prefix { $0 != ":" }
    let others = ["per_day: 10", "price: 3.75", "quit_at: 2026-11-21 08:00"]
      .filter { !$0.hasPrefix("\(key):") }
    let yaml = "quit:\n" + ([member] + others).map { "  \($0)\n" }.joined()
    let mistakes = try ProfileFile(QuitSectionTests.place + yaml).mistakes()
    #expect(mistakes.count == 1, "\(mistakes)")
    #expect(mistakes.first?.contains(reason) == true, "\(mistakes)")
    #expect(mistakes.first?.contains("line 3") == true, "\(mistakes)")
  }

  @Test(
    "What a section cannot do without, and slips that are none",
    arguments: [
      ("quit: {price: 3.75, quit_at: 2026-11-21 08:00}", "quit lacks per_day"),
      ("quit: {per_day: 10, quit_at: 2026-11-21 08:00}", "quit lacks price"),
      ("quit: {per_day: 10, price: 3.75}", "quit lacks quit_at"),
      ("quit: yes", "quit is not a mapping"),
      ("slips: [{cigarettes: 2}]", "slips[1] lacks at"),
      ("slips: [{at: 2026-11-25 22:00, cigarettes: 0}]", "slips[1].cigarettes is \"0\""),
      ("slips: [{at: ayer}]", "slips[1].at is \"ayer\""),
    ])
  func lacking(_ yaml: String, _ reason: String) throws {
    let mistakes = try ProfileFile(QuitSectionTests.place + yaml).mistakes()
    #expect(mistakes.count == 1 && mistakes[0].contains(reason), "\(mistakes)")
  }
}
