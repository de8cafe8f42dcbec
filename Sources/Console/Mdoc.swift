/// Writes mdoc(7), the language of manual pages, so that neither mandoc nor groff complains.
struct Mdoc {
  private(set) var text = ""
  /// Longest line of prose; mandoc complains of more than 80.
  private static let width = 76

  /// A macro, and its arguments as plain text.
  mutating func macro(_ name: String, _ arguments: String...) {
    line(([".\(name)"] + arguments.map(Mdoc.argument)).joined(separator: " "))
  }

  /// A line that is mdoc already.
  mutating func line(_ line: String) { text += line + "\n" }

  /// Plain text, a line a sentence: the formatter knows the ends of sentences by those of lines.
  mutating func prose(_ plain: String) {
    var row = ""
    for word in plain.split(whereSeparator: \.isWhitespace) {
      // A path is not hyphenated.
      let word = (word.contains("/") ? "\\%" : "") + Mdoc.escaped(String(word))
      if !row.isEmpty, row.hasSuffix(".") || row.utf8.count + word.utf8.count >= Mdoc.width {
        line(row)
        row = ""
      }
      // A line that begins with either of these is a macro.
      let isMacro = word.hasPrefix(".") || word.hasPrefix("'")
      row += (row.isEmpty ? (isMacro ? "\\&" : "") : " ") + word
    }
    if !row.isEmpty { line(row) }
  }

  /// A list of terms, which are mdoc already, with their explanations.
  mutating func list(_ items: [(term: String, text: String)]) {
    line(".Bl -tag -width Ds")
    for item in items {
      line(".It \(item.term)")
      prose(item.text)
    }
    line(".El")
  }

  /// Lines as they are typed.
  mutating func literal(_ lines: [String]) {
    line(".Bd -literal -offset indent")
    for row in lines {
      // A minus and an apostrophe of programs, not those of books.
      line(Mdoc.plain(row).replacing("-", with: "\\-").replacing("'", with: "\\(aq"))
    }
    line(".Ed")
  }

  /// Plain text as one argument of a macro, never taken for a macro itself.
  static func argument(_ plain: String) -> String {
    let escaped = escaped(plain).replacing("\"", with: "\\(dq")
    let isMacro = plain.wholeMatch(of: /[A-Z%][A-Za-z0-9]{1,2}/) != nil
    return escaped.contains(" ") ? "\"\(escaped)\"" : (isMacro ? "\\&" : "") + escaped
  }

  /// Signs that a book would set in another way.
  private static func plain(_ text: String) -> String {
    text.replacing("\\", with: "\\e").replacing("~", with: "\\(ti")
      .replacing("''", with: "\\(aq\\(aq")
  }

  /// The same, and the minus signs before the name of an option and of a number.
  private static func escaped(_ text: String) -> String {
    plain(text)
      .replacing(/(^|[\s(\["'=])(--?)(?=\w)/) { match in
        match.output.1 + String(repeating: "\\-", count: match.output.2.count)
      }
  }
}
