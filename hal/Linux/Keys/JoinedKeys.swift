import HAL

/// Buttons and a terminal at once; either may be absent.
public final class JoinedKeys: Keys {
  public let buttons: LinuxKeys?
  public let terminal: TerminalKeys?

  public init(buttons: LinuxKeys?, terminal: TerminalKeys?) {
    self.buttons = buttons
    self.terminal = terminal
  }

  public var available: KeySet {
    KeySet(bits: (buttons?.available.bits ?? 0) | (terminal?.available.bits ?? 0))
  }

  /// - Throws: `KeysError` when one of the two is gone; the other goes on.
  public func read() throws(KeysError) -> KeyPress? {
    if let press = try buttons?.read() { return press }
    return try terminal?.read()
  }
}
