import Foundation
import TestSupport

/// Somebody who reads the screen and presses keys, by chance but the same chance each time.
struct PowerCutWearer {
  enum Call { case none, wanted, seen }

  var chance: SplitMix64
  /// State of the open call for help.
  var call = Call.none
  /// The number of the wearer's calls.
  private(set) var calls = 0

  init(seed: UInt64) { chance = SplitMix64(seed: seed) }

  mutating func wantHelp() {
    call = .wanted
    calls += 1
  }

  /// - Parameter isFollowing: the key for help was typed in this life.
  mutating func see(_ page: String, isFollowing: Bool) {
    guard isFollowing else { return }
    let isHelp = page.contains("Avisando a Ana") || page.contains("Hemos informado a Ana")
    if call == .wanted, isHelp, !page.contains("Has salido") { call = .seen }
  }

  /// The key for a page; nil: none now.
  mutating func key(at page: String) -> String? {
    if call == .wanted, Int.random(in: 0..<4, using: &chance) == 0 { return "h" }
    if let task = PowerCutJournal.task(page), let number = Int(task.split(separator: " ")[1]) {
      // Some are never answered.
      guard number % 4 != 0 else { return nil }
      return Int.random(in: 0..<3, using: &chance) > 0 ? "\r" : nil
    }
    if page.contains("Mide tu glucosa") { return "+" }
    // The first value on the page counts as no measurement until it was changed.
    if page.contains("Tu glucosa"), Bool.random(using: &chance) { return "-" }
    if page.contains("Tu glucosa") || page.contains("Insulina para") { return "\r" }
    if page.contains("Has salido") || page.contains("[OK]") {
      return Int.random(in: 0..<3, using: &chance) == 0 ? "\r" : nil
    }
    return nil
  }
}
