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
  /// The budget for reading; nil: all is read.
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

/// Keys that are pressed when they are told to be, and misbehave on command.
public struct SimulatedKeys: Keys {
  /// A key that the board does not have cannot be pressed.
  public var available: KeySet { isUnplugged ? KeySet(bits: 0) : built }
  /// The keys that the board has while they are plugged in.
  private let built: KeySet
  /// The input device is gone, and what is pressed meanwhile is lost.
  public var isUnplugged = false
  private var waiting: [KeyPress] = []

  public init(available: KeySet = .all) { built = available }

  /// A finger presses a key.
  public mutating func press(_ press: KeyPress) {
    guard available.contains(press.key) else { return }
    waiting.append(press)
  }

  public mutating func read() throws(KeysError) -> KeyPress? {
    if !waiting.isEmpty { return waiting.removeFirst() }
    if isUnplugged { throw .unavailable }
    return nil
  }
}

/// A clock that jumps to wherever the simulation is.
public struct SimulatedClock: Clock {
  public private(set) var now = Instant.start
  public init() {}
  /// Going backward is a bug of the caller.
  public mutating func advance(to instant: Instant) {
    precondition(instant >= now, "a clock never goes backward")
    now = instant
  }
}
