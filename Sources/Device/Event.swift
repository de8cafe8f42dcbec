import HAL

/// What happens to the device. Everything the core knows comes through here.
public struct Event: Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    /// The profile was loaded, or loaded again.
    case configured(Configuration)
    /// The receiver delivered an epoch, with or without a position.
    case fix(Fix)
    /// The moment the core asked to be woken at has come.
    case deadline
  }

  /// Arrival, on the board's clock.
  public var at: Instant
  public var kind: Kind

  @inlinable public init(at: Instant, _ kind: Kind) {
    self.at = at
    self.kind = kind
  }
}
