import ArgumentParser
import Foundation
import Profile
import Scenarios
import Traces
import Trial

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Lives scenarios through and checks the alerts.",
    discussion: """
      A scenario is a file as in simulations/: a day in steps, and what must happen \
      (docs/scenarios.md). The invariants are judged, too.

      vigia simulate day.yaml --trace day.jsonl
      """)

  @Argument(
    help: ArgumentHelp("The scenarios.", valueName: "scenario.yaml"), completion: .file())
  var scenarios: [String]

  @Option(
    parsing: .unconditional, help: "Other noise than the scenario's own.",
    transform: TypedValue.seed)
  var seed: UInt64?

  @Option(parsing: .unconditional, help: "For people, for scripts, for CI.")
  var format: OutputFormat = .text

  @Option(text: "Keep the receiver's reports.", valueName: "out.jsonl", completion: .file())
  var trace: String?

  func run() throws {
    if trace != nil, scenarios.count > 1 {
      throw InputError(file: "--trace", "takes one scenario; \(scenarios.count) were given")
    }
    if let trace, !["jsonl", "json"].contains((trace as NSString).pathExtension.lowercased()) {
      throw InputError(file: trace, "does not end in .jsonl or .json; expected one of them")
    }
    // The trace is the truth: what is simulated is written first and then replayed.
    let spool = trace == nil ? try Spool() : nil
    var session = try ReplaySession(
      .init(format: format, isNamed: scenarios.count > 1))
    for file in scenarios {
      let scenario: Scenario
      do {
        scenario = try Scenario(file: file, seed: seed)
      } catch let error as InputError {
        session.refuse(file, error.description)
        continue
      }
      try spool?.empty()
      let path = trace ?? spool?.path ?? ""
      let output = try OutputFile(
        path: path, inputs: [file] + [scenario.recording].compactMap { $0 })
      let life = try scenario.live { try output.write($0) }
      try output.finish()
      try session.replay(
        ReplayInput(RecordedLife(parts: [path]), named: file, scenario.expectations), life)
    }
    try session.finish()
  }
}
