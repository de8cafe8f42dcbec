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
      nowhere. A profile that is there stays as it is: the lines to add are printed. One that is missing \
      comes from the portal, if the family wrote the first settings there.

      With a code for a new device in place of a lost one, this state gets the lost device's log from \
      the portal. It must be empty. A profile that is missing becomes the lost device's. One that is \
      there stays, and the lost device's lies beside it as profile.yaml.restored. What never left the \
      lost device, such as passwords, is listed. After a power cut the same command goes on.

      Exit status 0: paired. 1: the portal did not agree, or cannot be reached. 2: bad usage or input, or \
      records in a state that should be empty. After 2 nothing is changed.

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
    let folder = try StateFolder.ofDevice(state)
    let pairing = try Pairing(
      url: url, code: code, profile: profile, state: folder, authorities: trust.authorities)
    let output = StandardOutput()
    switch try pairing.run() {
    case .refused(let line, isUnreachable: false):
      complain("the portal did not agree: \(line)")
      throw ExitCode(1)
    case .refused(let line, isUnreachable: true):
      complain("the portal cannot be reached, or does not answer as it should: \(line)")
      throw ExitCode(1)
    case .unsettled(let line):
      complain(line)
      throw ExitCode(1)
    case .paired(let wearer, let secret, let settings):
      try output.write("paired with the portal for \(wearer); the key is in \(secret)\n")
      if let file = settings?.file {
        try output.write("the settings that the family wrote in the portal are in \(file)\n")
      }
      for line in pairing.lines(secret: secret, restored: settings) {
        try output.write("\(line)\n")
      }
      try output.flush()
    case .replaced(let wearer, let secret, let records, let settings):
      try output.write(
        "paired with the portal for \(wearer), in place of the lost device; the key is in \(secret)\n"
      )
      try output.write("\(records) records of the lost device are in \(folder.path)\n")
      for line in settings.lines + pairing.lines(secret: secret, restored: settings) {
        try output.write("\(line)\n")
      }
      try output.flush()
    }
  }
}

extension RestoredSettings {
  /// Lines about them for whoever called the command.
  var lines: [String] {
    guard let file else {
      return ["the portal has no settings of the lost device; vigia profile init begins a profile"]
    }
    var lines = [
      isBeside
        ? "the profile stays as it is; the lost device's settings are in \(file)"
        : "the lost device's settings are in \(file)"
    ]
    if let mistake { lines.append("they must be mended before they can be used: \(mistake)") }
    guard !missing.isEmpty else { return lines }
    return lines + ["this never left the lost device, and must be written again:"]
      + missing.map {
        "  \($0.file): the secret for \($0.routes.joined(separator: " and ")), on one line, "
          + "readable for its owner only"
      }
  }
}
