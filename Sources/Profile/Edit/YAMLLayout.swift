import Yams

/// The layout of a list of mappings in a file, and the text after a change of it.
struct YAMLLayout {
  let key: String
  let text: YAMLText
  let root: Node.Mapping
  /// Column of the keys at the top, from 0.
  let column: Int

  init(_ text: String, key: String) throws {
    self.key = key
    self.text = YAMLText(text)
    let node = try YAMLSource(file: "", text: text).node()
    guard case .mapping(let root) = node, let mark = root.mark, try !self.text.isInBrackets(node)
    else { throw EditError.unclear }
    self.root = root
    column = mark.column - 1
  }

  func appending(_ entry: YAMLListEditor.Entry) throws -> String {
    guard let (keyNode, value) = member(key, of: root) else {
      let gap = text.bytes.isEmpty || text.bytes.last == 0x0A ? "" : text.newline
      return text.replacing(
        text.bytes.count..<text.bytes.count,
        gap + text.newline + spaces(column) + key + ":" + text.newline
          + lines(entry, column: column + 2))
    }
    guard case .sequence(let list) = value else {
      // The file has `reminders:` with nothing after it.
      guard let mark = keyNode.mark else { throw EditError.unclear }
      return insertingLines(lines(entry, column: column + 2), after: mark.line - 1)
    }
    if try text.isInBrackets(value) {
      let whole = try text.extent(value, column: nil)
      let inFlow = "{\(entry.map { "\($0.key): \($0.value.yaml)" }.joined(separator: ", "))}"
      guard let last = list.last else {
        return text.replacing(whole, "[\(inFlow)]")
      }
      let end = try text.extent(last, column: nil).upperBound
      return text.replacing(end..<end, ", \(inFlow)")
    }
    guard let last = list.last else { throw EditError.unclear }
    let dash = try dash(of: last)
    let end = text.blockEnd(dash.offset, column: dash.column)
    return insertingLines(lines(entry, column: dash.column), after: text.line(of: end))
  }

  func removing(_ index: Int) throws -> String {
    let (whole, list) = try list()
    let node = list[index]
    guard try text.isInBrackets(whole) else {
      let dash = try dash(of: node)
      let first = text.line(of: dash.offset)
      let last = text.line(of: text.blockEnd(dash.offset, column: dash.column))
      return text.replacing(text.lines[first]..<text.end(ofLine: last), "")
    }
    return try removingInFlow(list.map { ($0, $0) }, index)
  }

  func setting(_ name: String, of index: Int, to value: YAMLField?) throws -> String {
    let node = try list().1[index]
    guard case .mapping(let mapping) = node, let mark = mapping.mark else {
      throw EditError.unclear
    }
    let inFlow = try text.isInBrackets(node)
    let column = inFlow ? nil : mark.column - 1
    let pairs = mapping.map { ($0.key, $0.value) }
    guard let at = pairs.firstIndex(where: { $0.0.string == name }) else {
      guard let value, let last = pairs.last else { return text.string(0..<text.bytes.count) }
      let written = "\(name): \(value.yaml)"
      guard let column else {
        let end = try text.extent(last.1, column: nil).upperBound
        return text.replacing(end..<end, ", \(written)")
      }
      let line = try lastLine(of: last, column: column)
      return insertingLines(spaces(column) + written + text.newline, after: line)
    }
    guard let value else {
      return inFlow
        ? try removingInFlow(pairs, at)
        : try removingLines(pairs, at, column: mark.column - 1)
    }
    return try replacingValue(of: pairs[at], column: column, value.yaml)
  }

  func replacingValue(
    of pair: (key: Node, value: Node), column: Int?, _ yaml: String
  ) throws -> String {
    let range = try text.extent(pair.value, column: column)
    let keyEnd = try text.extent(pair.key, column: column).upperBound
    guard let colon = text.bytes[keyEnd..<range.lowerBound].firstIndex(of: UInt8(ascii: ":")),
      text.line(of: colon) != text.line(of: range.lowerBound)
    else { return text.replacing(range, yaml) }
    return text.replacing(colon + 1..<range.upperBound, " \(yaml)")
  }

