import Glibc
import HAL
import Words

/// Text as it was meant, whatever it went through.
enum MailDecoding {
  /// The name of ISO 8859-1 means windows-1252, as in browsers: mail programs send that under it.
  /// - Parameter charset: as declared. With none, or one that is not known, the text is UTF-8 where
  ///   it can be, which ASCII is too, else windows-1252.
  static func text(_ bytes: [UInt8], _ charset: String?) -> String {
    switch charset?.lowercased() {
    case "iso-8859-1", "iso-8859-15", "windows-1252", "latin1": return western(bytes)
    case "utf-8", "utf8": return String(decoding: bytes, as: UTF8.self)
    default: break
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    // A text that was cut within a letter is UTF-8 still, where another letter shows it.
    for cut in 1...3 {
      let rest = bytes.dropLast(cut)
      if rest.contains(where: { $0 > 0x7F }), bytes.suffix(cut).allSatisfy({ $0 > 0x7F }),
        let text = String(validating: rest, as: UTF8.self)
      {
        return text
      }
    }
    return western(bytes)
  }

  /// windows-1252, for the charsets that agree with it on what people write here.
  private static func western(_ bytes: [UInt8]) -> String {
    String(
      String.UnicodeScalarView(
        bytes.map { (0x80...0x9F).contains($0) ? signs[Int($0) - 0x80] : Unicode.Scalar($0) }))
  }

  /// The signs of windows-1252 from 0x80 to 0x9F. Where it has none the control stays.
  private static let signs: [Unicode.Scalar] = [
    "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
    "\u{2C6}", "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}",
    "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
    "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
  ]

  /// - Parameter isHeader: "_" is a space. RFC 2047.
  static func quotedPrintable(_ bytes: some Collection<UInt8>, isHeader: Bool) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = Array(bytes)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "="), let first = rest.first {
        if let high = hex(first), let low = rest.dropFirst().first.flatMap(hex) {
          decoded.append(high << 4 | low)
          rest = rest.dropFirst(2)
          continue
        }
        // A line that goes on.
        let line = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
        if line.first == UInt8(ascii: "\n") {
          rest = line.dropFirst()
          continue
        }
      }
      decoded.append(isHeader && byte == UInt8(ascii: "_") ? UInt8(ascii: " ") : byte)
    }
    return decoded
  }

  static func base64(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    var word: UInt32 = 0
    var bits = 0
    for byte in bytes {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte + 4
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      default: continue
      }
      word = word << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        decoded.append(UInt8(truncatingIfNeeded: word >> UInt32(bits)))
      }
    }
    return decoded
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }

  /// "=?UTF-8?Q?Ayuda_?= =?UTF-8?Q?Rosa?=" RFC 2047.
  static func words(_ text: String) -> String {
    var decoded = ""
    var rest = text[...]
    var isBehindWord = false
    while let start = rest.range(of: "=?") {
      let fields = rest[start.upperBound...].split(
        separator: "?", maxSplits: 3, omittingEmptySubsequences: false)
      let before = rest[..<start.lowerBound]
      guard fields.count == 4, fields[3].first == "=",
        let bytes = word(String(fields[1]), fields[2])
      else {
        decoded += rest[..<start.upperBound]
        rest = rest[start.upperBound...]
        isBehindWord = false
        continue
      }
      // Spaces between two of them are not meant.
      if !isBehindWord || !before.allSatisfy(\.isWhitespace) { decoded += before }
      decoded += MailDecoding.text(bytes, String(fields[0]))
      rest = fields[3].dropFirst()
      isBehindWord = true
    }
    return decoded + rest
  }

  private static func word(_ encoding: String, _ text: Substring) -> [UInt8]? {
    switch encoding.lowercased() {
    case "q": quotedPrintable(text.utf8, isHeader: true)
    case "b": base64(text.utf8)
    default: nil
    }
  }

  /// HTML without its marks; a new line where one begins on the screen, ">" before older mail.
  static func visible(_ html: String) -> String { VisibleText.of(html) }
}

extension Substring {
  /// The first range of `wanted`, large or small letters alike; no Foundation for this.
  func range(of wanted: String) -> Range<Substring.Index>? {
    var start = startIndex
    while start < endIndex {
      let rest = self[start...]
      if rest.prefix(wanted.count).lowercased() == wanted {
        return start..<index(start, offsetBy: wanted.count)
      }
      start = index(after: start)
    }
    return nil
  }
}

