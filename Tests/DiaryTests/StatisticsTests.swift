import Device
import Diary
import Foundation
import Names
import TestSupport
import Testing

@Suite("Statistics of the readings (DIA-5)")
struct StatisticsTests {
  /// Readings of a rough year, in whole mg/dL.
  private func readings(_ count: Int, seed: UInt64) -> [Double] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in Double(20 + random.below(581)) }
  }

  @Test("numpy finds the same in the same readings", .needs(.numpy), arguments: [2, 3, 30, 1000])
  func numpy(_ count: Int) throws {
    let values = readings(count, seed: UInt64(count))
    let answer = try Python.answer(
      """
      import sys, numpy
      v = numpy.array([float(x) for x in sys.argv[1].split()])
      print(repr(float(v.max())), repr(float(v.min())), repr(float(v.mean())),
            repr(float(v.std(ddof=1))), repr(float(v.std(ddof=1) / v.mean() * 100)),
            (v < 54).sum(), ((v >= 54) & (v < 70)).sum(), ((v >= 70) & (v <= 180)).sum(),
            ((v > 180) & (v <= 250)).sum(), (v > 250).sum())
      """, [values.map { "\($0)" }.joined(separator: " ")])
    let theirs = answer.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    let all = GlucoseStatistics(values.map(Readings.milligrams), in: .milligrams)
    let ours = [
      all.maximum, all.minimum, all.mean, all.standardDeviation, all.coefficientOfVariation,
      Double(all.bands.veryLow), Double(all.bands.low), Double(all.bands.inRange),
      Double(all.bands.high), Double(all.bands.veryHigh),
    ].map { $0 ?? .nan }
    #expect(theirs.count == ours.count)
    for (a, b) in zip(ours, theirs) { #expect(abs(a - b) <= 1e-12 * abs(b), "\(ours) \(theirs)") }
  }

  @Test("One reading has a mean but no deviation; none has neither")
  func few() {
    let one = GlucoseStatistics([Readings.milligrams(123)], in: .milligrams)
    #expect(one.mean == 123)
    #expect(one.standardDeviation == nil)
    #expect(one.coefficientOfVariation == nil)
    let none = GlucoseStatistics([], in: .milligrams)
    #expect(none.count == 0)
    #expect(none.mean == nil && none.minimum == nil && none.maximum == nil)
    #expect(none.bands.share(none.bands.inRange) == nil)
  }

  @Test("LO and HI are counted, and stand in the outermost bands, but enter no mean")
  func classes() {
    let all = GlucoseStatistics(
      [.low, .low, .high, Readings.milligrams(100), Readings.milligrams(120)], in: .milligrams)
    #expect(all.count == 5)
    #expect(all.lowCount == 2)
    #expect(all.highCount == 1)
    #expect(all.mean == 110)
    #expect(all.minimum == 100)
    #expect(all.maximum == 120)
    #expect(all.bands.veryLow == 2)
    #expect(all.bands.veryHigh == 1)
    #expect(all.bands.share(all.bands.inRange) == 40)
    #expect(GlucoseStatistics([.low], in: .milligrams).mean == nil)
  }

  @Test("A reading in mmol/L is held against the limits in mmol/L")
  func millimoleBands() {
    let values = [2.9, 3.0, 3.8, 3.9, 10.0, 10.1, 13.9, 14.0]
    let bands = GlucoseBands(values.map(Readings.millimoles))
    #expect(bands.veryLow == 1)
    #expect(bands.low == 2)
    #expect(bands.inRange == 2)
    #expect(bands.high == 2)
    #expect(bands.veryHigh == 1)
  }

  @Test("Both units go into one mean, each converted once")
  func units() throws {
    let results = [Readings.milligrams(180.1559), Readings.millimoles(5)]
    let inMillimoles = try #require(GlucoseStatistics(results, in: .millimoles).mean)
    #expect(abs(inMillimoles - 7.5) < 1e-12)
    let inMilligrams = try #require(GlucoseStatistics(results, in: .milligrams).mean)
    #expect(abs(inMilligrams - 7.5 * 18.01559) < 1e-9)
  }

  @Test("A meter gives no GMI, nor does a sensor that covered too little")
  func indicator() {
    let all = GlucoseStatistics([Readings.milligrams(150)], in: .milligrams)
    #expect(all.indicator(nil) == nil)
    #expect(all.indicator(SensorCoverage(days: 13.9, share: 1)) == nil)
    #expect(all.indicator(SensorCoverage(days: 90, share: 0.69)) == nil)
    #expect(abs((all.indicator(SensorCoverage(days: 14, share: 0.7))?.percent ?? 0) - 6.898) < 1e-9)
    let other = GlucoseStatistics([Readings.millimoles(10)], in: .millimoles)
    let percent = other.indicator(SensorCoverage(days: 14, share: 0.7))?.percent ?? 0
    #expect(abs(percent - (3.31 + 0.02392 * 180.1559)) < 1e-9)
  }
}
