import Findings
import HAL
import Words

/// The first screen: is it good, what happened, where and when.
struct HeadlineView {
  struct Fact {
    var term: String
    var main: String
    var notes: [String]
  }

  var tone: String
  var glyph: String?
  var verdict: String
  var lead: String
  var facts: [Fact]

  init(_ data: ReportData) {
    (tone, glyph, verdict) = HeadlineView.verdict(data.verdicts, data.text)
    lead = HeadlineView.lead(data)
    facts = HeadlineView.facts(data)
  }

  static func verdict(
    _ verdicts: [Verdict], _ text: ReportText
  ) -> (tone: String, glyph: String?, text: String) {
    let missed = verdicts.filter { $0.miss != nil }.count
    if verdicts.isEmpty { return ("neutral", nil, text(.nothingExpected)) }
    if missed > 0 {
      let all = text(
        verdicts.count == 1 ? .expectationOne : .expectationMany, verdicts.count)
      let sentence = text.words(
        .someMissed, (.number, text.numbers.count(missed)), (.words, all))
      return ("bad", "✗", sentence)
    }
    return ("good", "✓", verdicts.count == 1 ? text(.oneMet) : text(.allMet, verdicts.count))
  }

  /// The device's claim, not the truth: that is for those at the table to judge.
  private static func lead(_ data: ReportData) -> String {
    let text = data.text
    if data.samples.count == 0 { return text(.noFix) }
    if data.samples.count == data.samples.refusedCount { return text(.noFixCounted) }
    let (exits, returns) = (data.summary.exits, data.summary.returns)
    guard exits > 0 else { return text(.noExit) }
    let announced = text.words(
      data.outside.isOut ? .endsOutside : .announced, (.words, text.exits(exits)),
      (.text, text.returns(returns)))
    return startedOutside(data) ? text.words(.startedOutside, (.text, announced)) : announced
  }

  private static func startedOutside(_ data: ReportData) -> Bool {
    data.timeline.contains { entry in
      if case .perimeter(.left(_, initial: true)) = entry.told { return true }
      return false
    }
  }

  private static func facts(_ data: ReportData) -> [Fact] {
    let (text, words, numbers) = (data.text, data.text.words, data.text.numbers)
    let center = data.perimeter.center
    let summary = data.summary
    let end = WallTime(milliseconds: data.start.milliseconds &+ data.end.count)
    let (from, to) = (data.clock.wholeSeconds(data.start), data.clock.wholeSeconds(end))
    let (firstDay, lastDay) = (data.clock.date(data.start), data.clock.date(end))
    let short = data.clock.isUTC ? " UTC" : ""
    let place = data.clock.isUTC ? [] : [data.clock.name(data.start)]
    let days =
      !Clock24.isDated(data.start)
      ? [words(.fromTo, (.time, from), (.text, to + short)), text(.dateUnknown)]
      : firstDay == lastDay
        ? [firstDay, words(.fromTo, (.time, from), (.text, to + short))]
        : [words(.days, (.time, "\(firstDay) \(from)")), "\(lastDay) \(to)\(short)"]
    let place6 = "\(sixDecimals(center.latitudeE7)), \(sixDecimals(center.longitudeE7))"
    let radius = numbers.roundLength(data.perimeter.radius.value)
    return [
      Fact(
        term: text(.exits), main: numbers.count(summary.exits),
        notes: first(.perimeterExit, data)),
      Fact(
        term: text(.returns), main: numbers.count(summary.returns),
        notes: first(.perimeterReturn, data)),
      Fact(
        term: text(.perimeter), main: words(.radius, (.distance, radius)),
        notes: [words(.centre, (.text, place6))]),
      Fact(
        term: text(.recorded), main: numbers.duration(.seconds((data.end.count + 500) / 1000)),
        notes: days + place),
    ] + DayFacts.facts(data)
  }

