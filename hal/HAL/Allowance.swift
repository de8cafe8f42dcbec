/// An amount that is used up and refills with time.
public struct Allowance: Sendable {
  private let most: Int64
  /// The time in which all of it refills.
  private let refill: Milliseconds
  /// A unit has as many parts as `refill` has milliseconds, so that nothing is lost between two looks.
  private var parts: Int64
  private var looked: Instant

  /// - Parameters:
  ///   - most: what can be taken at once, at most 2^32.
  ///   - refill: at least 1 ms and at most a day.
  public init(_ most: Int64, per refill: Milliseconds, now: Instant) {
    self.most = min(max(most, 0), 1 << 32)
    self.refill = Milliseconds(min(max(refill.count, 1), 86_400_000))
    parts = self.most * self.refill.count
    looked = now
  }

  /// False when there is not so much; then nothing of it is used.
  public mutating func take(_ amount: Int64, now: Instant) -> Bool {
    let passed = (now - looked).count
    if passed > 0 {
      let full = most * refill.count
      parts = passed >= refill.count ? full : min(parts + passed * most, full)
      looked = now
    }
    guard amount <= most, parts >= amount * refill.count else { return false }
    parts -= amount * refill.count
    return true
  }
}

/// The amount that is read from a receiver; more counts as a flood.
public struct ReceiverBudget: Equatable, Sendable {
  /// Bytes that are read at once, as after a moment in which the device did not look. Ten fixes a
  /// second, each with forty satellites, are reckoned as 1.8 MB in one `refill`.
  public var bytes: Int64
  /// Epochs that are read at once, with a position or without.
  public var fixes: Int64
  /// The time in which the whole budget becomes available again.
  public var refill: Milliseconds

  /// Tests and tools that know their receiver take all of it.
  public static let unlimited = ReceiverBudget(
    bytes: 1 << 32, fixes: 1 << 32, refill: Milliseconds(1))

  public init(
    bytes: Int64 = 2 << 20, fixes: Int64 = 1000, refill: Milliseconds = .seconds(40)
  ) {
    self.bytes = bytes
    self.fixes = fixes
    self.refill = refill
  }

  /// The same for a receiver whose log a test plays so many times as fast.
  /// - Parameter factor: 1 or more.
  public func faster(by factor: Int64) -> ReceiverBudget {
    ReceiverBudget(
      bytes: bytes, fixes: fixes, refill: Milliseconds(refill.count / max(factor, 1)))
  }
}
