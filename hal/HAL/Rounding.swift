extension Int64 {
  /// The nearest whole number; a half goes away from zero, as `rounded()` has it.
  ///
  /// `rounded()` is libm's in disguise: a browser would import it, and JavaScript's rounds -2.5 to -2.
  /// Like `Int64(_:)` it takes no NaN, and nothing beyond its own range.
  @inlinable public init(nearest value: Double) {
    let whole = Int64(value)
    // Exact: from 2^52 on every double is whole, and nothing is left.
    let rest = value - Double(whole)
    self = rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
  }
}
