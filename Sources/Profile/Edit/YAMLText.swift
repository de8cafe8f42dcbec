import Yams

/// The bytes of a YAML file, with the places in it that a parser's marks mean.
struct YAMLText {
  var bytes: [UInt8]
  /// Where each line begins.
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

  /// What libyaml takes for the end of a line: the marks count these.
  func breakLength(_ at: Int) -> Int {
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

  /// Where the next line begins, or the file ends.
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

  /// Where a line's text begins, comments included; nil for an empty line.
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

/// Why a text is left as it is.
enum EditError: Error {
  /// Its layout is one that this editor does not know.
  case unclear
}
