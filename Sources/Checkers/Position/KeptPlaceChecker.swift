import Device
import HAL

/// A sign of life keeps the place of the life before until this one has a position of its own. The third
/// life without any keeps it, too. So does a clock that was put back before that position.
struct KeptPlaceChecker: Checker {
  var violation: Violation?

  /// The place of the last sign of life that came back; nil: it had none, or a position has come since.
  private var last: (place: LastPlace, measured: Int64)?

  private var bootedAt = Instant.start
  /// Two clocks may differ by a minute, less what the events round.
  private static let ahead: Int64 = 55_000
  private static let unknown: Int64 = -(1 << 40)

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    if fix.hasPosition { last = nil }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: (last, bootedAt) = (nil, truth.now)
    case .restored(.alive(let wall, let place, _)):
      last = place.map { ($0, wall.milliseconds - $0.age.count) }
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    guard let last, case .store(.alive(let wall, let place, _)) = action else { return }
    guard let place else {
      return fail(
        .signsOfLifeAreLeft, at: truth.now,
        "a sign of life forgets the place of the life before, and there is no other")
    }
    // The age of a place that is dated ahead, by the clock at the start, is not known, and stays so.
    let start = wall.milliseconds - (truth.now - bootedAt).count
    let isAhead = last.measured - start > KeptPlaceChecker.ahead
    let isUnknown = isAhead && place.age.count == KeptPlaceChecker.unknown
    let isKept = isUnknown || wall.milliseconds - place.age.count == last.measured
    if place.position != last.place.position || !isKept {
      fail(
        .signsOfLifeAreLeft, at: truth.now,
        "a sign of life has another place than the life before, and there was no position")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { last = nil }
  }
}
