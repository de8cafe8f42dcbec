import Foundation
import Testing

/// Text of strangers becomes a number in one place only.
///
/// An integer's initialiser gives an optional only when it is given text, or `exactly:`. So this rule
/// refuses one without a label whose result is unwrapped, or that has a radix. It also refuses
/// arithmetic right behind a number whose bounds nobody has named.
@Suite("Numbers of strangers pass one checked helper")
struct ForeignNumberRule {
  private static let made = #"\bU?Int(8|16|32|64)?\((?![a-z]+:)"#
  private static let argument = #"([^()\n]|\([^()\n]*\))*\)"#
  private static let refused: [String] = [
    // The first refuses it in a condition, up to its brace.
    #"\b(guard|if|while)\b[^{}]*?\blet \w+ = "# + made + argument + #"\s*(,|\{|else\b)"#,
    #"\b(flatMap|compactMap) *\{ *"# + made + #"\$0[^)]*\) *\}"#,
    #"\b(map|allSatisfy)\(? *\{ *"# + made + #"\$0\) *(!=|==) *nil"#,
    made + argument + #" *(\?\?|!=\s*nil|==\s*nil|\.map\b|\.flatMap\b)"#,
    made + #"([^()\n]|\([^()\n]*\))*\bradix:"#,
    made + #"String\("#,
    #"ForeignNumber\.(exact|identifier)\("# + argument + #"\)? *(\?\? *\w+\)?)? *[-+*] "#,
  ]

  static func complaints(in text: String) -> [String] {
    let code = text.components(separatedBy: "\n").map { TidyTests.code($0) }.joined(separator: "\n")
    return refused.flatMap { pattern -> [String] in
      guard let expression = try? NSRegularExpression(pattern: pattern) else { return [pattern] }
      let whole = NSRange(code.startIndex..., in: code)
      return expression.matches(in: code, range: whole).map {
        (code as NSString).substring(with: $0.range)
      }
    }
  }

  @Test("hal/Linux, Mail, Words, Traces and Scores have no other")
  func rooms() throws {
    for room in [
      "hal/Linux", "Sources/Mail", "Sources/Words", "Sources/Traces", "Sources/Scores",
      "Sources/Sync",
    ] {
      let files = try TidyTests.swiftFiles(room)
      #expect(!files.isEmpty)
      for file in files where file.lastPathComponent != "ForeignNumber.swift" {
        for complaint in try ForeignNumberRule.complaints(
          in: String(contentsOf: file, encoding: .utf8))
        {
          Issue.record("\(file.lastPathComponent): \(complaint) -- use ForeignNumber")
        }
      }
    }
  }

  @Test(
    "It finds what it forbids",
    arguments: [
      "guard let day = Int32(date[0]), let year = Int32(date[2]) else { return nil }",
      "if let n = Int(text) { use(n) }", "words.compactMap { UInt32($0) }",
      "text.flatMap { Int64($0) }", "let n = Int(text.prefix(3)) ?? 0",
      "let n = UInt64(word, radix: 16)",
      "case .literal(let text): Int64(String(decoding: text, as: UTF8.self))",
      "return UInt32(digits).map { Int($0) }", "ForeignNumber.identifier(word) ?? 0 + 1",
      "guard a,\n  let zone = Int64(words[2]), abs(zone) < 10_000\nelse { return nil }",
    ])
  func finds(_ line: String) { #expect(!ForeignNumberRule.complaints(in: line).isEmpty) }

  @Test(
    "It leaves numbers that were numbers before alone",
    arguments: [
      "let year = Int(value % 100)", "guard a else { return }\nlet ms = Int(clamped - days)",
      "Decimal.integer(text).map { Int($0) }", "if let n = Int(exactly: x) { }",
      "guard let n = ForeignNumber.whole(text, in: 0...9) else { return nil }\nreturn n * 60",
    ])
  func spares(_ line: String) { #expect(ForeignNumberRule.complaints(in: line).isEmpty) }
}
