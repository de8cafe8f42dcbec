import Foundation
import Glibc
import Profile
import Words

/// A sentence of the result, in both languages.
struct SetupLine: Codable, Equatable {
  var es: String
  var en: String

  init(_ key: SetupPhrase, _ values: (Slot, String)...) {
    es = Language.spanish.setUp(key, values)
    en = Language.english.setUp(key, values)
  }

  /// A place in the file that cannot be understood.
  init(_ mistake: SetupFile.Mistake, file: String) {
    func say(_ language: Language) -> String {
      let expected = language.setUp(mistake.expected, [])
      guard let line = mistake.line else {
        return language.setUp(.wrongFile, [(.name, file), (.text, expected)])
      }
      return language.setUp(
        .wrongLine, [(.number, String(line)), (.name, file), (.text, expected)])
    }
    es = say(.spanish)
    en = say(.english)
  }
}

/// The card's boot partition, which a family's computer reads, too.
struct SetupCard {
  let folder: String

  static let result = "vigia-result.txt"
  /// Notepad hides the end of a name, and people add it a second time.
  private static let names = ["vigia-setup.txt", "vigia-setup.txt.txt"]

  /// The name of the family's file; nil: there is none.
  var file: String? {
    SetupCard.names.first { FileManager.default.fileExists(atPath: path($0)) }
  }

  func path(_ name: String) -> String { folder + "/" + name }

  /// The bytes of the file; an empty file has none.
  /// - Throws: why it cannot be read.
  func read(_ name: String) throws(InputError) -> [UInt8] {
    if let handle = FileHandle(forReadingAtPath: path(name)) {
      do {
        // Nothing comes at the end of a file, which is no failure.
        return Array(try handle.read(upToCount: SetupFile.longest + 1) ?? Data())
      } catch {}
    }
    throw InputError(file: path(name), "cannot be read; expected a file that root can read")
  }

  /// Writes what happened, for the family's computer; the same text is not written again.
  func tell(_ lines: [SetupLine]) throws(InputError) {
    let all = lines.map(\.es) + [""] + lines.map(\.en) + [""]
    // The mark tells every Notepad that this is UTF-8.
    let bytes = [0xEF, 0xBB, 0xBF] + Array(all.joined(separator: "\r\n").utf8)
    let target = path(SetupCard.result)
    if WholeFile.bytes(target) != bytes { try WholeFile.replace(target, bytes) }
  }

  /// Overwrites the bytes where they lie, durably, and takes the file away.
  /// - Throws: why the secrets may still be there.
  func erase(_ name: String) throws(InputError) {
    func refusal() -> InputError {
      InputError(
        file: path(name), "cannot be erased: \(String(cString: strerror(errno)))")
    }
    let descriptor = open(path(name), O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw refusal() }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw refusal() }
    let zeros = [UInt8](repeating: 0, count: Int(facts.st_size))
    var done = 0
    while done < zeros.count {
      let count = zeros.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress! + done, zeros.count - done, off_t(done))
      }
      guard count > 0 else { throw refusal() }
      done += count
    }
    guard fsync(descriptor) == 0, unlink(path(name)) == 0 else { throw refusal() }
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
  }
}
