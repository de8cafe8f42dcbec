/// Logarithm and exponential of our own, so that a score has the same digits on every machine.
enum Series {
  /// ln 2 in two parts: the product of the first with an exponent is exact.
  private static let ln2 = (high: 6.931_471_803_691_238e-1, low: 1.908_214_929_270_587_7e-10)

  /// The natural logarithm of a positive, finite number, to a few units of the last place.
  static func ln(_ x: Double) -> Double {
    precondition(x > 0 && x.isFinite)
    var exponent = Double(x.exponent)
    var m = x.significand
    if m > 1.414_213_562_373_095_1 {
      m /= 2
      exponent += 1
    }
    // ln m = 2 artanh s, with s below 0.172.
    let s = (m - 1) / (m + 1)
    let square = s * s
    var sum = 0.0
    var n = 25.0
    while n >= 1 {
      sum = sum * square + 1 / n
      n -= 2
    }
    return exponent * ln2.high + (2 * s * sum + exponent * ln2.low)
  }

  static func log10(_ x: Double) -> Double { ln(x) / 2.302_585_092_994_045_7 }

  /// e to the power of x, for |x| below 700.
  static func exp(_ x: Double) -> Double {
    precondition(x.magnitude < 700)
    let k = (x / 0.693_147_180_559_945_3).rounded()
    let r = x - k * ln2.high - k * ln2.low
    var sum = 1.0
    var n = 17.0
    while n >= 1 {
      sum = 1 + sum * r / n
      n -= 1
    }
    return sum * Double(sign: .plus, exponent: Int(k), significand: 1)
  }
}
