import Foundation
import Testing

/// A comment begins with its subject (docs/style.md). More than a thousand once began with What, Of or
/// Where, and had to be read twice. `scripts/comments.py` lists them, and counts a little more strictly.
@Suite("Comments begin with their subject")
struct CommentRule {
  nonisolated(unsafe) static let headless =
    /^(What|Who|Whose|Whom|Of|Where|That|Which|How|Why|Not|Nor|And|Or|But|Than)\b/
  /// A first sentence that begins so, and has no comma behind which a subject could stand.
  nonisolated(unsafe) static let fragment =
    /^(After|As|At|Because|Before|Behind|Beside|Between|By|During|For|From|If|In|On|Once|Only|Out|Since|To|Until|When|While|With|Without)\b[^,]*?([.;:]( |$)|$)/
  nonisolated(unsafe) static let fine =
    /^(At (most|least)|Only (the|a|an|one|some|these|those|that)|That (is|was|means))\b/

  /// Each run of comment lines, as one line of text.
  static func blocks(in text: String) -> [String] {
    var blocks: [String] = []
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
        blocks[blocks.count - 1] += " " + content
      } else {
        blocks.append(String(content))
      }
      marker = slashes
    }
    return blocks
  }

  static func isHeadless(_ block: String) -> Bool {
    !block.contains(fine) && (block.contains(headless) || block.contains(fragment))
  }

  @Test("No comment begins without its subject")
  func rooms() throws {
    var found: [String] = []
    for folder in ["Sources", "hal", "Lab", "Tests", "bench"] {
      for file in try TidyTests.swiftFiles(folder) {
        let blocks = Self.blocks(in: try String(contentsOf: file, encoding: .utf8))
        found += blocks.filter(Self.isHeadless).map {
          "\(file.lastPathComponent): \($0.prefix(60))"
        }
      }
    }
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
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
