import ArgumentParser
import Console
import Foundation
import Profile
import Scenarios
import Simulator
import Trial

struct ExploreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Lives a day for each seed, with faults of every kind, and checks the invariants.",
    discussion: """
      Exit status: 0 all held; 1 an invariant failed, or two lives of one seed differed; 2 bad usage.

      vigia explore --seeds 0:1000
      vigia explore --seeds 4711:4712 --shrink
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("From A up to B, without B.", valueName: "a:b"),
    transform: SeedRange.init)
  var seeds = SeedRange(0..<1000)

  @Option(parsing: .unconditional, help: "Days that each of them lasts.")
  var days = 1

  @Option(parsing: .unconditional, help: "Lives at the same time; by default one for each core.")
  var jobs: Int?

  @Flag(help: "Live each seed twice and compare the digests.")
  var checkDeterminism = false

  @Flag(help: "Go on after a failure and collect them all.")
  var keepGoing = false

  @Flag(help: "Make each failure small and write it as a scenario.")
  var shrink = false

  @Option(
    text: "Live nothing, and write each day as a scenario into this directory.", valueName: "dir",
    completion: .directory)
  var write: String?

  @Option(parsing: .unconditional, help: "For people or for scripts.")
  var format: TextOrJSON = .text

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Add up what --format json said of several ranges.", valueName: "file"),
    completion: .file())
  var merge: [String] = []

  func run() throws {
    if !merge.isEmpty { return try mergeFiles() }
    guard (1...3660).contains(days) else {
      throw InputError(file: "--days", "is \(days); expected 1 to 3660")
    }
    if let write { return try writeScenarios(to: write) }
    try explore(print: StandardOutput.print)
  }

  /// - Parameters:
  ///   - live: how each seed is lived.
  ///   - folder: where shrunk scenarios go; nil: the working directory.
  ///   - print: takes one or more lines, without the last break.
  func explore(
    by live: @escaping Life.Way = Life.ordinary, writingTo folder: String? = nil,
    print: (String) throws -> Void
  ) throws {
    if let jobs, !(1...1024).contains(jobs) {
      throw InputError(file: "--jobs", "is \(jobs); expected 1 to 1024")
    }
    let explorer = Explorer(
      seeds: seeds.range, days: days, jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount,
      checksDeterminism: checkDeterminism, keepsGoing: keepGoing, live: live)
    let (exploration, seconds) = explorer.explore()
    let range = explorer.interruption == nil ? seeds.range : explorer.lived
    let report = ExploreReport(
      seeds: range, days: days, checksDeterminism: checkDeterminism, live: live)
    for failure in exploration.failures {
      try print(format == .json ? report.json(failure) : report.text(failure))
      guard shrink, explorer.interruption == nil, let violation = failure.violation else {
        continue
      }
      let shrunk = try ShrunkLife(
        seed: failure.seed, days: days, violation, by: live, writingTo: folder)
      try print(format == .json ? shrunk.json : shrunk.text)
    }
    try print(
      format == .json ? report.json(exploration) : report.text(exploration, seconds: seconds))
    if let number = explorer.interruption {
      complain(
        "interrupted; lived seeds \(SeedRange.text(range)) of \(SeedRange.text(seeds.range))")
      throw ExitCode(128 + number)
    }
    if !exploration.failures.isEmpty { throw ExitCode(1) }
  }
}

extension ExploreCommand {
  private func writeScenarios(to folder: String) throws {
    for seed in seeds.range {
      let output = try OutputFile(path: folder + "/seed-\(seed).yaml", inputs: [])
      try output.write(
        ScenarioWriter(Swarm.plan(seed: seed, days: days)).text(title: "Seed \(seed)"))
      try output.finish()
    }
  }

  private func mergeFiles() throws {
    var merged = ExploreMerge()
    for file in merge { try merged.add(file: file) }
    let (lines, failures) = try merged.lines()
    try StandardOutput.print(lines.joined(separator: "\n"))
    if failures > 0 { throw ExitCode(1) }
  }
}
