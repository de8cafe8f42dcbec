/// Comma-separated values as RFC 4180 has them.
public struct CSV: Sendable {
  /// Text cannot become a formula in a spreadsheet.
  public var isSpreadsheetSafe: Bool

  public init(isSpreadsheetSafe: Bool) { self.isSpreadsheetSafe = isSpreadsheetSafe }

  /// One line with its CR LF. The fields come from `text` and `number`.
  public static func line(_ fields: [String]) -> String { fields.joined(separator: ",") + "\r\n" }

  /// A field that people wrote.
  ///
  /// Made safe as OWASP asks ("CSV Injection"): an apostrophe goes before what a spreadsheet would
  /// take for a formula, also after blanks and in the wide forms that Excel takes for the narrow, and
  /// the field is quoted always, so that no other separator opens a cell inside it.
  public func text(_ field: String) -> String {
    let field = CSV.tame(field)
    guard isSpreadsheetSafe else { return CSV.needsQuotes(field) ? CSV.quoted(field) : field }
    return CSV.quoted(CSV.isFormula(field) ? "'" + field : field)
  }

  /// A number of ours: a minus sign at its head begins no formula.
  public func number(_ field: String) -> String { field }

  /// A file of these is shown on terminals too: what would steer one becomes U+FFFD.
  private static func tame(_ field: String) -> String {
    var tame = ""
    for scalar in field.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: tame.unicodeScalars.append(scalar)
      case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069:
        tame += "\u{FFFD}"
      default: tame.unicodeScalars.append(scalar)
      }
    }
    return tame
  }

  private static func needsQuotes(_ field: String) -> Bool {
    field.unicodeScalars.contains { $0 == "," || $0 == "\"" || $0 == "\r" || $0 == "\n" }
  }

  private static func quoted(_ field: String) -> String {
    var quoted = "\""
    for scalar in field.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  private static let triggers: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  private static func isFormula(_ field: String) -> Bool {
    let first = field.unicodeScalars.first {
      !$0.properties.isWhitespace || triggers.contains($0)
    }
    return first.map(triggers.contains) ?? false
  }
}
