import Foundation
import Yams

/// Why a file cannot be used: file, line, what was wrong, what was expected.
public struct InputError: Error, CustomStringConvertible, Equatable {
  public var file: String
  /// Counted from 1; nil when the whole file is meant.
  public var line: Int?
  public var message: String

  public init(file: String, line: Int? = nil, _ message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  public var description: String {
    line.map { "\(file): line \($0): \(message)" } ?? "\(file): \(message)"
  }
}

/// A place in a YAML file that was read whole, with the questions that our files need answered.
public struct YAMLValue {
  /// Longer files are not settings.
  static let largestFile = 1 << 20

  let node: Node
  let file: String
  /// What the value is called in messages: "perimeter.radius_m".
  public let path: String

  public static func read(file: String) throws -> YAMLValue {
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
      return YAMLValue(node: node, file: file, path: "")
    } catch let error as YamlError {
      throw InputError(file: file, line: line(of: error), "is not YAML: \(brief(error))")
    }
  }

  private static func line(of error: YamlError) -> Int? {
    switch error {
    case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _):
      mark.line
    case .duplicatedKeysInMapping(_, let context): context.mark.line
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
      file: file, line: node.mark?.line, path.isEmpty ? message : "\(path) \(message)")
  }

  /// The members of a mapping. Any key not in `known` is refused, because a misspelt setting that is
  /// ignored is worse than none.
  public func members(known: [String]) throws -> [String: YAMLValue] {
    guard case .mapping(let mapping) = node else {
      throw refuse("is not a mapping; expected the keys \(known.joined(separator: ", "))")
    }
    var members: [String: YAMLValue] = [:]
    for (key, value) in mapping {
      let name = key.string ?? "?"
      guard known.contains(name) else {
        throw InputError(
          file: file, line: key.mark?.line,
          "unknown key \"\(name)\"\(path.isEmpty ? "" : " in \(path)"); expected one of "
            + known.joined(separator: ", "))
      }
      members[name] = YAMLValue(
        node: value, file: file, path: path.isEmpty ? name : "\(path).\(name)")
    }
    return members
  }

  public func elements() throws -> [YAMLValue] {
    guard case .sequence(let sequence) = node else { throw refuse("is not a list; expected one") }
    return sequence.enumerated().map { index, node in
      YAMLValue(node: node, file: file, path: "\(path)[\(index + 1)]")
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
      throw refuse("is \(shown); expected \(range.lowerBound) to \(range.upperBound)\(unit)")
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
    return "\"\(scalar.string)\""
  }
}
