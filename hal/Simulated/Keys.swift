import HAL

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
