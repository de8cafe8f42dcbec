import ArgumentParser
import Console
import PerimeterStudy
import Simulator
import Trial

/// This program measures our own rule against those of others. No wearer needs it, so `make install` leaves it
/// out.
@main
struct VigiaLab: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vigia-lab",
    abstract: "Measures receivers, and the rule that decides whether the wearer is out.",
    discussion: """
      Exit status: 0 fine; 1 ran, and ours is worse than it was; 2 bad usage or input. \
      Results go to standard output, everything else to standard error.
      """,
    version: ThisProgram.versionLine,
    subcommands: [PerimeterLab.self])

  static func main() { runProgram() }
}

struct PerimeterLab: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "perimeter",
    abstract: "Fits receivers' noise; sets perimeter rules on the same walks.",
    subcommands: [PerimeterNoiseCommand.self, PerimeterBenchCommand.self])
}

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
  var surroundings: Surroundings?

  func run() throws {
    let fitted = try traces.map { try StillLog(path: $0) }
    let others = try held.map { try StillLog(path: $0) }
    for log in fitted + others {
      let movement = Movement(log)
      guard !movement.parts.isEmpty else { continue }
      complain(
        "warning: \(log.name): its receiver moved, from \(movement.text) after the first fix; such parts "
          + "count as errors here, expected a receiver that stands still")
    }
    let report = NoiseReport(fitted: fitted, held: others, surroundings: surroundings)
    try StandardOutput.print(report.text)
  }
}

extension Surroundings: ExpressibleByArgument {
  public init?(argument: String) {
    guard let named = Self.allCases.first(where: { $0.name == argument }) else { return nil }
    self = named
  }

  public static var allValueStrings: [String] { allCases.map(\.name) }
}
