import Foundation
import Testing

/// The installed program has ICU's tables for time zones alone (scripts/zones.sh). Code that looks up
/// another one would fail there and in no other test.
@Suite("Nothing of the installed program needs a table of languages")
struct LanguageTablesRule {
  private static let refused =
    #"\b[A-Z]\w*Formatter\b|\b(NS)?(Calendar|Locale)\b|\blocale:|\.localized[A-Z]\w*"#
    + #"|\.capitalized\b|\.(formatted|folding|applyingTransform|enumerateSubstrings)\s*\("#

  static func complaints(in text: String) -> [String] {
    text.components(separatedBy: "\n").filter {
      TidyTests.code($0).range(of: refused, options: .regularExpression) != nil
    }
  }

  @Test("Sources and hal name no formatter, calendar or locale of Foundation")
  func rooms() throws {
    for folder in ["Sources", "hal"] {
      let files = try TidyTests.swiftFiles(folder)
      #expect(!files.isEmpty)
      for file in files {
        for line in LanguageTablesRule.complaints(in: try String(contentsOf: file, encoding: .utf8))
        {
          Issue.record("\(file.lastPathComponent): \(line) -- the words and dates are in Words")
        }
      }
    }
  }

  @Test(
    "The rule finds what it forbids",
    arguments: [
      "let format = DateFormatter()", "let format = ISO8601DateFormatter()", "Calendar.current",
      "Locale(identifier: id)", "String(format: format, locale: nil)", "error.localizedDescription",
      "names.sorted { $0.localizedCompare($1) }", "name.capitalized", "Date().formatted()",
    ])
  func finds(_ line: String) {
    #expect(!LanguageTablesRule.complaints(in: line).isEmpty)
  }

  @Test(
    "It leaves what needs none of them alone",
    arguments: [
      "TimeZone(identifier: name)", "String(format: format, value)", "name.lowercased()",
      "// a DateFormatter", "let local = localTime", "let formatted = text",
    ])
  func spares(_ line: String) {
    #expect(LanguageTablesRule.complaints(in: line).isEmpty)
  }
}
