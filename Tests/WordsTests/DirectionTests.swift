import Device
import HAL
import Testing

@testable import Words

@Suite("No text of the family's steers a terminal, or turns the order of what is read")
struct DirectionTests {
  @Test("On a screen and in a mail nothing of it is left, and what belongs to a letter is")
  func screens() {
    #expect(oneLine("pastilla \u{202E}gpj.exe\u{2066}") == "pastilla gpj.exe")
    #expect(oneLine("a\u{9B}2J\u{1B}[2J") == "a 2J [2J")
    #expect(oneLine("👩‍👧 ñ") == "👩‍👧 ñ")
  }
}
