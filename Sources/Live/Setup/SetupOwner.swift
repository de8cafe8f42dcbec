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

  /// Gives a file of ours that nobody else can read: the device cannot use it as it is.
  func giveClosed(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_uid == geteuid(), facts.st_mode & 0o077 == 0 else {
      return
    }
    lchown(path, user, group)
  }
}
