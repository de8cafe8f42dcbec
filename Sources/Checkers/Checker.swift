import Device
import HAL

/// Judges one thing by what happens. It ignores everything else.
public protocol Checker {
  /// The invariant that did not hold; nothing follows it.
  var violation: Violation? { get set }
  mutating func see(_ fix: FixSighting, _ truth: Truth)
  mutating func see(_ event: Event, _ truth: Truth)
  mutating func see(_ action: Action, during event: Event, _ truth: Truth)
  mutating func see(_ change: WorldChange, _ truth: Truth)
}

extension Checker {
  public mutating func see(_ fix: FixSighting, _ truth: Truth) {}
  public mutating func see(_ event: Event, _ truth: Truth) {}
  public mutating func see(_ action: Action, during event: Event, _ truth: Truth) {}
  public mutating func see(_ change: WorldChange, _ truth: Truth) {}

  /// The first one counts: later ones may follow from it.
  mutating func fail(_ invariant: Invariant, at now: Instant, _ what: String) {
    if violation == nil { violation = Violation(invariant: invariant, at: now, what: what) }
  }
}

extension Instant {
  static let never = Instant(milliseconds: .max)
}
