import Device
import Foundation
import HAL
import PortalPages
import PortalStore
import Sync

/// The story of one day by the wearer's clock.
extension WearerScene {
  private var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = profile?.timeZone ?? .gmt
    return calendar
  }

  func day(of time: WallTime) -> Day {
    let date = Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    return Day(year: parts.year ?? 1970, month: parts.month ?? 1, day: parts.day ?? 1)
  }

  /// The minute that the wearer's clock shows: on two days of the year it is not that since midnight.
  private func minute(of time: WallTime) -> Int {
    let date = Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)
    let parts = calendar.dateComponents([.hour, .minute], from: date)
    return (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
  }

  func start(of day: Day) -> WallTime {
    let parts = DateComponents(year: day.year, month: day.month, day: day.day)
    let date = calendar.date(from: parts) ?? Date(timeIntervalSince1970: 0)
    return WallTime(milliseconds: Int64(date.timeIntervalSince1970 * 1000))
  }

  private func next(_ day: Day, by days: Int) -> Day {
    // Noon, because a day may have 23 or 25 hours.
    self.day(of: start(of: day) + .seconds(Int64(days) * 86_400 + 43_200))
  }

  func dayView(_ day: Day, minute: Int?, map: MapSource?) async throws -> DayView {
    let span = start(of: day).span(to: start(of: next(day, by: 1)))
    let places = try await file.places(span).compactMap(place)
    let before = try await file.logsBefore()
    var events = alerts(span) + companies(span, log)
    for log in before { events += alerts(before: log, span) + companies(span, log) }
    events += try await requests(span) + charges(span) + silences(span)
    events += try await file.boots(span).map { StoryEvent(at: $0.at, kind: .started) }
    events.sort { $0.at < $1.at }
    let today = self.day(of: now)
    let oldest = (before + [log]).compactMap { $0.notices.first?.made }.min() ?? now
    let chosen = minute ?? events.last.map { self.minute(of: $0.at) }
    return DayView(
      day: day, previous: span.lowerBound > oldest ? next(day, by: -1) : nil,
      next: day == today ? nil : next(day, by: 1), events: events,
      places: WearerScene.thin(places, to: 288),
      ground: try await ground(trail: nil, map: map), minute: min(max(chosen ?? 720, 0), 1439))
  }

  private static func thin(_ places: [PortalPages.Place], to most: Int) -> [PortalPages.Place] {
    guard places.count > most else { return places }
    return (0..<most).map { places[$0 * places.count / most] }
  }

  private func alerts(_ span: Range<WallTime>) -> [StoryEvent] {
    log.notices.flatMap { story -> [StoryEvent] in
      var events: [StoryEvent] = []
      if let made = story.made, span.contains(made) {
        events.append(
          StoryEvent(at: made, kind: .alert(summary(story)), place: place(story.notice)))
      }
      if let answer = story.answer, let at = answer.at, span.contains(at) {
        let takes = story.takes(in: requests)
        events.append(
          StoryEvent(
            at: at, kind: .answered(summary(story), view(answer, takes, since: requestsSince))))
      }
      return events
    }
  }

  /// The notices of a device that the wearer has no more. Another's may have the same number.
  private func alerts(before log: CareLog, _ span: Range<WallTime>) -> [StoryEvent] {
    log.notices.flatMap { story -> [StoryEvent] in
      let summary = summary(story, takes: [], since: now)
      var events: [StoryEvent] = []
      if let made = story.made, span.contains(made) {
        events.append(
          StoryEvent(
            at: made, kind: .alert(summary), place: place(story.notice), isOfDeviceBefore: true))
      }
      if let answer = story.answer, let at = answer.at, span.contains(at) {
        let by = name(who: answer.who, caregiver: answer.caregiver)
        events.append(
          StoryEvent(
            at: at, kind: .answered(summary, AlertAnswer(by: by, at: at, way: .unknown)),
            isOfDeviceBefore: true))
      }
      return events
    }
  }

  private func companies(_ span: Range<WallTime>, _ log: CareLog) -> [StoryEvent] {
    log.company.compactMap { record in
      guard let at = record.at, span.contains(at) else { return nil }
      return StoryEvent(
        at: at, kind: record.until.map { .company(until: $0, by: nil) } ?? .companyOver)
    }
  }

  private func requests(_ span: Range<WallTime>) async throws -> [StoryEvent] {
    try await file.requests(since: span.lowerBound, before: span.upperBound, most: 500).map {
      StoryEvent(at: $0.made, kind: .request(view($0)))
    }
  }

  private func charges(_ span: Range<WallTime>) async throws -> [StoryEvent] {
    var events: [StoryEvent] = []
    var was: Bool?
    for entry in try await file.health(span) {
      guard let isCharging = entry.health.charging else { continue }
      if let was, was != isCharging {
        events.append(
          StoryEvent(
            at: entry.at,
            kind: isCharging ? .charging : .offCharger(percent: entry.health.battery)))
      }
      was = isCharging
    }
    return events
  }

  private func silences(_ span: Range<WallTime>) async throws -> [StoryEvent] {
    try await file.silences(span).flatMap { silence -> [StoryEvent] in
      var events: [StoryEvent] = []
      if span.contains(silence.from) {
        events.append(StoryEvent(at: silence.from, kind: .contactLost))
      }
      if let until = silence.until, span.contains(until) {
        events.append(
          StoryEvent(at: until, kind: .contactBack(after: silence.from.distance(to: until))))
      }
      return events
    }
  }
}
