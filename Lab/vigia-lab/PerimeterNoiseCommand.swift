import ArgumentParser
import Checkers
import PerimeterStudy
import Simulator
import Trial

struct PerimeterNoiseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "noise",
    abstract:
      "Fits the noise model to logs of receivers that stood still, and shows what it misses.",
    discussion: "The truth of a log is its median, so a receiver that moved has no place here.")

  @Argument(help: ArgumentHelp("Logs to fit.", valueName: "trace"))
  var traces: [String]

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Logs that take no part in the fit.", valueName: "trace"))
  var held: [String] = []

  @Option(
    name: .customLong("as"), parsing: .unconditional,
    help: "Show the residuals of the simulator's own model instead of the fit's.")
  var surroundings: SurroundingsName?

  enum SurroundingsName: String, ExpressibleByArgument, CaseIterable {
    case open
    case street
    case indoor

    var surroundings: Surroundings {
      switch self {
      case .open: .open
      case .street: .street
      case .indoor: .indoor
      }
    }
  }

  func run() throws {
    let report = NoiseReport(
      fitted: try traces.map { try StillLog(path: $0) },
      held: try held.map { try StillLog(path: $0) }, surroundings: surroundings?.surroundings)
    try StandardOutput.print(report.text)
  }
}
