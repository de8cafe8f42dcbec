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

  @Flag(help: "The noise that the study assumed, instead of what was fitted to logs.")
  var assumed = false

  @Option(parsing: .unconditional, help: "Traces of a cell; by default 200, with --small 20.")
  var seeds: Int?

  @Option(
    parsing: .unconditional,
    help: "How long a wearer stands still in one trace; by default 4, with --small 1.")
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
  var format: BenchFormat = .text

  @Option(
    parsing: .unconditional, help: ArgumentHelp("A page with plots.", valueName: "out.html"))
  var report: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What --format json said before: ours may not be worse.", valueName: "file"))
  var against: String?

  enum BenchFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    case json
  }

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
