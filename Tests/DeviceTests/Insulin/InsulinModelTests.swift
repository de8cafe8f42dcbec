import Device
import HAL
import Testing

@Suite("Every curve of insulin that a profile may ask for is one")
struct InsulinModelTests {
  private func remaining(_ model: InsulinModel) -> [Double] {
    (0...Int64(model.duration + model.delay)).map { minute in
      model.fractionRemaining(after: .seconds(minute * 60))
    }
  }

  @Test(
    "DIA-3: a peak near half of the duration is refused, and up to there a dose only fades",
    arguments: [120.0, 300, 360, 720])
  func latestPeak(_ duration: Double) throws {
    for share in [0.5, 0.49999999997, 0.4999, 0.49901, -Double.nan, .nan, .infinity] {
      #expect(InsulinModel(checkedDuration: duration, peak: duration * share, delay: 10) == nil)
    }
    for share in [0.125, 0.25, 0.4, 0.498, 0.499] {
      let model = try #require(
        InsulinModel(checkedDuration: duration, peak: duration * share, delay: 10))
      let left = remaining(model)
      #expect(left.first == 1 && left.last == 0)
      #expect(zip(left, left.dropFirst()).allSatisfy { $0 >= $1 - 1e-8 })
      // As late as it may be, the curve is all but t²(3 - 2t): half of the dose acts in each half.
      if share > 0.49 {
        let middle = model.fractionRemaining(after: .seconds(Int64(duration / 2 + 10) * 60))
        #expect(abs(middle - 0.5) < 0.01)
      }
    }
  }

  @Test(
    "DIA-3: the peak at which the formula divides by nothing has its neighbours' curve",
    arguments: [(120.0, 35.147_186_257_614_3), (360.0, 105.441_558_772_842_9)])
  func limit(_ duration: Double, _ peak: Double) throws {
    let curves = try [peak - 1e-6, peak, peak + 1e-6].map {
      try remaining(#require(InsulinModel(checkedDuration: duration, peak: $0, delay: 0)))
    }
    for minute in curves[1].indices {
      #expect(abs(curves[1][minute] - curves[0][minute]) < 1e-7)
      #expect(abs(curves[1][minute] - curves[2][minute]) < 1e-7)
    }
  }
}