  private static func first(_ name: EventName, _ data: ReportData) -> [String] {
    let found = data.timeline.filter { $0.name == name }
    guard let entry = found.first else { return [] }
    let text = data.text
    return [
      text.words(
        found.count > 1 ? .firstAt : .at, (.time, text.hour(data.clock.wholeSeconds(entry.time)))),
      text.words(.after, (.number, text.numbers.decimal(entry.sinceStart.seconds, 0))),
    ]
  }
}

/// The fate of reminders, help, doses and notices, in figures, if there were any.
private enum DayFacts {
  static func facts(_ data: ReportData) -> [HeadlineView.Fact] {
    [reminders(data), help(data), doses(data), notices(data)].compactMap { $0 }
  }

  private static func count(_ name: EventName, _ data: ReportData) -> Int {
    data.timeline.filter { $0.name == name }.count
  }

  /// "2 answered", "1 missed"; nothing of what never was.
  /// - Parameter names: the events with the words for one of them and for several.
  private static func notes(
    _ data: ReportData, _ names: [(EventName, one: ReportPhrase, many: ReportPhrase)]
  ) -> [String] {
    names.compactMap { name, one, many in
      let count = count(name, data)
      return count == 0 ? nil : data.text(count == 1 ? one : many, count)
    }
  }

  private static func reminders(_ data: ReportData) -> HeadlineView.Fact? {
    let due = data.timeline.filter { entry in
      if case .reminder(.due(_, _, let call, _)) = entry.action { return call != .again }
      return false
    }
    guard !due.isEmpty else { return nil }
    return HeadlineView.Fact(
      term: data.text(.reminders), main: data.text.numbers.count(due.count),
      notes: notes(
        data,
        [
          (.reminderAcknowledged, .remindersAnsweredOne, .remindersAnswered),
          (.reminderMissed, .remindersMissed, .remindersMissed),
        ]))
  }

  /// The time until a route had accepted the first call.
  private static func help(_ data: ReportData) -> HeadlineView.Fact? {
    guard let press = data.timeline.first(where: { $0.name == .helpRequested }) else { return nil }
    let told = data.timeline.first {
      $0.name == .noticeDelivered && $0.about == .help && $0.sinceStart >= press.sinceStart
    }
    let span = told.map { $0.sinceStart.count - press.sinceStart.count }
    let text = data.text
    let through = span.map {
      text.words(.helpThrough, (.age, text.numbers.duration(Milliseconds($0))))
    }
    return HeadlineView.Fact(
      term: text(.help), main: text.numbers.count(count(.helpRequested, data)),
      notes: [
        text.words(.at, (.time, text.hour(data.clock.wholeSeconds(press.time)))),
        through ?? text(.helpNever),
      ])
  }

  /// A dose that was taken back is none, unless it was confirmed again.
  private static func doses(_ data: ReportData) -> HeadlineView.Fact? {
    let confirmed = count(.doseConfirmed, data)
    let notes = notes(
      data,
      [
        (.doseRefused, .dosesRefused, .dosesRefused), (.glucoseLow, .lowGlucoseOne, .lowGlucose),
      ])
    guard confirmed > 0 || !notes.isEmpty else { return nil }
    let given = max(confirmed - count(.doseUndone, data), 0)
    return HeadlineView.Fact(
      term: data.text(.doses), main: data.text.numbers.count(given), notes: notes)
  }

  private static func notices(_ data: ReportData) -> HeadlineView.Fact? {
    let delivered = count(.noticeDelivered, data)
    let failed = count(.noticeFailed, data)
    guard delivered + failed > 0 else { return nil }
    return HeadlineView.Fact(
      term: data.text(.notices), main: data.text.numbers.count(count(.noticeQueued, data)),
      notes: notes(
        data,
        [
          (.noticeDelivered, .deliveriesOne, .deliveries),
          (.noticeFailed, .deliveriesFailedOne, .deliveriesFailed),
        ]))
  }
}
