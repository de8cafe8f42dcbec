extension LinuxGPS {
  /// How much is taken of the daemon. A receiver of ten fixes a second says about 30 KB in that time.
  public struct Budget: Sendable {
    /// At once, as after a moment in which the device did not look.
    public var bytes: Int64
    public var fixes: Int64
    /// In how many milliseconds as much comes in again.
    public var refill: Int64

    /// For whoever knows what comes.
    public static let unlimited = Budget(bytes: 1 << 50, fixes: 1 << 50, refill: 1)

    /// - Parameter scale: of the device's clock; a test may feed a day in a minute.
    public init(
      bytes: Int64 = 2 << 20, fixes: Int64 = 1000, refill: Int64 = 40_000, scale: Int64 = 1
    ) {
      self.bytes = bytes
      self.fixes = fixes
      self.refill = max(refill / scale, 1)
    }
  }
}

/// An amount that is used up and comes in again with the time.
struct Allowance {
  private let most: Int64
  /// Milliseconds in which all of it comes in again.
  private let refill: Int64
  /// In parts, of which each unit has `refill`, so that nothing is lost between two looks.
  private var parts: Int64
  private var looked: BootTime

  init(_ most: Int64, per refill: Int64, now: BootTime) {
    self.most = most
    self.refill = refill
    parts = most * refill
    looked = now
  }

  /// False when there is not so much; then nothing of it is used.
  mutating func take(_ amount: Int64, now: BootTime) -> Bool {
    let passed = (now.nanoseconds - looked.nanoseconds) / 1_000_000
    if passed > 0 {
      parts = passed >= refill ? most * refill : min(parts + passed * most, most * refill)
      looked = looked.after(milliseconds: passed)
    }
    guard parts >= amount * refill else { return false }
    parts -= amount * refill
    return true
  }
}
