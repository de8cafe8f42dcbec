import Device
import Findings
import HAL
import Traces

/// The sums of a whole replay.
public struct Summary: Sendable {
  /// Distinct epochs with a position.
  public var fixes = 0
  /// Epochs with a position that the core counted.
  public var counted = 0
  public var skips = SkipCounts()
  /// The skipped are points of a track, and lines otherwise.
  public var skipsPoints = false
  /// Time from the first epoch with a position to the last, on the device's clock.
  public var duration = Milliseconds(0)
  public var tally = Tally()
  /// Epochs that the core did not count, by its reason.
  public var refusals = [Int](repeating: 0, count: Refusal.allCases.count)

  public var exits: Int { tally.exits }
  public var returns: Int { tally.returns }
  public var suspects: Int { tally.suspects }
  public var losses: Int { tally.losses }
  public var digest: Digest { tally.digest }
  public var actions: Digest { tally.actions }

  /// Sixteen hexadecimal digits.
  public var digestText: String { Summary.text(digest.value) }

  public static func text(_ digest: UInt64) -> String { digest.padded(16, radix: 16) }
}

/// The core has no such array: there, an array of all cases would be a heap allocation.
extension Refusal: CaseIterable {
  public static var allCases: [Refusal] {
    [.noFix, .noPosition, .coarse, .duplicate, .backward, .stale, .ahead, .jump]
  }
}
