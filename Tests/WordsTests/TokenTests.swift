import TestSupport
import Testing
import Words

@Suite("A notice's token comes back through any mail program")
struct TokenTests {
  private static let value: UInt64 = 0x0123_4567_89AB_CDEF
  private static let text = tokenText(value)

  @Test("Its form: four groups of Crockford's base 32, which has no I, L, O or U")
  func form() throws {
    for token: UInt64 in [0, 1, TokenTests.value, .max] {
      let text = tokenText(token)
      #expect(
        text.wholeMatch(of: /\[vigia:([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}\]/) != nil)
    }
    // Python's binascii.crc_hqx vouches for the last three.
    #expect(TokenTests.text == "[vigia:028T-5CY4-TQKF-F63B]")
  }

  @Test("Every token comes back", arguments: [0, 1, value, 1 << 63, .max, 0xFFFF_0000_FFFF_0000])
  func roundTrip(_ start: UInt64) {
    #expect(token(in: tokenText(start)) == start)
    var random = SplitMix64(seed: start)
    for _ in 0..<500 {
      let spread = random.next()
      #expect(token(in: "Re: \(tokenText(spread)) ok") == spread)
    }
  }

  @Test(
    "Quoted, folded, broken, retyped",
    arguments: [
      "RE: RV: Rosa ha pedido ayuda \(text)", "> > \(text)", "| \(text)",
      text.lowercased(), text.uppercased(), text.replacing("-", with: "\u{2013}"),
      text.replacing("-", with: "-\r\n> "), text.replacing("-", with: "=\r\n-"),
      text.replacing(":", with: ":\n\n>> "), text.replacing("[", with: "").replacing("]", with: ""),
      text.replacing("-", with: " "), text.replacing("-", with: ""),
      text.replacing("0", with: "O"), text.replacing("0", with: "o"),
      text.replacing("vigia", with: "vigía"), text.replacing("vigia", with: "vi\r\n > gia"),
      text.map { "\($0)\u{200B}" }.joined(), text.map { "\($0)\n> " }.joined(),
      "Vigía, aviso 3\n\(text)\nVigía", "vigiavigia: \(text)", "vigia: 1234\n\(text)",
      "\u{FEFF}«\(text)» gracias, ya voy",
    ])
  func survives(_ mail: String) {
    #expect(token(in: mail) == TokenTests.value)
  }

  @Test("1 may be typed as I or L")
  func ones() {
    let text = tokenText(1)
    #expect(token(in: text.replacing("1", with: "l")) == 1)
    #expect(token(in: text.replacing("1", with: "I")) == 1)
  }

  @Test(
    "A text that is no token acknowledges nothing",
    arguments: [
      "", "vigia", "[vigia:]", "[vigia:0000-0000-0000-0000]", "[vigia:028T-5CY4-TQKF]",
      "[vigia:UUUU-UUUU-UUUU-UUUU]", "ZZZZ-ZZZZ-ZZZZ-ZZZZ", "[vigia:ZZZZ-ZZZZ-ZZZZ-ZZZZ]",
      String(repeating: "vigia:", count: 1000), "\u{0}\u{FFFF}vigia\u{0}",
      text.replacing("vigia", with: "viga"), String(text.dropLast(2)),
    ])
  func refused(_ mail: String) {
    #expect(token(in: mail) == nil)
  }

  @Test("One symbol wrong, or two changed places, is noticed")
  func slips() {
    let body = Array(TokenTests.text)
    for (index, symbol) in body.enumerated() where symbol.isUppercase || symbol.isNumber {
      for other in "0123456789ABCDEFGHJKMNPQRSTVWXYZ" where other != symbol {
        var slip = body
        slip[index] = other
        #expect(token(in: String(slip)) == nil)
      }
    }
    var swapped = body
    swapped.swapAt(9, 10)
    #expect(token(in: String(swapped)) == nil)
  }

  @Test("The first token of a text counts, before those that it quotes")
  func first() {
    let mail = "Re: \(tokenText(7))\n> antes: \(tokenText(8))"
    #expect(token(in: mail) == 7)
  }
}
