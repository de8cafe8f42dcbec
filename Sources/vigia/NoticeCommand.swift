import ArgumentParser
import Live
import Profile
import Trial

struct NoticeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notice", abstract: "Shows that notices reach the caregivers.",
    subcommands: [Test.self])

  struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "test",
      abstract: "Sends a test notice to every caregiver, by each route of the profile.",
      discussion: """
        One line for each route: accepted, or refused and why. Accepted by a server is not yet read: \
        ask the caregivers. Exit status: 0 all were accepted; 1 one was not; 2 bad usage or input.

        vigia notice test --profile profile.yaml
        """)

    @Option(text: "The family's settings.", valueName: "profile.yaml", completion: .file())
    var profile: String

    @OptionGroup var trust: TrustOptions

    func run() throws {
      let test = try NoticeTest(Profile(file: profile), authorities: trust.authorities)
      let output = StandardOutput()
      var hasFailed = false
      try test.run { result in
        let outcome = result.reason.map { "refused: \($0)" } ?? "accepted"
        hasFailed = hasFailed || result.reason != nil
        try? output.write("\(result.caregiver), \(result.way): \(outcome)\n")
        try? output.flush()
      }
      try output.flush()
      if hasFailed { throw ExitCode(1) }
    }
  }
}
