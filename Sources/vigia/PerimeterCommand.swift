import ArgumentParser

struct PerimeterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "perimeter",
    abstract: "Measures what receivers get wrong.",
    subcommands: [PerimeterNoiseCommand.self])
}
