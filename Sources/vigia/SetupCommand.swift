import ArgumentParser
import Console
import Diary
import Foundation
import Live
import Profile
import Trial

struct SetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup", abstract: "Sets this device up from a file on its card.",
    discussion: """
      A family writes vigia-setup.txt on the card's boot partition: portal and code, and if it likes \
      the Wi-Fi and a mail server. This command reads it, pairs the device, adds portal and mail \
      server to the profile and erases the file. A profile that is missing comes from the portal. A \
      second file there, vigia-result.txt, says what happened, in Spanish and English. Without such a \
      file nothing is done. A service runs the command at each start (docs/appliance.md).

      Exit status 0: done, or nothing to do. 1: the portal does not answer as it should, or has no \
      settings yet for a device without any. 2: bad usage or input. After 1 or 2 the file stays for the next try, and \
      nothing of it is printed.

      vigia setup --boot /boot/firmware --profile /etc/vigia/profile.yaml --state /var/lib/vigia
      """)

  @Option(
    text: "The card's boot partition, which a computer at home reads.", valueName: "dir",
    completion: .directory)
  var boot: String

  @Option(
    text: "The family's settings, to which portal and mail server are added.",
    valueName: "profile.yaml",
    completion: .file())
  var profile: String

  @Option(
    text: "The directory of the device's durable records. (default: ~/.local/state/vigia)",
    valueName: "dir", completion: .directory)
  var state: String?

  @Option(text: "NetworkManager's connections.", valueName: "dir", completion: .directory)
  var networks = "/etc/NetworkManager/system-connections"

  @Option(
    text: "The user to whom key, settings and state then belong. (default: whoever runs this)",
    valueName: "user")
  var owner: String?

  @OptionGroup var trust: TrustOptions

  func run() throws {
    let setup = try Setup(
      boot: boot, profile: profile, state: StateFolder.ofDevice(state), networks: networks,
      owner: owner,
      authorities: trust.authorities)
    switch try setup.run() {
    case .nothing: return
    case .done:
      try StandardOutput.print(
        "set up; the file is erased, and vigia-result.txt says what was done")
    case .waiting(let reason):
      complain("\(reason); the file stays for the next try")
      throw ExitCode(1)
    case .refused(let line): throw InputError(file: boot, line)
    }
  }
}
