import Yams

/// Changes single settings of a YAML file and leaves every other byte as it is.
///
/// A change is read back. Unless the text then means exactly what it should, the change is refused.
struct YAMLSettingEditor {
  private(set) var text: String

  init(_ text: String) { self.text = text }

  /// Sets a key at the top of the file. Nil takes it away.
  mutating func set(_ key: String, to value: YAMLField?) throws {
    try change(
      { try YAMLLayout($0, key: key).setting(value) }, { root in root[key] = value?.tree })
  }

  /// Sets a member of the mapping under a key. Nil takes it away, and leaves `{}` of the last one.
  mutating func set(_ name: String, in key: String, to value: YAMLField?) throws {
    try change(
      { try YAMLLayout($0, key: key).setting(name, to: value) },
      { root in
        var section = root[key] ?? .mapping([])
        guard case .mapping = section else { throw EditError.unclear }
        section[name] = value?.tree
        root[key] = section == .mapping([]) ? nil : section
      })
  }

  private mutating func change(
    _ edit: (String) throws -> String, _ expect: (inout YAMLTree) throws -> Void
  ) throws {
    let before = try YAMLTree(YAMLSource(file: "", text: text).node())
    var expected = before
    try expect(&expected)
    if expected == before { return }
    let edited = try edit(text)
    guard let node = try? YAMLSource(file: "", text: edited).node(),
      try YAMLTree(node).withoutEmptySections == expected.withoutEmptySections
    else { throw EditError.unclear }
    text = edited
  }
}

extension YAMLTree {
  /// The same without keys at the top that hold nothing.
  fileprivate var withoutEmptySections: YAMLTree {
    guard case .mapping(let members) = self else { return self }
    return .mapping(members.filter { ![.text(""), .list([]), .mapping([])].contains($0.value) })
  }
}

/// Single settings, and the order of a list.
extension YAMLLayout {
  /// The text after a change of the value under the key itself.
  func setting(_ value: YAMLField?) throws -> String {
    let pairs = root.map { ($0.key, $0.value) }
    guard let at = pairs.firstIndex(where: { $0.0.string == key }) else {
      guard let value else { return text.string(0..<text.bytes.count) }
      return adding("\(key): \(value.yaml)\(text.newline)")
    }
    guard let value else { return try removingLines(of: pairs[at], column: column) }
    return try replacingValue(of: pairs[at], column: column, value.yaml)
  }

  /// The text after a change of one member of the mapping under the key.
  func setting(_ name: String, to value: YAMLField?) throws -> String {
    guard let section = member(key, of: root) else {
      guard let value else { return text.string(0..<text.bytes.count) }
      let line = "\(spaces(column + 2))\(name): \(value.yaml)"
      return adding("\(key):\(text.newline)\(line)\(text.newline)")
    }
    guard case .mapping(let mapping) = section.1 else { throw EditError.unclear }
    let pairs = mapping.map { ($0.key, $0.value) }
    let at = pairs.firstIndex { $0.0.string == name }
    if try text.isInBrackets(section.1) {
      return try settingInFlow(name, to: value, section.1, pairs, at)
    }
    guard let mark = mapping.mark else { throw EditError.unclear }
    guard let at else {
      guard let value, let last = pairs.last else { return text.string(0..<text.bytes.count) }
      let line = try lastLine(of: last, column: mark.column - 1)
      return insertingLines(
        "\(spaces(mark.column - 1))\(name): \(value.yaml)\(text.newline)", after: line)
    }
    if let value {
      return try replacingValue(of: pairs[at], column: mark.column - 1, value.yaml)
    }
    let without = try removingLines(of: pairs[at], column: mark.column - 1)
    guard pairs.count == 1 else { return without }
    // A section with nothing after its key is a mistake.
    let keyEnd = try text.extent(section.0, column: column).upperBound
    guard let colon = text.bytes[keyEnd...].firstIndex(of: UInt8(ascii: ":")) else {
      throw EditError.unclear
    }
    return YAMLText(without).replacing(colon + 1..<colon + 1, " {}")
  }

  private func settingInFlow(
    _ name: String, to value: YAMLField?, _ whole: Node, _ pairs: [(Node, Node)], _ at: Int?
  ) throws -> String {
    guard let value else {
      guard let at else { return text.string(0..<text.bytes.count) }
      return try removingInFlow(pairs.map { ($0.0, $0.1) }, at)
    }
    if let at { return try replacingValue(of: pairs[at], column: nil, value.yaml) }
    guard let last = pairs.last else {
      return text.replacing(try text.extent(whole, column: nil), "{\(name): \(value.yaml)}")
    }
    let end = try text.extent(last.1, column: nil).upperBound
    return text.replacing(end..<end, ", \(name): \(value.yaml)")
  }

  /// The text after an entry of the list and the one behind it have changed their places.
  ///
  /// A comment between the two stays where it is.
  func exchanging(_ index: Int) throws -> String {
    let (whole, list) = try list()
    guard list.indices.contains(index), list.indices.contains(index + 1) else {
      throw EditError.unclear
    }
    let first: Range<Int>
    let second: Range<Int>
    if try text.isInBrackets(whole) {
      first = try text.extent(list[index], column: nil)
      second = try text.extent(list[index + 1], column: nil)
    } else {
      first = try lines(of: list[index])
      second = try lines(of: list[index + 1])
    }
    guard first.upperBound <= second.lowerBound else { throw EditError.unclear }
    return text.replacing(
      first.lowerBound..<second.upperBound,
      text.string(second) + text.string(first.upperBound..<second.lowerBound) + text.string(first))
  }

  /// An entry from its dash to the end of its text.
  private func lines(of node: Node) throws -> Range<Int> {
    let dash = try dash(of: node)
    return dash.offset..<text.blockEnd(dash.offset, column: dash.column)
  }

  /// Lines behind all others.
  private func adding(_ lines: String) -> String {
    let isWhole = text.bytes.isEmpty || text.bytes.last == 0x0A
    return text.replacing(
      text.bytes.count..<text.bytes.count, (isWhole ? "" : text.newline) + spaces(column) + lines)
  }

  private func removingLines(of pair: (Node, Node), column: Int) throws -> String {
    let start = try text.extent(pair.0, column: column).lowerBound
    let last = try lastLine(of: pair, column: column)
    return text.replacing(text.lines[text.line(of: start)]..<text.end(ofLine: last), "")
  }
}

extension YAMLListEditor {
  /// Exchanges an entry and the one behind it.
  mutating func exchange(_ index: Int) throws {
    let key = key
    try change(
      { try YAMLLayout($0, key: key).exchanging(index) },
      { root in
        var elements = root[key]?.elements ?? []
        guard elements.indices.contains(index + 1) else { throw EditError.unclear }
        elements.swapAt(index, index + 1)
        root[key] = .list(elements)
      })
  }
}
