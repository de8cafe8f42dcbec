import HAL

/// Random pauses between attempts, so that devices do not all knock at once. SplitMix64, seeded from
/// the device's secret and the boot, and so the same in every replay.
struct Jitter: Sendable {
  private(set) var state: UInt64

  init(secret: (UInt64, UInt64), boot: UInt32) {
    state = SipHash.hash(~UInt64(boot), key: secret)
  }

  /// 0 up to but not including `bound`, which is positive.
  mutating func draw(below bound: Int64) -> Int64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    word ^= word >> 31
    // The bias is below one in 2^40 for pauses up to hours.
    return Int64(word % UInt64(max(bound, 1)))
  }
}
