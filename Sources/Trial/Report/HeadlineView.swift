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
    (tone, glyph, verdict) = HeadlineView.verdict(data.verdicts)
    lead = HeadlineView.lead(data)
    facts = HeadlineView.facts(data)
  }

  static func verdict(_ verdicts: [Verdict]) -> (tone: String, glyph: String?, text: String) {
    let missed = verdicts.filter { $0.miss != nil }.count
    if verdicts.isEmpty { return ("neutral", nil, "Nothing was expected") }
    if missed > 0 {
      return ("bad", "✗", "\(missed) of \(Numbers.count(verdicts.count, "expectation")) missed")
    }
    return (
      "good", "✓",
      verdicts.count == 1
        ? "The one expectation was met" : "All \(verdicts.count) expectations met"
    )
  }

  /// The device's claim, not the truth: that is for those at the table to judge.
  private static func lead(_ data: ReportData) -> String {
    if data.samples.count == 0 { return "The trace holds no fix." }
    if data.samples.count == data.samples.refusedCount {
      return "No fix of the trace counted, so the device knew nothing."
    }
    let (exits, returns) = (data.summary.exits, data.summary.returns)
    guard exits > 0 else { return "The device announced no exit." }
    return (startedOutside(data) ? "The wearer was outside from the start. " : "")
      + "The device announced \(amount(exits, "exit")) and \(amount(returns, "return"))"
      + (exits > returns ? "; the trace ends outside." : ".")
  }

  private static func startedOutside(_ data: ReportData) -> Bool {
    data.timeline.contains { entry in
      if case .perimeter(.left(_, initial: true)) = entry.action { return true }
      return false
    }
  }

  private static func amount(_ count: Int, _ noun: String) -> String {
    count == 0 ? "no \(noun)" : Numbers.count(count, noun)
  }

  private static func facts(_ data: ReportData) -> [Fact] {
    let center = data.perimeter.center
    let summary = data.summary
    let end = WallTime(milliseconds: data.start.milliseconds &+ data.end.count)
    let (from, to) = (data.clock.wholeSeconds(data.start), data.clock.wholeSeconds(end))
    let (firstDay, lastDay) = (data.clock.date(data.start), data.clock.date(end))
    let short = data.clock.isUTC ? " UTC" : ""
    let place = data.clock.isUTC ? [] : [data.clock.name(data.start)]
    let days =
      !Clock24.isDated(data.start)
      ? ["\(from) to \(to)\(short)", "date unknown"]
      : firstDay == lastDay
        ? [firstDay, "\(from) to \(to)\(short)"]
        : ["\(firstDay) \(from) to", "\(lastDay) \(to)\(short)"]
    return [
      Fact(
        term: "Exits", main: Numbers.count(summary.exits),
        notes: first(.perimeterExit, data)),
      Fact(
        term: "Returns", main: Numbers.count(summary.returns),
        notes: first(.perimeterReturn, data)),
      Fact(
        term: "Perimeter", main: "\(Numbers.roundLength(data.perimeter.radius.value)) radius",
        notes: ["centre \(sixDecimals(center.latitudeE7)), \(sixDecimals(center.longitudeE7))"]),
      Fact(
        term: "Recorded", main: Numbers.duration(.seconds((data.end.count + 500) / 1000)),
        notes: days + place),
    ] + DayFacts.facts(data)
  }

  private static func first(_ name: EventName, _ data: ReportData) -> [String] {
    let found = data.timeline.filter { $0.name == name }
    guard let entry = found.first else { return [] }
    return [
      (found.count > 1 ? "the first at " : "at ") + data.clock.wholeSeconds(entry.time),
      "after \(Numbers.decimal(entry.sinceStart.seconds, 0)) s",
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
  private static func notes(_ data: ReportData, _ names: [(EventName, String)]) -> [String] {
    names.compactMap { name, text in
      let count = count(name, data)
      return count == 0 ? nil : "\(Numbers.count(count)) \(text)"
    }
  }

  private static func reminders(_ data: ReportData) -> HeadlineView.Fact? {
    let due = data.timeline.filter { entry in
      if case .reminder(.due(_, _, let call, _)) = entry.action { return call != .again }
      return false
    }
    guard !due.isEmpty else { return nil }
    return HeadlineView.Fact(
      term: "Reminders", main: Numbers.count(due.count),
      notes: notes(data, [(.reminderAcknowledged, "answered"), (.reminderMissed, "missed")]))
  }

  /// The time until a route had accepted the first call.
  private static func help(_ data: ReportData) -> HeadlineView.Fact? {
    guard let press = data.timeline.first(where: { $0.name == .helpRequested }) else { return nil }
    let told = data.timeline.first {
      $0.name == .noticeDelivered && $0.about == .help && $0.sinceStart >= press.sinceStart
    }
    let span = told.map { $0.sinceStart.count - press.sinceStart.count }
    return HeadlineView.Fact(
      term: "Help", main: Numbers.count(count(.helpRequested, data)),
      notes: [
        "at " + data.clock.wholeSeconds(press.time),
        span.map { "through after " + Numbers.duration(Milliseconds($0)) } ?? "never got through",
      ])
  }

  private static func doses(_ data: ReportData) -> HeadlineView.Fact? {
    let confirmed = count(.doseConfirmed, data)
    let notes = notes(data, [(.doseRefused, "refused"), (.glucoseLow, "times low glucose")])
    guard confirmed > 0 || !notes.isEmpty else { return nil }
    return HeadlineView.Fact(term: "Doses", main: Numbers.count(confirmed), notes: notes)
  }

  private static func notices(_ data: ReportData) -> HeadlineView.Fact? {
    let delivered = count(.noticeDelivered, data)
    let failed = count(.noticeFailed, data)
    guard delivered + failed > 0 else { return nil }
    return HeadlineView.Fact(
      term: "Notices", main: Numbers.count(count(.noticeQueued, data)),
      notes: notes(data, [(.noticeDelivered, "deliveries"), (.noticeFailed, "failed")]))
  }
}
