import Device
import HAL

/// What became of reminders, help, doses and notices, in figures; only of what there was.
enum DayFacts {
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

  /// How long it took until a route had accepted the first call.
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
