/// Median, least and greatest of the rounds.
struct Spread: Encodable {
  let median: Double
  let min: Double
  let max: Double

  /// Nil without values.
  init?(_ values: [Double]) {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    min = first
    max = last
    let middle = sorted.count / 2
    median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

/// Another program beside ours, both in fixes per second.
struct Pairing: Encodable {
  let peer: String
  /// Fixes in the shorter file that it got.
  let fixes: Int
  let fixesPerSecond: Spread
  /// Ours over theirs, of each pair of turns.
  let ratio: Spread
}

/// `wc -l` on the file that ours reads.
struct Scale: Encodable {
  let megabytesPerSecond: Spread
  /// Our time over that of `wc -l`, of each pair of turns.
  let times: Spread
}

/// One format, from the file to the decision.
struct FormatResult: Encodable {
  let format: String
  let fixes: Int
  let exits: Int
  let returns: Int
  let digest: String
  let fixesPerSecond: Spread
  let megabytesPerSecond: Spread
  /// Ratios to programs that are there and read the format.
  let beside: [Pairing]
  let wc: Scale?
}

/// Fixes that were in memory already.
struct MemoryResult: Encodable {
  let through: String
  let fixes: Int
  let exits: Int
  let digest: String
  let fixesPerSecond: Spread
}

/// Simulated days beside gpsfake, both in seconds of the device's life a second.
struct WorldResult: Encodable {
  let days: Int
  let speed: Spread
  let gpsfake: Spread?
  /// Ours over gpsfake's, of each pair of turns.
  let ratio: Spread?
}

struct Results: Encodable {
  let rounds: Int
  let formats: [FormatResult]
  let memory: [MemoryResult]
  let world: WorldResult
}
