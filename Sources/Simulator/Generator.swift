/// A seeded generator of whole numbers (SplitMix64): the same seed means the same on every machine.
struct Generator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Normal with mean 0 and standard deviation 1, as the sum of twelve uniform draws less six:
  /// additions only, so that no libm decides the noise. Never beyond ±6.
  mutating func normal() -> Double {
    var sum: UInt64 = 0
    for _ in 0..<12 { sum += next() >> 32 }
    return Double(sum) / 4_294_967_296 - 6
  }
}
