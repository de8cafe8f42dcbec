import Glibc

/// Ctrl-C and SIGTERM leave no half-written file behind, and say so.
///
/// A handler may only make system calls, so the name stands ready as bytes. A program writes one file at a
/// time; of several unfinished ones the newest goes.
enum Interruption {
  private static let capacity = 4200
  nonisolated(unsafe) private static let path = UnsafeMutablePointer<CChar>.allocate(
    capacity: capacity)
  nonisolated(unsafe) private static var isSet = false
  nonisolated(unsafe) private static var isWatching = false

  static func watch() {
    guard !isWatching else { return }
    isWatching = true
    path.initialize(repeating: 0, count: capacity)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // A signal that the caller had ignored (nohup) stays ignored.
      if let before = signal(number, Interruption.handler),
        unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      {
        _ = signal(number, SIG_IGN)
      }
    }
  }

  /// The temporary file that is being written.
  static func remember(_ name: String) {
    guard name.utf8.count < capacity - 1 else { return }
    isSet = false
    var index = 0
    for byte in name.utf8 {
      path[index] = CChar(bitPattern: byte)
      index += 1
    }
    path[index] = 0
    isSet = true
  }

  static func forget() { isSet = false }

  private static let handler: @convention(c) (Int32) -> Void = { number in
    if Interruption.isSet {
      _ = unlink(Interruption.path)
      let said: StaticString =
        "\nvigia: interrupted; the unfinished file was removed, nothing else changed\n"
      _ = Glibc.write(STDERR_FILENO, said.utf8Start, said.utf8CodeUnitCount)
    }
    // The parent learns of the signal, not of an ordinary end.
    _ = signal(number, SIG_DFL)
    raise(number)
  }
}
