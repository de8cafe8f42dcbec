import ArgumentParser
import Console

/// What measures our own rule against those of others. No wearer needs it, so `make install` leaves it out.
@main
struct VigiaLab: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vigia-lab",
    abstract: "Measures receivers, and the rule that says who is out.",
    discussion: """
      Exit status: 0 fine; 1 ran, and ours is worse than it was; 2 bad usage or input. \
      Results go to standard output, everything else to standard error.
      """,
    subcommands: [PerimeterLab.self])

  static func main() { runProgram() }
}

struct PerimeterLab: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "perimeter",
    abstract: "Fits receivers' noise; sets perimeter rules on the same walks.",
    subcommands: [PerimeterNoiseCommand.self, PerimeterBenchCommand.self])
}
