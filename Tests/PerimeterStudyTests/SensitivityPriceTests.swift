import Advice
import Device
import HAL
import PerimeterStudy
import Simulator
import Testing

@Suite("What a sensitivity of the perimeter costs (ALZ-4)")
struct SensitivityPriceTests {
  @Test("The delays that `vigia profile check` prints are those of 200 walks out")
  func delays() throws {
    var plan = BenchPlan(isSmall: true, seeds: 200, first: 1_000_000)
    plan.keep { $0.group == "street" && $0.family == Family.walkOut.name }
    let results = BenchResults(plan, plan.units.map { $0.run() })
    let rules: [PerimeterTemper: RuleName] = [.calm: .calm, .normal: .ours, .quick: .quick]
    for price in SensitivityPrice.all {
      let rule = try #require(rules[price.sensitivity])
      let figures = try #require(results.find("street", 100, .walkOut, rule))
      #expect(figures.delay50?.value.rounded() == price.seconds.median)
      #expect(figures.delay95?.value.rounded() == price.seconds.late)
      #expect(figures.metres50?.value.rounded() == price.metres.median)
      #expect(figures.metres95?.value.rounded() == price.metres.late)
    }
    #expect(SensitivityPrice.all.map(\.sensitivity) == [.calm, .normal, .quick])
  }
}
