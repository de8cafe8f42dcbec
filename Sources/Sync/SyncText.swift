/// Numbers and keys as the protocol writes them.
public enum SyncText {
  /// 16 small hexadecimal digits.
  public static func hex(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Nil for a text that is not 16 hexadecimal digits.
  public static func number(_ text: String) -> UInt64? {
    text.utf8.count == 16 ? hexadecimal(text) : nil
  }

  static func isIdentity(_ text: String) -> Bool { number(text) != nil }

  /// Whether a text can be a key: 43 letters of base64url.
  public static func isKey(_ text: String) -> Bool {
    text.utf8.count == SyncLimits.key && text.utf8.allSatisfy(isBase64)
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// A pairing code in its one spelling, "ABCD-EFGH": letters and digits of Crockford's base 32.
  /// Nil for what is no code. Small letters, blanks and a missing dash are read; I and L are 1, O is 0.
  public static func code(_ text: some StringProtocol) -> String? {
    guard text.utf8.count <= 40 else { return nil }
    var symbols: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "-"): continue
      case UInt8(ascii: "i"), UInt8(ascii: "I"), UInt8(ascii: "l"), UInt8(ascii: "L"):
        symbols.append(UInt8(ascii: "1"))
      case UInt8(ascii: "o"), UInt8(ascii: "O"): symbols.append(UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "z"): symbols.append(byte - 32)
      default: symbols.append(byte)
      }
    }
    guard symbols.count == 8, symbols.allSatisfy(codeAlphabet.contains) else { return nil }
    let text = String(decoding: symbols, as: UTF8.self)
    return "\(text.prefix(4))-\(text.suffix(4))"
  }

  /// The 32 symbols of a pairing code: a server draws eight of them.
  public static let codeAlphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
}
