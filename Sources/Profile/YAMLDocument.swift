import Foundation
import Yams

/// A place in a YAML file that was read whole, with the questions that our files need answered.
public struct YAMLValue {
  /// Longer files are not settings.
  static let largestFile = 1 << 20

  let node: Node
  let file: String
  let mistakes: Mistakes
  /// What the value is called in messages: "perimeter.radius_m".
  public let path: String

  /// Reads a file and makes something of it. The first mistake in it is thrown.
  public static func parse<T>(file: String, _ body: (YAMLValue) throws -> T) throws -> T {
    let mistakes = Mistakes()
    let value = try mistakes.attempt { try body(read(file: file, mistakes)) }
    if let first = mistakes.all.first { throw first }
    guard let value else { throw InputError(file: file, "cannot be used") }
    return value
  }

  static func read(file: String, _ mistakes: Mistakes) throws -> YAMLValue {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: file, isDirectory: &isDirectory) else {
      throw InputError(file: file, "does not exist")
    }
    if isDirectory.boolValue { throw InputError(file: file, "is a directory; expected YAML") }
    guard let data = FileManager.default.contents(atPath: file) else {
      throw InputError(file: file, "cannot be read")
    }
    guard data.count <= largestFile else {
      throw InputError(file: file, "is longer than 1 MiB; expected a short YAML file")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw InputError(file: file, "is not UTF-8 text; expected YAML")
    }
    do {
      guard let node = try Yams.compose(yaml: text) else {
        throw InputError(file: file, "is empty; expected YAML")
      }
      return YAMLValue(node: node, file: file, mistakes: mistakes, path: "")
    } catch let error as YamlError {
      let mark = mark(of: error)
      throw InputError(
        file: file, line: mark?.line, column: mark?.column, "is not YAML: \(brief(error))")
    }
  }

  private static func mark(of error: YamlError) -> Mark? {
    switch error {
    case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _):
      mark
    case .duplicatedKeysInMapping(_, let context): context.mark
    default: nil
    }
  }

  private static func brief(_ error: YamlError) -> String {
    switch error {
    case .scanner(_, let problem, _, _), .parser(_, let problem, _, _),
      .composer(_, let problem, _, _):
      problem
    case .duplicatedKeysInMapping: "a key stands twice"
    default: "unreadable"
    }
  }

  public func refuse(_ message: String) -> InputError {
    InputError(
      file: file, line: node.mark?.line, column: node.mark?.column,
      path.isEmpty ? message : "\(path) \(message)")
  }

  /// The members of a mapping. Any key not in `known` is a mistake, because a misspelt setting that
  /// is ignored is worse than none.
  public func members(known: [String]) throws -> [String: YAMLValue] {
    guard case .mapping(let mapping) = node else {
      throw refuse("is not a mapping; expected the keys \(known.joined(separator: ", "))")
    }
    var members: [String: YAMLValue] = [:]
    for (key, value) in mapping {
      let name = key.string ?? "?"
      guard known.contains(name) else {
        mistakes.add(unknown(name, at: key.mark, known))
        continue
      }
      members[name] = YAMLValue(
        node: value, file: file, mistakes: mistakes,
        path: path.isEmpty ? name : "\(path).\(name)")
    }
    return members
  }

  private func unknown(_ name: String, at mark: Mark?, _ known: [String]) -> InputError {
    let near = known.map { (key: $0, distance: Spelling.distance(name, $0)) }
      .min { $0.distance < $1.distance }
    let hint =
      near.flatMap { $0.distance <= 1 + name.count / 4 ? "did you mean \"\($0.key)\"?" : nil }
      ?? "expected one of \(known.joined(separator: ", "))"
    return InputError(
      file: file, line: mark?.line, column: mark?.column,
      "unknown key \"\(name)\"\(path.isEmpty ? "" : " in \(path)"); \(hint)")
  }

  public func elements() throws -> [YAMLValue] {
    guard case .sequence(let sequence) = node else { throw refuse("is not a list; expected one") }
    return sequence.enumerated().map { index, node in
      YAMLValue(node: node, file: file, mistakes: mistakes, path: "\(path)[\(index + 1)]")
    }
  }

  public func text() throws -> String {
    guard case .scalar(let scalar) = node, !scalar.string.isEmpty else {
      throw refuse("has no value; expected text")
    }
    return scalar.string
  }

  public func number() throws -> Double {
    guard case .scalar(let scalar) = node, let value = Double(scalar.string), value.isFinite else {
      throw refuse("is \(shown); expected a number")
    }
    return value
  }

  /// A number in a range, both ends included.
  public func number(in range: ClosedRange<Double>, _ unit: String = "") throws -> Double {
    let value = try number()
    guard range.contains(value) else {
      let least = YAMLValue.text(range.lowerBound)
      throw refuse("is \(shown); expected \(least) to \(YAMLValue.text(range.upperBound))\(unit)")
    }
    return value
  }

  /// Without a decimal point when the number is whole.
  static func text(_ value: Double) -> String {
    value == value.rounded() && value.magnitude < 1e15 ? String(Int(value)) : String(value)
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
    return "\"\(scalar.string)\""
  }
}
