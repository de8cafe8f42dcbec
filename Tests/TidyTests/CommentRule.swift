import Foundation
import Testing

/// A comment begins with its subject, and its sentences have at most 25 words (docs/style.md). More than a
/// thousand once began with What, Of or Where, and had to be read twice. `scripts/comments.py` lists both,
/// and counts openings a little more strictly.
@Suite("Comments begin with their subject, in short sentences")
struct CommentRule {
  nonisolated(unsafe) static let headless =
    /^(What|Who|Whose|Whom|Of|Where|That|Which|How|Why|Not|Nor|And|Or|But|Than)\b/
  /// A first sentence that begins so, and has no comma behind which a subject could stand.
  nonisolated(unsafe) static let fragment =
    /^(After|As|At|Because|Before|Behind|Beside|Between|By|During|For|From|If|In|On|Once|Only|Out|Since|To|Until|When|While|With|Without)\b[^,]*?([.;:]( |$)|$)/
  nonisolated(unsafe) static let fine =
    /^(At (most|least)|Only (the|a|an|one|some|these|those|that)|That (is|was|means))\b/

  static let longest = 25
  nonisolated(unsafe) static let item = /^([-*|] |[0-9]+\. |```)/
  nonisolated(unsafe) static let codeSpan = /``?[^`]+``?/
  nonisolated(unsafe) static let end = /[.!?]["”’\)*]*\s+(?=[A-Z`*“"\(¿¡0-9]|--)/

  /// Each run of comment lines, without slashes and indentation.
  static func runs(in text: String) -> [[Substring]] {
    var runs: [[Substring]] = []
    var marker = Substring()
    for line in text.components(separatedBy: "\n") {
      let words = line.drop { $0 == " " }
      let slashes = words.prefix { $0 == "/" }
      guard slashes.count == 2 || slashes.count == 3 else {
        marker = ""
        continue
      }
      let content = words.dropFirst(slashes.count).drop { $0 == " " }
      if slashes == marker {
        runs[runs.count - 1].append(content)
      } else {
        runs.append([content])
      }
      marker = slashes
    }
    return runs
  }

  /// Each run as one line of text.
  static func blocks(in text: String) -> [String] {
    runs(in: text).map { $0.joined(separator: " ") }
  }

  /// The sentences over 25 words. A piece of code counts as one word; items and paragraphs end a sentence.
  static func longSentences(in run: [Substring]) -> [String] {
    var items = [""]
    for line in run {
      if line.isEmpty || line.starts(with: item) { items.append("") }
      items[items.count - 1] += " " + line
    }
    var sentences: [Substring] = []
    for item in items where item.split(separator: " ").count > longest {
      let text = item.replacing(codeSpan, with: "`code`")
      var rest = text[...]
      for match in text.matches(of: end) {
        sentences.append(rest[..<match.range.upperBound])
        rest = text[match.range.upperBound...]
      }
      sentences.append(rest)
    }
    return sentences.filter {
      $0.split(separator: " ").count { $0.contains(/\w/) } > longest
    }.map(String.init)
  }

  static func isHeadless(_ block: String) -> Bool {
    !block.contains(fine) && (block.contains(headless) || block.contains(fragment))
  }

  @Test("No comment begins without its subject")
  func rooms() throws {
    var found: [String] = []
    for folder in TidyTests.folders {
      for file in try TidyTests.swiftFiles(folder) {
        let blocks = Self.blocks(in: try String(contentsOf: file, encoding: .utf8))
        found += blocks.filter(Self.isHeadless).map {
          "\(file.lastPathComponent): \($0.prefix(60))"
        }
      }
    }
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  @Test("No sentence of a comment has more than 25 words")
  func lengths() throws {
    var found: [String] = []
    for folder in TidyTests.folders {
      for file in try TidyTests.swiftFiles(folder) {
        let runs = Self.runs(in: try String(contentsOf: file, encoding: .utf8))
        found += runs.flatMap(Self.longSentences).map { "\(file.lastPathComponent):\($0)" }
      }
    }
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  @Test("No comment is wider than 120 columns")
  func widths() throws {
    var found: [String] = []
    for folder in TidyTests.folders {
      for file in try TidyTests.swiftFiles(folder) {
        let lines = try String(contentsOf: file, encoding: .utf8)
          .split(separator: "\n", omittingEmptySubsequences: false)
        for (i, line) in lines.enumerated() where line.contains(/^ *\/\//) && line.count > 120 {
          found.append("\(file.lastPathComponent):\(i + 1)")
        }
      }
    }
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  @Test("Words are counted sentence by sentence and item by item")
  func counting() {
    let words = "Word" + String(repeating: " word", count: 24)
    func long(_ lines: String...) -> Int { Self.longSentences(in: lines.map { $0[...] }).count }
    #expect(long("A \(words).") == 1)
    #expect(long("\(words).") == 0)
    #expect(long("A \(words)", "more. \(words)", "again.") == 2)
    #expect(long("One. \(words). Two.", "", words, "- \(words)") == 0)
    #expect(long("\(words.dropLast(4))`let a = b + c`.") == 0)
  }

  @Test("The rule tells a fragment from a sentence")
  func rule() {
    let fragments = [
      "What it holds.", "Of the last fix.", "By the board's clock.", "When it is due",
    ]
    for text in fragments { #expect(Self.isHeadless(text), "\(text)") }
    let sentences = [
      "The time of the last fix.", "Returns the next one.", "Whether it is due.", "At most four.",
      "When all have refused, a case begins anew.", "Seconds until the next.",
    ]
    for text in sentences { #expect(!Self.isHeadless(text), "\(text)") }
    #expect(Self.blocks(in: "/// A\n/// b.\nlet c\n  // D\n/// E") == ["A b.", "D", "E"])
  }
}
