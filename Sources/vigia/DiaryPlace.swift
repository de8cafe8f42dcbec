import ArgumentParser
import Diary
import Foundation
import Profile
import Words

enum DiaryFormat: String, ExpressibleByArgument, CaseIterable { case text, json }

/// Where the diary is, and how it speaks: the same for all its commands.
struct DiaryPlace: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The device's state directory. (default: $XDG_STATE_HOME/vigia or ~/.local/state/vigia)",
      valueName: "dir"))
  var state: String?

  @Option(help: ArgumentHelp("A profile, for language and time zone.", valueName: "profile.yaml"))
  var profile: String?

  @Option(help: "Language: en or es. (default: the profile's, else en)")
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
      var isDirectory: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: state, isDirectory: &isDirectory)
      guard exists, isDirectory.boolValue else {
        throw InputError(
          file: state,
          "\(exists ? "is not a directory" : "does not exist"); expected the state of a device")
      }
    }
    return try checked()
  }
}
