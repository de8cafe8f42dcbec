/// A running 64-bit hash of the device's actions and decisions.
///
/// Two runs with equal digests behaved alike. It guards against accidents, not against malice. Each
/// step is a bijection of the state, so a difference can only vanish by a later collision (one chance
/// in 2^64).
public struct Digest: Equatable, Sendable {
  /// The hash of all words so far, 64 bits.
  public private(set) var value: UInt64 = 0x7669_6769_615f_0001

  public init() {}

  /// Folds one word in. The order of words counts.
  public mutating func fold(_ word: UInt64) {
    // The multiplier is that of SplitMix64; the shift brings the high bits back down.
    value = (value ^ word) &* 0xbf58_476d_1ce4_e5b9
    value ^= value >> 29
  }

  /// Folds two words for the time of one: what they are multiplied by does not wait for the state.
  @inline(__always)
  public mutating func fold(_ first: UInt64, _ second: UInt64) {
    fold(Digest.mixed(first, second))
  }

  /// Two words as one. A caller that keeps it folds both for less than the time of one.
  static func mixed(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let turned = second << 32 | second >> 32
    return (first &* 0x9e37_79b9_7f4a_7c15) ^ (turned &* 0x94d0_49bb_1331_11eb)
  }
}

extension Double {
  /// Its bits. Machines differ in the bits of a NaN, so every NaN is this one here. No digest and no record
  /// may tell on which machine it was made.
  var word: UInt64 { isNaN ? 0x7ff8_0000_0000_0000 : bitPattern }
}
