import Device
import Foundation
import HAL
import Testing
import Words

@Suite("A typed number is read back in words (DIA-8)")
struct NumberWordsTests {
  /// ICU's rules for spelling numbers out are the outside oracle.
  private func spellOut(_ language: Language) -> NumberFormatter {
    let formatter = NumberFormatter()
    formatter.locale = Locale(identifier: language.rawValue)
    formatter.numberStyle = .spellOut
    return formatter
  }

  @Test("Every number that a meter can show is said as ICU says it", arguments: Language.allCases)
  func whole(_ language: Language) throws {
    let oracle = spellOut(language)
    for number in -20...999 {
      let expected = try #require(oracle.string(from: NSNumber(value: number)))
      #expect(language.words(number) == expected)
    }
  }

  @Test("Tenths are said too, and a whole number of mmol/L keeps its zero")
  func decimals() throws {
    for language in Language.allCases {
      let oracle = spellOut(language)
      for tenths in 11...333 where tenths % 10 != 0 {
        let value = Double(tenths) / 10
        let expected = try #require(oracle.string(from: NSNumber(value: value)))
        #expect(language.words(Sample.millimoles(value)) == expected)
      }
    }
    #expect(Language.spanish.words(Sample.millimoles(10)) == "diez coma cero")
    #expect(Language.english.words(Sample.millimoles(10.1)) == "ten point one")
  }

  @Test("Doses are said with the places that they have")
  func doses() {
    let said: [(Int64, String)] = [
      (8000, "ocho"), (4500, "cuatro coma cinco"), (50, "cero coma cero cinco"),
      (12_375, "doce coma tres siete cinco"), (0, "cero"),
    ]
    for (milliunits, text) in said {
      #expect(Language.spanish.words(Sample.units(milliunits)) == text)
    }
    #expect(Language.english.words(Grams(7.5)) == "seven point five")
    #expect(Language.english.words(Grams(60)) == "sixty")
  }

  @Test("The number stands beside its words, with its unit")
  func echo() {
    #expect(
      Language.spanish.echo(Sample.milligrams(182)) == "182 mg/dL — ciento ochenta y dos")
    #expect(Language.english.echo(Sample.millimoles(10.1)) == "10.1 mmol/L — ten point one")
  }

  @Test("The number in words is the number in figures: rounding cannot part them")
  func rounding() {
    #expect(Language.spanish.echo(Sample.millimoles(9.96)) == "10,0 mmol/L — diez coma cero")
    #expect(Language.spanish.echo(Sample.milligrams(99.6)) == "100 mg/dL — cien")
  }

  @Test(
    "A number that is none, or that no device measures, stops nothing",
    arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func hostile(_ value: Double) {
    for language in Language.allCases {
      #expect(language.text(Sample.milligrams(value)) == "— mg/dL")
      #expect(language.words(Sample.millimoles(value)) == "—")
      #expect(language.text(Metres(value)).hasSuffix("km"))
    }
    #expect(Language.spanish.words(1234) == "uno dos tres cuatro")
    #expect(!Language.english.words(Int.min).isEmpty)
  }
}
