import Device
import HAL
import Names

/// Moments as people read them, on a clock of 24 hours.
extension Language {
  /// "sábado 21 de marzo", "Saturday 21 March"
  public func date(_ date: CivilDate) -> String {
    say(
      TimePhrase.date, (.weekday, say(TimePhrase.weekdays[date.weekday])), (.day, "\(date.day)"),
      (.month, say(TimePhrase.months[date.month - 1])))
  }

  /// "sábado 21 de marzo de 2015"
  public func dateWithYear(_ date: CivilDate) -> String {
    say(
      TimePhrase.dateWithYear, (.weekday, say(TimePhrase.weekdays[date.weekday])),
      (.day, "\(date.day)"), (.month, say(TimePhrase.months[date.month - 1])),
      (.year, "\(date.year)"))
  }

  /// "sábado", "Saturday"
  package func weekday(_ date: CivilDate) -> String { say(TimePhrase.weekdays[date.weekday]) }

  /// The time of the day inside a sentence: "las 18:30", "la 01:30"; English without an article.
  package func hour(_ date: CivilDate) -> String {
    hour(date.clock)
  }

  /// The same of a clock's text: "las 10:03:34", "la 01:05:09".
  package func hour(_ clock: String) -> String {
    say(clock.hasPrefix("01:") ? TimePhrase.hourOne : TimePhrase.hour, (.time, clock))
  }

  /// "sábado 21 de marzo, 10:04"
  func dayAndClock(_ date: CivilDate) -> String {
    say(TimePhrase.moment, (.date, self.date(date)), (.time, date.clock))
  }

  /// Local time and UTC, to the second: "sábado 21 de marzo de 2015, 10:04:05 (15:04:05 UTC)". The
  /// date stands twice where the two differ, and the time once where they are the same.
  public func moment(_ time: WallTime, _ zone: ZoneOffset) -> String {
    let (local, utc) = (zone.local(time), ZoneOffset.utc.local(time))
    let text = say(
      TimePhrase.moment, (.date, dateWithYear(local)), (.time, local.clockWithSeconds))
    if local == utc { return say(TimePhrase.utc, (.time, text)) }
    let other =
      local.date == utc.date
      ? utc.clockWithSeconds
      : say(TimePhrase.moment, (.date, date(utc)), (.time, utc.clockWithSeconds))
    return say(TimePhrase.localAndUTC, (.time, text), (.utc, other))
  }
}

/// The offset of local time from UTC: data from outside, as in the core. No zone is
/// looked up here.
public struct ZoneOffset: Sendable {
  private let ahead: @Sendable (WallTime) -> Int64

  public static let utc = ZoneOffset { _ in 0 }

  /// - Parameter ahead: seconds that local time is ahead of UTC at a moment.
  public init(secondsAhead ahead: @escaping @Sendable (WallTime) -> Int64) { self.ahead = ahead }

  /// The offsets in the core's form: in order of time; the first counts before its moment too, none is UTC.
  public init(_ transitions: [ZoneTransition]) {
    ahead = { time in
      let seconds = floorDivide(time.milliseconds, 1000)
      let current = transitions.last { $0.at <= seconds } ?? transitions.first
      return Int64(current?.offset ?? 0) * 60
    }
  }

  /// The date and time of the day there.
  public func local(_ time: WallTime) -> CivilDate {
    let (sum, overflow) = time.milliseconds.addingReportingOverflow(ahead(time) * 1000)
    return CivilDate(milliseconds: overflow ? time.milliseconds : sum)
  }
}
