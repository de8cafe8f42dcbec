import HAL

/// What the notice of a return says of the time outside, as far as this life of the device has seen
/// it. After a power cut on the way it knows less, and says less.
public struct Outing: Equatable, Sendable {
  /// In seconds; 0: unknown.
  private var seconds: UInt32 = 0
  /// In decimetres; 0: unknown.
  private var decimetres: UInt32 = 0

  /// Nothing is known.
  public init() {}

  /// - Parameters:
  ///   - lasted: from the notice of the exit to that of the return.
  ///   - farthest: beyond the edge.
  public init(lasted: Milliseconds?, farthest: Metres?) {
    if let lasted, lasted.count > 0 {
      seconds = UInt32(clamping: lasted.count / 1000)
    }
    if let farthest, farthest.value > 0, farthest.value < 100_000_000 {
      decimetres = UInt32(farthest.value * 10)
    }
  }

  init(word: UInt64) {
    seconds = UInt32(truncatingIfNeeded: word)
    decimetres = UInt32(truncatingIfNeeded: word >> 32)
  }

  var word: UInt64 { UInt64(seconds) | UInt64(decimetres) << 32 }

  /// Nil when unknown; whole seconds.
  public var lasted: Milliseconds? { seconds > 0 ? .seconds(Int64(seconds)) : nil }
  /// Beyond the edge; nil when unknown.
  public var farthest: Metres? { decimetres > 0 ? Metres(Double(decimetres) / 10) : nil }
}
