extension Unicode.Scalar {
  /// It turns the direction of the text after it, so that a reader sees another order than was written.
  public var turnsText: Bool {
    switch value {
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// A terminal would obey it instead of showing it. Tab and the ends of lines do no harm.
  public var steersTerminal: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D: false
    case 0..<0x20, 0x7F..<0xA0: true
    default: turnsText
    }
  }
}
