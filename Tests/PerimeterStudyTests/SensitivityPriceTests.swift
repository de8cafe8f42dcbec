import Advice
import Device
import Foundation
import HAL
import PerimeterStudy
import Simulator
import TestSupport
import Testing

@Suite("The delay that a sensitivity costs (ALZ-4)")
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

  @Test(
    "The delays for receivers without a stated accuracy are those of recorded walks",
    .needsShared(Shared.realTraces))
  func walks() throws {
    let stating = ["walk_esslingen", "walk_stockholm", "walk_zelenograd"]
    let names = try FileManager.default.contentsOfDirectory(atPath: Shared.path(Shared.realTraces))
      .sorted()
      .filter { name in
        (name.hasPrefix("walk_") || name.hasPrefix("hike_"))
          && !stating.contains { name.hasPrefix($0) }
      }
    #expect(names.count == 9)
    var plan = BenchPlan(isSmall: true, seeds: 0)
    plan.add(try names.map { try WalkedTrack(path: Shared.realTrace($0)) })
    let results = BenchResults(plan, plan.units.map { $0.run() })
    let figures = try #require(
      results.figures.first { $0.cell.radius == 100 && $0.rule == .ours })
    #expect(figures.delay50?.value.rounded() == SensitivityPrice.walksWithoutAccuracy.median)
    #expect(figures.delay95?.value.rounded() == SensitivityPrice.walksWithoutAccuracy.late)
  }
}
