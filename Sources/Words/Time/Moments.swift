import Device
import HAL
import Names

/// Moments as people read them, on a clock of 24 hours.
extension Language {
  /// "sábado 21 de marzo", "Saturday 21 March"
  func date(_ date: CivilDate) -> String {
    say(
      TimePhrase.date, (.weekday, say(TimePhrase.weekdays[date.weekday])), (.day, "\(date.day)"),
      (.month, say(TimePhrase.months[date.month - 1])))
  }

  /// "sábado 21 de marzo de 2015"
  func dateWithYear(_ date: CivilDate) -> String {
    say(
      TimePhrase.dateWithYear, (.weekday, say(TimePhrase.weekdays[date.weekday])),
      (.day, "\(date.day)"), (.month, say(TimePhrase.months[date.month - 1])),
      (.year, "\(date.year)"))
  }

  /// The time of the day inside a sentence: "las 18:30", "la 01:30"; English without an article.
  func hour(_ date: CivilDate) -> String {
    say(date.hour == 1 ? TimePhrase.hourOne : TimePhrase.hour, (.time, date.clock))
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
