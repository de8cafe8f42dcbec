import Device
import Foundation
import Profile
import Testing

/// Numbers that shipped products misread, and xDrip's own tests of its parser.
private enum Decimals {
  struct Case: CustomTestStringConvertible, Sendable {
    var id: String
    var text: String
    /// Nil where the text is no number.
    var value: Double?
    var tolerance: Double
    /// A shipped product's wrong reading of it.
    var never: Double?
    var testDescription: String { id }
  }

  private static let file: URL = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let shared = ProcessInfo.processInfo.environment["VIGIA_SHARED"]
    return (shared.map { URL(fileURLWithPath: $0) } ?? root.appendingPathComponent("../shared"))
      .appendingPathComponent("oracles/insulin.json").standardizedFileURL
  }()

  static let arePresent = FileManager.default.fileExists(atPath: file.path)

  static func family(_ name: String) -> [Case] {
    guard let data = try? Data(contentsOf: file),
      let whole = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let cases = whole["cases"] as? [[String: Any]]
    else { return [] }
    return cases.filter { $0["family"] as? String == name }.map { one in
      let expected = one["expected"] as? [String: Any] ?? [:]
      let accepted = (expected["accept_only"] as? [Any])?.compactMap { ($0 as? NSNumber) }.first
      return Case(
        id: one["id"] as? String ?? "?",
        // No text at all is an empty one here.
        text: (one["input"] as? [String: Any])?["text"] as? String ?? "",
        value: (expected["value"] as? NSNumber ?? accepted)?.doubleValue,
        tolerance: (one["tolerance"] as? NSNumber)?.doubleValue ?? 0,
        never: (expected["never"] as? NSNumber)?.doubleValue)
    }
  }
}

@Suite(
  "Decimals, held against other people's answers",
  .enabled(if: Decimals.arePresent, "shared/oracles is absent"))
struct DecimalOracleTests {
  @Test("As a parser reads them", arguments: Decimals.family("decimal_entry_parse"))
  fileprivate func parse(_ one: Decimals.Case) throws {
    let read = Quantity.decimal(one.text)
    #expect((read == nil) == (one.value == nil))
    if let read, let value = one.value { #expect(abs(read - value) <= one.tolerance) }
  }

  @Test("As they once hurt people", arguments: Decimals.family("decimal_entry_incident"))
  fileprivate func incident(_ one: Decimals.Case) throws {
    let never = try #require(one.never)
    let read = Quantity.decimal(one.text)
    #expect(read != never)
    #expect(read == nil || read == one.value)
    let glucose = try? Quantity.meterResult("\(one.text)mmol/L")
    #expect(
      glucose == nil
        || glucose == .amount(.millimolesPerLitre(MillimolesPerLitre(one.value ?? .nan))))
  }
}
