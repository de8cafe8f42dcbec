import Profile
import Testing

@Suite("Numbers as people type them")
struct QuantityTests {
  @Test(
    "Point, comma and other scripts are read; a leading separator is never dropped",
    arguments: [
      ("123.456", 123.456), ("1\u{66B}234", 1.234), ("\u{669}\u{66B}\u{664}", 9.4), (".5", 0.5),
      (".05", 0.05), ("7,5", 7.5), ("3.125", 3.125), ("1.2563", 1.2563), ("0,299", 0.299),
      ("-4", -4), ("-.5", -0.5), ("007", 7), ("１８２", 182), ("१२", 12),
    ])
  func read(_ text: String, _ value: Double) { #expect(Quantity.decimal(text) == value) }

  @Test(
    "Digits finer than the step are refused, never rounded; zeros at the end are no finer",
    arguments: [
      ("3.141", 3.141), ("3.1410000", 3.141), ("7", 7.0), ("3.1415", nil), ("0,0001", nil),
    ] as [(String, Double?)])
  func places(_ text: String, _ value: Double?) {
    #expect(Quantity.decimal(text, places: 3) == value)
  }

  @Test(
    "A text that is no number is refused, never made one",
    arguments: ["", "abc", "1.820,5", "1,2,3", ".", "-", "5.", "1e3", "½", "0x10", " 5", "1 000"])
  func refused(_ text: String) { #expect(Quantity.decimal(text) == nil) }

  @Test(
    "SAFE-2: what is raised, in a circle or a word is no further digit",
    arguments: ["1²", "8①", "②", "1₂", "8⓪", "1五", "7Ⅷ", "1🄂", "፩", "8\u{20E3}"])
  func noDigit(_ text: String) {
    #expect(Quantity.decimal(text) == nil)
    #expect(Quantity.units(text + "U") == nil)
    #expect(throws: InputError.self) { try Quantity.meterResult(text + "mg/dL") }
    #expect(throws: InputError.self) { try Quantity.grams(text + "g") }
    #expect(throws: InputError.self) { try Quantity.span(text + "min", option: "--for") }
  }
}
