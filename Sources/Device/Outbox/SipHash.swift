/// SipHash-2-4: a hash that nobody can foretell who does not have the key.
///
/// J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF", 2012. The key's first word is
/// the paper's k0.
public struct SipHash: Sendable {
  private var v0: UInt64
  private var v1: UInt64
  private var v2: UInt64
  private var v3: UInt64

  private init(key: (UInt64, UInt64)) {
    v0 = key.0 ^ 0x736f_6d65_7073_6575
    v1 = key.1 ^ 0x646f_7261_6e64_6f6d
    v2 = key.0 ^ 0x6c79_6765_6e65_7261
    v3 = key.1 ^ 0x7465_6462_7974_6573
  }

  /// Returns the hash of any message.
  public static func hash(_ message: Span<UInt8>, key: (UInt64, UInt64)) -> UInt64 {
    var state = SipHash(key: key)
    var word: UInt64 = 0
    for i in 0..<message.count {
      word |= UInt64(message[i]) << (UInt64(i & 7) * 8)
      if i & 7 == 7 {
        state.absorb(word)
        word = 0
      }
    }
    return state.finish(word, count: message.count)
  }

  /// Returns the hash of the eight bytes of a word, the least significant first.
  public static func hash(_ word: UInt64, key: (UInt64, UInt64)) -> UInt64 {
    var state = SipHash(key: key)
    state.absorb(word)
    return state.finish(0, count: 8)
  }

  private mutating func absorb(_ word: UInt64) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }

  private mutating func finish(_ rest: UInt64, count: Int) -> UInt64 {
    absorb(rest | UInt64(truncatingIfNeeded: count & 0xff) << 56)
    v2 ^= 0xff
    for _ in 0..<4 { round() }
    return v0 ^ v1 ^ v2 ^ v3
  }

  private mutating func round() {
    v0 &+= v1
    v1 = (v1 << 13 | v1 >> 51) ^ v0
    v0 = v0 << 32 | v0 >> 32
    v2 &+= v3
    v3 = (v3 << 16 | v3 >> 48) ^ v2
    v0 &+= v3
    v3 = (v3 << 21 | v3 >> 43) ^ v0
    v2 &+= v1
    v1 = (v1 << 17 | v1 >> 47) ^ v2
    v2 = v2 << 32 | v2 >> 32
  }
}
