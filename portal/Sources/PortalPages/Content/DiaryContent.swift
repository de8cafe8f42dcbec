import Device
import Diary
import Entries
import HAL
import Names
import Words

/// A wearer's readings and doses, for the template "diary".
struct DiaryContent {
  struct Link {
    var linkPath: String
    var linkName: String
    var isHere: Bool
  }

  struct Row {
    var rowTime: String
    var rowText: Rich
    var rowMore: Rich?
    var rowNote: String?
    var rowStyle: String
    /// The form of the entry; nil for somebody who changes nothing.
    var rowPath: String?
    var isUnderWay: Bool
  }

  struct Change {
    var request: RequestPart
    var isUnderWay: Bool
    var changeNote: String?
    var dismissPath: String?
  }

  struct DayPart {
    var dayTitle: Rich
    var dayPath: String
    var rows: [Row]
  }

  /// Characters of a day that was typed, as the page repeats it.
  private static let mostTyped = 20
  /// Entries in the list.
  static let mostEntries = 600

  var name: String
  var headline: Rich
  var cautions: [Rich] = []
  var contactLine: Rich?
  var problem: Rich?
  var action: String
  var from: String
  var to: String
  var links: [Link]
  var earlierPath: String?
  var laterPath: String?
  var isEmpty: Bool
  var emptyLine: Rich?
  var hasReadings: Bool
  var ranges: DiaryRangesPart
  var all: DiaryFiguresPart
  var groups: [DiaryFiguresPart]
  var hasGroups: Bool
  var pattern: DiaryPatternPart
  var dayHeading: Rich
  var dayChart: Rich?
  var dayHelp: Rich
  var days: [DayPart] = []
  var changes: [Change]
  var hasChanges: Bool
  var newReadingPath: String?
  var newDosePath: String?
  var barred: Rich?
  var cut: Rich?
  var insulin: [DiaryFact]
  var hasInsulin: Bool
  var csvPath: String
  var spreadsheetPath: String
  var paperCut: Rich?
  var sheets: [DiarySheetPart]
  let title: String

  init(_ view: DiaryView, _ wearer: WearerLink, _ speak: PageWording) {
    let words = GlucoseWords(unit: view.unit, speak: speak)
    name = wearer.name
    headline = DiaryContent.span(view.first, view.last, speak)
    problem = view.problem.map { problem in
      switch problem {
      case .unreadable(let text):
        speak(DiaryPhrase.unreadableDay, (.name, String(text.prefix(DiaryContent.mostTyped))))
      case .backwards: speak(DiaryPhrase.backwards)
      }
    }
    action = Path.diary(wearer.id)
    // A browser refuses a value that is no day.
    from = view.entered.map { Day($0.from)?.text ?? "" } ?? view.first.text
    to = view.entered.map { Day($0.to)?.text ?? "" } ?? view.last.text
    links = DiaryContent.links(view, wearer, speak)
    let length = view.first.distance(to: view.last) + 1
    func path(by days: Int) -> String {
      Path.diary(wearer.id, view.first.moved(by: days), view.last.moved(by: days))
    }
    earlierPath = view.whole.flatMap { $0.first < view.first ? path(by: -length) : nil }
    laterPath = view.whole.flatMap { view.last < $0.last ? path(by: length) : nil }
    isEmpty = view.items.isEmpty
    emptyLine =
      isEmpty ? speak(view.whole == nil ? DiaryPhrase.noneAtAll : DiaryPhrase.none) : nil
    let readings = view.items.compactMap { DiaryReadingPart($0, speak) }
    hasReadings = !readings.isEmpty
    ranges = DiaryRangesPart(readings.map(\.result), id: "ranges", words)
    all = DiaryFiguresPart(speak.plain(DiaryPhrase.figures), readings.map(\.result), words)
    groups = DiaryReadingPart.groups(readings, speak).map {
      DiaryFiguresPart($0.name, $0.results, words)
    }
    hasGroups = groups.count > 1
    pattern = DiaryPatternPart(readings, id: "pattern", words)
    let shown = view.items.filter { speak.day($0.known.taken) == view.shown }
    dayHeading = Rich(speak.date(view.shown))
    dayChart = DiaryContent.chart(shown, view, words)
    dayHelp = speak(
      DiaryPhrase.dayHelp, (.from, words.limits[1]), (.until, words.limits[2]))
    if dayChart == nil { dayHelp = speak(DiaryPhrase.dayNone, (.date, speak.date(view.shown))) }
    insulin = view.insulin.map { DiaryContent.insulin($0, words) } ?? []
    hasInsulin = view.insulin != nil
    csvPath = Path.diaryFile(wearer.id, view.first, view.last)
    spreadsheetPath = csvPath + "&spreadsheet=yes"
    let spans = DiarySheetPart.spans(view.first, view.last)
    let byDay = Dictionary(grouping: view.items) { speak.day($0.known.taken).start }
    sheets = spans.enumerated().map { place, span in
      DiarySheetPart(span, place, byDay, wearer, words)
    }
    if let oldest = spans.first, view.first < oldest.first {
      paperCut = speak(DiaryPhrase.paperCut, (.number, String(spans.count)))
    }
    let mayWrite = wearer.right >= .administer && wearer.voice == .heard
    newReadingPath = mayWrite ? Path.newEntry(wearer.id) + "?kind=reading" : nil
    newDosePath = mayWrite ? Path.newEntry(wearer.id) + "?kind=dose" : nil
    barred = wearer.right >= .administer ? speak.unheard(wearer.voice) : nil
    changes = view.changes.map { change in
      var part = RequestPart(change.request, speak)
      let hasFailed = part.tone == "ended"
      if hasFailed { part.tone += " failed" }
      return Change(
        request: part, isUnderWay: change.request.isUnderWay, changeNote: change.note,
        dismissPath: hasFailed && wearer.right >= .administer
          ? Path.dismissChange(wearer.id, change.id) : nil)
    }
    hasChanges = !changes.isEmpty
    title = "\(wearer.name): \(speak.plain(DiaryPhrase.title))"
    tell(view, speak)
    list(view, wearer, words)
  }

