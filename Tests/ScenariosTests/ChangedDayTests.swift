import HAL
import Scenarios
import Simulator
import TestSupport
import Testing

@Suite("A day that was changed is known by its name, and is a life like others")
struct ChangedDayTests {
  @Test(
    "A changed day is the same each time, is another one than before, and reads back from a file",
    arguments: 0..<60 as Range<UInt64>)
  func changed(seed: UInt64) throws {
    let before = Lineage(seed: seed)
    let day = before.changed(by: seed * 31).changed(by: 7)
    let plan = day.plan
    #expect(plan == day.plan && plan != before.plan)
    // Nothing new goes wrong in the calm, in which everything must come to its end.
    func reachesCalm(_ plan: Plan) -> [Item.Kind] {
      plan.items.filter { $0.at < plan.calm && $0.at.count + $0.lasts.count > plan.calm.count }
        .map(\.kind)
    }
    for kind in reachesCalm(plan) { #expect(reachesCalm(before.plan).contains(kind)) }
    #expect(plan.items == plan.items.sorted { $0.at < $1.at })
    let folder = TemporaryFolder()
    let file = try folder.write(ScenarioWriter(plan).text(title: "Day \(day)"))
    #expect(try Scenario(file: file).plan == plan)
  }

  @Test("The name of a day says how it came about")
  func name() {
    let day = Lineage(seed: 4711).changed(by: 12).changed(by: 7)
    #expect(day.description == "4711.12.7")
    #expect(Lineage("4711.12.7") == day)
    #expect(Lineage("4711")?.plan == Swarm.plan(seed: 4711))
    for wrong in ["", ".", "4711.", "4711..7", "-1", "4711.x", "99999999999999999999"] {
      #expect(Lineage(wrong) == nil)
    }
  }
}
