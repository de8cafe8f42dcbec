import Foundation
import Names
import Yams

/// A place in a YAML file that was read whole, with the questions that our files need answered.
public struct YAMLValue {
  let node: Node
  public let file: String
  let mistakes: Mistakes
  /// The name of the value in messages: "perimeter.radius_m".
  public let path: String

  /// Reads a file and makes something of it. The first mistake in it is thrown.
  public static func parse<T>(file: String, _ body: (YAMLValue) throws -> T) throws -> T {
    let mistakes = Mistakes()
    let value = try mistakes.attempt { try body(YAMLSource(file: file).root(mistakes)) }
    if let first = mistakes.all.first { throw first }
    guard let value else { throw InputError(file: file, "cannot be used") }
    return value
  }

  /// Parses like `parse`, and returns every mistake in the order of the file. It returns none after a good
  /// reading.
  package static func check<T>(
    file: String, _ body: (YAMLValue) throws -> T
  ) throws -> (value: T?, mistakes: [InputError]) {
    let mistakes = Mistakes()
    let value = try mistakes.attempt { try body(YAMLSource(file: file).root(mistakes)) }
    let found = mistakes.all.sorted {
      ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0)
    }
    return (value, found)
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

/// The members of one mapping. A mistake in one of them is listed, and the others are read.
package struct YAMLMembers {
  package let value: YAMLValue
  private let members: [String: YAMLValue]

  package init(
    _ value: YAMLValue, known: [String], hints: [String: String] = [:],
    former: [String: String] = [:]
  ) throws {
    self.value = value
    members = try value.members(known: known, hints: hints, former: former)
  }

  package subscript(name: String) -> YAMLValue? { members[name] }

  /// Nil when it is not there, or wrong and listed.
  package func read<T>(_ name: String, _ body: (YAMLValue) throws -> T) throws -> T? {
    guard let member = members[name] else { return nil }
    return try value.mistakes.attempt { try body(member) }
  }

  /// Reads a member as `read` does; a missing one is a mistake too.
  func need<T>(_ name: String, _ body: (YAMLValue) throws -> T) throws -> T? {
    guard members[name] != nil else {
      value.mistakes.add(value.refuse("lacks \(name)"))
      return nil
    }
    return try read(name, body)
  }

  /// Reads a list as `read` does; each element that is wrong is listed. Absent and empty are alike, so
  /// that a list whose last element went away may keep its key.
  package func list<T>(_ name: String, most: Int, _ body: (YAMLValue) throws -> T) throws -> [T?] {
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

/// Questions that have words for an answer.
extension YAMLValue {
  var line: Int? { node.mark?.line }

  /// `key:` with nothing after it.
  package var isEmpty: Bool {
    if case .scalar(let scalar) = node {
      scalar.string.isEmpty && scalar.style == .plain
    } else {
      false
    }
  }

  /// YAML's words for nothing. A person of that name stands between quotes.
  package var isNull: Bool {
    guard case .scalar(let scalar) = node, scalar.style == .plain else { return false }
    return ["~", "null", "Null", "NULL"].contains(scalar.string)
  }

  public func isYes() throws -> Bool {
    switch try text().lowercased() {
    case "yes", "true": return true
    case "no", "false": return false
    default: throw refuse("is \(shown); expected yes or no")
    }
  }

  /// One line that people read, of 1 to `most` letters.
  func words(most: Int) throws -> String {
    let text = try text()
    // A line break in a name would begin a header of its own in a mail.
    guard text.unicodeScalars.allSatisfy({ !YAMLValue.isControl($0) }) else {
      throw refuse("has a line break or control character; expected one line")
    }
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw refuse("is blank; expected 1 to \(most) letters")
    }
    guard text.count <= most else {
      throw refuse("has \(text.count) letters; expected 1 to \(most)")
    }
    // One letter may carry a page of accents, and a trace's line has an end.
    guard text.unicodeScalars.count <= most * 4 else {
      throw refuse("has too many accents on one letter; expected plain letters")
    }
    return text
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  public func whole<T: FixedWidthInteger>(in range: ClosedRange<T>, _ unit: String = "") throws -> T
  {
    guard case .scalar(let scalar) = node, let value = T(scalar.string), range.contains(value)
    else {
      throw refuse(
        "is \(shown); expected a whole number from \(range.lowerBound) to \(range.upperBound)\(unit)"
      )
    }
    return value
  }

  /// Minute of the day; 1440 for "24:00".
  public func minuteOfDay(in range: ClosedRange<Int16>) throws -> Int16 {
    guard let minute = CivilText.minuteOfDay(try text()), range.contains(minute) else {
      let least = CivilText.text(minuteOfDay: range.lowerBound)
      throw refuse(
        "is \(shown); expected a time from \(least) to "
          + CivilText.text(minuteOfDay: range.upperBound))
    }
    return minute
  }

  /// One of the values that have a name in every file.
  package func spelled<T: Spelled>() throws -> T {
    guard let spelled = T(spelling: try text()) else {
      throw refuse("is \(shown); expected \(T.choices)")
    }
    return spelled
  }

  // MARK: Files, which are looked for from the profile's own folder

  /// A picture. A missing picture is no mistake: the device shows the words without it.
  func photo() throws -> String { try path(named: "the picture") }

  /// A file with a secret, which never stands in the profile itself.
  func credentials() throws -> String { try path(named: "the file with the secret") }

  private func path(named what: String) throws -> String {
    let path = try words(most: PeopleSection.longestFile)
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    let absolute = URL(fileURLWithPath: path, relativeTo: folder).path
    if !FileManager.default.fileExists(atPath: absolute) {
      warn("is \(shown); \(what) is not there")
    }
    return path
  }
}

/// The distance between two words.
package enum Spelling {
  /// The word that was probably meant; nil when none is near. A text longer than any known word is near
  /// to none of them, and takes no time.
  package static func nearest(_ text: String, _ words: [String]) -> String? {
    guard text.utf8.count <= 100 else { return nil }
    let near = words.map { (word: $0, distance: distance(text, $0)) }
      .min { $0.distance < $1.distance }
    return near.flatMap { $0.distance <= 1 + text.count / 4 ? $0.word : nil }
  }

  /// Letters to insert, delete, replace or swap with their neighbour.
  static func distance(_ a: String, _ b: String) -> Int {
    let a = Array(a)
    let b = Array(b)
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var best = min(last[j + 1], row[j]) + 1
        best = min(best, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
