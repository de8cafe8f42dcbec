import Yams

/// The bytes of a YAML file, with the places in it that a parser's marks mean.
struct YAMLText {
  var bytes: [UInt8]
  /// Offset of the beginning of each line.
  private(set) var lines: [Int] = [0]

  init(_ text: String) {
    bytes = Array(text.utf8)
    var at = 0
    while at < bytes.count {
      let length = breakLength(at)
      at += max(length, 1)
      if length > 0 { lines.append(at) }
    }
  }

  /// The line ends that libyaml knows: the marks count these.
  private func breakLength(_ at: Int) -> Int {
    switch bytes[at] {
    case 0x0A: 1
    case 0x0D: at + 1 < bytes.count && bytes[at + 1] == 0x0A ? 2 : 1
    case 0xC2 where at + 1 < bytes.count && bytes[at + 1] == 0x85: 2
    case 0xE2 where at + 2 < bytes.count && bytes[at + 1] == 0x80 && bytes[at + 2] | 1 == 0xA9: 3
    default: 0
    }
  }

  var newline: String {
    guard lines.count > 1, lines[1] >= 2, bytes[lines[1] - 2] == 0x0D else { return "\n" }
    return "\r\n"
  }

  /// Marks count lines from 1, and columns from 1 in scalars.
  func offset(_ mark: Mark) throws -> Int {
    guard lines.indices.contains(mark.line - 1) else { throw EditError.unclear }
    var at = lines[mark.line - 1]
    var left = mark.column - 1
    while left > 0, at < bytes.count {
      at += 1
      while at < bytes.count, bytes[at] & 0xC0 == 0x80 { at += 1 }
      left -= 1
    }
    return at
  }

