import Foundation
import Glibc
import Profile

/// The user to whom the device's files belong, when root sets it up.
struct SetupOwner {
  private let user: uid_t
  private let group: gid_t

  /// - Throws: `InputError` for a name that this computer does not know.
  init(_ name: String) throws(InputError) {
    guard let entry = getpwnam(name) else {
      throw InputError(file: "--owner", "\"\(name)\" is no user here; expected one such as vigia")
    }
    user = entry.pointee.pw_uid
    group = entry.pointee.pw_gid
  }

  /// Gives files, and folders with all that lies in them, as far as they are there.
  func give(_ paths: [String]) {
    for path in paths {
      lchown(path, user, group)
      for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
        lchown(path + "/" + name, user, group)
      }
    }
  }

  /// Replaces a file and leaves it to those who had it.
  static func keeping(_ path: String, _ replace: () throws -> Void) throws {
    var before = stat()
    let isThere = stat(path, &before) == 0
    try replace()
    guard isThere else { return }
    lchown(path, before.st_uid, before.st_gid)
    chmod(path, before.st_mode & 0o777)
  }
}
