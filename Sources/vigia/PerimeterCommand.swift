import ArgumentParser

struct PerimeterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "perimeter",
    abstract: "Advises a circle; measures receivers and the rule that says who is out.",
    subcommands: [
      PerimeterAdviseCommand.self, PerimeterNoiseCommand.self, PerimeterBenchCommand.self,
    ])
}
