import DequeModule
import HAL

/// A receiver that says what it is told to, and misbehaves on command.
public struct SimulatedGPS: GPS {
  public enum Fault: Equatable, Sendable {
    /// Nothing comes any more.
    case silent
    /// The last fix comes again and again: arrivals go on, epochs do not.
    case stuck
    /// The daemon is gone.
    case unavailable
  }

  public var fault: Fault?
  /// What is taken of it; nil: all.
  public var budget: Allowance?
  /// Oldest first.
  private var waiting: Deque<Fix> = []
  private var last: Fix?

  public init() {}

  /// An epoch reaches the receiver's output.
  /// - Parameter now: for the budget.
  public mutating func arrive(_ fix: Fix, at now: Instant = .start) {
    switch fault {
    case nil: last = fix
    case .stuck: last = last ?? fix
    case .silent, .unavailable: return
    }
    guard let last, budget?.take(1, now: now) ?? true else { return }
    waiting.append(last)
  }

  public mutating func read() throws(GPSError) -> Fix? {
    if let fix = waiting.popFirst() { return fix }
    if fault == .unavailable { throw .unavailable }
    return nil
  }
}
