import Foundation
import Names
import Traces

/// All that somebody needs to make a page again, and to know that it is the same.
public struct SignOff: Codable, Equatable, Sendable {
  public enum Role: String, Codable, Sendable { case trace, profile, expectations }

  public struct Input: Codable, Equatable, Sendable {
    public var role: Role
    /// The name as it was given: a hint for people. The fingerprint decides.
    public var name: String
    public var bytes: Int
    /// 64 hexadecimal digits.
    public var sha256: String

    public init(_ role: Role, _ name: String, _ fingerprint: Fingerprint) {
      self.role = role
      self.name = name
      bytes = fingerprint.bytes
      sha256 = fingerprint.sha256
    }
  }

  /// One trace of the page.
  public struct Life: Codable, Equatable, Sendable {
    /// Its files, as indices of `inputs`.
    public var parts: [Int]
    /// The expectations that lay beside it, as an index of `inputs`.
    public var expectations: Int?
  }

  /// The values of options, as given; nil without the option.
  public struct Options: Codable, Equatable, Sendable {
    public var perimeter: String?
    public var date: String?
    public var assumeEph: String?
    public var language: String?
    public var timeZone: String?
    public var sweep: String?

    public init() {}

    /// The options in words of the command line.
    public var arguments: [String] {
      let named = [
        ("--perimeter", perimeter), ("--date", date), ("--assume-eph", assumeEph),
        ("--language", language), ("--time-zone", timeZone), ("--sweep", sweep),
      ]
      // Joined, because a value may begin with a minus.
      return named.flatMap { name, value in value.map { ["\(name)=\($0)"] } ?? [] }
    }
  }

  public var version: String
  public var commit: String
  /// The command's arguments: files, folders, "-".
  public var traces: [String]
  public var options: Options
  public private(set) var inputs: [Input] = []
  public private(set) var lives: [Life] = []
  /// The files of `--profile` and `--expect`, as indices of `inputs`.
  public private(set) var profile: Int?
  public private(set) var expectations: Int?
  /// SHA-256 of the device's program in the page; nil for a page without one.
  public var module: String?

  public init(version: String, commit: String, traces: [String], options: Options) {
    self.version = version
    self.commit = commit
    self.traces = traces
    self.options = options
  }

  public mutating func set(profile: Input?, expectations: Input?) {
    self.profile = profile.map { add($0) }
    self.expectations = expectations.map { add($0) }
  }

  /// - Parameters:
  ///   - parts: the trace's files, in their order.
  ///   - expectations: those that lay beside it.
  public mutating func add(parts: [Input], expectations: Input?) {
    let indices = parts.map { add($0) }
    lives.append(Life(parts: indices, expectations: expectations.map { add($0) }))
  }

  private mutating func add(_ input: Input) -> Int {
    if let known = inputs.firstIndex(of: input) { return known }
    inputs.append(input)
    return inputs.count - 1
  }

  /// The line for a shell that makes the page again.
  public var command: String {
    var words = ["vigia", "replay"] + traces.map(SignOff.asFile) + options.arguments
    if let profile { words += ["--profile", inputs[profile].name] }
    if let expectations { words += ["--expect", inputs[expectations].name] }
    return (words + ["--report", "page.html"]).map(SignOff.quoted).joined(separator: " ")
  }

  /// The command that replays one trace of the page without its expectations, up to a perimeter. It is nil
  /// with a profile, which has a perimeter of its own.
  func replayCommand(_ index: Int) -> String? {
    guard profile == nil, lives.indices.contains(index) else { return nil }
    var plain = options
    (plain.perimeter, plain.sweep) = (nil, nil)
    // The parts of a life lie in a folder, which the command line names.
    let parts = lives[index].parts.map { inputs[$0].name }
    let files = (parts.count == 1 ? parts : traces).map(SignOff.asFile)
    let words = ["vigia", "replay"] + files + plain.arguments
    return words.map(SignOff.quoted).joined(separator: " ")
  }

  /// A file whose name begins with a minus is no option then.
  private static func asFile(_ name: String) -> String {
    name.hasPrefix("-") && name != "-" ? "./" + name : name
  }

  /// The word as a shell reads it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        || "._-/,:+@%=".utf8.contains(byte)
    }
    if isPlain, !word.isEmpty { return word }
    return "'\(word.replacingOccurrences(of: "'", with: "'\\''"))'"
  }

  /// Keys in sorted order, in one line.
  private static func json(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Text and whole numbers always have a form in JSON.
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// The last trace alone, for its summary in `--format json`.
  /// - Parameter sensitivity: of the perimeter, as a profile spells it.
  public func summary(sensitivity: String?) -> String {
    struct Line: Encodable {
      var command: String
      var commit: String
      var inputs: [Input]
      var sensitivity: String?
      var version: String
    }
    let life = lives.last
    let used =
      (life?.parts ?? []) + [profile, expectations ?? life?.expectations].compactMap { $0 }
    return SignOff.json(
      Line(
        command: command, commit: commit, inputs: used.map { inputs[$0] },
        sensitivity: sensitivity, version: version))
  }
}

/// The facts as a block of the page, for `vigia verify`.
extension SignOff {
  private static let opening = "<script type=\"application/json\" id=\"signoff\">"
  private static let closing = "</script>"
  /// A folder of black boxes may have that many files; more would be an attack.
  private static let mostFiles = 10_000

  /// No "<" may end the block that it stands in.
  var block: String {
    let json = SignOff.json(self).replacingOccurrences(of: "<", with: "\\u003c")
      .replacingOccurrences(of: "&", with: "\\u0026")
    return SignOff.opening + json + SignOff.closing
  }

  /// The facts that a page carries; nil for a page that is none of ours, or whose block is damaged.
  public init?(page: String) {
    guard let start = page.range(of: SignOff.opening, options: .backwards),
      let end = page.range(of: SignOff.closing, range: start.upperBound..<page.endIndex)
    else { return nil }
    let data = Data(page[start.upperBound..<end.lowerBound].utf8)
    guard let signOff = try? JSONDecoder().decode(SignOff.self, from: data), signOff.isSound else {
      return nil
    }
    self = signOff
  }

  private var isSound: Bool {
    let indices =
      lives.flatMap { $0.parts + [$0.expectations].compactMap { $0 } }
      + [profile, expectations].compactMap { $0 }
    return !lives.isEmpty && indices.count <= SignOff.mostFiles
      && lives.allSatisfy { !$0.parts.isEmpty } && indices.allSatisfy(inputs.indices.contains)
  }
}
