/// Lines of mails that people wrote, whatever their mail program made of them.
enum MailLine {
  /// Scalars; no command is longer.
  static let longest = 120

  /// The words in small letters without accents, of ASCII letters, digits, ":" and "."; what is
  /// neither letter nor digit separates. Nil for a line longer than `most` scalars.
  static func words(_ line: some Sequence<Unicode.Scalar>, most: Int) -> [String]? {
    var text = ""
    var count = 0
    for scalar in line {
      count += 1
      if count > most { return nil }
      text.unicodeScalars.append(contentsOf: plain(scalar))
    }
    return text.split(separator: " ").map { word in
      let from = word.drop { ":.".contains($0) }
      return String(from.reversed().drop { ":.".contains($0) }.reversed())
    }.filter { !$0.isEmpty }
  }

  /// A foreign letter or a control character stays as "?", so that it spoils a command.
  private static func plain(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    switch scalar {
    case "a"..."z", "0"..."9", ":", ".": return [scalar]
    case "A"..."Z": return [Unicode.Scalar(UInt8(scalar.value) + 32)]
    case "\t": return [" "]
    default: break
    }
    if let at = accented.firstIndex(of: scalar) { return [bare[at / 2]] }
    switch scalar.properties.generalCategory {
    // Accents of their own, and what mail programs put between letters, unseen.
    case .nonspacingMark, .format: return []
    case .control: return ["?"]
    default: return [scalar.properties.isAlphabetic ? "?" : " "]
    }
  }

  private static let accented = Array("áÁéÉíÍóÓúÚüÜñÑ".unicodeScalars)
  private static let bare = Array("aeiouun".unicodeScalars)
}
