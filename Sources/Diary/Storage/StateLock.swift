import Entries
import Glibc

/// The right to write into a state directory; one process has it, until it lets go or ends.
///
/// It is a `flock` on DIR/lock, so that a crash leaves no lock behind. The file says whose it is, for
/// the message to the one who comes second.
final class StateLock {
  private let descriptor: Int32

  /// Milliseconds to wait for the lock. A device keeps it as long as it runs, an editor for a moment:
  /// no wait for a device is longer than this.
  private static let patienceWithDevice = 1000

  /// - Parameter patience: how long to wait for another to end, in milliseconds.
  init(_ folder: StateFolder, for writer: StateWriter, patience: Int) throws(StateError) {
    let descriptor = open(folder.lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw StateError(file: folder.lock, "cannot be opened: \(StateFolder.reason())")
    }
    var waited = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      guard code == EWOULDBLOCK || code == EINTR else {
        close(descriptor)
        throw StateError(file: folder.lock, "cannot be locked: \(String(cString: strerror(code)))")
      }
      let holder = StateLock.holder(descriptor)
      let isDevice = holder?.writer == .device
      guard waited < (isDevice ? min(patience, StateLock.patienceWithDevice) : patience) else {
        close(descriptor)
        var refusal = folder.refuse(StateLock.complaint(holder))
        refusal.isInUse = true
        refusal.isHeldByDevice = isDevice
        throw refusal
      }
      usleep(20_000)
      waited += 20
    }
    self.descriptor = descriptor
    let name = Array("\(writer.rawValue) \(getpid())\n".utf8)
    // The name serves a message only; the lock holds without it.
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, name, name.count, 0)
  }

  deinit {
    _ = ftruncate(descriptor, 0)
    close(descriptor)
  }

  private static func holder(_ descriptor: Int32) -> (writer: StateWriter, process: Int)? {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    let words = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let writer = StateWriter(rawValue: String(words[0])),
      let process = Int(words[1])
    else { return nil }
    return (writer, process)
  }

  private static func complaint(_ holder: (writer: StateWriter, process: Int)?) -> String {
    switch holder {
    case (.device, let process)?:
      "a device is running on this state (process \(process)); expected it stopped before the "
        + "diary is changed from here"
    case (.editor, let process)?:
      "is being changed by another vigia (process \(process)); expected it to end first"
    case nil: "is in use by another process; expected it to have ended"
    }
  }
}
