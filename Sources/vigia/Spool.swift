import Foundation
import Profile
import Trial

/// A temporary file without a name: nothing of it is left behind, however the program ends.
final class Spool {
  let handle: FileHandle

  /// - Throws: `InputError` where the folder for temporary files takes none.
  init() throws {
    let parent = FileManager.default.temporaryDirectory.path
    var template = Array((parent + "/vigia-XXXXXX").utf8CString)
    // The file has a name between these two calls.
    let descriptor = Interruption.postpone {
      let descriptor = mkstemp(&template)
      if descriptor >= 0 { unlink(template) }
      return descriptor
    }
    guard descriptor >= 0 else {
      let reason = String(cString: strerror(errno))
      throw InputError(
        file: parent, "cannot be used: \(reason); expected $TMPDIR to be a directory to write in")
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// The path under which this program alone, and only while the spool lives, can open it again.
  var path: String { "/proc/self/fd/\(handle.fileDescriptor)" }

  /// Fills the file; who reads it begins at its start.
  func write(_ data: Data) throws {
    try handle.write(contentsOf: data)
    try handle.seek(toOffset: 0)
  }

  func empty() throws { try handle.truncate(atOffset: 0) }

  func content() throws -> Data {
    try handle.seek(toOffset: 0)
    return try handle.readToEnd() ?? Data()
  }
}
