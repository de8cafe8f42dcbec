import ArgumentParser
import Diary
import Foundation
import Glibc
import Profile
import Words

enum DiaryFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

/// Where the diary is, and how it speaks: the same for all its commands.
struct DiaryPlace: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The device's state directory. (default: $XDG_STATE_HOME/vigia or ~/.local/state/vigia)",
      valueName: "dir"),
    transform: TypedValue.text)
  var state: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A profile, for language and time zone.", valueName: "profile.yaml"),
    transform: TypedValue.text)
  var profile: String?

  @Option(
    parsing: .unconditional, help: "Language: en or es. (default: the profile's, else en)",
    transform: TypedValue.text)
  var language: String?

  func checked() throws -> DiaryDesk {
    let profile = try self.profile.map { try Profile(file: $0) }
    var spoken = profile?.language ?? .english
    if let language {
      guard let named = Language(rawValue: language) else {
        throw InputError(file: "--language", "is \"\(language)\"; expected en or es")
      }
      spoken = named
    }
    return DiaryDesk(
      folder: try folder(),
      words: DiaryWords(
        language: spoken, moment: DiaryMoment(timeZone: profile?.timeZone ?? .gmt)))
  }

  private func folder() throws -> StateFolder {
    if let state {
      guard !state.isEmpty else {
        throw InputError(file: "--state", "is empty; expected a directory")
      }
      return StateFolder(path: state)
    }
    guard let folder = StateFolder.usual(ProcessInfo.processInfo.environment) else {
      throw InputError(file: "--state", "is missing, and there is no $HOME; expected a directory")
    }
    return folder
  }

  /// For a command that begins no diary: a directory that was named must be there.
  func reading() throws -> DiaryDesk {
    if let state, !state.isEmpty {
      var status = stat()
      let code = stat(state, &status) == 0 ? 0 : errno
      guard code == 0, status.st_mode & S_IFMT == S_IFDIR else {
        let why =
          switch code {
          case 0: "is not a directory"
          case ENOENT: "does not exist"
          default: "cannot be used: \(String(cString: strerror(code)))"
          }
        throw InputError(file: state, "\(why); expected the state of a device")
      }
    }
    return try checked()
  }
}
