import Foundation
import Yams

/// The text of a YAML file, before anything is asked of it.
struct YAMLSource {
  /// Longer files are not settings.
  private static let largestFile = 1 << 20

  let file: String
  /// The text without the byte order mark.
  let text: String
  /// Some editors begin a file with one.
  let hasByteOrderMark: Bool

  /// - Parameter waits: whether it may be a pipe, whose writer takes their time.
  init(file: String, waits: Bool = true) throws {
    try self.init(file: file, data: YAMLSource.bytes(of: file, waits: waits))
  }

  /// The text of bytes as they stand in a file.
  init(file: String, data: Data) throws {
    guard data.count <= YAMLSource.largestFile else {
      throw InputError(file: file, "is longer than 1 MiB; expected a short YAML file")
    }
    let hasByteOrderMark = data.starts(with: [0xEF, 0xBB, 0xBF])
    let bytes = data.dropFirst(hasByteOrderMark ? 3 : 0)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let line = YAMLSource.lineOfFirstMistake(bytes)
      throw InputError(file: file, line: line, "is not UTF-8 text; expected YAML")
    }
    self.init(file: file, text: text, hasByteOrderMark: hasByteOrderMark)
  }

  /// No more of it than shows that it is too long: some files never end.
  private static func bytes(of file: String, waits: Bool) throws -> Data {
    func refuse(_ code: Int32) -> InputError {
      switch code {
      case ENOENT: InputError(file: file, "does not exist")
      case EISDIR: InputError(file: file, "is a directory; expected YAML")
      default:
        InputError(
          file: file, "cannot be read: \(String(cString: strerror(code))); expected YAML")
      }
    }
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK))
    guard descriptor >= 0 else { throw refuse(errno) }
    defer { close(descriptor) }
    if !waits {
      var facts = stat()
      guard fstat(descriptor, &facts) == 0 else { throw refuse(errno) }
      let kind = facts.st_mode & S_IFMT
      if kind == S_IFDIR { throw refuse(EISDIR) }
      guard kind == S_IFREG else {
        throw InputError(file: file, "is a pipe or a device; expected a file with YAML")
      }
    }
    var data = Data()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while data.count <= largestFile {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw refuse(errno) }
      if count == 0 { break }
      data.append(contentsOf: chunk[..<count])
    }
    return data
  }

  init(file: String, text: String, hasByteOrderMark: Bool = false) {
    self.file = file
    self.text = text
    self.hasByteOrderMark = hasByteOrderMark
  }

  func root(_ mistakes: Mistakes) throws -> YAMLValue {
    YAMLValue(node: try node(), file: file, mistakes: mistakes, path: "")
  }

  func node() throws -> Node {
    try refuseBombs()
    do {
      guard let node = try Yams.compose(yaml: text) else {
        throw InputError(file: file, line: 1, "is empty; expected YAML")
      }
      return node
    } catch let error as YamlError {
      let mark = mark(of: error)
      throw InputError(
        file: file, line: mark.line, column: mark.column,
        "is not YAML: \(hint(mark) ?? YAMLSource.brief(error))")
    }
  }

  /// Sixteen aliases cannot make a short text large; more of them, or a long text, might.
  private static let mostAliases = 16
  private static let longestWithAliases = 1 << 14
  /// Keys that are values of their own lie in each other at most so deep.
  private static let mostQuestions = 64

  /// A few lines of aliases, each of the line before, make a value that no device ever reads to its end. Keys in
  /// keys take their time, too. A star that names no anchor of the text is only a star.
  private func refuseBombs() throws {
    let bytes = Array(text.utf8)
    let anchors = Set(
      bytes.indices.filter { bytes[$0] == UInt8(ascii: "&") }
        .compactMap { YAMLSource.name(in: bytes, behind: $0) })
    var (aliases, questions, line) = (0, 0, 1)
    for (i, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "\n"): line += 1
      case UInt8(ascii: "*"):
        guard let name = YAMLSource.name(in: bytes, behind: i), anchors.contains(name) else {
          break
        }
        aliases += 1
        if aliases > YAMLSource.mostAliases {
          throw InputError(
            file: file, line: line,
            "has more than \(YAMLSource.mostAliases) aliases (*name); expected the values themselves"
          )
        }
        if bytes.count > YAMLSource.longestWithAliases {
          throw InputError(
            file: file, line: line,
            "has an alias (*name) in a text of more than \(YAMLSource.longestWithAliases) bytes; "
              + "expected the value itself")
        }
      case UInt8(ascii: "?") where YAMLSource.isAlone(in: bytes, at: i): questions += 1
      default: break
      }
      if questions > YAMLSource.mostQuestions {
        throw InputError(
          file: file, line: line,
          "has more than \(YAMLSource.mostQuestions) keys that begin with \"? \"; expected names")
      }
    }
  }

  /// The beginning of a name in ASCII, empty for another alphabet; nil: no name stands there.
  private static func name(in bytes: [UInt8], behind index: Int) -> ArraySlice<UInt8>? {
    let rest = bytes[(index + 1)...]
    guard let first = rest.first, first > UInt8(ascii: " ") else { return nil }
    return rest.prefix { $0 < 0x80 && $0 > UInt8(ascii: " ") && !",[]{}*&".utf8.contains($0) }
  }

  /// A question mark between blanks, brackets and the line ends of Unicode, as YAML takes it for the sign of a key.
  private static func isAlone(in bytes: [UInt8], at index: Int) -> Bool {
    let next = index + 1 < bytes.count ? bytes[index + 1] : UInt8(ascii: "\n")
    guard next <= UInt8(ascii: " ") || next == 0xc2 || next == 0xe2 else { return false }
    guard index > 0 else { return true }
    let before = bytes[index - 1]
    if before <= UInt8(ascii: " ") || "[{,:?-".utf8.contains(before) { return true }
    // NEL, and the separators of lines and paragraphs.
    if index > 1, bytes[index - 2] == 0xc2, before == 0x85 { return true }
    return index > 2 && bytes[index - 3] == 0xe2 && bytes[index - 2] == 0x80
      && (before == 0xa8 || before == 0xa9)
  }

  /// A hint about text that people write and YAML does not take.
  private func hint(_ mark: (line: Int, column: Int?)) -> String? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard let column = mark.column, lines.indices.contains(mark.line - 1) else { return nil }
    switch lines[mark.line - 1].unicodeScalars.dropFirst(column - 1).first {
    case ",": return "a number that begins with a comma needs quotes: \",5\""
    case "\t": return "a tab stands where YAML needs spaces"
    default: return nil
    }
  }

  private func mark(of error: YamlError) -> (line: Int, column: Int?) {
    switch error {
    case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _):
      (mark.line, mark.column)
    case .duplicatedKeysInMapping(_, let context): (context.mark.line, context.mark.column)
    case .reader(_, let offset?, _, _):
      (1 + text.utf8.prefix(offset).count { $0 == UInt8(ascii: "\n") }, nil)
    default: (1, nil)
    }
  }

  private static func brief(_ error: YamlError) -> String {
    switch error {
    case .scanner(_, let problem, _, _), .parser(_, let problem, _, _),
      .composer(_, let problem, _, _), .reader(let problem, _, _, _):
      problem.hasPrefix("Maximum nesting") ? "it nests too deeply" : problem
    case .duplicatedKeysInMapping(let keys, _):
      "the key \"\(keys.first?.prefix(80) ?? "")\" stands twice"
    default: "unreadable"
    }
  }

  /// Counted from 1: the first line that is not UTF-8.
  private static func lineOfFirstMistake(_ bytes: Data) -> Int {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return 1 + (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0)
  }
}
