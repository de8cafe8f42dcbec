import Foundation
import Profile

/// The progress of a set-up, as a small file in the state: after a power cut it goes on from there.
struct SetupJournal: Codable, Equatable {
  enum Stage: String, Codable {
    /// The portal may have been asked.
    case asking
    /// The portal said no: the same code is not asked for again.
    case refused
    /// Key and settings are there.
    case paired
    /// The file's bytes are being overwritten.
    case erasing
  }

  /// Stands for portal and code of the file.
  var mark: String
  var stage: Stage
  /// Stands for the key that was there before; empty: none was.
  var keyBefore: String
  /// The lines of the result, once it is known.
  var result: [SetupLine] = []

  /// Nil: there is none that could be read.
  static func read(in folder: String) -> SetupJournal? {
    WholeFile.bytes(path(folder)).flatMap {
      try? JSONDecoder().decode(SetupJournal.self, from: Data($0))
    }
  }

  func store(in folder: String) throws(InputError) {
    guard let bytes = try? JSONEncoder().encode(self) else { return }
    try WholeFile.replace(SetupJournal.path(folder), Array(bytes))
  }

  static func remove(in folder: String) { unlink(path(folder)) }

  private static func path(_ folder: String) -> String { folder + "/setup.json" }
}
