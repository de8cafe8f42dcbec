import Device
import HAL

/// The device's time does not step while nobody says another. What a receiver said before it fell silent
/// decides nothing.
///
/// It looks at signs of life that follow each other. A position speaks with its time, however late or wrong, also
/// without a height. A time of day says which day once the receiver has said a date. The same epoch again says nothing.
struct UnspokenTimeChecker: Checker {
  var violation: Violation?

  /// A receiver that has said nothing for longer does not speak, with some seconds to spare.
  private static let speaks = Milliseconds.seconds(65)
  private static let fresh = Milliseconds.seconds(90)
  /// Milliseconds: less may be a clock that runs off.
  private static let step: UInt64 = 10_000

  private var heard = Instant.start
  /// The receiver has said a date in this life.
  private var hasDate = false
  private var own: (off: Int64, at: Instant)?

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    guard fix.hasPosition, let time = fix.time, !fix.isRepeated else { return }
    if time.isDated { hasDate = true }
    if hasDate { heard = truth.now }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: (heard, hasDate, own) = (truth.now, false, nil)
    case .clock: heard = truth.now
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    guard case .store(.alive(let wall, _, _)) = action else { return }
    let off = wall.milliseconds - truth.wall.milliseconds
    defer { own = (off, truth.now) }
    guard let own, truth.now - own.at < UnspokenTimeChecker.fresh,
      own.at - heard > UnspokenTimeChecker.speaks,
      (off - own.off).magnitude > UnspokenTimeChecker.step
    else { return }
    fail(
      .disputedClockStays, at: truth.now,
      "the clock steps by \((off - own.off) / 1000) s, and nobody has said a time for "
        + "\((truth.now - heard).count / 1000) s")
  }
}
