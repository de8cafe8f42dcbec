import HAL

/// A meter's result in 24 bits, to a hundredth of its unit: two of them fit into a record's word.
struct BriefResult: Equatable, Sendable {
  /// Four bits of the kind, and twenty of the number.
  private(set) var code: UInt32

  init(_ result: MeterResult) {
    let number: Double =
      switch result {
      case .amount(.milligramsPerDecilitre(let amount)): amount.value
      case .amount(.millimolesPerLitre(let amount)): amount.value
      case .low, .high: 0
      }
    let hundredths = min(max(number, 0), 10_000) * 100
    // A value that is no number is kept as zero, which no meter shows.
    code = UInt32(result.tag) << 20 | (hundredths.isNaN ? 0 : UInt32(Int64(nearest: hundredths)))
  }

  /// Nil for a code that no result has.
  init?(code: UInt32) {
    guard MeterResult(tag: UInt64(code >> 20), word: 0) != nil else { return nil }
    self.code = code
  }

  var result: MeterResult {
    let number = Double(code & 0xf_ffff) / 100
    return MeterResult(tag: UInt64(code >> 20), word: number.word) ?? .low
  }
}
