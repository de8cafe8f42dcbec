import Words

/// Turns HTML into the text that it shows: without its marks, and with a new line where one begins on the screen. A
/// line of older mail gets ">" in front, as in plain text. Lines of the source are no lines on the screen, but in
/// `pre`.
///
/// Nesting is counted in one pass, so that hostile marks cost no more than their length.
struct VisibleText {
  private let html: [Unicode.Scalar]
  private var at = 0
  private var text = String.UnicodeScalarView()
  private var isAtLineStart = true
  /// The value of `divs` at each open blockquote: no end inside it closes a div outside.
  private var blockquotes: [Int] = []
  /// The number of open divs from the outermost one of older mail on; 0: outside.
  private var divs = 0
  /// The number of open `pre`: there the source's lines and spaces stay.
  private var pres = 0
  /// Outlook only marks where the older mail begins; it goes down to the end.
  private var isBehindOutlookMark = false
  /// Quotation marks and marks that do not come again, so that nobody looks for one twice.
  private var missing: Set<String> = []

  private init(_ html: String) { self.html = Array(html.unicodeScalars) }

  static func of(_ html: String) -> String {
    var visible = VisibleText(html)
    visible.read()
    return String(visible.text)
  }

  private var isQuoted: Bool { isBehindOutlookMark || divs > 0 || !blockquotes.isEmpty }

  private mutating func read() {
    while at < html.count {
      if html[at] == "<", at + 1 < html.count, html[at + 1].beginsMark {
        readMark()
      } else if html[at] == "&", let end = endOfEntity, let sign = decoded((at + 1)..<end) {
        put(sign)
        at = end + 1
      } else if pres == 0, html[at].isSpace {
        // Several are one, and none begins a line.
        if !isAtLineStart, text.last != " " { put(" ") }
        at += 1
      } else {
        put(html[at])
        at += 1
      }
    }
  }

  /// The place of the ";"; no entity that is known is longer than ten.
  private var endOfEntity: Int? {
    html[at...].prefix(12).firstIndex(of: ";")
  }

  /// The sign of the entity. One that would end a line or is a control is a space on the screen. A name
  /// that is not known stands for a sign that no command has, and is a space, too.
  private func decoded(_ place: Range<Int>) -> Unicode.Scalar? {
    let name = String(String.UnicodeScalarView(html[place]))
    guard name.hasPrefix("#") else {
      if let sign = VisibleText.signs[name] { return sign }
      let isName = html[place].first?.isLetter == true && html[place].allSatisfy(\.isLetterOrDigit)
      return isName ? " " : nil
    }
    let isHex = name.hasPrefix("#x") || name.hasPrefix("#X")
    let digits = name.dropFirst(isHex ? 2 : 1)
    guard digits.utf8.first != UInt8(ascii: "+"), digits.utf8.first != UInt8(ascii: "-"),
      let value = ForeignNumber.exact(digits, as: UInt32.self, radix: isHex ? 16 : 10),
      let scalar = Unicode.Scalar(value)
    else { return nil }
    let isControl = scalar.properties.generalCategory == .control
    return isControl || scalar.isLineBreak ? " " : scalar
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    if scalar.isLineBreak {
      isAtLineStart = true
    } else if isAtLineStart {
      if isQuoted { text.append(">") }
      isAtLineStart = false
    }
    text.append(scalar)
  }

  private mutating func readMark() {
    if html[at...].starts(with: "<!--".unicodeScalars) {
      at = position(of: "-->", from: at + 2).map { $0 + 3 } ?? html.count
      return
    }
    let start = at + 1
    at = endOfMark(from: start)
    let mark = html[start..<at]
    let isEnd = mark.first == "/"
    let inside = isEnd ? mark.dropFirst() : mark
    let name = inside.prefix { $0.isLetterOrDigit }
    let tag = VisibleText.small(name)
    if tag == "br" {
      put("\n")
    } else if VisibleText.blocks.contains(tag), !isAtLineStart {
      put("\n")
    }
    switch tag {
    case "blockquote":
      if !isEnd {
        blockquotes.append(divs)
      } else if let outside = blockquotes.popLast() {
        divs = outside
      }
    case "div":
      if !isEnd {
        enterDiv(VisibleText.attributes(inside.dropFirst(name.count)))
      } else if divs > (blockquotes.last ?? 0) {
        divs -= 1
      }
    case "pre": pres = isEnd ? max(0, pres - 1) : pres + 1
    case "style", "script": if !isEnd { at = position(of: "</\(tag)", from: at) ?? html.count }
    case "head":
      // Its end may be left out.
      if !isEnd { at = position(of: "</head", from: at) ?? position(of: "<body", from: at) ?? at }
    default: break
    }
  }

  private mutating func enterDiv(_ attributes: [String: String]) {
    let id = attributes["id"] ?? ""
    if id.hasPrefix("appendonsend") || id.hasPrefix("divrplyfwdmsg") { isBehindOutlookMark = true }
    let classes = (attributes["class"] ?? "").split { $0.isWhitespace }
    let isOlder =
      classes.contains { VisibleText.older.contains(String($0)) }
      || VisibleText.olderNames.contains(attributes["name"] ?? "")
    if divs > 0 || isOlder { divs += 1 }
  }

