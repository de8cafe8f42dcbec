import Names
import Words

/// Text as JSON wants it, and as a terminal may show it.
public enum JSONText {
  /// In quotes, with what must be escaped escaped.
  public static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.steersTerminal:
        quoted += "\\u" + scalar.value.padded(4, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// The text that stood between quotes. What is no escape and no UTF-8 becomes U+FFFD.
  static func unescaped(_ raw: JSONScanner.Bytes) -> String {
    guard raw.contains(0x5C) else { return String(decoding: raw, as: UTF8.self) }
    var units: [UInt16] = []
    var plain: [UInt8] = []
    func flush() {
      units.append(contentsOf: String(decoding: plain, as: UTF8.self).utf16)
      plain.removeAll(keepingCapacity: true)
    }
    var at = 0
    while at < raw.count {
      guard raw[at] == 0x5C, at + 1 < raw.count else {
        plain.append(raw[at])
        at += 1
        continue
      }
      let escape = raw[at + 1]
      at += 2
      switch escape {
      case UInt8(ascii: "n"): plain.append(0x0A)
      case UInt8(ascii: "r"): plain.append(0x0D)
      case UInt8(ascii: "t"): plain.append(0x09)
      case UInt8(ascii: "b"): plain.append(0x08)
      case UInt8(ascii: "f"): plain.append(0x0C)
      case UInt8(ascii: "u"):
        // Halves of a pair stand one after the other, so they meet in `units`.
        flush()
        let digits = raw[at..<min(at + 4, raw.count)]
        let isWhole = digits.count == 4 && digits.allSatisfy { $0.isHexDigit }
        units.append(
          isWhole
            ? ForeignNumber.exact(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0xFFFD
            : 0xFFFD)
        if isWhole { at += 4 }
      default: plain.append(escape)
      }
    }
    flush()
    return String(decoding: units, as: UTF16.self)
  }
}

extension UInt8 {
  var isHexDigit: Bool {
    isDigit || (self >= 0x41 && self <= 0x46) || (self >= 0x61 && self <= 0x66)
  }
}
