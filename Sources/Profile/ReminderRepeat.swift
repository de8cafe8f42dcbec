import Device
import Names

/// How often a reminder comes, as a profile writes it, and when it comes next.
public enum ReminderRepeat {
  /// once, daily, weekdays, weekend, [mon, wed] or "every 8 h".
  public static func read(_ value: YAMLValue) throws -> Reminder.Repeat {
    guard case .scalar = value.node else { return .weekdays(try Weekdays.read(value)) }
    let text = try value.text()
    switch text {
    case "once": return .once
    case "daily": return .daily
    default:
      if let hours = hours(text) { return .everyHours(hours) }
      if let days = Weekdays.group(text) { return .weekdays(days) }
      throw value.refuse(
        "is \(value.shown); expected once, daily, weekdays, weekend, a list such as [mon, wed], "
          + "or \"every 8 h\" with 1 to 24 hours")
    }
  }

  /// "every 8 h"
  private static func hours(_ text: String) -> UInt8? {
    guard text.hasPrefix("every "), text.hasSuffix("h"),
      let hours = UInt8(text.dropFirst(6).dropLast().split(separator: " ").joined()),
      Reminder.hoursRange.contains(hours)
    else { return nil }
    return hours
  }

  public static func text(_ repeats: Reminder.Repeat) -> String {
    switch repeats {
    case .once: "once"
    case .daily: "daily"
    case .weekdays(let days): Weekdays.text(days)
    case .everyHours(let hours): "every \(hours) h"
    }
  }

  /// The first of the chosen weekdays from the date given on, so that nothing is left open.
  static func firstDue(_ first: CivilMinute, _ repeats: Reminder.Repeat) -> CivilMinute {
    guard case .weekdays(let days) = repeats else { return first }
    var due = first
    while days >> due.weekday & 1 == 0 { due.count += 1440 }
    return due
  }

  /// When it is due for the first time at or after a minute, by the clock on the wall; nil: no more.
  public static func next(_ reminder: Reminder, from now: CivilMinute) -> CivilMinute? {
    guard let due = next(reminder.first, reminder.repeats, now) else { return nil }
    if let until = reminder.until, until < due { return nil }
    return due
  }

  private static func next(
    _ first: CivilMinute, _ repeats: Reminder.Repeat, _ now: CivilMinute
  ) -> CivilMinute? {
    guard first < now else { return first }
    func stepping(_ minutes: Int32) -> CivilMinute {
      let steps = (now.count - first.count + minutes - 1) / minutes
      return CivilMinute(first.count + steps * minutes)
    }
    switch repeats {
    case .once: return nil
    case .daily: return stepping(1440)
    case .everyHours(let hours): return stepping(Int32(hours) * 60)
    case .weekdays: return firstDue(stepping(1440), repeats)
    }
  }
}
