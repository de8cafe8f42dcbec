import Device
import Names
import Yams

/// Changes one list of mappings in a YAML file and leaves every other byte as it is.
///
/// Yams can write YAML, but not the comments of the file it has read. So the text is changed at the
/// places that the marks name. Then it is read again; unless it means exactly what it should, the
/// change is refused. A layout that the editor does not know costs the owner a step by hand, never a
/// profile.
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

  mutating func change(
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

/// A key and a text in a mapping.
public struct YAMLMember: Equatable, Sendable {
  public var key: String
  public var value: String

  public init(_ key: String, _ value: String) {
    self.key = key
    self.value = value
  }
}

/// A value that an editor writes into a YAML file.
public enum YAMLField: Equatable, Sendable {
  case text(String)
  case number(UInt16)
  case flag(Bool)
  case list([String])
  case question(ReminderQuestion)
  /// A minute of the day, 0 to 1440.
  case time(Int16)
  /// Ten-millionths of a degree.
  case degrees(Int64)
  /// A mapping of texts, in `{}`.
  case members([YAMLMember])
  /// A list of weekly hours, each in `{}`.
  case hours([WeeklyHours])

  /// The text in the file, in `{}` and outside alike.
  public var yaml: String {
    switch self {
    case .text(let text): YAMLField.scalar(text)
    case .number(let number): String(number)
    case .flag(let isYes): isYes ? "yes" : "no"
    case .list(let texts): "[\(texts.map(YAMLField.scalar).joined(separator: ", "))]"
    case .question(let question): question.yaml
    // Other readers of YAML take 22:00 for a number of the base 60.
    case .time(let minute): "\"\(CivilText.text(minuteOfDay: minute))\""
    case .degrees(let count): YAMLField.degrees(count)
    case .members(let members):
      "{\(members.map { "\($0.key): \(YAMLField.scalar($0.value))" }.joined(separator: ", "))}"
    case .hours(let rows):
      "[\(rows.map(YAMLField.text).joined(separator: ", "))]"
    }
  }

  /// "-2.8974": no digit is lost, and none is added.
  private static func degrees(_ count: Int64) -> String {
    let (whole, part) = count.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
    let digits = String(part)
    var decimals = String(repeating: "0", count: 7 - digits.count) + digits
    while decimals.count > 1, decimals.last == "0" { decimals.removeLast() }
    return "\(count < 0 ? "-" : "")\(whole).\(decimals)"
  }

  private static func text(_ hours: WeeklyHours) -> String {
    "{\(row(hours).map { "\($0): \($1.yaml)" }.joined(separator: ", "))}"
  }

  private static func row(_ hours: WeeklyHours) -> [(String, YAMLField)] {
    let names = Weekdays.text(hours.weekdays).split(separator: ",").map(String.init)
    return [
      ("days", names.count == 1 ? .text(names[0]) : .list(names)), ("from", .time(hours.from)),
      ("to", .time(hours.to)),
    ]
  }

  var tree: YAMLTree {
    switch self {
    case .text(let text): .text(text)
    case .number(let number): .text(String(number))
    case .flag(let isYes): .text(isYes ? "yes" : "no")
    case .list(let texts): .list(texts.map { .text($0) })
    case .question(let question): question.tree
    case .time(let minute): .text(CivilText.text(minuteOfDay: minute))
    case .degrees(let count): .text(YAMLField.degrees(count))
    case .members(let members):
      .mapping(members.map { .init(key: .text($0.key), value: .text($0.value)) })
    case .hours(let rows):
      .list(
        rows.map { row in
          .mapping(YAMLField.row(row).map { .init(key: .text($0), value: $1.tree) })
        })
    }
  }

  /// Words that other readers of YAML take for something else.
  private static let reserved: Set<String> = [
    "yes", "no", "true", "false", "on", "off", "y", "n", "null",
  ]

  /// Plain where nobody could take it for anything else, else in double quotation marks.
  private static func scalar(_ text: String) -> String {
    let characters = Array(text)
    let isPlain = characters.indices.allSatisfy { index in
      let character = characters[index]
      if character.isLetter || character.isNumber { return true }
      if index == 0 || index == characters.count - 1 { return false }
      return " -._/()+".contains(character)
        || character == ":" && characters[index + 1].isNumber
    }
    if isPlain, !characters.isEmpty, !reserved.contains(text.lowercased()) { return text }
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }
}

/// The meaning of a YAML text, without its layout: two texts with equal trees mean the same.
indirect enum YAMLTree: Equatable {
  case text(String)
  case list([YAMLTree])
  case mapping([Member])

  struct Member: Equatable {
    var key: YAMLTree
    var value: YAMLTree
  }

  /// Fails for a text that repeats itself by aliases until it is enormous.
  init(_ node: Node) throws {
    var budget = 100_000
    self = try YAMLTree(node, &budget)
  }

  private init(_ node: Node, _ budget: inout Int) throws {
    budget -= 1
    guard budget > 0 else { throw EditError.unclear }
    switch node {
    case .scalar(let scalar): self = .text(scalar.string)
    case .sequence(let sequence):
      var list: [YAMLTree] = []
      for element in sequence { list.append(try YAMLTree(element, &budget)) }
      self = .list(list)
    case .mapping(let mapping):
      var members: [Member] = []
      for (key, value) in mapping {
        members.append(
          Member(key: try YAMLTree(key, &budget), value: try YAMLTree(value, &budget)))
      }
      self = .mapping(members)
    case .alias: throw EditError.unclear
    }
  }

  /// A member of a mapping; nil when there is none. Setting nil takes the member away, a new one comes last.
  subscript(key: String) -> YAMLTree? {
    get {
      guard case .mapping(let members) = self else { return nil }
      return members.first { $0.key == .text(key) }?.value
    }
    set {
      guard case .mapping(var members) = self else { return }
      let index = members.firstIndex { $0.key == .text(key) }
      if let index, let newValue {
        members[index].value = newValue
      } else if let index {
        members.remove(at: index)
      } else if let newValue {
        members.append(Member(key: .text(key), value: newValue))
      }
      self = .mapping(members)
    }
  }

  var elements: [YAMLTree] {
    if case .list(let elements) = self { elements } else { [] }
  }
}
