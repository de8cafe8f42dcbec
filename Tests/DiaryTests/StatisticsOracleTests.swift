import Device
import Diary
import Foundation
import Names
import TestSupport
import Testing

@Suite("The diary's figures are those of other people's programs and tables")
struct StatisticsOracleTests {
  private func results(_ one: Oracles.Case) throws -> [MeterResult] {
    try #require(one.numbers("glucose_mgdl")).map(Readings.milligrams)
  }

  @Test(
    "DIA-5: Tidepool's and iglu's statistics",
    arguments: Oracles.insulin.family("glucose_statistics"))
  func statistics(_ one: Oracles.Case) throws {
    if one.text("index") == "GMI" {
      let mean = MilligramsPerDecilitre(try #require(one.number("mean_mgdl")))
      let sensor = SensorCoverage(days: 14, share: 0.7)
      let indicator = try #require(GlucoseManagementIndicator(mean: mean, coverage: sensor))
      let expected = try #require(one.expected("gmi_percent"))
      #expect(abs(indicator.percent - expected) <= one.tolerance)
      return
    }
    let results = try results(one)
    let statistics = GlucoseStatistics(results, in: .milligrams)
    var answers = 0
    for (key, value) in [
      ("n", Double(statistics.count)), ("mean", statistics.mean), ("min", statistics.minimum),
      ("max", statistics.maximum),
    ] {
      guard let expected = one.expected(key) else { continue }
      answers += 1
      #expect(abs((value ?? .nan) - expected) <= one.tolerance, "\(key)")
    }
    if one.expectsNone("sd") {
      answers += 1
      // Tidepool asks for thirty readings; DIA-5 does not, so it is a question of the caller.
      let least = Int(try #require(one.number("minimum_n_for_sd")))
      let values = try #require(one.numbers("glucose_mgdl"))
      #expect(Sample.standardDeviation(values, least: least) == nil)
    }
    if let counts = one.expected["counts"] as? [String: Int] {
      answers += 1
      let bands = statistics.bands
      #expect(
        counts == [
          "veryLow": bands.veryLow, "low": bands.low, "target": bands.inRange, "high": bands.high,
          "veryHigh": bands.veryHigh, "total": bands.total,
        ])
    }
    #expect(answers > 0)
  }

  @Test(
    "The standard deviation is the sample's",
    arguments: Oracles.insulin.family("sd_both_conventions"))
  func deviation(_ one: Oracles.Case) throws {
    let statistics = GlucoseStatistics(try results(one), in: .milligrams)
    if one.expectsNone("mean") {
      #expect(statistics.mean == nil)
    } else {
      #expect(abs((statistics.mean ?? .nan) - (one.expected("mean") ?? 0)) <= one.tolerance)
    }
    if one.expectsNone("sd_sample") {
      #expect(statistics.standardDeviation == nil)
    } else {
      let deviation = statistics.standardDeviation ?? .nan
      #expect(abs(deviation - (one.expected("sd_sample") ?? 0)) <= one.tolerance)
    }
  }

  @Test(
    "The glucose management indicator's table",
    arguments: Oracles.insulin.family("gmi_published_table"))
  func indicator(_ one: Oracles.Case) throws {
    func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
    if let mean = one.number("mean_mgdl") {
      let indicator = try #require(
        GlucoseManagementIndicator(
          mean: MilligramsPerDecilitre(mean), coverage: SensorCoverage(days: 14, share: 0.7)))
      #expect(tenths(indicator.percent) == one.expected("gmi_percent_1dp"))
    } else {
      let mean = MillimolesPerLitre(try #require(one.number("mean_mmol")))
      let value = GlucoseManagementIndicator.millimolesPerMole(mean: mean)
      #expect(tenths(value) == one.expected("gmi_mmol_per_mol_1dp"))
    }
  }

  @Test(
    "The table of HbA1c and mean glucose", arguments: Oracles.insulin.family("eag_published_table"))
  func estimatedA1c(_ one: Oracles.Case) throws {
    let percent = try #require(one.number("a1c_percent"))
    let mean = EstimatedA1c.mean(percent: percent)
    #expect(mean.value.rounded() == one.expected("eag_mgdl"))
    #expect(abs(EstimatedA1c.percent(mean: mean) - percent) < 1e-6)
  }

  @Test("DIA-6: fields of the export", arguments: Oracles.insulin.family("seed_csv_field"))
  func field(_ one: Oracles.Case) throws {
    let notes = try #require(one.text("notes"))
    #expect(CSV(isSpreadsheetSafe: false).text(notes) == one.expected["rfc4180_field"] as? String)
  }
}
