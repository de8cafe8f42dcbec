import Device
import Foundation
import Profile
import TestSupport
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

  static func family(_ name: String) -> [Case] {
    Oracles.insulin.family(name).map { one in
      let accepted = (one.expected["accept_only"] as? [Any])?.compactMap { $0 as? NSNumber }.first
      return Case(
        id: one.id,
        // No text at all is an empty one here.
        text: one.text("text") ?? "", value: one.expected("value") ?? accepted?.doubleValue,
        tolerance: one.tolerance, never: one.expected("never"))
    }
  }
}

@Suite("Decimals are read as other people's tests read them, or refused")
struct DecimalOracleTests {
  @Test("Texts of another parser's tests", arguments: Decimals.family("decimal_entry_parse"))
  fileprivate func parse(_ one: Decimals.Case) throws {
    let read = Quantity.decimal(one.text)
    #expect((read == nil) == (one.value == nil))
    if let read, let value = one.value { #expect(abs(read - value) <= one.tolerance) }
  }

  @Test("Texts that other products misread", arguments: Decimals.family("decimal_entry_incident"))
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
