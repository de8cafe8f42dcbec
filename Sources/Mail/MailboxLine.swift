import Words

/// One line of a server of mailboxes, with the literals that stand in it. RFC 3501, 4.3 and 7.
struct MailboxLine {
  /// Bytes of all literals of a line.
  private static let mostKept = 131_072

  /// The text between the literals; each has left its announcement, "{310}".
  private(set) var text: [UInt8] = []
  /// The ends of the announcements, and the bytes that followed them.
  private var literals: [(end: Int, bytes: [UInt8])] = []
  private var kept = 0

  /// - Returns: how many bytes of a literal follow; nil: none, the line is whole.
  mutating func append(_ piece: [UInt8]) -> Int? {
    text += piece
    guard piece.last == UInt8(ascii: "}"), let brace = piece.lastIndex(of: UInt8(ascii: "{")) else {
      return nil
    }
    // "{310+}" is how some announce what they do not wait with.
    let digits = String(decoding: piece[brace...].dropFirst().dropLast(), as: UTF8.self)
    let count = ForeignNumber.identifier(digits.hasSuffix("+") ? digits.dropLast() : digits[...])
    guard let count else { return nil }
    literals.append((text.count, []))
    return Int(count)
  }

  /// Adds bytes of the literal that follows; too long a literal is cut.
  mutating func append(literal bytes: ArraySlice<UInt8>) {
    guard !literals.isEmpty else { return }
    let taken = bytes.prefix(MailboxLine.mostKept - kept)
    literals[literals.count - 1].bytes += taken
    kept += taken.count
  }

  func starts(with words: String) -> Bool {
    let words = words.utf8
    return text.count >= words.count
      && zip(text, words).allSatisfy { $0 == $1 || $0 ^ 0x20 == $1 && isLetter($1) }
  }

  /// Cut to what a log can take.
  var said: String { MailEncoding.oneLine(String(decoding: text.prefix(200), as: UTF8.self)) }

  /// The same without the tag of the command.
  var answer: String { String(said.drop { $0 != " " }.dropFirst()) }

  // MARK: What it says

  /// "[UIDVALIDITY 7]"
  func code(_ name: String) -> UInt32? {
    guard text.prefix(1000).contains(UInt8(ascii: "[")) else { return nil }
    let words = String(decoding: text.prefix(1000), as: UTF8.self)
      .split { $0 == " " || $0 == "[" || $0 == "]" }
    guard let place = words.firstIndex(where: { $0.uppercased() == name }) else { return nil }
    return words.dropFirst(place).dropFirst().first.flatMap { ForeignNumber.identifier($0) }
  }

  /// "* SEARCH 4 7 12"; nil: another line.
  var found: [UInt32]? {
    guard starts(with: "* SEARCH") else { return nil }
    return text.split(separator: UInt8(ascii: " ")).dropFirst(2).compactMap {
      ForeignNumber.identifier(String(decoding: $0, as: UTF8.self))
    }
  }

  /// The facts of one mail in a FETCH.
  struct Fetched: Equatable {
    var mail: UInt32?
    /// "BODY[]" or "BODY[HEADER.FIELDS …": in capitals.
    var section = ""
    /// Nil: NIL, or nothing was told of it.
    var body: [UInt8]?
    /// The date as the server writes it.
    var received: String?
  }

  /// "* 12 FETCH (UID 7 FLAGS (\Seen) BODY[] {310}…)", in any order; nil: another line, or not well made.
  var fetched: Fetched? {
    var scanner = Scanner(line: self)
    guard scanner.word() == "*", scanner.word().map({ ForeignNumber.identifier($0) }) != nil,
      scanner.word()?.uppercased() == "FETCH", scanner.take(UInt8(ascii: "("))
    else { return nil }
    var fetched = Fetched()
    while !scanner.take(UInt8(ascii: ")")) {
      guard let name = scanner.word()?.uppercased(), let value = scanner.value() else { return nil }
      switch (name, value) {
      case ("UID", .word(let text)): fetched.mail = ForeignNumber.identifier(text)
      case ("INTERNALDATE", .text(let bytes)):
        fetched.received = String(decoding: bytes, as: UTF8.self)
      case (_, .text(let bytes)) where name.hasPrefix("BODY["):
        (fetched.section, fetched.body) = (name, bytes)
      default: break
      }
    }
    return fetched
  }

