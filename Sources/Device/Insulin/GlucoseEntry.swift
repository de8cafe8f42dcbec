import HAL

/// A reading on its way in through plus and minus.
///
/// Whole steps of the unit, so that no decimal can be lost. One step beyond either end of the meter's
/// range stands "LO" or "HI".
struct GlucoseEntry: Equatable, Sendable {
  /// mg/dL, or tenths of mmol/L.
  private(set) var steps: Int32
  let usesMillimoles: Bool
  /// A value that nobody has moved is not taken: two presses must not make an old reading new.
  private(set) var isTouched = false
  /// A meter sent a new reading while it stood on the page.
  var hasRival = false

  /// Opens at the last reading, in the wearer's unit, or in the middle of what is common.
  init(startingAt last: MeterResult?, usesMillimoles: Bool) {
    self.usesMillimoles = usesMillimoles
    let range = GlucoseEntry.range(usesMillimoles)
    switch last {
    case nil: steps = usesMillimoles ? 67 : 120
    case .low: steps = range.lowerBound - 1
    case .high: steps = range.upperBound + 1
    case .amount(let glucose):
      let value =
        usesMillimoles ? glucose.inMillimoles.value * 10 : glucose.inMilligrams.value
      let held = min(max(value, Double(range.lowerBound)), Double(range.upperBound))
      steps = Int32(Int64(nearest: held))
    }
  }

  /// 20 to 600 mg/dL or 1.1 to 33.3 mmol/L: what meters measure.
  private static func range(_ usesMillimoles: Bool) -> ClosedRange<Int32> {
    usesMillimoles ? 11...333 : 20...600
  }

  /// One step, or ten by a long press.
  mutating func move(up: Bool, isLong: Bool) {
    let range = GlucoseEntry.range(usesMillimoles)
    let moved = steps + (up ? 1 : -1) * (isLong ? 10 : 1)
    steps = min(max(moved, range.lowerBound - 1), range.upperBound + 1)
    isTouched = true
  }

  var result: MeterResult {
    let range = GlucoseEntry.range(usesMillimoles)
    if steps < range.lowerBound { return .low }
    if steps > range.upperBound { return .high }
    return .amount(
      usesMillimoles
        ? .millimolesPerLitre(MillimolesPerLitre(Double(steps) / 10))
        : .milligramsPerDecilitre(MilligramsPerDecilitre(Double(steps))))
  }
}
