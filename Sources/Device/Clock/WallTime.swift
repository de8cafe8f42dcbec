import HAL

extension WallTime {
  /// Whether it lies from 2000 up to 2200. Other times come from a receiver that does not know its date
  /// (it says 1980 or 1999), or from a damaged number.
  var isPlausible: Bool {
    milliseconds >= 946_684_800_000 && milliseconds < 7_258_118_400_000
  }

  /// Wraps around: a hostile trace gets a wrong time, not a crash.
  func advanced(by span: Milliseconds) -> WallTime {
    WallTime(milliseconds: milliseconds &+ span.count)
  }

  /// Positive when `other` is later; wraps like `advanced`.
  func distance(to other: WallTime) -> Milliseconds {
    Milliseconds(other.milliseconds &- milliseconds)
  }
}
