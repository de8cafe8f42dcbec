import HAL

/// Puts an entry's date on the device's own clock, by a trusted clock. SAFE-1.
///
/// An entry was taken before it came in, whatever its date says. A date up to 5 minutes ahead is that
/// of a clock that lags; it counts as the moment of coming in. A date farther ahead says nothing.
struct Placing: Sendable {
  /// Clocks that differ by no more are both right enough.
  static let tolerance = Milliseconds.seconds(5 * 60)
  /// Two clocks, one of which may lead by the tolerance and the other may lag by it.
  static let twice = Milliseconds.seconds(10 * 60)
  /// A dose dated farther ahead than this counts for nothing.
  static let day = Milliseconds.seconds(24 * 3600)

  /// Never later than the moment it came in.
  var at: Instant
  /// No clock has named that moment: it is the one of coming in.
  var isAssumed: Bool
  /// The span by which the date lies ahead of that moment; negative for an older entry.
  var lead: Milliseconds

  /// - Parameters:
  ///   - known: what earlier clocks said; the youngest age counts.
  ///   - offset: wall time less device time.
  init(taken: WallTime, arrived: Instant, known: Instant?, offset: Int64) {
    let (wall, isFar) = arrived.milliseconds.addingReportingOverflow(offset)
    let (lead, isFarther) = taken.milliseconds.subtractingReportingOverflow(wall)
    self.lead = Milliseconds(isFar || isFarther ? .max : lead)
    if self.lead.count >= 0 {
      // A date far ahead is no evidence against the word of an earlier clock.
      at = self.lead > Placing.tolerance ? known ?? arrived : arrived
      isAssumed = known == nil
    } else {
      let at = arrived + self.lead
      self.at = known.map { max($0, at) } ?? at
      isAssumed = false
    }
  }

  /// Another date by more than clocks may differ: what was told of the old one is not said of it.
  static func isMoved(_ taken: WallTime?, to other: WallTime) -> Bool {
    guard let taken else { return true }
    return taken.distance(to: other) > tolerance || other.distance(to: taken) > tolerance
  }

  var isAhead: Bool { lead > Placing.tolerance }
}
