import Advice
import ArgumentParser
import Console
import Device
import Foundation
import Live
import Profile
import Trial

struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Writes a profile to begin with, or names every mistake in one.",
    subcommands: [Init.self, Check.self])

  struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "init", abstract: "Writes a commented profile to begin with.",
      discussion: "vigia profile init profile.yaml")

    @Argument(
      help: ArgumentHelp("The file; it must not be there yet.", valueName: "profile.yaml"),
      completion: .file())
    var file: String

    @Flag(help: "With the section of an insulin-dependent wearer.")
    var insulin = false

    func run() throws {
      guard !FileManager.default.fileExists(atPath: file) else {
        throw InputError(file: file, "is there already; expected a new file")
      }
      let output = try OutputFile(path: file)
      try output.write(ProfileTemplate.text(insulin: insulin))
      try output.finish()
      complain("profile written to \(file)")
    }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Names every mistake in a profile.",
      discussion: """
        Warnings name allowed settings worth knowing. Exit status: 0 no mistake; 2 a mistake, or bad \
        usage.

        vigia profile check profile.yaml
        """)

    @Argument(help: ArgumentHelp("The file.", valueName: "profile.yaml"), completion: .file())
    var file: String

    func run() throws {
      let (profile, mistakes) = try Profile.check(file)
      for mistake in mistakes { complain(mistake.description) }
      guard let profile, mistakes.isEmpty else { throw ExitCode(2) }
      let now = profile.localMinute(secondsSince1970: Date().timeIntervalSince1970)
      for warning in profile.warnings(now: now) { complain("warning: \(warning)") }
      for refusal in profile.refusedSecrets() { complain("warning: \(refusal)") }
      try StandardOutput.print("\(file): no mistakes")
      try StandardOutput.print(SensitivityText.table(chosen: profile.perimeter.temper))
    }
  }
}

/// The price of each sensitivity, the chosen one marked.
private enum SensitivityText {
  static func table(chosen: PerimeterTemper) -> String {
    func number(_ value: Double) -> String { Figure.text(value) }
    let rows = SensitivityPrice.all.map { price in
      let mark = price.sensitivity == chosen ? "*" : " "
      let late = "(\(number(price.metres.late)) m, \(number(price.seconds.late)) s)"
      let alarms = price.falseAlarms
      return "  \(mark) " + pad(price.sensitivity.spelling, 8)
        + pad("\(number(price.metres.median)) m, \(number(price.seconds.median)) s", 12)
        + pad(late, 15)
        + "\(Figure.text(alarms.street, 2)) between houses, \(Figure.text(alarms.indoors, 1)) indoors"
    }
    let walks = SensitivityPrice.walksWithoutAccuracy
    return """
      perimeter.sensitivity: how far beyond the edge, and how long after crossing it, you hear of a walker:
      median (95 %). And false alarms a month for an hour a day at 0.8 of the radius. Simulated, for a radius
      of 100 m and a receiver that states its accuracy; larger circles have fewer false alarms.
      \(rows.joined(separator: "\n"))
      On recorded walks whose receivers state no accuracy, normal took longer: \(number(walks.median)) s \
      (\(number(walks.late)) s).
      """
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
