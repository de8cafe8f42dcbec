import Device
import Diary
import HAL
import Names
import Words

/// Glucose and insulin as a page of the diary says them, in its one unit.
struct GlucoseWords {
  let unit: GlucoseUnit
  let speak: PageWording

  private var language: Language { speak.language }

  /// The limits of the consensus on time in range, in the unit.
  var limits: [String] {
    switch unit {
    case .milligrams: ["54", "70", "180", "250"]
    case .millimoles: [3.0, 3.9, 10.0, 13.9].map { language.decimals($0, 1) }
    }
  }

  /// A mean or a deviation, with one decimal more than a meter shows.
  func fine(_ value: Double) -> String { amount(value, decimals: unit.usualDecimals + 1) }

  /// A figure of the profile, with all of its decimals.
  func exact(_ value: Double) -> String { amount(value, decimals: unit.allDecimals(of: value)) }

  /// The same without the unit.
  func bareExact(_ value: Double) -> String {
    language.decimals(value, unit.allDecimals(of: value))
  }

  func amount(_ value: Double, decimals: Int) -> String {
    "\(language.decimals(value, decimals))\u{A0}\(unit.rawValue)"
  }

  /// A result as it was measured, or as a meter of this unit would show it; without the unit.
  func bare(_ result: MeterResult) -> String {
    switch result {
    case .low: "LO"
    case .high: "HI"
    case .amount(let glucose):
      // It keeps all of its decimals, and has as many as its unit usually has.
      bareExact(unit.number(glucose))
    }
  }

  func text(_ result: MeterResult) -> String {
    switch result {
    case .low, .high: bare(result)
    case .amount: "\(bare(result))\u{A0}\(unit.rawValue)"
    }
  }

  /// A percentile, with more decimals than a meter's where those would put it into another range.
  func level(_ level: AmbulatoryProfile.Level) -> String {
    switch level {
    case .low: "LO"
    case .high: "HI"
    case .amount(let value): language.decimals(value, unit.bandDecimals(of: value))
    }
  }

  func units(_ units: InsulinUnits) -> String {
    language.text(units).replacing(" ", with: "\u{A0}")
  }

  /// Those of the profile, with all of their decimals.
  func grams(_ value: Double) -> String {
    "\(language.decimals(value, Decimals.all(of: value)))\u{A0}g"
  }

  func percent(_ share: Double) -> String { "\(language.decimals(share, 1))\u{A0}%" }

  func meal(_ meal: Meal) -> String {
    switch meal {
    case .breakfast: speak.plain(DiaryPhrase.meal1)
    case .lunch: speak.plain(DiaryPhrase.meal2)
    case .dinner: speak.plain(DiaryPhrase.meal3)
    }
  }

  /// Names and shares of the five ranges, from very low to very high.
  func ranges(_ bands: GlucoseBands) -> [(name: Rich, share: Rich)] {
    let limits = limits
    let names = [
      speak(DiaryPhrase.veryLow, (.number, limits[0])),
      speak(DiaryPhrase.low, (.from, limits[0]), (.until, limits[1])),
      speak(DiaryPhrase.inRange, (.from, limits[1]), (.until, limits[2])),
      speak(DiaryPhrase.high, (.from, limits[2]), (.until, limits[3])),
      speak(DiaryPhrase.veryHigh, (.number, limits[3])),
    ]
    return zip(names, RangeBar.counts(bands)).map { name, count in
      let share = percent(bands.share(count) ?? 0)
      return (
        name,
        count == 1
          ? speak(DiaryPhrase.shareOne, (.percent, share))
          : speak(DiaryPhrase.share, (.percent, share), (.number, String(count)))
      )
    }
  }
}
