import Foundation
import Glibc

/// A file system of its own, small enough to be filled.
public final class SmallDisk: Sendable {
  public let folder = TemporaryFolder()
  public var path: String { folder.path }

  /// Nil: this machine lets nobody mount anything.
  public init?(megabytes: Int) {
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(megabytes)m") == 0 else { return nil }
  }

  deinit {
    // Also while a device that was only just killed holds it.
    umount2(path, Int32(MNT_DETACH))
  }

  /// Somebody else takes all the room that is left.
  public func fill() {
    let file = open(path + "/others", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer { close(file) }
    let block = [UInt8](repeating: 1, count: 4096)
    while write(file, block, block.count) > 0 {}
  }

  /// Emptied first: a server that another test starts meanwhile may have it open.
  public func makeRoom() {
    truncate(path + "/others", 0)
    unlink(path + "/others")
  }

  public var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }
}
