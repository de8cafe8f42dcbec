import Foundation
import HAL
import TestSupport
import Testing

@testable import Checkers

/// The checkers' own distances and winds beside those of GeographicLib.
struct GroundOracleTests {
  @Test(
    "Within 8 km and up to 70° of latitude they are right to a thousandth and to half a metre",
    .needs(.geodSolve))
  func near() throws {
    var random = SplitMix64(seed: 11)
    var pairs: [(home: Position, place: Position)] = []
    while pairs.count < 5000 {
      let home = (
        latitude: random.integer(in: -700_000_000...700_000_000),
        longitude: random.integer(in: -1_800_000_000...1_800_000_000)
      )
      let place = Position(
        latitudeE7: home.latitude + random.integer(in: -500_000...500_000),
        longitudeE7: home.longitude + random.integer(in: -500_000...500_000))
      guard let place, let home = Position(latitudeE7: home.latitude, longitudeE7: home.longitude)
      else { continue }
      pairs.append((home, place))
    }
    let text = pairs.map { pair in
      [
        pair.home.latitudeE7, pair.home.longitudeE7, pair.place.latitudeE7, pair.place.longitudeE7,
      ].map(NearbyPairs.decimal).joined(separator: " ") + "\n"
    }
    let input = try TemporaryFile(text.joined())
    let answer = try Program.answer(["GeodSolve", "-i", "-p", "6"], reading: input.path)
    let lines = answer.split(separator: "\n")
    try #require(lines.count == pairs.count)
    var winds = 0
    for (pair, line) in zip(pairs, lines) {
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      try #require(numbers.count == 3, "\(line)")
      let (azimuth, length) = (numbers[0], numbers[2])
      let (distance, wind) = Ground.offset(from: pair.home, to: pair.place)
      #expect(abs(distance - length) < 0.5 + length * 0.001, "\(pair): \(distance), \(length)")
      guard let wind, length > 20 else { continue }
      winds += 1
      let middle = Double(wind.rawValue - 1) * 45
      let off = abs((azimuth - middle + 540).truncatingRemainder(dividingBy: 360) - 180)
      #expect(off < 23.5, "\(pair): \(wind), \(azimuth)°")
    }
    #expect(winds > 4000)
  }
}
