import Checkers
import Console
import Foundation
import Profile
import Simulator
import Traces

/// The last line of an exploration, for scripts. Nothing in it differs from run to run; numbers of
/// several ranges add up, digests do so as 64-bit numbers.
struct ExploreSummary {
  var seeds: Range<UInt64>
  var days: Int
  var version = ThisProgram.version
  var commit = ThisProgram.commit
  var lives: Int
  var simulated: Int64
  var fixes: Int
  var faults: Int
  var failures: Int
  /// Counts by the number of each probe.
  var probes: [Int]
  var digest: UInt64
  /// The digest of the actions alone.
  var actions: UInt64

  init(_ total: Exploration, of seeds: Range<UInt64>, days: Int) {
    self.seeds = seeds
    self.days = days
    lives = total.lives
    simulated = total.simulated.count / 1000
    fixes = total.fixes
    faults = total.injected
    failures = total.failures.count
    probes = total.probes.counts
    digest = total.digest
    actions = total.actions
  }

  static func digest(_ number: UInt64) -> String { number.padded(16, radix: 16) }

  var line: String {
    var line = "{\"event\":\"summary\",\"seeds\":\"\(SeedRange.text(seeds))\",\"days\":\(days)"
    line += ",\"version\":\(JSONText.quoted(version)),\"commit\":\(JSONText.quoted(commit))"
    line += ",\"lives\":\(lives),\"simulated_s\":\(simulated),\"fixes\":\(fixes)"
    line += ",\"faults\":\(faults),\"failures\":\(failures)"
    let reached = Probe.allCases.map { "\"\($0.name)\":\(probes[$0.rawValue])" }
    line += ",\"probes\":{\(reached.joined(separator: ","))}"
    return line + ",\"digest\":\"\(ExploreSummary.digest(digest))\""
      + ",\"actions\":\"\(ExploreSummary.digest(actions))\"}"
  }

  /// The next ones are of the seeds right behind these.
  mutating func add(_ next: ExploreSummary) {
    seeds = seeds.lowerBound..<next.seeds.upperBound
    lives += next.lives
    simulated += next.simulated
    fixes += next.fixes
    faults += next.faults
    failures += next.failures
    for i in probes.indices { probes[i] += next.probes[i] }
    digest &+= next.digest
    actions &+= next.actions
  }
}

extension ExploreSummary: Decodable {
  private enum Key: String, CodingKey {
    case seeds, days, version, commit, lives, fixes, faults, failures, probes, digest, actions
    case simulated = "simulated_s"
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    func wrong(_ key: Key) -> DecodingError {
      .dataCorruptedError(forKey: key, in: members, debugDescription: "")
    }
    /// The bound is so large that thousands of them add up.
    func count(_ key: Key) throws -> Int {
      let count = try members.decode(Int.self, forKey: key)
      guard (0...1 << 48).contains(count) else { throw wrong(key) }
      return count
    }
    guard let seeds = try? SeedRange(members.decode(String.self, forKey: .seeds)) else {
      throw wrong(.seeds)
    }
    self.seeds = seeds.range
    days = try count(.days)
    version = try members.decode(String.self, forKey: .version)
    commit = try members.decode(String.self, forKey: .commit)
    lives = try count(.lives)
    simulated = Int64(try count(.simulated))
    fixes = try count(.fixes)
    faults = try count(.faults)
    failures = try count(.failures)
    let reached = try members.decode([String: Int].self, forKey: .probes)
    let names = Probe.allCases.map(\.name)
    guard Set(names) == Set(reached.keys), reached.values.allSatisfy((0...1 << 48).contains)
    else { throw wrong(.probes) }
    probes = names.map { reached[$0] ?? 0 }
    func hexadecimal(_ key: Key) throws -> UInt64 {
      let hex = try members.decode(String.self, forKey: key)
      guard hex.utf8.count == 16, let number = UInt64(hex, radix: 16) else { throw wrong(key) }
      return number
    }
    digest = try hexadecimal(.digest)
    actions = try hexadecimal(.actions)
  }
}

/// The sum of what several explorations said as JSON, in whatever order they are given.
struct ExploreMerge {
  private var pieces: [ExplorePiece] = []

  mutating func add(file: String) throws {
    let piece = try ExplorePiece(file: file)
    if let first = pieces.first { try ExploreMerge.compare(piece, first) }
    pieces.append(piece)
  }

  /// Days of other lengths, and of other devices, do not add up.
  private static func compare(_ piece: ExplorePiece, _ first: ExplorePiece) throws {
    func expect<T: Equatable>(_ member: KeyPath<ExploreSummary, T>, _ name: (T) -> String) throws {
      let (found, expected) = (piece.summary[keyPath: member], first.summary[keyPath: member])
      guard found != expected else { return }
      throw InputError(
        file: piece.file, "is of \(name(found)); expected \(name(expected)), as \(first.file)")
    }
    try expect(\.version) { "version \($0)" }
    try expect(\.commit) { "commit \($0)" }
    try expect(\.days) { "\($0) days a seed" }
  }

  /// The output of one exploration of all of it.
  func lines() throws -> (lines: [String], failures: Int) {
    let pieces = pieces.sorted {
      $0.summary.seeds.lowerBound < $1.summary.seeds.lowerBound
    }
    guard var sum = pieces.first?.summary else { return ([], 0) }
    for (before, piece) in zip(pieces, pieces.dropFirst()) {
      let seeds = piece.summary.seeds
      let end = before.summary.seeds.upperBound
      if seeds.lowerBound < end {
        throw InputError(
          file: piece.file,
          "is of seeds \(SeedRange.text(seeds)), which overlap "
            + "\(SeedRange.text(before.summary.seeds)) of \(before.file)")
      }
      if seeds.lowerBound > end {
        throw InputError(
          file: piece.file,
          "begins at seed \(seeds.lowerBound); expected seeds "
            + "\(SeedRange.text(end..<seeds.lowerBound)) too, behind \(before.file)")
      }
      sum.add(piece.summary)
    }
    return (pieces.flatMap(\.lines) + [sum.line], sum.failures)
  }
}