  /// Removes a member with lines of its own; the first one shares its line with the dash.
  private func removingLines(
    _ pairs: [(key: Node, value: Node)], _ at: Int, column: Int
  ) throws -> String {
    let start = try text.extent(pairs[at].key, column: column).lowerBound
    if at == 0, pairs.count > 1 {
      let next = try text.extent(pairs[1].key, column: column).lowerBound
      return text.replacing(start..<next, "")
    }
    let last = try lastLine(of: pairs[at], column: column)
    return text.replacing(text.lines[text.line(of: start)]..<text.end(ofLine: last), "")
  }

  func lastLine(of pair: (key: Node, value: Node), column: Int) throws -> Int {
    let extent = try text.extent(pair.value, column: column)
    return text.line(of: max(extent.lowerBound, extent.upperBound - 1))
  }

  /// Removes one part of a `{}` or `[]`, with the comma that it no longer needs.
  ///
  /// A comment before or behind that comma stays: nobody knows of which of its neighbours it speaks.
  func removingInFlow(_ parts: [(first: Node, last: Node)], _ at: Int) throws -> String {
    let start = try text.extent(parts[at].first, column: nil).lowerBound
    let end = try text.extent(parts[at].last, column: nil).upperBound
    if at + 1 < parts.count {
      let next = try text.extent(parts[at + 1].first, column: nil).lowerBound
      guard let comma = try text.commaBesideComment(from: end, to: next) else {
        return text.replacing(start..<next, "")
      }
      // The text behind goes first, so that the places before it stay.
      return YAMLText(text.replacing(comma..<comma + 1, "")).replacing(start..<end, "")
    }
    guard at > 0 else { return text.replacing(start..<end, "") }
    let before = try text.extent(parts[at - 1].last, column: nil).upperBound
    guard let comma = try text.commaBesideComment(from: before, to: start) else {
      return text.replacing(before..<end, "")
    }
    return YAMLText(text.replacing(start..<end, "")).replacing(comma..<comma + 1, "")
  }

  func list() throws -> (Node, [Node]) {
    guard let (_, value) = member(key, of: root), case .sequence(let list) = value
    else { throw EditError.unclear }
    return (value, Array(list))
  }

  func member(_ name: String, of mapping: Node.Mapping) -> (Node, Node)? {
    mapping.first { $0.key.string == name }.map { ($0.key, $0.value) }
  }

  /// The dash of an entry, on its line or on one above.
  func dash(of node: Node) throws -> (offset: Int, column: Int) {
    guard let mark = node.mark else { throw EditError.unclear }
    var line = mark.line - 1
    let start = try text.offset(mark)
    var at = start - 1
    while at >= text.lines[line], text.isBlank(at) { at -= 1 }
    if at < text.lines[line] {
      // Nothing but spaces before it: the dash stands alone on the line above.
      line -= 1
      while line >= 0, text.indent(ofLine: line) == nil { line -= 1 }
      guard line >= 0, let indent = text.indent(ofLine: line) else { throw EditError.unclear }
      at = text.lines[line] + indent
    }
    guard text.bytes[at] == UInt8(ascii: "-"), text.indent(ofLine: line) == at - text.lines[line]
    else { throw EditError.unclear }
    return (at, at - text.lines[line])
  }

  private func lines(_ entry: YAMLListEditor.Entry, column: Int) -> String {
    var lines = ""
    for (index, (key, value)) in entry.enumerated() {
      lines +=
        spaces(column) + (index == 0 ? "- " : "  ") + "\(key): \(value.yaml)" + text.newline
    }
    return lines
  }

  /// - Parameter line: from 0; the last of a file may lack its end.
  func insertingLines(_ lines: String, after line: Int) -> String {
    let at = text.end(ofLine: line)
    let isOpen = at == text.bytes.count && at == text.endOfText(ofLine: line)
    return text.replacing(at..<at, isOpen ? text.newline + lines.dropLast() : lines)
  }

  func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
