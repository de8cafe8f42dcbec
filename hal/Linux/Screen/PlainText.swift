/// Text as any terminal can show it: Latin-1, and nothing that steers the terminal.
enum PlainText {
  static func clean(_ text: String) -> String { String(text.map { clean($0) }) }

  /// A letter made of two parts, as some computers store é, becomes the one that Latin-1 has.
  private static func clean(_ letter: Character) -> Character {
    if let scalar = letter.unicodeScalars.first, letter.unicodeScalars.count == 1 {
      switch scalar.value {
      case 0x20...0x7E, 0xA1...0xAC, 0xAE...0xFF: return letter
      case 0x2010...0x2015, 0x2212: return "-"
      case 0x2018, 0x2019: return "'"
      case 0x201C, 0x201D: return "\""
      case 0...0x20, 0x7F...0xA0, 0x2000...0x200B, 0x202F: return " "
      default: return "?"
      }
    }
    return (UInt8(0xC0)...0xFF).lazy.map { Character(Unicode.Scalar($0)) }.first { $0 == letter }
      ?? "?"
  }

  /// Lines of at most `width`, broken between words where possible; `measure` nil means that a text
  /// cannot be shown at all.
  static func wrap(_ text: String, _ width: Int, _ measure: (String) -> Int?) -> [String]? {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      let longer = line.isEmpty ? String(word) : line + " " + word
      guard let columns = measure(longer) else { return nil }
      if columns <= width {
        line = longer
        continue
      }
      if !line.isEmpty { lines.append(line) }
      guard let columns = measure(String(word)), columns <= width else { return nil }
      line = String(word)
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// Never fails: a word that is too long is cut where the line ends.
  static func wrap(_ text: String, _ width: Int) -> [String] {
    var words = ""
    for word in text.split(separator: " ") {
      var rest = word
      while rest.count > width {
        words += rest.prefix(width) + " "
        rest = rest.dropFirst(width)
      }
      words += rest + " "
    }
    return wrap(words, width) { $0.count } ?? []
  }
}
