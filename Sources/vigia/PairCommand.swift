import ArgumentParser
import Console
import Diary
import Foundation
import Live
import Profile
import Trial

struct PairCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pair", abstract: "Makes this device known to a portal.",
    discussion: """
      The portal shows a code for a wearer; it is valid for 48 hours, once. The key that the portal \
      answers with goes into a file that only its owner can read, beside the profile. It is printed \
      nowhere. The profile itself stays as it is: the lines to add are printed.

      Exit status: 0 paired; 1 the portal did not agree, or cannot be reached; 2 bad usage or input.

      vigia pair https://portal.example.org ABCD-EFGH --profile profile.yaml
      """)

  @Argument(help: ArgumentHelp("The address of the portal.", valueName: "url"))
  var url: String

  @Argument(help: ArgumentHelp("The code that the portal shows.", valueName: "code"))
  var code: String

  @Option(
    text: "The family's settings: for the wearer's name, and the place of the key.",
    valueName: "profile.yaml", completion: .file())
  var profile: String?

  @Option(
    text: "The directory of the device's durable records. (default: ~/.local/state/vigia)",
    valueName: "dir", completion: .directory)
  var state: String?

  @OptionGroup var trust: TrustOptions

  func run() throws {
    guard
      let folder = state.map(StateFolder.init)
        ?? StateFolder.usual(ProcessInfo.processInfo.environment)
    else {
      throw InputError(file: "--state", "is missing and there is no home; expected a directory")
    }
    let pairing = try Pairing(
      url: url, code: code, profile: try profile.map { try Profile(file: $0) }, state: folder,
      authorities: trust.authorities)
    let output = StandardOutput()
    switch try pairing.run() {
    case .refused(let line):
      complain("the portal did not agree: \(line)")
      throw ExitCode(1)
    case .paired(let wearer, let secret):
      try output.write("paired with the portal for \(wearer); the key is in \(secret)\n")
      for line in pairing.lines(secret: secret) { try output.write("\(line)\n") }
      try output.flush()
    }
  }
}
