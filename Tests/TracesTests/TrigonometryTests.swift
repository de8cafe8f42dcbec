import Device
import Foundation
import Testing

/// Our sine and cosine beside those of the C library.
struct TrigonometryTests {
  /// Error of the reference itself: its angle in radians is rounded before the sine is taken.
  private static let tolerance = 4e-16

  private func error(at angle: Int32) -> Double {
    let ours = sineCosine(degreesE7: angle)
    let radians = Double(angle) * (.pi / 1.8e9)
    return max(abs(ours.sine - sin(radians)), abs(ours.cosine - cos(radians)))
  }

  @Test("Sine and cosine agree with the C library over the whole circle")
  func sweep() {
    var worst = 0.0
    // A step that is prime, so that no digit of the angle repeats.
    for angle in stride(from: -1_800_000_000, through: 1_800_000_000 as Int, by: 7919) {
      worst = max(worst, error(at: Int32(angle)))
    }
    #expect(worst < Self.tolerance, "worst error: \(worst)")
  }

  @Test("Sine and cosine agree with the C library round every multiple of 45 degrees")
  func seams() {
    var worst = 0.0
    for multiple in -4...4 {
      for offset in -1000...1000 {
        let angle = Int64(multiple) * 450_000_000 + Int64(offset)
        worst = max(worst, error(at: Int32(angle)))
      }
    }
    #expect(worst < Self.tolerance, "worst error: \(worst)")
  }

  @Test(
    "Multiples of 90 degrees are exact",
    arguments: [
      (0, 0.0, 1.0), (900_000_000, 1, 0), (-900_000_000, -1, 0), (1_800_000_000, 0, -1),
      (-1_800_000_000, 0, -1),
    ])
  func exact(angle: Int32, sine: Double, cosine: Double) {
    let ours = sineCosine(degreesE7: angle)
    #expect(ours.sine == sine)
    #expect(ours.cosine == cosine)
  }

  @Test("Any 32-bit angle has a sine and a cosine", arguments: [Int32.min, .min + 1, .max])
  func ends(angle: Int32) {
    #expect(error(at: angle) < Self.tolerance)
  }

  @Test("The sine is odd and the cosine even, to the last bit")
  func symmetry() {
    for angle in stride(from: 1, through: 1_800_000_000 as Int32, by: 1_000_003) {
      let plus = sineCosine(degreesE7: angle)
      let minus = sineCosine(degreesE7: -angle)
      #expect(plus.sine == -minus.sine)
      #expect(plus.cosine == minus.cosine)
    }
  }
}
