import ArgumentParser
import Console
import Device
import Diary
import Entries
import Foundation
import Profile
import Trial
import Words

/// The diary's place, language and zone: the same options for all its commands.
struct DiaryPlace: ParsableArguments {
  @Option(
    text: "The device's state directory. (default: $XDG_STATE_HOME/vigia or ~/.local/state/vigia)",
    valueName: "dir", completion: .directory)
  var state: String?

  @Option(
    text: "A profile, for language and time zone.", valueName: "profile.yaml",
    completion: .file())
  var profile: String?

  @Option(
    text: "Language: en or es. (default: the profile's, else en)", completion: .languages)
  var language: String?

  func checked() throws -> DiaryDesk {
    let profile = try self.profile.map { try Profile(file: $0) }
    let spoken = try language.map { try TypedValue.language($0) } ?? profile?.language ?? .english
    return DiaryDesk(
      folder: try folder(), reminders: profile.map(DiaryAnswers.names) ?? [:],
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

  /// Opens it for a command that begins no diary: a directory that was named must be there.
  func reading() throws -> DiaryDesk {
    if let state, !state.isEmpty { try DiaryPlace.check(state) }
    return try checked()
  }

  /// Refuses a state that is no directory.
  static func check(_ state: String) throws {
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
}

/// The commands of the diary work with it.
struct DiaryDesk {
  let folder: StateFolder
  /// The names of the reminders by their numbers; empty without a profile.
  var reminders: [UInt16: String] = [:]
  let words: DiaryWords
  var moment: DiaryMoment { words.moment }

  /// The diary as it is now.
  func book() throws -> DiaryBook {
    // An open database has files beside it.
    let (book, complaints) = try Interruption.postpone {
      let reader = try RecordReader(folder)
      return (try reader.book(), try reader.complaints())
    }
    for complaint in complaints { complain(complaint) }
    if book.unreadable > 0 {
      complain(
        "\(folder.database): \(book.unreadable) records cannot be read by this version; left out")
    }
    return book
  }

  /// The one entry of that number.
  func item(_ text: String, in book: DiaryBook) throws -> DiaryBook.Item {
    guard let id = EntryID(text: text) else {
      throw InputError(
        file: text, "is no number of an entry; expected one such as 12 or 7-12, as listed")
    }
    let items = book.items(numbered: id)
    guard let item = items.first else {
      throw InputError(file: text, "is not in the diary; vigia diary list shows what is")
    }
    guard items.count == 1 else {
      throw InputError(file: text, "is a reading and a dose; expected a number of one entry")
    }
    return item
  }

  /// The same, for a change.
  func presentItem(_ text: String, in book: DiaryBook) throws -> DiaryBook.Item {
    let item = try item(text, in: book)
    guard !item.isRemoved else {
      throw InputError(file: text, "was deleted; expected an entry that is in the diary")
    }
    return item
  }
}
