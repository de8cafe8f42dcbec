import Device
import HAL
import Traces

/// The sums of a whole replay.
public struct Summary: Sendable {
  /// Distinct epochs with a position.
  public var fixes = 0
  public var skips = SkipCounts()
  /// Time from the first epoch with a position to the last, on the device's clock.
  public var duration = Milliseconds(0)
  public var exits = 0
  public var returns = 0
  public var suspects = 0
  public var losses = 0
  /// Epochs that the core did not count, by its reason.
  public var refusals = [Int](repeating: 0, count: Refusal.allCases.count)
  /// The digest of every action and every decision.
  public var digest = Digest()
  /// The digest of the actions alone: if it is equal, the wearer and the caregivers noticed no difference.
  public var actions = Digest()

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
