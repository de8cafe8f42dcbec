/// Text as it travels in mails: RFC 2045 and 2047.
package enum MailEncoding {
  private static let digits = Array("0123456789ABCDEF".utf8)
  private static let symbols = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text without anything that could end a line of a header.
  package static func oneLine(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: line.append(" ")
      default: line.append(scalar)
      }
    }
    return String(line)
  }

  /// The text of a header. A short and plain text stays as it is; else encoded words of at most 75
  /// characters, each on a line of its own.
  package static func header(_ text: String) -> String {
    let line = oneLine(text)
    let isPlain = line.utf8.allSatisfy { $0 < 0x7F } && !line.contains("=?")
    return isPlain && line.utf8.count <= 60 ? line : words(line)
  }

  /// A name and an address.
  package static func mailbox(_ who: MailAddress) -> String {
    if who.name.isEmpty { return who.address }
    let line = oneLine(who.name)
    let isPlain = line.utf8.allSatisfy {
      $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    let name =
      isPlain && line.utf8.count <= 60 && !line.contains("=?") ? "\"\(line)\"" : words(line)
    return "\(name)\r\n <\(who.address)>"
  }

  private static func words(_ line: String) -> String {
    var words: [String] = []
    var bytes: [UInt8] = []
    // No character is torn apart. 39 bytes become 52 characters, "Reply-To: " before them.
    for character in line.unicodeScalars {
      let next = Array(String(character).utf8)
      if bytes.count + next.count > 39 {
        words.append(base64(bytes))
        bytes = []
      }
      bytes += next
    }
    words.append(base64(bytes))
    return words.map { "=?UTF-8?B?\($0)?=" }.joined(separator: "\r\n ")
  }

  package static func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var word: UInt32 = 0
      for i in 0..<3 { word = word << 8 | (i < group.count ? UInt32(group[start + i]) : 0) }
      for i in 0..<4 {
        text.append(
          i <= group.count ? symbols[Int(word >> UInt32(18 - 6 * i) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Lines of at most 76 characters, each ended by CR LF.
  package static func quotedPrintable(_ text: String) -> [UInt8] {
    var encoded: [UInt8] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let bytes = Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      var width = 0
      for (i, byte) in bytes.enumerated() {
        let isLast = i == bytes.count - 1
        let isSpace = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        let isPlain =
          isSpace ? !isLast : (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=")
        let size = isPlain ? 1 : 3
        if width + size > (isLast ? 76 : 75) {
          encoded += "=\r\n".utf8
          width = 0
        }
        width += size
        if isPlain {
          encoded.append(byte)
        } else {
          encoded += [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
      }
      encoded += "\r\n".utf8
    }
    return encoded
  }

  /// Encodes a part of an address or a form: only letters, digits and "-._~" stay as they are.
  package static func percent(_ text: String) -> String {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.append(byte)
      default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
