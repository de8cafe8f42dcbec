import HAL

/// A dose that somebody deleted in the diary, or moved to another meal, as a page and a notice name it.
public struct DeletedDose: Equatable, Sendable {
  private var milliunits: UInt32
  private var minute: UInt32

  public init(units: InsulinUnits, taken: WallTime) {
    milliunits = UInt32(clamping: units.milliunits)
    minute = UInt32(clamping: taken.milliseconds / 60_000)
  }

  init(word: UInt64) {
    milliunits = UInt32(truncatingIfNeeded: word)
    minute = UInt32(truncatingIfNeeded: word >> 32)
  }

  var word: UInt64 { UInt64(milliunits) | UInt64(minute) << 32 }

  /// The amount that was deleted, 0 to 4,294,967.295 units.
  public var units: InsulinUnits { InsulinUnits(milliunits: Int64(milliunits)) }
  /// The time at which it was taken, to the minute.
  public var taken: WallTime { WallTime(milliseconds: Int64(minute) * 60_000) }
  /// The day of Greenwich on which it was taken, for a meal that has no time of its own.
  var day: Int32 { Int32(minute / 1440) }
}
