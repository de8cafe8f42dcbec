import Foundation
import Names

/// A small file in the state that is replaced whole or not at all, and that only its owner can read.
public enum WholeFile {
  /// Replaces the file durably.
  /// - Parameter keepsOwner: whoever had the file has the new one, with the same mode, from the moment it
  ///   is there. A power cut leaves no file that its owner cannot read.
  /// - Throws: why it cannot.
  public static func replace(
    _ path: String, _ bytes: [UInt8], keepsOwner: Bool = false
  ) throws(InputError) {
    func refusal(_ code: Int32) -> InputError {
      InputError(file: path, "cannot be written: \(String(cString: strerror(code)))")
    }
    let new = path + ".new"
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw refusal(errno) }
    defer { close(descriptor) }
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress! + done, bytes.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw refusal(errno) }
      done += count
    }
    var before = stat()
    if keepsOwner, stat(path, &before) == 0 {
      _ = fchown(descriptor, before.st_uid, before.st_gid)
      fchmod(descriptor, before.st_mode & 0o777)
    }
    guard fsync(descriptor) == 0, rename(new, path) == 0 else { throw refusal(errno) }
    let directory = open(
      FilePath.openable(folderOf: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return }
    fsync(directory)
    close(directory)
  }

  /// The bytes of the file; nil: it is not there, cannot be read, or is longer than a settings file. A
  /// pipe is none, and nobody waits for it.
  public static func bytes(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= longest {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
    return nil
  }

  private static let longest = 1 << 21
}
