import ArgumentParser
import Console
import Foundation
import Profile
import Trial

struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Writes a profile to begin with, or names every mistake in one.",
    subcommands: [Init.self, Check.self])

  struct Init: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "init", abstract: "Writes a commented profile to begin with.")

    @Argument(help: ArgumentHelp("The file; it must not be there yet.", valueName: "profile.yaml"))
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
        Exit status 2 when there is any. Warnings say what is allowed and worth knowing.
        """)

    @Argument(help: ArgumentHelp("The file.", valueName: "profile.yaml"))
    var file: String

    func run() throws {
      let (profile, mistakes) = try Profile.check(file)
      for mistake in mistakes { complain(mistake.description) }
      guard let profile, mistakes.isEmpty else { throw ExitCode(2) }
      let now = profile.localMinute(secondsSince1970: Date().timeIntervalSince1970)
      for warning in profile.warnings(now: now) { complain("warning: \(warning)") }
      try StandardOutput.print("\(file): no mistakes")
      try StandardOutput.print(TemperText.table(chosen: profile.perimeter.temper))
    }
  }
}
