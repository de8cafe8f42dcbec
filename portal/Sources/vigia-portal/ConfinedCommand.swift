import ArgumentParser
import CConfine
import Foundation
import PortalServer

/// Becomes a program that reads a stranger's picture, within bounds. The portal calls it by itself.
struct ConfinedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Confinement.command,
    abstract: "Runs a program without network, with bounds of memory and time.",
    shouldDisplay: false)

  @Argument(help: "The folder in which it works; its output goes to the file \"said\" there.")
  var folder: String
  @Argument(parsing: .captureForPassthrough, help: "The program and its arguments.")
  var words: [String]

  func run() throws {
    guard let program = words.first, chdir(folder) == 0 else { throw ExitCode(2) }
    let nothing = open("/dev/null", O_RDWR)
    let said = open("said", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard nothing >= 0, said >= 0, dup2(nothing, 0) == 0, dup2(said, 1) == 1, dup2(nothing, 2) == 2
    else { throw ExitCode(2) }
    let limits = Confinement.self
    guard portal_confine(limits.memory, limits.file, limits.seconds) == 0 else { throw ExitCode(2) }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    execv(program, arguments)
    throw ExitCode(2)
  }
}
