import Device
import HAL

/// The device's time does not step while nobody says another. What a receiver said before it fell silent
/// decides nothing.
///
/// It looks at signs of life that follow each other. A source that speaks is one with a date, however late
/// or wrong. A position without a time says none.
struct UnspokenTimeChecker: Checker {
  var violation: Violation?

  /// A receiver that has said nothing for longer does not speak, with some seconds to spare.
  private static let speaks = Milliseconds.seconds(65)
  private static let fresh = Milliseconds.seconds(90)
  /// Milliseconds: less may be a clock that runs off.
  private static let step: UInt64 = 10_000
  /// An epoch of that age has a date that the sighting does not tell of.
  private static let prompt = Milliseconds.seconds(1)

  private var heard = Instant.start
  private var own: (off: Int64, at: Instant)?

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    guard fix.hasPosition, fix.hasTime || fix.age > UnspokenTimeChecker.prompt else { return }
    heard = truth.now
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: (heard, own) = (truth.now, nil)
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
