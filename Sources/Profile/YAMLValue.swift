import Names
import Yams

/// A place in a YAML file that was read whole, with the questions that our files need answered.
public struct YAMLValue {
  let node: Node
  public let file: String
  let mistakes: Mistakes
  /// What the value is called in messages: "perimeter.radius_m".
  public let path: String

  /// Reads a file and makes something of it. The first mistake in it is thrown.
  public static func parse<T>(file: String, _ body: (YAMLValue) throws -> T) throws -> T {
    let mistakes = Mistakes()
    let value = try mistakes.attempt { try body(YAMLSource(file: file).root(mistakes)) }
    if let first = mistakes.all.first { throw first }
    guard let value else { throw InputError(file: file, "cannot be used") }
    return value
  }

  public func refuse(_ message: String) -> InputError {
    InputError(
      file: file, line: node.mark?.line, column: node.mark?.column,
      path.isEmpty ? message : "\(path) \(message)")
  }

  /// Says what the owner of the file should know.
  func warn(_ message: String) { mistakes.warn(refuse(message)) }

  /// The members of a mapping. Any key not in `known` is a mistake, because a misspelt setting that
  /// is ignored is worse than none.
  ///
  /// - Parameters:
  ///   - hints: what to say of keys that people try and that are not known.
  ///   - former: old names of known keys. Files that have them are still read.
  public func members(
    known: [String], hints: [String: String] = [:], former: [String: String] = [:]
  ) throws -> [String: YAMLValue] {
    guard case .mapping(let mapping) = node else {
      throw refuse("is not a mapping; expected \(YAMLValue.keys(known))")
    }
    var members: [String: YAMLValue] = [:]
    for (key, value) in mapping {
      let written = key.string ?? "?"
      let name = former[written] ?? written
      guard known.contains(name) else {
        mistakes.add(unknown(name, at: key.mark, known, hints[name]))
        continue
      }
      if members[name] != nil {
        mistakes.add(twice(name, at: key.mark, former))
        continue
      }
      members[name] = YAMLValue(
        node: value, file: file, mistakes: mistakes,
        path: path.isEmpty ? name : "\(path).\(name)")
    }
    return members
  }

  /// The same mapping, with other values for the keys that another one has; one without a value
  /// takes its key away.
  public func overlaid(by other: YAMLValue) throws -> YAMLValue {
    guard case .mapping(var mapping) = node else { throw refuse("is not a mapping; expected one") }
    guard case .mapping(let changes) = other.node else {
      throw other.refuse("is not a mapping; expected one")
    }
    for (key, value) in changes {
      let isNothing = YAMLValue(node: value, file: file, mistakes: mistakes, path: path).isNull
      mapping[key] = isNothing ? nil : value
    }
    return YAMLValue(
      node: .mapping(mapping), file: other.file, mistakes: other.mistakes, path: other.path)
  }

  private func twice(_ name: String, at mark: Mark?, _ former: [String: String]) -> InputError {
    let old = former.first { $0.value == name }?.key ?? name
    return InputError(
      file: file, line: mark?.line, column: mark?.column,
      "\(path) has \(name) and \(old), its old name; expected \(name) alone")
  }

  private func unknown(
    _ name: String, at mark: Mark?, _ known: [String], _ hint: String?
  ) -> InputError {
    // "{breakfast: 4,5}" is a breakfast of 4 and a key "5".
    let isHalfNumber = !name.isEmpty && name.allSatisfy(\.isNumber)
    let hint =
      hint ?? (isHalfNumber ? "between braces a number with a comma needs quotes: \"4,5\"" : nil)
      ?? Spelling.nearest(name, known).map { "did you mean \"\($0)\"?" }
      ?? "expected \(YAMLValue.keys(known))"
    return InputError(
      file: file, line: mark?.line, column: mark?.column,
      "unknown key \"\(name.prefix(80))\"\(path.isEmpty ? "" : " in \(path)"); \(hint)")
  }

  private static func keys(_ known: [String]) -> String {
    let names = known.joined(separator: ", ")
    return known.count == 1 ? "the key \(names)" : "one of the keys \(names)"
  }

  public func elements() throws -> [YAMLValue] {
    guard case .sequence(let sequence) = node else { throw refuse("is not a list; expected one") }
    return sequence.enumerated().map { index, node in
      YAMLValue(node: node, file: file, mistakes: mistakes, path: "\(path)[\(index + 1)]")
    }
  }

  public func text() throws -> String {
    guard case .scalar(let scalar) = node, !scalar.string.isEmpty, !isNull else {
      throw refuse("has no value; expected text")
    }
    return scalar.string
  }

  /// A decimal, with "." or ",".
  public func number() throws -> Double {
    guard case .scalar(let scalar) = node, let value = Quantity.number(scalar.string) else {
      throw refuse("is \(shown); expected a number")
    }
    return value
  }

  /// A number in a range, both ends included.
  public func number(in range: ClosedRange<Double>, _ unit: String = "") throws -> Double {
    let value = try number()
    guard range.contains(value) else {
      let (least, most) = (range.lowerBound.shortText, range.upperBound.shortText)
      throw refuse("is \(shown); expected \(least) to \(most)\(unit)")
    }
    return value
  }

  public func count() throws -> Int {
    guard case .scalar(let scalar) = node, let value = Int(scalar.string), value >= 0 else {
      throw refuse("is \(shown); expected a whole number from 0 on")
    }
    return value
  }

  /// The value as it stands in the file, for messages.
  public var shown: String {
    guard case .scalar(let scalar) = node else { return "a list or mapping" }
    let text = scalar.string
    return "\"\(text.prefix(80))\(text.count > 80 ? "…" : "")\""
  }
}
