import Advice
import ArgumentParser
import Console
import Foundation
import PerimeterStudy
import Profile
import Trial

struct PerimeterBenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Sets our perimeter rule and those of others on the same walks, and counts.",
    discussion: """
      Exit status: 0 fine; 1 with --against, ours is worse than what the file says; 2 bad usage.
      """)

  @Flag(help: "R = 100 m only, and fewer seeds: seconds instead of minutes.")
  var small = false

  @Flag(help: "Uses the noise that the study assumed, instead of the noise fitted to logs.")
  var assumed = false

  @Option(parsing: .unconditional, help: "Traces of a cell; by default 200, with --small 20.")
  var seeds: Int?

  @Option(
    parsing: .unconditional,
    help: "Hours of standing still in one trace; by default 4, with --small 1.")
  var hours: Int?

  @Option(parsing: .unconditional, help: "The first seed.")
  var first: UInt64 = 0

  @Option(parsing: .unconditional, help: "Traces at the same time; by default one for each core.")
  var jobs: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Also real noise and real walks: the logs of this folder.", valueName: "dir")
  )
  var real: String?

  @Option(parsing: .unconditional, help: "For people or for scripts.")
  var format: TextOrJSON = .text

  @Option(
    parsing: .unconditional, help: ArgumentHelp("A page with plots.", valueName: "out.html"))
  var report: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What --format json said before: ours may not be worse.", valueName: "file"))
  var against: String?

  func run() throws {
    let seeds = seeds ?? BenchPlan.seeds(isSmall: small)
    guard (1...100_000).contains(seeds) else {
      throw InputError(file: "--seeds", "is \(seeds); expected 1 to 100000")
    }
    if let hours, !(1...24).contains(hours) {
      throw InputError(file: "--hours", "is \(hours); expected 1 to 24")
    }
    guard first <= 1 << 62 else {
      throw InputError(file: "--first", "is \(first); expected 0 to \(UInt64(1) << 62)")
    }
    if let jobs, !(1...1024).contains(jobs) {
      throw InputError(file: "--jobs", "is \(jobs); expected 1 to 1024")
    }
    let floor = try against.map { try BenchFloor(file: $0) }
    let page = try report.map { try OutputFile(path: $0) }
    var plan = BenchPlan(
      isSmall: small, seeds: seeds, first: first, hours: hours, isAssumed: assumed)
    if let real { try RealLogs(folder: real).add(to: &plan) }

    let results = BenchRunner(
      plan, jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount
    ).run()
    switch format {
    case .text:
      try StandardOutput.print(
        BenchTable(results).text + "\n\(seeds) seeds a cell, digest \(results.hexDigest)")
    case .json: try StandardOutput.print(BenchJSON(results).lines.joined(separator: "\n"))
    }
    if let page {
      try page.write(BenchPage(results, command: command).html)
      try page.finish()
      complain("page written to \(report ?? "")")
    }
    let worse = floor?.complaints(about: results) ?? []
    for complaint in worse { complain(complaint) }
    if !worse.isEmpty { throw ExitCode(1) }
  }

  private var command: String {
    var words = "vigia-lab perimeter bench" + (small ? " --small" : "")
    if assumed { words += " --assumed" }
    if let seeds { words += " --seeds \(seeds)" }
    if let hours { words += " --hours \(hours)" }
    if first > 0 { words += " --first \(first)" }
    if real != nil { words += " --real DIR" }
    return words
  }
}

/// The folder of real receiver logs: what stands still is named `stat_`, what walks `walk_` or `hike_`.
private struct RealLogs {
  private let still: [String]
  private let walks: [String]

  init(folder: String) throws {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      throw InputError(file: folder, "cannot be read; expected a folder of receiver logs")
    }
    func paths(_ prefixes: String...) -> [String] {
      names.filter { name in prefixes.contains { name.hasPrefix($0) } }.sorted()
        .map { (folder as NSString).appendingPathComponent($0) }
    }
    still = paths("stat_")
    walks = paths("walk_", "hike_")
    guard !still.isEmpty || !walks.isEmpty else {
      throw InputError(file: folder, "has no logs; expected files named stat_…, walk_… or hike_…")
    }
  }

  func add(to plan: inout BenchPlan) throws {
    plan.add(try still.map { try StillLog(path: $0) })
    plan.add(try walks.map { try WalkedTrack(path: $0) })
  }
}

/// Shares the traces of a bench among threads. The share of each thread makes no difference to the results.
private final class BenchRunner: @unchecked Sendable {
  private let plan: BenchPlan
  private let jobs: Int
  private let lock = NSLock()
  private var next = 0
  private var scores: [[[Score]]]
  private let progress = ProgressLine()

