import HAL

/// Sends the wearer's place every few minutes while help or an exit is open.
public struct Breadcrumbs: Feature, Sendable {
  /// The wait for a newer fix until it looks again.
  static let lookAgain = Milliseconds.seconds(60)

  private var interval = Milliseconds.seconds(300)
  private var isOpen = false
  /// The moment at which the last location was told.
  private var last = Instant.start
  private var due = Instant.start

  /// The moment at which it wants to be woken.
  public var deadline: Instant? { isOpen ? due : nil }

  public init() {}

  /// Takes the interval of the profile, at least one minute. A location that waits keeps its place.
  public mutating func configure(_ limits: Limits) {
    let before = interval
    interval = .seconds(Int64(max(limits.breadcrumbs, 1)) * 60)
    due = due + Milliseconds(interval.count - before.count)
  }

  /// Something is open. The notice of it has told the position: the first location comes after the
  /// interval. Beginning again changes nothing.
  public mutating func begin(at now: Instant) {
    guard !isOpen else { return }
    isOpen = true
    last = now
    due = now + interval
  }

  /// An earlier life told the place then. Until `resume` that moment stands by the wall.
  mutating func restore(told wall: WallTime?) {
    guard let wall else { return }
    last = Instant(milliseconds: wall.milliseconds)
  }

  /// Something was open when the power went. The first position goes out when it is due. If nobody knows since when it
  /// is, it goes out at once.
  mutating func resume(after life: EarlierLife, at now: Instant) {
    // Help and an exit may both be open: the first of them has begun it.
    guard !isOpen else { return }
    let isKnown = last > .start && life.alive != nil
    let before = life.moment(of: WallTime(milliseconds: last.milliseconds))
    begin(at: now)
    due = isKnown ? max(before + interval, now) : now
  }

  /// Somebody has just heard of it without a place: the next position goes out soon, and at once if none just did.
  mutating func hasten(at now: Instant) {
    due = min(due, max(now, last + Breadcrumbs.lookAgain))
  }

  /// Nothing is open any more: no location is sent until the next `begin`.
  public mutating func end() {
    isOpen = false
  }

  /// True: tell the location now.
  /// - Parameter newest: when the best position known was measured.
  public mutating func pass(at now: Instant, newest: Instant?) -> Bool {
    guard isOpen, due <= now else { return false }
    guard let newest, newest > last else {
      due = now + Breadcrumbs.lookAgain
      return false
    }
    last = now
    due = now + interval
    return true
  }

  public func fold(into digest: inout Digest) {
    digest.fold(
      (isOpen ? 1 : 0) | UInt64(bitPattern: interval.count) << 8,
      UInt64(bitPattern: last.milliseconds))
    digest.fold(UInt64(bitPattern: due.milliseconds))
  }
}
