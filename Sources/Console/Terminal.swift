import Glibc

/// The terminal behind a standard stream, if there is one.
package enum Terminal {
  /// Columns of text where no terminal is.
  private static let usual = 80
  /// The parser's help needs 27 columns, and stops the program where it has fewer.
  package static let leastForHelp = 40

  /// Whether a stream takes escape codes: it is a terminal, and not one with TERM=dumb.
  package static func takesEscapes(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
  }

  /// The columns for text on a stream: those of `COLUMNS` or of the terminal; 80 where the stream is none.
  package static func columns(_ descriptor: Int32, atLeast least: Int) -> Int {
    guard isatty(descriptor) == 1 else { return usual }
    let wished = getenv("COLUMNS").flatMap { Int(String(cString: $0)) } ?? 0
    return max(wished > 0 ? wished : width(descriptor), least)
  }

  /// The columns that a terminal has.
  fileprivate static func width(_ descriptor: Int32) -> Int {
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : usual
  }
}

/// A line on standard error that is written over: how far a long command has come. Only a terminal shows it.
package final class ProgressLine {
  private let isWanted = Terminal.takesEscapes(STDERR_FILENO)
  private var isShown = false

  package init() {}

  /// Shows the text in the place of the one before, as far as the terminal is wide.
  package func show(_ text: @autoclosure () -> String) {
    guard isWanted else { return }
    // A line that wraps could not be written over.
    writeToStandardError("\r\u{1B}[K" + text().prefix(Terminal.width(STDERR_FILENO) - 1))
    isShown = true
  }

  package func clear() {
    guard isShown else { return }
    writeToStandardError("\r\u{1B}[K")
    isShown = false
  }
}
