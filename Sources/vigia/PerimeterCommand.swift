import Advice
import ArgumentParser
import Console
import Device
import Glibc
import HAL
import Live
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
      With --state it reads the device's own recordings of the last seven days, those of a life that \
      goes on as well. What cannot be read of them is left out.

      Exit status: 0 fine, warnings included; 1 no home can be told; 2 bad usage or input.

      vigia perimeter advise monday.nmea tuesday.nmea --radius 150
      """)

  @Argument(
    help: ArgumentHelp("Recorded days; \"-\" is standard input.", valueName: "trace"),
    completion: .file())
  var traces: [String] = []

  @Option(
    text: "The directory of a device's durable records, which has its recordings.",
    valueName: "dir", completion: .directory)
  var state: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Prints JSON with figures and no place, or null; home's distance is that from here.",
      valueName: "lat,lon"))
  var figuresFor: String?

  @Option(text: "A radius of your own, to be judged.", valueName: "m")
  var radius: String?

  @OptionGroup var reading: ReadingOptions

  @Option(parsing: .unconditional, help: "For people or for scripts.")
  var format: TextOrJSON = .text

  func run() throws {
    let wish = try radius.map(PerimeterAdviseCommand.wish)
    if let twice = PerimeterAdviseCommand.twice(traces) {
      throw InputError(file: twice, "is given twice; expected each day once")
    }
    guard traces.isEmpty != (state == nil) else {
      let given = state == nil ? "neither traces nor" : "both traces and"
      throw InputError(file: "perimeter advise", "has \(given) --state; expected one of them")
    }
    let centre = try figuresFor.map(PerimeterAdviseCommand.position)
    let recordings = try state.map { try PerimeterAdviseCommand.recordings($0) }
    let advice = try PerimeterAdvice(
      paths: recordings ?? traces, options: reading.checked(),
      skipsUnread: recordings != nil || centre != nil)
    for doubt in advice.doubts { complain(doubt) }
    if let centre {
      try StandardOutput.print(advice.figures(centre: centre) ?? "null")
      if advice.home == nil { throw ExitCode(1) }
      return
    }
    switch format {
    case .text: try StandardOutput.print(advice.text(wish: wish))
    case .json: try StandardOutput.print(advice.json(wish: wish))
    }
    if advice.home == nil { throw ExitCode(1) }
  }

  /// The first trace that is the same file as one before it, under whatever name.
  private static func twice(_ traces: [String]) -> String? {
    struct File: Hashable {
      var name = ""
      var device: dev_t = 0
      var number: ino_t = 0
    }
    var seen: Set<File> = []
    return traces.first { trace in
      var status = stat()
      let isThere = trace != "-" && stat(trace, &status) == 0
      let file =
        isThere ? File(device: status.st_dev, number: status.st_ino) : File(name: trace)
      return !seen.insert(file).inserted
    }
  }

  private static func wish(_ text: String) throws -> Metres {
    guard let radius = Double(text), Perimeter.radiusRange.contains(radius) else {
      throw InputError(file: "--radius", "is \"\(text)\"; expected 100 to 1000 m")
    }
    return Metres(radius)
  }

  private static func position(_ text: String) throws -> Position {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      let position = Position(degrees: latitude, longitude)
    else {
      throw InputError(
        file: "--figures-for",
        "is \"\(text)\"; expected latitude and longitude, such as -2.9005,-79.0045")
    }
    return position
  }

  private static func recordings(_ state: String) throws -> [String] {
    let files = BlackBox.files(LiveOptions.recording(in: state))
    guard !files.isEmpty else {
      throw InputError(file: state, "has no recording; expected the state of a device that has run")
    }
    return files
  }
}
