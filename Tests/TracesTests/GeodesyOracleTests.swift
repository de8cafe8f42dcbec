import Device
import Foundation
import HAL
import TestSupport
import Testing

/// Distances beside those of GeographicLib, which solves the geodesic on the ellipsoid exactly.
struct GeodesyOracleTests {
  typealias Pair = (a: Position, b: Position)

  @Test(
    "Within 5 km a distance is right to a millimetre, at the poles and across the 180th meridian too",
    .needs(.geodSolve)
  )
  func near() throws {
    let pairs = NearbyPairs().make(10_000)
    // The generator is worth nothing if it misses the hard places.
    #expect(pairs.count { abs($0.a.latitudeE7) > 899_000_000 } > 3000)
    #expect(pairs.count { $0.a.longitudeE7.signum() != $0.b.longitudeE7.signum() } > 1000)

    let lengths = try geodesics(pairs)
    var worst = 0.0
    for (pair, length) in zip(pairs, lengths) {
      try #require(length < 5000)
      let distance = EarthVector(pair.a).distance(to: EarthVector(pair.b)).value
      worst = max(worst, abs(distance - length))
    }
    #expect(worst < 0.001, "worst error: \(worst) m")
  }

  @Test(
    "Anywhere on Earth a distance is right to half a per cent, also to the antipodes",
    .needs(.geodSolve))
  func far() throws {
    var random = SplitMix64(seed: 2)
    var pairs: [Pair] = (0..<1000).map { _ in (random.position(), random.position()) }
    for _ in 0..<50 {
      let a = random.position()
      pairs.append((a, a))
      let opposite = Int64(a.longitudeE7) + (a.longitudeE7 > 0 ? -1_800_000_000 : 1_800_000_000)
      if let b = Position(latitudeE7: -Int64(a.latitudeE7), longitudeE7: opposite) {
        pairs.append((a, b))
      }
    }
    try #require(pairs.count == 1100)

    let lengths = try geodesics(pairs)
    var worst = 0.0
    for (pair, length) in zip(pairs, lengths) {
      let distance = EarthVector(pair.a).distance(to: EarthVector(pair.b)).value
      #expect(distance.isFinite)
      if length == 0 {
        #expect(distance == 0)
      } else {
        worst = max(worst, abs(distance - length) / length)
      }
    }
    #expect(worst < 0.005, "worst relative error: \(worst)")
  }

  @Test("A distance is the same in both directions")
  func symmetry() {
    for pair in NearbyPairs(seed: 3).make(1000) {
      let a = EarthVector(pair.a)
      let b = EarthVector(pair.b)
      #expect(a.distance(to: b) == b.distance(to: a))
    }
  }

  /// One process for all pairs. Coordinates go over as exact decimals.
  private func geodesics(_ pairs: [Pair]) throws -> [Double] {
    let text = pairs.map { pair in
      [pair.a.latitudeE7, pair.a.longitudeE7, pair.b.latitudeE7, pair.b.longitudeE7]
        .map(NearbyPairs.decimal).joined(separator: " ") + "\n"
    }
    let input = try TemporaryFile(text.joined())
    let answer = try Program.answer(["GeodSolve", "-i", "-p", "6"], reading: input.path)
    let lengths = try answer.split(separator: "\n").map { line in
      try #require(line.split(separator: " ").last.flatMap { Double($0) }, "\(line)")
    }
    try #require(lengths.count == pairs.count)
    return lengths
  }
}

extension SplitMix64 {
  mutating func position() -> Position {
    let latitude = integer(in: -900_000_000...900_000_000)
    let longitude = integer(in: -1_800_000_000...1_800_000_000)
    guard let position = Position(latitudeE7: latitude, longitudeE7: longitude) else {
      preconditionFailure("both are in range by construction")
    }
    return position
  }
}
