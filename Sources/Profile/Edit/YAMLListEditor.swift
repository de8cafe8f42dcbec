import Yams

/// Changes one list of mappings in a YAML file and leaves every other byte as it is.
///
/// Yams can write YAML, but not the comments of the file it has read. So the text is changed at the
/// places that the marks name; then it is read again, and unless it says exactly what it should, the
/// change is refused. A layout that the editor does not know costs the owner a step by hand, never
/// a profile.
struct YAMLListEditor {
  typealias Entry = [(key: String, value: YAMLField)]

  let key: String
  private(set) var text: String

  init(_ text: String, key: String) {
    self.text = text
    self.key = key
  }

  mutating func append(_ entry: Entry) throws {
    let key = key
    try change(
      { try YAMLLayout($0, key: key).appending(entry) },
      { root in
        let members = entry.map { YAMLTree.Member(key: .text($0.key), value: $0.value.tree) }
        root[key] = .list((root[key]?.elements ?? []) + [.mapping(members)])
      })
  }

  mutating func remove(at index: Int) throws {
    let key = key
    try change(
      { try YAMLLayout($0, key: key).removing(index) },
      { root in
        var elements = root[key]?.elements ?? []
        elements.remove(at: index)
        // A list in lines that lost its last entry is a key with nothing after it.
        root[key] = elements.isEmpty ? nil : .list(elements)
      })
  }

  /// - Parameter value: nil takes the member away.
  mutating func set(_ name: String, of index: Int, to value: YAMLField?) throws {
    let key = key
    let before = try YAMLTree(YAMLSource(file: "", text: text).node())
    guard before[key]?.elements[index][name] != value?.tree else { return }
    try change(
      { try YAMLLayout($0, key: key).setting(name, of: index, to: value) },
      { root in
        var elements = root[key]?.elements ?? []
        elements[index][name] = value?.tree
        root[key] = .list(elements)
      })
  }

  private mutating func change(
    _ edit: (String) throws -> String, _ expect: (inout YAMLTree) throws -> Void
  ) throws {
    var expected = try YAMLTree(YAMLSource(file: "", text: text).node())
    try expect(&expected)
    let edited = try edit(text)
    guard let node = try? YAMLSource(file: "", text: edited).node() else { throw EditError.unclear }
    guard withoutEmptyList(try YAMLTree(node)) == withoutEmptyList(expected) else {
      throw EditError.unclear
    }
    text = edited
  }

  private func withoutEmptyList(_ tree: YAMLTree) -> YAMLTree {
    var tree = tree
    if tree[key] == .text("") || tree[key] == .list([]) { tree[key] = nil }
    return tree
  }
}