  /// The line of a place, from 0.
  func line(of offset: Int) -> Int {
    var low = 0
    var high = lines.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if lines[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The offset at which the next line begins, or the file ends.
  func end(ofLine line: Int) -> Int { line + 1 < lines.count ? lines[line + 1] : bytes.count }

  /// Spaces before the text of a line; nil for a line without text, or with a comment only.
  func indent(ofLine line: Int) -> Int? {
    var at = lines[line]
    while at < bytes.count, bytes[at] == UInt8(ascii: " ") { at += 1 }
    guard at < bytes.count, breakLength(at) == 0, bytes[at] != UInt8(ascii: "#"),
      bytes[at] != UInt8(ascii: "\t")
    else { return nil }
    return at - lines[line]
  }

  /// The column at which a line's text begins, comments included; nil for an empty line.
  func column(ofLine line: Int) -> Int? {
    var at = lines[line]
    while at < bytes.count, isBlank(at) { at += 1 }
    return at < bytes.count && breakLength(at) == 0 ? at - lines[line] : nil
  }

  func isBlank(_ at: Int) -> Bool {
    bytes[at] == UInt8(ascii: " ") || bytes[at] == UInt8(ascii: "\t")
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Another text with a part of this one replaced.
  func replacing(_ range: Range<Int>, _ text: String) -> String {
    String(decoding: bytes[..<range.lowerBound], as: UTF8.self) + text
      + String(decoding: bytes[range.upperBound...], as: UTF8.self)
  }
}

/// The reason why a text is left as it is.
enum EditError: Error {
  /// Its layout is one that this editor does not know.
  case unclear
}

/// Finds the end of a node's text. A parser's marks only state where it begins.
extension YAMLText {
  /// - Parameter column: of the mapping's keys or the list's dashes that the node belongs to; nil
  ///   inside `{}` and `[]`.
  func extent(_ node: Node, column: Int?) throws -> Range<Int> {
    guard let mark = node.mark else { throw EditError.unclear }
    let start = try offset(mark)
    let isInLines =
      switch node {
      case .mapping, .sequence: try !isInBrackets(node)
      case .scalar(let scalar): scalar.style == .literal || scalar.style == .folded
      case .alias: false
      }
    if isInLines {
      guard let column else { throw EditError.unclear }
      var isList = false
      if case .sequence = node { isList = true }
      return start..<blockEnd(start, column: column, isList: isList)
    }
    let end = try flowEnd(start, isInFlow: column == nil)
    if case .scalar(let scalar) = node, scalar.style == .plain, string(start..<end) != scalar.string
    {
      // A plain scalar that goes on over several lines.
      throw EditError.unclear
    }
    return start..<end
  }

  /// Whether it is a `{}` or `[]`. The first byte tells. Yams 6 asks the event at the end of a
  /// collection for the style, which only the one at its beginning has.
  func isInBrackets(_ node: Node) throws -> Bool {
    guard let mark = node.mark else { throw EditError.unclear }
    let start = try offset(mark)
    return start < bytes.count && "{[".utf8.contains(bytes[start])
  }

  /// The end of the last line that is indented deeper than a column.
  func blockEnd(_ start: Int, column: Int, isList: Bool = false) -> Int {
    let first = line(of: start)
    var last = first
    for line in (first + 1)..<max(lines.count, first + 1) {
      guard let indent = self.column(ofLine: line) else { continue }
      let isDash = isList && indent == column && bytes[lines[line] + indent] == UInt8(ascii: "-")
      if indent > column || isDash {
        last = line
      } else if bytes[lines[line] + indent] != UInt8(ascii: "#") {
        break
      }
    }
    return endOfText(ofLine: last)
  }

  /// The end of a line, without its line break.
  func endOfText(ofLine line: Int) -> Int {
    var at = lines[line]
    while at < bytes.count, breakLength(at) == 0 { at += 1 }
    return at
  }

  /// The comma between two parts of a `{}` or `[]`, if a comment stands between them, too; nil: none does.
  func commaBesideComment(from end: Int, to next: Int) throws -> Int? {
    guard end <= next else { throw EditError.unclear }
    guard bytes[end..<next].contains(UInt8(ascii: "#")) else { return nil }
    var at = end
    while at < next, bytes[at] != UInt8(ascii: ",") {
      at = bytes[at] == UInt8(ascii: "#") ? endOfText(ofLine: line(of: at)) : at + 1
    }
    guard at < next else { throw EditError.unclear }
    return at
  }

  /// The end of a scalar on its line, or of a `{}` or `[]` with all that is in it.
  private func flowEnd(_ start: Int, isInFlow: Bool) throws -> Int {
    guard start < bytes.count else { throw EditError.unclear }
    switch bytes[start] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return try quotedEnd(start)
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try bracketEnd(start)
    case UInt8(ascii: "&"), UInt8(ascii: "!"), UInt8(ascii: "*"): throw EditError.unclear
    default: return plainEnd(start, isInFlow: isInFlow)
    }
  }

  private func plainEnd(_ start: Int, isInFlow: Bool) -> Int {
    var at = start
    var end = start
    while at < bytes.count, breakLength(at) == 0 {
      let byte = bytes[at]
      if byte == UInt8(ascii: "#"), at > start, isBlank(at - 1) { break }
      if isInFlow, ",[]{}".utf8.contains(byte) { break }
      if byte == UInt8(ascii: ":"), endsKey(at, isInFlow: isInFlow) { break }
      at += 1
      if !isBlank(at - 1) { end = at }
    }
    return end
  }

  private func endsKey(_ colon: Int, isInFlow: Bool) -> Bool {
    let next = colon + 1
    guard next < bytes.count, breakLength(next) == 0, !isBlank(next) else { return true }
    return isInFlow && ",[]{}".utf8.contains(bytes[next])
  }

  private func quotedEnd(_ start: Int) throws -> Int {
    let quote = bytes[start]
    var at = start + 1
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        at += 2
      } else if bytes[at] == quote {
        guard quote == UInt8(ascii: "'"), at + 1 < bytes.count, bytes[at + 1] == quote else {
          return at + 1
        }
        at += 2
      } else {
        at += 1
      }
    }
    throw EditError.unclear
  }

  private func bracketEnd(_ start: Int) throws -> Int {
    var depth = 0
    var at = start
    // A quotation mark is one only where a scalar begins: "it's" holds none.
    var beginsScalar = true
    var followsQuote = false
    while at < bytes.count {
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        beginsScalar = true
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return at + 1 }
        beginsScalar = false
      case UInt8(ascii: ","): beginsScalar = true
      case UInt8(ascii: ":"):
        beginsScalar = followsQuote || endsKey(at, isInFlow: true)
      case UInt8(ascii: "#") where isBlank(at - 1) || breakLength(at - 1) > 0:
        at = endOfText(ofLine: line(of: at)) - 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if beginsScalar {
          at = try quotedEnd(at) - 1
          beginsScalar = false
          followsQuote = true
          at += 1
          continue
        }
      default:
        if !isBlank(at), breakLength(at) == 0 { beginsScalar = false }
      }
      followsQuote = false
      at += 1
    }
    throw EditError.unclear
  }
}
