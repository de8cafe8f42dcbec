import Advice
import ArgumentParser
import Console
import Device
import HAL
import Profile
import Trial

struct PerimeterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "perimeter",
    abstract: "Advises a circle.", subcommands: [PerimeterAdviseCommand.self])
}

struct PerimeterAdviseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advise",
    abstract: "Reads recorded days, and prints where home is and which radius suits, and why.",
    discussion: """
      Exit status: 0 fine, warnings included; 1 no home can be told; 2 bad usage or input.

      vigia perimeter advise monday.nmea tuesday.nmea --radius 150
      """)

  @Argument(
    help: ArgumentHelp("Recorded days; \"-\" is standard input.", valueName: "trace"),
    completion: .file())
  var traces: [String]

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A radius of your own, to be judged.", valueName: "m"))
  var radius: Double?

  @OptionGroup var reading: ReadingOptions

  @Option(parsing: .unconditional, help: "For people or for scripts.")
  var format: TextOrJSON = .text

  func run() throws {
    if let radius, !Perimeter.radiusRange.contains(radius) {
      throw InputError(file: "--radius", "is \(radius); expected 100 to 1000 m")
    }
    if let twice = traces.first(where: { name in traces.count { $0 == name } > 1 }) {
      throw InputError(file: twice, "is given twice; expected each day once")
    }
    let advice = try PerimeterAdvice(paths: traces, options: reading.checked())
    let wish = radius.map { Metres($0) }
    switch format {
    case .text: try StandardOutput.print(advice.text(wish: wish))
    case .json: try StandardOutput.print(advice.json(wish: wish))
    }
    if advice.home == nil { throw ExitCode(1) }
  }
}