package enum MailDate {
  package static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The time of "21-Nov-2026 05:45:44 +0000", as in RFC 3501; nil for a date that no calendar has.
  package static func received(_ text: String) -> WallTime? {
    let words = text.split(separator: " ")
    guard words.count == 3 else { return nil }
    let date = words[0].split(separator: "-", omittingEmptySubsequences: false)
    let time = words[1].split(separator: ":", omittingEmptySubsequences: false)
    guard date.count == 3, time.count == 3, let day = ForeignNumber.whole(date[0], in: 1...31),
      let month = months.firstIndex(of: String(date[1])),
      let year = ForeignNumber.whole(date[2], in: 1970...9999),
      let hour = ForeignNumber.whole(time[0], in: 0...23),
      let minute = ForeignNumber.whole(time[1], in: 0...59),
      let second = ForeignNumber.whole(time[2], in: 0...60),
      let zone = ForeignNumber.whole(words[2], in: -1459...1459), zone % 100 < 60, zone % 100 > -60
    else { return nil }
    var parts = tm()
    parts.tm_year = Int32(clamping: year - 1900)
    parts.tm_mon = Int32(clamping: month)
    parts.tm_mday = Int32(clamping: day)
    parts.tm_hour = Int32(clamping: hour)
    parts.tm_min = Int32(clamping: minute)
    parts.tm_sec = Int32(clamping: second)
    let east = zone / 100 * 60 + zone % 100
    return WallTime(milliseconds: Int64(timegm(&parts) - east * 60) * 1000)
  }
}

/// A mail, or a part of one. RFC 2045 and 2046. A part that was cut off at the end is missing.
package struct MailPart {
  package let header: MailHeader
  private let body: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) {
    header = MailHeader(bytes)
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      let line = bytes[start..<end]
      start = min(end + 1, bytes.endIndex)
      if line.isEmpty || line.elementsEqual([UInt8(ascii: "\r")]) { break }
    }
    body = bytes[start...]
  }

  /// The first plain text, else what can be read of the first HTML. Some programs send a blank plain
  /// text beside the HTML, or in front of a photo. Then the first text counts that is not blank.
  package var readable: String {
    for skipsBlank in [false, true] {
      for type in ["text/plain", "text/html"] {
        let text = first(type, skipsBlank: skipsBlank) ?? ""
        if !text.allSatisfy(\.isWhitespace) { return text }
      }
    }
    return ""
  }

  private func first(_ wanted: String, skipsBlank: Bool = false, depth: Int = 0) -> String? {
    let type = header.type
    if type.name.hasPrefix("multipart/") {
      guard depth < 5, let boundary = type.parameters["boundary"], !boundary.isEmpty else {
        return nil
      }
      for part in parts(boundary) {
        guard let text = part.first(wanted, skipsBlank: skipsBlank, depth: depth + 1),
          !skipsBlank || !text.allSatisfy(\.isWhitespace)
        else { continue }
        return text
      }
      return nil
    }
    guard type.name == wanted, !header.isAttachment else { return nil }
    let encoding = header.values("content-transfer-encoding").first?.trimmed.lowercased()
    let bytes =
      switch encoding {
      case "quoted-printable": MailDecoding.quotedPrintable(body, isHeader: false)
      case "base64": MailDecoding.base64(body)
      default: Array(body)
      }
    let text = MailDecoding.text(bytes, type.parameters["charset"])
    if wanted == "text/html" { return MailDecoding.visible(text) }
    guard type.parameters["format"]?.lowercased() == "flowed" else { return text }
    return FlowedText.lines(text, deletesSpace: type.parameters["delsp"]?.lowercased() == "yes")
  }

  private func parts(_ boundary: String) -> [MailPart] {
    let mark = Array("--\(boundary)".utf8)
    var parts: [MailPart] = []
    var open: Int?
    var start = body.startIndex
    while start < body.endIndex, parts.count < 20 {
      let end = body[start...].firstIndex(of: UInt8(ascii: "\n")) ?? body.endIndex
      let next = min(end + 1, body.endIndex)
      if body[start..<end].starts(with: mark) {
        if let open { parts.append(MailPart(body[open..<start])) }
        let rest = body[start..<end].dropFirst(mark.count)
        if rest.starts(with: "--".utf8) { return parts }
        open = next
      }
      start = next
    }
    if let open, open < body.endIndex { parts.append(MailPart(body[open...])) }
    return parts
  }
}