  private enum Value {
    case word(String)
    case text([UInt8])
    /// A list in parentheses: nothing that we asked for.
    case list
  }

  private struct Scanner {
    let line: MailboxLine
    var place = 0
    var literal = 0

    private var next: UInt8? { place < line.text.count ? line.text[place] : nil }

    mutating func take(_ byte: UInt8) -> Bool {
      while next == UInt8(ascii: " ") { place += 1 }
      guard next == byte else { return false }
      place += 1
      return true
    }

    /// Reads up to a space or a parenthesis; text in brackets belongs to the word.
    mutating func word() -> String? {
      while next == UInt8(ascii: " ") { place += 1 }
      let start = place
      var isInBrackets = false
      loop: while let byte = next {
        switch byte {
        case UInt8(ascii: "["): isInBrackets = true
        case UInt8(ascii: "]"): isInBrackets = false
        case UInt8(ascii: " "), UInt8(ascii: "("), UInt8(ascii: ")"):
          if !isInBrackets { break loop }
        default: break
        }
        place += 1
      }
      return start == place ? nil : String(decoding: line.text[start..<place], as: UTF8.self)
    }

    mutating func value() -> Value? {
      while next == UInt8(ascii: " ") { place += 1 }
      switch next {
      case UInt8(ascii: "\""): return quoted().map { .text($0) }
      case UInt8(ascii: "{"): return taken().map { .text($0) }
      case UInt8(ascii: "("): return skipped() ? .list : nil
      case nil: return nil
      default: return word().map { .word($0) }
      }
    }

    private mutating func quoted() -> [UInt8]? {
      var bytes: [UInt8] = []
      place += 1
      while let byte = next {
        place += 1
        if byte == UInt8(ascii: "\"") { return bytes }
        if byte == UInt8(ascii: "\\"), let escaped = next {
          bytes.append(escaped)
          place += 1
        } else {
          bytes.append(byte)
        }
      }
      return nil
    }

    private mutating func taken() -> [UInt8]? {
      guard literal < line.literals.count else { return nil }
      let (end, bytes) = line.literals[literal]
      guard end > place, line.text[place..<end].dropFirst().firstIndex(of: UInt8(ascii: "{")) == nil
      else { return nil }
      literal += 1
      place = end
      return bytes
    }

    /// A list in its parentheses, with all lists in it.
    private mutating func skipped() -> Bool {
      var depth = 0
      while let byte = next {
        switch byte {
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"): depth -= 1
        case UInt8(ascii: "\""):
          guard quoted() != nil else { return false }
          continue
        case UInt8(ascii: "{"):
          // An unlikely letter of a flag, if it announces nothing.
          if taken() != nil { continue }
        default: break
        }
        place += 1
        if depth == 0 { return true }
      }
      return false
    }
  }
}

private func isLetter(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
}

// Words of a look into the mailbox for the server.
extension InboxSession {
  /// RFC 3501, 4.3; letters beyond ASCII in the form of 5.1.3 only.
  static func quoted(_ name: String) -> String {
    var text = "\""
    for character in MailEncoding.oneLine(name) {
      if character == "\"" || character == "\\" { text.append("\\") }
      text.append(character)
    }
    return text + "\""
  }

  /// Any of the keys is enough. RFC 3501, 6.4.4.
  static func any(of keys: [(field: String, text: String)]) -> String {
    keys.dropFirst().reduce(keys.first.map { "\($0.field) \(quoted($0.text))" } ?? "ALL") {
      "OR \($1.field) \(quoted($1.text)) \($0)"
    }
  }
}
