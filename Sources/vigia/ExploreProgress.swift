import Console
import Foundation
import Glibc
import Simulator

/// How far an exploration has come, on standard error, only on a terminal.
struct ExploreProgress {
  private let isWanted = isatty(STDERR_FILENO) != 0

  func show(_ total: Exploration, of seeds: UInt64, seconds: Double) {
    guard isWanted, seconds > 0.5 else { return }
    let years = String(format: "%.2f", total.years)
    let pace = String(format: "%.1f", total.years / seconds)
    writeToStandardError(
      "\r\u{1B}[K\(total.lives) of \(seeds) seeds, \(years) years, \(pace) years a second, "
        + "\(total.injected) faults, \(total.failures.count) failures")
  }

  func clear() { if isWanted { writeToStandardError("\r\u{1B}[K") } }
}
