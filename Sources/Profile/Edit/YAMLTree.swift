import Yams

/// What a YAML text says, without where and how it says it: two texts with equal trees mean the same.
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

  /// Of a mapping; nil when there is none. Setting nil takes the member away, a new one comes last.
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