  init(_ plan: BenchPlan, jobs: Int) {
    self.plan = plan
    self.jobs = jobs
    scores = Array(repeating: [], count: plan.units.count)
  }

  func run() -> BenchResults {
    let done = DispatchGroup()
    for _ in 0..<min(jobs, max(plan.units.count, 1)) {
      done.enter()
      let thread = Thread {
        self.work()
        done.leave()
      }
      // A device is 28 KB, and is moved about.
      thread.stackSize = 16 << 20
      thread.start()
    }
    done.wait()
    progress.clear()
    return BenchResults(plan, scores)
  }

  private func work() {
    while let index = take() {
      let found = plan.units[index].run()
      lock.withLock { scores[index] = found }
    }
  }

  private func take() -> Int? {
    lock.withLock {
      guard next < plan.units.count else { return nil }
      if next % 200 == 0 {
        let cell = plan.units[next].cell
        progress.show(
          "\(next) of \(plan.units.count) traces, \(cell.group), \(cell.radius) m, \(cell.family)")
      }
      defer { next += 1 }
      return next
    }
  }
}

/// Our rule reached these figures of `--format json` before, and may not fall below them.
private struct BenchFloor {
  private struct Entry {
    var cell: Cell
    var figures: [String: Any]

    /// The first of `[value, low, high]`; nil for null.
    func value(_ name: String) -> Double? { (figures[name] as? [Double])?.first }
    func count(_ name: String) -> Int? { figures[name] as? Int }
  }

  private let file: String
  private var entries: [Entry] = []

  init(file: String) throws {
    self.file = file
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
      throw InputError(file: file, "cannot be read; expected what bench --format json printed")
    }
    for line in text.split(separator: "\n") {
      guard let value = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
        let object = value as? [String: Any]
      else { throw InputError(file: file, "is not what bench --format json prints") }
      guard object["rule"] as? String == "OURS" else { continue }
      guard let group = object["group"] as? String, let radius = object["radius_m"] as? Int,
        let family = object["family"] as? String
      else { throw InputError(file: file, "has a line without group, radius_m or family") }
      entries.append(
        Entry(cell: Cell(group: group, radius: radius, family: family), figures: object))
    }
    guard !entries.isEmpty else {
      throw InputError(file: file, "has no line of rule OURS; expected what bench prints as JSON")
    }
  }

  /// One for each figure that is worse now. The bench is exact, so nothing is forgiven.
  func complaints(about results: BenchResults) -> [String] {
    entries.flatMap { entry in
      let name = "\(entry.cell.group), R = \(entry.cell.radius) m, \(entry.cell.family)"
      guard
        let now = results.figures.first(where: { $0.rule == .ours && $0.cell == entry.cell })
      else { return ["\(name): not in this bench, but in \(file)"] }
      guard entry.count("traces") == now.traces else {
        return ["\(name): \(now.traces) traces now; expected as many as in \(file)"]
      }
      return worse(entry, now).map { "\(name): \($0)" }
    }
  }

  private func worse(_ entry: Entry, _ now: CellFigures) -> [String] {
    // Figures are printed to five decimals.
    let grain = 1e-5
    var found: [String] = []
    func check(_ what: String, _ before: Double?, _ now: Double?, moreIsWorse: Bool = true) {
      guard let before, let now else { return }
      if moreIsWorse ? now > before + grain : now < before - grain {
        found.append("\(what) \(Figure.short(now)); it was \(Figure.short(before))")
      }
    }
    check("false exits", entry.count("false_exits").map(Double.init), Double(now.falseExits))
    check("false returns", entry.count("false_returns").map(Double.init), Double(now.falseReturns))
    check("share wrongly out", entry.value("wrongly_out_share"), now.wronglyOut?.value)
    check("median delay, s,", entry.value("delay_p50_s"), now.delay50?.value)
    check("95 % delay, s,", entry.value("delay_p95_s"), now.delay95?.value)
    check("share seen", entry.value("seen_share"), now.seen?.value, moreIsWorse: false)
    check("share returned", entry.value("returned_share"), now.returned?.value, moreIsWorse: false)
    check("median return, s,", entry.value("return_p50_s"), now.return50?.value)
    check(
      "exits per excursion off 1 by",
      entry.value("exits_per_excursion").map { ($0 - 1).magnitude },
      now.exitsPerExcursion.map { ($0.value - 1).magnitude })
    return found
  }
}
