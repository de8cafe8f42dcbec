/// The buttons that a board may have.
public enum Key: UInt8, Sendable {
  /// Always help, and nothing but help.
  case help = 1
  /// Acknowledges, confirms and silences; pressed long, it snoozes.
  case ok = 2
  case plus = 3
  case minus = 4
}

/// One press of a key.
public struct KeyPress: Equatable, Sendable {
  /// The key that was pressed.
  public var key: Key
  /// Held for 800 ms or longer.
  public var isLong: Bool

  @inlinable public init(_ key: Key, isLong: Bool = false) {
    self.key = key
    self.isLong = isLong
  }
}

/// The keys that a board has. Not an `OptionSet`: its array literals would need a heap.
public struct KeySet: Equatable, Sendable {
  /// Bit 0 help, bit 1 ok, bit 2 plus, bit 3 minus.
  public var bits: UInt8
  @inlinable public init(bits: UInt8) { self.bits = bits & 15 }
  /// All four keys.
  public static let all = KeySet(bits: 15)

  /// Whether the board has that key.
  @inlinable public func contains(_ key: Key) -> Bool { bits >> (key.rawValue - 1) & 1 == 1 }
  /// The same set with that key.
  @inlinable public func with(_ key: Key) -> KeySet { KeySet(bits: bits | 1 << (key.rawValue - 1)) }
}

/// The reason why keys cannot be read.
public enum KeysError: Error, Equatable, Sendable {
  /// The input device is gone; it may come back.
  case unavailable
}

/// A set of buttons.
///
/// Contract: `read` never waits and returns each press once, oldest first, nil when none is waiting.
/// Help is reported when it goes down. The other keys are reported when they come up or have been down
/// for 800 ms, whichever is first. Lost keys come as `unavailable`, once or as long as they are gone,
/// after the presses before it. Presses in the meantime are lost.
public protocol Keys {
  /// The keys that are there now.
  var available: KeySet { get }
  mutating func read() throws(KeysError) -> KeyPress?
}
