/// A generator that gives the same numbers on every machine and in every year (Sebastiano Vigna).
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  public mutating func integer(in range: ClosedRange<Int64>) -> Int64 {
    let width = UInt64(range.upperBound - range.lowerBound) + 1
    return range.lowerBound + Int64(next() % width)
  }

  /// 0 up to, but not including, `bound`, which is above 0.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
