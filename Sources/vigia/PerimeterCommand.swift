import ArgumentParser

struct PerimeterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "perimeter",
    abstract: "Measures receivers and the rule that says who is out.",
    subcommands: [PerimeterNoiseCommand.self, PerimeterBenchCommand.self])
}
