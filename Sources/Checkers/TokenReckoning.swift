import HAL

/// The token of a notice, reckoned again: SipHash-2-4 of its number under the board's secret, after
/// J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF", 2012. Never 0.
enum TokenReckoning {
  static func token(of notice: NoticeID, secret: (UInt64, UInt64)) -> UInt64 {
    // "somepseudorandomlygeneratedbytes", in big-endian words.
    var v: (UInt64, UInt64, UInt64, UInt64) = (
      secret.0 ^ 0x736f_6d65_7073_6575, secret.1 ^ 0x646f_7261_6e64_6f6d,
      secret.0 ^ 0x6c79_6765_6e65_7261, secret.1 ^ 0x7465_6462_7974_6573
    )
    // Eight bytes, then a word that says only that there were eight.
    for word in [notice.value, UInt64(8) << 56] {
      v.3 ^= word
      mix(&v, 2)
      v.0 ^= word
    }
    v.2 ^= 0xff
    mix(&v, 4)
    let token = v.0 ^ v.1 ^ v.2 ^ v.3
    return token == 0 ? 1 : token
  }

  private static func mix(_ v: inout (UInt64, UInt64, UInt64, UInt64), _ rounds: Int) {
    for _ in 0..<rounds {
      v.0 &+= v.1
      v.2 &+= v.3
      v.1 = turn(v.1, 13) ^ v.0
      v.3 = turn(v.3, 16) ^ v.2
      v.0 = turn(v.0, 32)
      v.2 &+= v.1
      v.0 &+= v.3
      v.1 = turn(v.1, 17) ^ v.2
      v.3 = turn(v.3, 21) ^ v.0
      v.2 = turn(v.2, 32)
    }
  }

  private static func turn(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    word << bits | word >> (64 - bits)
  }
}
