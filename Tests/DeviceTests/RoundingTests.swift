import HAL
import Testing

@testable import Device

/// A browser has no libm, and machines differ in the bits of a NaN.
@Suite("Numbers that are the same on every machine (CARD-3)")
struct RoundingTests {
  private static let most = 9_223_372_036_854_774_784.0

  @Test("Whole numbers, halves and their neighbours round as `rounded()` does")
  func borders() {
    var values: [Double] = [0, -0.0, 5e-324, -5e-324, Self.most, -9_223_372_036_854_775_808]
    for exponent in 0..<63 {
      let power = Double(sign: .plus, exponent: exponent, significand: 1)
      for value in [power, power + 0.5, power - 0.5, power * 1.5, power / 4] {
        for near in [value, value.nextUp, value.nextDown] { values += [near, -near] }
      }
    }
    for value in values where value.magnitude <= Self.most {
      #expect(Int64(nearest: value) == Int64(value.rounded()), "\(value)")
    }
  }

  @Test("Drawn numbers of every size round as `rounded()` does")
  func drawn() {
    var state: UInt64 = 1
    var compared = 0
    for _ in 0..<400_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      // All exponents up to 2^63, and halves far more often than chance would draw them.
      let exponent = Int(state >> 33 % 80) - 16
      let significand = 1 + Double(state >> 12) / Double(1 << 52)
      let value = Double(sign: .plus, exponent: exponent, significand: significand)
      for value in [value, -value, value.rounded() + 0.5, -(value.rounded() + 0.5)] {
        guard value.magnitude <= Self.most else { continue }
        compared += 1
        if Int64(nearest: value) != Int64(value.rounded()) { Issue.record("\(value)") }
      }
    }
    #expect(compared > 1_000_000)
  }

  @Test("Every NaN is one word, and other numbers are their bits")
  func nan() {
    let nans: [Double] = [.nan, -.nan, Double(nan: 5, signaling: false), .infinity - .infinity]
    for nan in nans { #expect(nan.word == nans[0].word) }
    for value in [0, -0.0, 1.5, -.infinity] as [Double] { #expect(value.word == value.bitPattern) }
    var (one, other) = (Digest(), Digest())
    let place = Position(latitudeE7: 1, longitudeE7: 1)!
    for (digest, nan) in [(0, Double.nan), (1, -Double.nan)] {
      let action = Action.position(
        .lost(
          Whereabouts(position: place, distance: nil, radius: nil, eph: Metres(nan)),
          age: Milliseconds(0)))
      if digest == 0 { action.fold(into: &one) } else { action.fold(into: &other) }
    }
    #expect(one == other)
  }
}
