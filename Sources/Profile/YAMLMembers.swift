/// The members of one mapping. What is wrong with one of them is listed, and the others are read.
struct YAMLMembers {
  let value: YAMLValue
  private let members: [String: YAMLValue]

  init(
    _ value: YAMLValue, known: [String], hints: [String: String] = [:],
    former: [String: String] = [:]
  ) throws {
    self.value = value
    members = try value.members(known: known, hints: hints, former: former)
  }

  subscript(name: String) -> YAMLValue? { members[name] }

  /// Nil when it is not there, or wrong and listed.
  func read<T>(_ name: String, _ body: (YAMLValue) throws -> T) throws -> T? {
    guard let member = members[name] else { return nil }
    return try value.mistakes.attempt { try body(member) }
  }

  /// As `read`; that it is not there is a mistake too.
  func need<T>(_ name: String, _ body: (YAMLValue) throws -> T) throws -> T? {
    guard members[name] != nil else {
      value.mistakes.add(value.refuse("lacks \(name)"))
      return nil
    }
    return try read(name, body)
  }

  /// As `read`, of a list; each element that is wrong is listed. Absent and empty are alike, so that
  /// a list whose last element went away may keep its key.
  func list<T>(_ name: String, most: Int, _ body: (YAMLValue) throws -> T) throws -> [T?] {
    let elements = try read(name) { try $0.isEmpty ? [] : $0.elements() } ?? []
    if elements.count > most, let list = members[name] {
      value.mistakes.add(
        list.refuse("has \(elements.count) entries; expected at most \(most)"))
    }
    return try elements.prefix(most).map { element in
      try value.mistakes.attempt { try body(element) }
    }
  }
}
