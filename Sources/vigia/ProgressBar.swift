import Console
import Glibc

/// A progress bar on standard error, only on a terminal and only when it takes long.
final class ProgressBar {
  private let isWanted = isatty(STDERR_FILENO) != 0
  private var begun: Int?
  private var isShown = false

  /// Seconds before the bar appears: what is over sooner needs none.
  private static let patience = 1
  private static let width = 30

  func show(_ name: String, _ bytes: Int, of total: Int?) {
    guard isWanted else { return }
    let now = time(nil)
    let begun = self.begun ?? now
    self.begun = begun
    guard now - begun >= ProgressBar.patience else { return }
    isShown = true
    let megabytes = "\(bytes >> 20) MB"
    guard let total, total > 0 else {
      writeToStandardError("\r\u{1B}[K\(name)  \(megabytes)")
      return
    }
    let filled = min(ProgressBar.width, bytes * ProgressBar.width / total)
    let bar =
      String(repeating: "#", count: filled)
      + String(repeating: ".", count: ProgressBar.width - filled)
    writeToStandardError(
      "\r\u{1B}[K\(name)  [\(bar)] \(bytes * 100 / total) % of \(total >> 20) MB")
  }

  func clear() {
    guard isShown else { return }
    writeToStandardError("\r\u{1B}[K")
    isShown = false
  }
}
