import Device
import Diary
import Entries
import HAL
import Words

/// A sheet of paper with a fortnight of the diary: a row a day, a column an occasion.
struct DiarySheetPart {
  struct Line {
    var lineDay: Rich
    var cells: [Cell]
  }

  struct Cell {
    var cell: Rich
  }

  /// Days of a sheet.
  static let days = 14
  /// Sheets of a print: a year.
  static let most = 26
  /// Lines of a cell, so that a sheet stays one.
  private static let mostLines = 3

  private static let columns: [ReadingCategory] = [
    .beforeBreakfast, .afterBreakfast, .beforeLunch, .afterLunch, .beforeDinner, .afterDinner,
    .other,
  ]

  var sheetTitle: Rich
  var sheetLine: Rich
  var ranges: DiaryRangesPart
  var chart: Rich?
  var heads: [Cell]
  var lines: [Line]
  var sheetUnit: Rich

  /// The fortnights of a span, the last of which ends with it; the newest if there are too many.
  static func spans(_ first: Day, _ last: Day) -> [DayRange] {
    var spans: [DayRange] = []
    var end = last
    while !(end < first), spans.count < most {
      spans.append(DayRange(first: max(first, end.moved(by: 1 - days)), last: end))
      end = end.moved(by: -days)
    }
    return spans.reversed()
  }

  init(
    _ span: DayRange, _ number: Int, _ byDay: [Int64: [DiaryBook.Item]], _ wearer: WearerLink,
    _ words: GlucoseWords
  ) {
    let speak = words.speak
    let items = (span.first.start...span.last.start).flatMap { byDay[$0] ?? [] }
    let readings = items.compactMap { DiaryReadingPart($0, speak) }
    let statistics = GlucoseStatistics(readings.map(\.result), in: words.unit)
    let none = speak.plain(DiaryPhrase.noNumber)
    func amount(_ value: Double?) -> String { value.map(words.fine) ?? none }
    sheetTitle = speak(
      DiaryPhrase.sheet, (.wearer, Rich(wearer.name)),
      (.title, DiaryContent.span(span.first, span.last, speak)))
    sheetLine = speak(
      DiaryPhrase.sheetLine, (.number, String(readings.count)), (.value, amount(statistics.mean)),
      (.from, amount(statistics.standardDeviation)),
      (.until, statistics.coefficientOfVariation.map(words.percent) ?? none))
    ranges = DiaryRangesPart(readings.map(\.result), id: "sheet-\(number)-ranges", words)
    chart = DiaryPatternPart(readings, id: "sheet-\(number)-pattern", isPaper: true, words).chart
    heads =
      ([speak(DiaryPhrase.sheetDate)] + DiarySheetPart.columns.map { Rich($0.text(speak.language)) }
      + [speak(DiaryPhrase.sheetInsulin)]).map(Cell.init)
    lines = (0...span.first.distance(to: span.last)).map { offset in
      let day = span.first.moved(by: offset)
      return Line(
        lineDay: Rich("\(speak.date(day).prefix(3)) \(day.day)"),
        cells: DiarySheetPart.cells(byDay[day.start] ?? [], words))
    }
    sheetUnit = speak(
      DiaryPhrase.sheetUnit, (.value, Rich(words.unit.rawValue)), (.zone, Rich(speak.city)),
      (.time, speak.moment(speak.now)))
  }

  private static func cells(_ items: [DiaryBook.Item], _ words: GlucoseWords) -> [Cell] {
    var values = Array(repeating: [String](), count: columns.count + 1)
    for item in items {
      let time = words.speak.clock(item.known.taken)
      switch item.known {
      case .reading(let reading):
        let own = item.annotation.category.map { " (\($0))" } ?? ""
        let place = columns.firstIndex(of: reading.category) ?? columns.count - 1
        values[place].append("\(time) \(words.bare(reading.result))\(own)")
      case .dose(let dose): values[columns.count].append("\(time) \(words.units(dose.confirmed))")
      }
    }
    return values.map { texts in
      let isWhole = texts.count <= mostLines
      var shown = texts.prefix(isWhole ? mostLines : mostLines - 1).map { Rich($0) }
      if !isWhole {
        let rest = String(texts.count - shown.count)
        shown.append(words.speak(DiaryPhrase.sheetMore, (.number, rest)))
      }
      return Cell(cell: shown.joined("<br>"))
    }
  }
}