  /// "Del 11 de noviembre al 24 de noviembre"
  static func span(_ first: Day, _ last: Day, _ speak: PageWording) -> Rich {
    first == last
      ? speak(DiaryPhrase.spanOne, (.date, speak.date(first)))
      : speak(DiaryPhrase.span, (.from, speak.date(first)), (.until, speak.date(last)))
  }

  private static func links(
    _ view: DiaryView, _ wearer: WearerLink, _ speak: PageWording
  ) -> [Link] {
    let today = speak.day(speak.now)
    var spans: [(DiaryPhrase, Day, Day)] = [
      (.fortnight, today.moved(by: -13), today), (.month, today.moved(by: -29), today),
      (.quarter, today.moved(by: -89), today),
    ]
    if let whole = view.whole { spans.append((.all, whole.first, max(whole.last, today))) }
    return spans.map { phrase, first, last in
      Link(
        linkPath: Path.diary(wearer.id, first, last), linkName: speak.plain(phrase),
        isHere: first == view.first && last == view.last)
    }
  }

  /// The moment up to which entries are known, and those that cannot be read.
  private mutating func tell(_ view: DiaryView, _ speak: PageWording) {
    if let last = view.contact.told {
      switch view.contact.state {
      case .lost: cautions.append(speak(DiaryPhrase.asOfLost, (.time, speak.moment(last))))
      case .never, .fine, .late: contactLine = speak(DiaryPhrase.asOf, (.age, speak.age(last)))
      }
    } else {
      contactLine = speak(DiaryPhrase.never)
    }
    if view.unreadable > 0 {
      cautions.append(speak(DiaryPhrase.unreadableRecords, (.number, String(view.unreadable))))
    }
  }

  private static func chart(
    _ items: [DiaryBook.Item], _ view: DiaryView, _ words: GlucoseWords
  ) -> Rich? {
    guard !items.isEmpty else { return nil }
    let speak = words.speak
    var points: [DayGlucoseChart.Point] = []
    var doses: [Int] = []
    for item in items {
      let minute = speak.minute(item.known.taken)
      switch item.known {
      case .reading(let reading): points.append(.init(minute: minute, result: reading.result))
      case .dose: doses.append(minute)
      }
    }
    return DayGlucoseChart(points: points, doses: doses, unit: view.unit).svg(
      title: speak(DiaryPhrase.dayTitle, (.date, speak.date(view.shown))),
      text: speak(
        DiaryPhrase.dayText, (.number, String(points.count)), (.value, String(doses.count))),
      speak.language)
  }

  // MARK: Entries