  /// The place behind the ">" of a mark; one in a value in quotation marks is not its end.
  private mutating func endOfMark(from start: Int) -> Int {
    var index = start
    var isValue = false
    while index < html.count {
      let scalar = html[index]
      if scalar == ">" { return index + 1 }
      if isValue, scalar == "\"" || scalar == "'",
        let end = position(of: String(scalar), from: index + 1)
      {
        index = end
        isValue = false
      } else if !scalar.isSpace {
        isValue = scalar == "="
      }
      index += 1
    }
    return html.count
  }

  /// - Parameters:
  ///   - wanted: in small letters; large ones in the HTML are the same.
  ///   - start: no less than in the calls before.
  private mutating func position(of wanted: String, from start: Int) -> Int? {
    if missing.contains(wanted) { return nil }
    let scalars = Array(wanted.unicodeScalars)
    var index = start
    while index + scalars.count <= html.count {
      let part = html[index..<index + scalars.count]
      if part.first == scalars.first, part.elementsEqual(scalars, by: { $0.small == $1 }) {
        return index
      }
      index += 1
    }
    missing.insert(wanted)
    return nil
  }

  /// The first class, id and name of a mark, in small letters.
  private static func attributes(_ mark: ArraySlice<Unicode.Scalar>) -> [String: String] {
    var attributes: [String: String] = [:]
    var rest = mark
    while !rest.isEmpty {
      rest = rest.drop { $0.endsName }
      let name = rest.prefix { !$0.endsName }
      rest = rest.dropFirst(name.count).drop { $0.isSpace }
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst().drop { $0.isSpace }
      var value = rest.prefix { !$0.isSpace && $0 != ">" }
      var behind = rest.dropFirst(value.count)
      if let quotation = rest.first, quotation == "\"" || quotation == "'",
        let end = rest.dropFirst().firstIndex(of: quotation)
      {
        value = rest[..<end].dropFirst()
        behind = rest[end...].dropFirst()
      }
      rest = behind
      let key = small(name)
      if ["class", "id", "name"].contains(key), attributes[key] == nil {
        attributes[key] = small(value)
      }
    }
    return attributes
  }

  private static func small(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars.map { $0.small }))
  }

  /// The classes of divs in which Gmail, Yahoo, Zoho and Proton put the older mail.
  private static let older: Set<String> = [
    "gmail_quote", "gmail_extra", "yahoo_quoted", "zmail_extra", "protonmail_quote",
  ]
  /// The names of those of GMX and web.de.
  private static let olderNames: Set<String> = ["quote", "quoted-content"]
  private static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "div", "dl",
    "dt", "fieldset", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li",
    "main", "nav", "ol", "p", "pre", "section", "table", "tr", "ul",
  ]
  private static let signs: [String: Unicode.Scalar] = [
    "nbsp": " ", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "amp": "&", "iquest": "¿",
    "iexcl": "¡", "aacute": "á", "eacute": "é", "iacute": "í", "oacute": "ó", "uacute": "ú",
    "ntilde": "ñ", "uuml": "ü", "Aacute": "Á", "Eacute": "É", "Iacute": "Í", "Oacute": "Ó",
    "Uacute": "Ú", "Ntilde": "Ñ", "Uuml": "Ü", "iuml": "ï", "Iuml": "Ï", "ccedil": "ç",
    "Ccedil": "Ç", "agrave": "à", "egrave": "è", "ograve": "ò", "Agrave": "À", "Egrave": "È",
    "Ograve": "Ò", "ordf": "ª", "ordm": "º", "lsquo": "\u{2018}", "rsquo": "\u{2019}",
    "ldquo": "\u{201C}", "rdquo": "\u{201D}", "ndash": "\u{2013}", "mdash": "\u{2014}",
    "hellip": "\u{2026}",
    // They are not seen, and part no word.
    "shy": "\u{AD}", "zwnj": "\u{200C}", "zwj": "\u{200D}",
  ]
}

extension Unicode.Scalar {
  fileprivate var isSpace: Bool { self == " " || self == "\t" || isLineBreak }

  /// Whether it ends a line where commands are read, too.
  fileprivate var isLineBreak: Bool {
    (0xA...0xD).contains(value) || value == 0x85 || value == 0x2028 || value == 0x2029
  }

  /// Whether the name of an attribute ends here.
  fileprivate var endsName: Bool { isSpace || self == "/" || self == "=" || self == ">" }

  fileprivate var isLetter: Bool { (0x61...0x7A).contains(small.value) }

  fileprivate var isLetterOrDigit: Bool { isLetter || (0x30...0x39).contains(value) }

  /// Whether a mark begins with it. A "<" before anything else is a sign that people write.
  fileprivate var beginsMark: Bool { isLetter || self == "/" || self == "!" || self == "?" }

  /// The small letter of a large ASCII one.
  fileprivate var small: Unicode.Scalar {
    (0x41...0x5A).contains(value) ? Unicode.Scalar(UInt8(value) + 32) : self
  }
}
