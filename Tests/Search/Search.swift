import CReach
import Checkers
import Device
import Foundation
import Scenarios
import Simulator

/// The edges of the core that the days since the last `forget` went along.
enum Edges {
  static let count = Int(vigia_edges())
  static func forget() { vigia_forget_edges() }
  static func isReached(_ edge: Int) -> Bool { vigia_edge(edge) > 0 }
}

/// The pairs of edge and probe that some day has reached; the first probe of each edge stands for none.
struct Reach {
  private static let width = Probe.allCases.count + 1
  private var isReached = [Bool](repeating: false, count: Edges.count * Reach.width)
  private(set) var pairs = 0
  private(set) var edges = 0

  /// Takes the edges of one day; the number of pairs that are new with it.
  mutating func add(_ probes: Probes) -> Int {
    let counts = probes.counts
    let reached = [0] + Probe.allCases.indices.filter { counts[$0] > 0 }.map { $0 + 1 }
    var new = 0
    for edge in 0..<Edges.count where Edges.isReached(edge) {
      let first = edge * Reach.width
      if !isReached[first] { edges += 1 }
      for probe in reached where !isReached[first + probe] {
        isReached[first + probe] = true
        new += 1
      }
    }
    pairs += new
    return new
  }
}

/// A search for days that reach what is new.
struct Search {
  /// A day that was changed more often is hardly a day any more.
  private static let mostChanges = 30
  /// Two failing days of an invariant are made small: enough to see what is wrong.
  private static let mostShrunk = 2
  private static let drawn: UInt64 = 100

  private let folder: String
  private var reach = Reach()
  private var digest: UInt64 = 0
  private var failures: [Invariant: Int] = [:]
  private var kept: [Lineage] = []
  private var keptFile: String { folder + "/kept" }
  var hasFailed: Bool { !failures.isEmpty }

  init(folder: String) { self.folder = folder }

  /// Lives a day; the number of pairs that are new with it, and what does not hold.
  private mutating func live(_ day: Lineage) -> (new: Int, violation: Violation?) {
    // A day that ends the program, or hangs it, is known by its name.
    try? Data("\(day)\n".utf8).write(to: URL(fileURLWithPath: folder + "/living"))
    Edges.forget()
    let life = Life.live(day.plan)
    digest = digest &* 31 &+ life.digest
    return (reach.add(life.probes), life.violation)
  }

  private mutating func fail(_ day: Lineage, _ violation: Violation) {
    let count = failures[violation.invariant, default: 0]
    failures[violation.invariant] = count + 1
    say("\(day): \(violation.invariant.rawValue): \(violation.what)")
    guard count < Search.mostShrunk, var shrinker = Shrinker(day.plan, most: 300) else { return }
    shrinker.shrink()
    let text = ScenarioWriter(shrinker.plan).text(
      title: "\(violation.invariant.rawValue), found in day \(day)", violation: shrinker.violation)
    let file = "\(folder)/\(violation.invariant.rawValue)-\(day).yaml"
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    } catch {
      say("  \(file) cannot be written")
    }
    say("  \(day.plan.items.count) steps to \(shrinker.plan.items.count): \(file)")
  }

  private func say(_ text: String) {
    print(text)
    fflush(nil)
  }

  // MARK: Days by their names

  mutating func judge(_ days: [Lineage]) {
    for day in days {
      if let violation = live(day).violation { fail(day, violation) } else { say("\(day): well") }
    }
    if Edges.count > 0 { say("\(reach.edges) of \(Edges.count) edges, \(reach.pairs) pairs") }
  }

  // MARK: New days

  /// - Parameter first: the first seed of days that are changed, which also seeds the changes.
  mutating func search(rounds: Int, first: UInt64) throws {
    try readKept()
    for seed in first..<first + Search.drawn {
      let day = Lineage(seed: seed)
      if let violation = live(day).violation { fail(day, violation) }
    }
    for day in kept { if let violation = live(day).violation { fail(day, violation) } }
    let before = (edges: reach.edges, pairs: reach.pairs, kept: kept.count)
    say(
      "\(Search.drawn) drawn and \(kept.count) kept days: \(reach.edges) of \(Edges.count) edges, "
        + "\(reach.pairs) pairs")
    var draws = Generator(seed: first, mixedWith: UInt64(kept.count))
    for round in 1...max(rounds, 1) {
      let parent = parent(&draws, first...first + Search.drawn + UInt64(round))
      let day = parent.changed(by: UInt64(draws.below(1_000_000)))
      let (new, violation) = live(day)
      if let violation {
        fail(day, violation)
      } else if new > 0, day.changes.count < Search.mostChanges {
        kept.append(day)
        try keep("\(day) \(new)\n")
      }
      if round.isMultiple(of: 100) {
        say("\(round): \(reach.edges) edges, \(reach.pairs) pairs, \(kept.count) days kept")
      }
    }
    let found = failures.values.reduce(0, +)
    say(
      "\(rounds) changed days: \(reach.edges - before.edges) edges and \(reach.pairs - before.pairs) "
        + "pairs are new, \(kept.count - before.kept) days kept, \(found) failures")
    for (invariant, count) in failures.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      say("  \(invariant.rawValue): \(count)")
    }
    say("digest \(String(digest, radix: 16))")
  }

  /// Often one of the newest days, which have hardly been changed further.
  private func parent(_ draws: inout Generator, _ seeds: ClosedRange<UInt64>) -> Lineage {
    if kept.isEmpty || draws.chance(1, in: 4) {
      return Lineage(seed: UInt64(draws.draw(Int64(seeds.lowerBound)...Int64(seeds.upperBound))))
    }
    return draws.pick(draws.chance(1, in: 2) ? Array(kept.suffix(20)) : kept)
  }

  private mutating func readKept() throws {
    guard let text = try? String(contentsOfFile: keptFile, encoding: .utf8) else { return }
    for (number, line) in text.split(separator: "\n").enumerated() {
      guard let day = line.split(separator: " ").first.flatMap({ Lineage($0) }) else {
        throw Refusal("\(keptFile), line \(number + 1): \(line); expected a day such as 4711.12.7")
      }
      kept.append(day)
    }
  }

  private func keep(_ line: String) throws {
    if !FileManager.default.fileExists(atPath: keptFile) {
      _ = FileManager.default.createFile(atPath: keptFile, contents: nil)
    }
    guard let file = FileHandle(forUpdatingAtPath: keptFile) else {
      throw Refusal("\(keptFile) cannot be written")
    }
    try file.seekToEnd()
    try file.write(contentsOf: Data(line.utf8))
    try file.close()
  }

  struct Refusal: Error, CustomStringConvertible {
    var description: String
    init(_ description: String) { self.description = description }
  }
}
