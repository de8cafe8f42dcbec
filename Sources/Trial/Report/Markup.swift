/// Text as HTML and SVG want it.
enum Markup {
  /// Escaped, and free to break a long file name where a reader would.
  static func breakable(_ name: String) -> String {
    var out = ""
    for scalar in escaped(name).unicodeScalars {
      out.unicodeScalars.append(scalar)
      if scalar == "_" || scalar == "-" || scalar == "." { out += "<wbr/>" }
    }
    return out
  }

  /// Escapes scalar by scalar. (Mustache escapes by grapheme cluster, and a bracket with a combining
  /// mark on it is another cluster.) Control characters, which no XML may hold, become U+FFFD; so do
  /// those that turn the direction of the text after them.
  static func escaped(_ text: String) -> String {
    var out = ""
    out.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: out += "&amp;"
      case 0x3C: out += "&lt;"
      case 0x3E: out += "&gt;"
      case 0x22: out += "&quot;"
      case 0x27: out += "&#39;"
      case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF:
        out += "\u{FFFD}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
