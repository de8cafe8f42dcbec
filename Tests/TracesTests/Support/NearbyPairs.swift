import Foundation
import HAL
import TestSupport

/// Pairs of points less than 5 km apart: two fifths anywhere, one fifth round each pole, one fifth on
/// the 180th meridian.
struct NearbyPairs {
  private static let metresPerDegree = 111_319.0
  /// Metres in both directions, so that the diagonal stays below 5 km.
  private static let reach: Int64 = 3500

  var seed: UInt64 = 1

  func make(_ count: Int) -> [(a: Position, b: Position)] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { index in
      while true {
        let pair = Self.candidate(kind: index % 5, &random)
        if let a = pair.0, let b = pair.1 { return (a, b) }
      }
    }
  }

  private static func candidate(
    kind: Int, _ random: inout SplitMix64
  ) -> (Position?, Position?) {
    let dx = Double(random.integer(in: -reach * 1000...reach * 1000)) / 1000
    let dy = Double(random.integer(in: -reach * 1000...reach * 1000)) / 1000
    if kind == 2 || kind == 3 {
      // Points are in the plane that touches the pole, up to 10 km from it: above 89.9 degrees.
      let x = Double(random.integer(in: -7000...7000))
      let y = Double(random.integer(in: -7000...7000))
      let pole: Double = kind == 2 ? 90 : -90
      return (polar(pole, x, y), polar(pole, x + dx, y + dy))
    }
    let latitude = Double(random.integer(in: -800_000_000...800_000_000)) / 1e7
    // On the meridian, the first point lies within a step of it, so that many pairs straddle it.
    let longitude =
      kind == 4
      ? 180 - Double(random.integer(in: -100_000...100_000)) / 1e7
      : Double(random.integer(in: -1_800_000_000...1_800_000_000)) / 1e7
    let east = dx / (metresPerDegree * cos(latitude * .pi / 180))
    return (
      position(latitude, longitude), position(latitude + dy / metresPerDegree, longitude + east)
    )
  }

  private static func polar(_ pole: Double, _ x: Double, _ y: Double) -> Position? {
    let colatitude = (x * x + y * y).squareRoot() / 111_694
    return position(pole - (pole > 0 ? colatitude : -colatitude), atan2(y, x) * 180 / .pi)
  }

  private static func position(_ latitude: Double, _ longitude: Double) -> Position? {
    let wrapped = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    return Position(
      latitudeE7: Int64((latitude * 1e7).rounded()), longitudeE7: Int64((wrapped * 1e7).rounded()))
  }

  /// Exactly, without a detour over a floating-point number.
  static func decimal(_ degreesE7: Int32) -> String {
    let digits = String(degreesE7.magnitude)
    let padded = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    return (degreesE7 < 0 ? "-" : "") + padded.dropLast(7) + "." + padded.suffix(7)
  }
}
