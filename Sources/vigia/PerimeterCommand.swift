import ArgumentParser

struct PerimeterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "perimeter",
    abstract: "Advises a circle.", subcommands: [PerimeterAdviseCommand.self])
}
