import Device
import Diary
import Entries
import HAL
import Names
import Words

/// A name and its figure.
struct DiaryFact {
  var term: Rich
  var value: Rich
}

/// A reading as the figures of the diary need it.
struct DiaryReadingPart {
  /// The minute of the day by the wearer's clock, 0 to 1439.
  var minute: Int
  var result: MeterResult
  var category: ReadingCategory
  /// One of the family's own.
  var own: String?

  /// Nil for a dose.
  init?(_ item: DiaryBook.Item, _ speak: PageWording) {
    guard case .reading(let reading) = item.known else { return nil }
    minute = speak.minute(reading.taken)
    result = reading.result
    category = reading.category
    own = item.annotation.category
  }

  /// The readings of each category, in the order of the day; the family's own behind.
  static func groups(
    _ readings: [DiaryReadingPart], _ speak: PageWording
  ) -> [(name: String, results: [MeterResult])] {
    let common: [ReadingCategory] = [
      .beforeBreakfast, .afterBreakfast, .beforeLunch, .afterLunch, .beforeDinner, .afterDinner,
      .other,
    ]
    let own = Set(readings.compactMap(\.own)).sorted()
    let groups =
      common.map { category in
        (
          category.text(speak.language),
          readings.filter { $0.own == nil && $0.category == category }.map(\.result)
        )
      } + own.map { name in (name, readings.filter { $0.own == name }.map(\.result)) }
    return groups.filter { !$0.1.isEmpty }
  }
}

/// Statistics of some readings, for the template "figures". DIA-5.
struct DiaryFiguresPart {
  var figuresName: String
  var facts: [DiaryFact]

  init(_ name: String, _ results: [MeterResult], _ words: GlucoseWords) {
    let speak = words.speak
    let all = GlucoseStatistics(results, in: words.unit)
    figuresName = name
    func fact(_ key: DiaryPhrase, _ value: Rich) -> DiaryFact {
      DiaryFact(term: speak(key), value: value)
    }
    let none = speak(DiaryPhrase.noNumber)
    let outside = [(all.lowCount, "LO"), (all.highCount, "HI")].filter { $0.0 > 0 }
      .map { "\($0.0)\u{A0}\($0.1)" }
    let count = String(all.count)
    facts = [
      fact(
        .count,
        outside.isEmpty
          ? Rich(count)
          : speak(
            DiaryPhrase.countWords, (.number, count), (.value, outside.joined(separator: ", ")))),
      // A reader must not take the least number for the lowest glucose when a LO is among them.
      fact(
        .maximum,
        all.maximum.map {
          let amount = words.amount($0, decimals: all.maximumDecimals)
          return all.highCount > 0 ? speak(DiaryPhrase.andHigh, (.value, amount)) : Rich(amount)
        } ?? none),
      fact(
        .minimum,
        all.minimum.map {
          let amount = words.amount($0, decimals: all.minimumDecimals)
          return all.lowCount > 0 ? speak(DiaryPhrase.andLow, (.value, amount)) : Rich(amount)
        } ?? none),
      fact(.mean, all.mean.map { Rich(words.fine($0)) } ?? none),
      fact(
        .deviation,
        all.standardDeviation.map { Rich(words.fine($0)) }
          ?? speak(DiaryPhrase.noDeviation)),
      fact(
        .variation,
        all.coefficientOfVariation.map { Rich(words.percent($0)) }
          ?? speak(DiaryPhrase.noDeviation)),
    ]
  }
}

/// Readings by their range, for the template "ranges".
struct DiaryRangesPart {
  struct Range {
    var swatch: Rich
    var rangeName: Rich
    var rangeShare: Rich
  }

  var bar: Rich
  var list: [Range]

  /// - Parameter id: tells its drawing from others of the page.
  init(_ results: [MeterResult], id: String, _ words: GlucoseWords) {
    let bands = GlucoseBands(results)
    let ranges = words.ranges(bands)
    bar = RangeBar(bands: bands).svg(
      id: id, title: words.speak(DiaryPhrase.rangesText),
      text: ranges.map { $0.name + Rich(": ") + $0.share }.joined(". "))
    list = zip(RangeBar.classes, ranges).map { name, range in
      Range(swatch: RangeBar.swatch(name), rangeName: range.name, rangeShare: range.share)
    }
  }
}

/// The ambulatory glucose profile with its numbers, for the template "diary".
struct DiaryPatternPart {
  var chart: Rich?
  var numbers: [Rich]

  init(_ readings: [DiaryReadingPart], id: String, isPaper: Bool = false, _ words: GlucoseWords) {
    let speak = words.speak
    let profile = AmbulatoryProfile(
      readings.map { ($0.minute, $0.result) }, in: words.unit)
    chart =
      profile.slots.contains { $0.levels != nil }
      ? AmbulatoryChart(profile: profile, unit: words.unit).svg(
        id: id, title: speak(DiaryPhrase.patternTitle), text: speak(DiaryPhrase.patternText),
        isPaper: isPaper, speak.language) : nil
    numbers = profile.slots.map { slot in
      let hours =
        "\(DayContent.clock(slot.start))\u{2013}\(DayContent.clock((slot.start + AmbulatoryProfile.width) % 1440))"
      let (time, count) = ((Gap.time, hours), (Gap.number, String(slot.count)))
      guard let levels = slot.levels?.map(words.level) else {
        return speak(DiaryPhrase.patternFew, time, count)
      }
      return speak(
        DiaryPhrase.patternRow, time, count, (.value, levels[2]), (.from, levels[1]),
        (.until, levels[3]), (.title, levels[0]), (.name, levels[4]))
    }
  }
}
