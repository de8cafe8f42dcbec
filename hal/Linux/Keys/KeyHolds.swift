import HAL

/// The keys of one device that are down, and the presses that they become.
struct KeyHolds {
  /// Milliseconds from which on a press is long.
  static let long: Int64 = 800

  private struct Held {
    let code: UInt16
    let key: Key
    /// By the device's clock, in microseconds.
    let stamp: Int64
    /// When it becomes a long press; nil for one that is told of already.
    var due: BootTime?
  }

  private var held: [Held] = []

  func isDown(_ code: UInt16) -> Bool { held.contains { $0.code == code } }

  /// It is down, and that is no press: it was so before anybody looked.
  mutating func ignore(_ code: UInt16, _ key: Key) {
    forget(code)
    held.append(Held(code: code, key: key, stamp: 0, due: nil))
  }

  /// Also of a key that is down already: its release was lost.
  /// - Parameter since: the same moment as `stamp`, on the reactor's clock.
  mutating func press(
    _ code: UInt16, _ key: Key, stamp: Int64, since: BootTime
  ) -> KeyPress? {
    forget(code)
    let isHelp = key == .help
    let due = isHelp ? nil : since.after(milliseconds: KeyHolds.long)
    held.append(Held(code: code, key: key, stamp: stamp, due: due))
    return isHelp ? KeyPress(.help) : nil
  }

  /// The device's own stamps tell how long it was down, however late the loop hears of it.
  mutating func release(_ code: UInt16, stamp: Int64) -> KeyPress? {
    guard let i = held.firstIndex(where: { $0.code == code }) else { return nil }
    let one = held.remove(at: i)
    guard one.due != nil else { return nil }
    return KeyPress(one.key, isLong: stamp - one.stamp >= KeyHolds.long * 1000)
  }

  /// Nobody knows when it came up: no press.
  mutating func forget(_ code: UInt16) { held.removeAll { $0.code == code } }

  /// When the next key has been down long enough.
  var due: BootTime? { held.compactMap(\.due).min() }

  /// The next key that has; nil when there is none.
  mutating func expire(_ now: BootTime) -> KeyPress? {
    guard let i = held.firstIndex(where: { $0.due.map { $0 <= now } ?? false }) else { return nil }
    held[i].due = nil
    return KeyPress(held[i].key, isLong: true)
  }
}