  /// The newest day first; in a day, the order of time.
  private mutating func list(_ view: DiaryView, _ wearer: WearerLink, _ words: GlucoseWords) {
    let speak = words.speak
    let shown = view.items.suffix(DiaryContent.mostEntries)
    if shown.count < view.items.count {
      cut = speak(
        DiaryPhrase.entriesCut, (.number, String(view.items.count)), (.value, String(shown.count)))
    }
    var day: Day?
    for item in shown {
      let date = speak.day(item.known.taken)
      if date != day {
        day = date
        days.append(
          DayPart(
            dayTitle: Rich(speak.date(date)),
            dayPath: Path.diary(wearer.id, view.first, view.last) + "&day=\(date.text)#day",
            rows: []))
      }
      var row = DiaryContent.row(item, words)
      let name = DiaryView.name(item.id, isDose: item.known.isDose)
      row.isUnderWay = view.underWay.contains(name)
      if newReadingPath != nil { row.rowPath = Path.diaryEntry(wearer.id, name) }
      days[days.count - 1].rows.append(row)
    }
    days.reverse()
  }

  private static func row(_ item: DiaryBook.Item, _ words: GlucoseWords) -> Row {
    let speak = words.speak
    let time = speak.clock(item.known.taken)
    let ahead = item.isAhead ? speak(DiaryPhrase.ahead) : nil
    let note = item.annotation.notes
    switch item.known {
    case .reading(let reading):
      let category = item.annotation.category ?? reading.category.text(speak.language)
      return Row(
        rowTime: time,
        rowText: Rich(html: "<b>\(Markup.escaped(words.text(reading.result)))</b>, ")
          + Rich(category),
        rowMore: ahead, rowNote: note, rowStyle: style(reading.result),
        isUnderWay: false)
    case .dose(let dose):
      var parts = [
        speak(
          DiaryPhrase.doseParts, (.from, words.units(dose.mealPart)),
          (.until, words.units(dose.correction)))
      ]
      if dose.proposed != dose.confirmed {
        parts.append(speak(DiaryPhrase.doseProposed, (.value, words.units(dose.proposed))))
      }
      if dose.insulinOnBoard != .zero {
        parts.append(speak(DiaryPhrase.doseOnBoard, (.value, words.units(dose.insulinOnBoard))))
      }
      let more = parts.joined(", ")
      return Row(
        rowTime: time,
        rowText: speak(
          DiaryPhrase.dose,
          (.value, Rich(html: "<b>\(Markup.escaped(words.units(dose.confirmed)))</b>")),
          (.name, Rich(words.meal(dose.meal)))),
        rowMore: ahead.map { more + Rich(". ") + $0 } ?? more, rowNote: note, rowStyle: "dosed",
        isUnderWay: false)
    }
  }

  /// The same ranges as in the charts.
  private static func style(_ result: MeterResult) -> String {
    let bands = GlucoseBands([result])
    return bands.veryLow + bands.low > 0
      ? "below" : bands.high + bands.veryHigh > 0 ? "above" : "within"
  }

  // MARK: Insulin

  private static func insulin(_ insulin: InsulinProfile, _ words: GlucoseWords) -> [DiaryFact] {
    let speak = words.speak
    func glucose(_ milligrams: Double) -> Double {
      words.unit.value(.milligramsPerDecilitre(MilligramsPerDecilitre(milligrams)))
    }
    let target = speak(
      DiaryPhrase.perUnit, (.from, words.bareExact(glucose(insulin.lowerTarget.value))),
      (.until, words.exact(glucose(insulin.upperTarget.value))))
    var facts = [
      DiaryFact(term: speak(DiaryPhrase.target), value: target),
      DiaryFact(
        term: speak(DiaryPhrase.sensitivity),
        value: Rich(words.exact(glucose(insulin.sensitivity)))),
    ]
    facts += [Meal.breakfast, .lunch, .dinner].map { meal in
      DiaryFact(
        term: speak(DiaryPhrase.baseFor, (.name, words.meal(meal))),
        value: Rich(words.units(insulin.base(meal))))
    }
    facts.append(
      DiaryFact(
        term: speak(DiaryPhrase.maximumDose), value: Rich(words.units(insulin.maximum))))
    if let grams = insulin.gramsPerUnit {
      facts.append(
        DiaryFact(
          term: speak(DiaryPhrase.ratio),
          value: Rich(words.grams(grams))))
    }
    return facts
  }
}
