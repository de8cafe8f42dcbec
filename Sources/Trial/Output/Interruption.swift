import Glibc
import Words

/// Ctrl-C, SIGTERM and SIGHUP leave no half-written file and no helper behind, and say what was done.
///
/// The signal then ends the program as it would have without us: a shell sees the status 130, 143 or 129.
public enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  private static let longestPath = Int(PATH_MAX) + 100
  private static let longestLine = 4 * Int(PATH_MAX)

  // A handler may only make system calls, so all that it needs stands ready.
  nonisolated(unsafe) private static let paths = (
    Text(capacity: longestPath), Text(capacity: longestPath)
  )
  nonisolated(unsafe) private static let line = Text(capacity: longestLine)
  nonisolated(unsafe) private static var helper: pid_t = 0
  nonisolated(unsafe) private static var isWatching = false

  // The line says these things.
  nonisolated(unsafe) private static var unfinished: [(file: String, words: String)?] = [nil, nil]
  nonisolated(unsafe) private static var written: (last: String, count: Int)?
  nonisolated(unsafe) private static var words: String?

  private static func watch() {
    guard !isWatching else { return }
    isWatching = true
    // The first use of each makes it, which a handler may not.
    _ = (paths, line, helper)
    for number in signals {
      // A signal that the caller had ignored (nohup) stays ignored.
      if isIgnored(signal(number, handler)) { _ = signal(number, SIG_IGN) }
    }
  }

  /// Whether a handler that `signal` returned is SIG_IGN.
  public static func isIgnored(_ before: (@convention(c) (Int32) -> Void)?) -> Bool {
    before.map { unsafeBitCast($0, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) } ?? false
  }

  /// Says these words when a signal comes; nil: no longer.
  public static func say(_ words: String?) {
    postpone {
      self.words = words
      prepare()
    }
  }

  /// A program that works for this one, to be ended with it; nil: no longer. It gets SIGINT, so that it
  /// can remove what it keeps in temporary files.
  public static func end(helper: pid_t?) {
    postpone { self.helper = helper ?? 0 }
    watch()
  }

  /// Lets signals wait while it works: it is done whole, or not begun.
  public static func postpone<T>(_ body: () throws -> T) rethrows -> T {
    var (wanted, before) = (sigset_t(), sigset_t())
    sigemptyset(&wanted)
    for number in signals { sigaddset(&wanted, number) }
    pthread_sigmask(SIG_BLOCK, &wanted, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }

  /// A file is written under another name until it is whole. A program writes two at a time, a page and a packed
  /// trace; of more unfinished ones two go.
  static func begin(_ file: String, as temporary: String, replaces: Bool) {
    postpone {
      let place = unfinished[0] == nil ? 0 : 1
      unfinished[place] = (file, shown(file) + (replaces ? " is as it was" : " was not written"))
      path(place).set(temporary.utf8.count < longestPath ? temporary : "")
      prepare()
    }
  }

  /// The file has its name, or nothing remains of it.
  static func end(_ file: String, isWritten: Bool) {
    postpone {
      for place in unfinished.indices where unfinished[place]?.file == file {
        path(place).set("")
        unfinished[place] = nil
      }
      if isWritten { written = (shown(file), (written?.count ?? 0) + 1) }
      prepare()
    }
  }

  private static func path(_ place: Int) -> Text { place == 0 ? paths.0 : paths.1 }

  /// A name that does not steer the terminal that shows it.
  private static func shown(_ file: String) -> String {
    String(
      String.UnicodeScalarView(
        file.unicodeScalars.map { $0.steersTerminal || $0 < " " ? "\u{FFFD}" : $0 }))
  }

  private static func prepare() {
    watch()
    let others = written.map { $0.count - 1 } ?? 0
    let done = written.map { last, _ in
      switch others {
      case 0: "\(last) was written"
      case 1: "\(last) and one other file were written"
      default: "\(last) and \(others) other files were written"
      }
    }
    let parts = unfinished.compactMap { $0?.words } + [done, words].compactMap { $0 }
    // A terminal has shown ^C in this line.
    let start = isatty(STDERR_FILENO) == 1 ? "\n" : ""
    line.set(
      parts.isEmpty ? "" : "\(start)vigia: interrupted; \(parts.joined(separator: "; "))\n")
  }

  private static let handler: @convention(c) (Int32) -> Void = { number in
    if Interruption.paths.0.count > 0 { _ = unlink(Interruption.paths.0.bytes) }
    if Interruption.paths.1.count > 0 { _ = unlink(Interruption.paths.1.bytes) }
    if Interruption.helper > 0 { _ = kill(Interruption.helper, SIGINT) }
    _ = Glibc.write(STDERR_FILENO, Interruption.line.bytes, Interruption.line.count)
    // The parent learns of the signal, not of an ordinary end.
    _ = signal(number, SIG_DFL)
    raise(number)
  }
}

/// Text that stands ready for a signal handler, and ends with a zero.
private struct Text {
  let bytes: UnsafeMutablePointer<CChar>
  private let size: UnsafeMutablePointer<Int>
  private let capacity: Int

  init(capacity: Int) {
    bytes = .allocate(capacity: capacity + 1)
    bytes.initialize(repeating: 0, count: capacity + 1)
    size = .allocate(capacity: 1)
    size.initialize(to: 0)
    self.capacity = capacity
  }

  var count: Int { size.pointee }

  /// Takes as much as there is room for.
  func set(_ text: String) {
    var index = 0
    for byte in text.utf8.prefix(capacity) {
      bytes[index] = CChar(bitPattern: byte)
      index += 1
    }
    bytes[index] = 0
    size.pointee = index
  }
}
