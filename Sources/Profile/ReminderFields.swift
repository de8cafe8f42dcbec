import Device
import Names

/// The fields of a reminder on a command line, checked option by option.
public struct ReminderFields {
  private(set) var fields: [String: YAMLField?] = [:]

  public init() {}

  /// Names as in the profile: type, name, description, dose, at, repeat, until, photo.
  /// - Parameters:
  ///   - text: empty takes the field away.
  ///   - now: local time, for an `at` that says no day.
  ///   - present: the first due minute so far. An `at` without a day keeps that one if it is still
  ///     to come.
  public mutating func set(
    _ name: String, _ text: String?, now: CivilMinute, present: CivilMinute? = nil
  ) throws {
    guard let text else { return }
    let option = "--\(name)"
    if text.isEmpty {
      guard !["type", "name", "at"].contains(name) else {
        throw InputError(file: option, "is empty; every reminder has one")
      }
      fields[name] = .some(nil)
      return
    }
    let value = YAMLValue(
      node: .scalar(.init(text)), file: option, mistakes: Mistakes(), path: "")
    switch name {
    case "type": _ = try value.spelled() as Reminder.Kind
    case "name": _ = try ReminderSection.name(value)
    case "description": _ = try ReminderSection.description(value)
    case "dose": _ = try ReminderSection.dose(value)
    case "photo": _ = try value.words(most: PeopleSection.longestFile)
    case "until": _ = try ReminderSection.until(value)
    case "at":
      fields[name] = .text(CivilText.text(try ReminderFields.moment(value, now, present)))
      return
    default:
      fields[name] = try ReminderFields.repeats(value)
      return
    }
    fields[name] = .text(text)
  }

  public mutating func setTellsCaregiver(_ tells: Bool?) {
    if let tells { fields["tell_caregiver"] = .flag(tells) }
  }

  mutating func set(_ question: ReminderQuestion) { fields["ask"] = .question(question) }
  mutating func takeQuestionAway() { fields["ask"] = .some(nil) }

  public var isEmpty: Bool { fields.isEmpty }

  func holds(_ name: String) -> Bool { fields[name].flatMap { $0 } != nil }

  /// "2026-11-21 08:00", or "08:00": the next one by the clock on the wall.
  private static func moment(
    _ value: YAMLValue, _ now: CivilMinute, _ present: CivilMinute?
  ) throws -> CivilMinute {
    guard let minute = CivilText.minuteOfDay(try value.text()), minute < 1440 else {
      guard let minute = CivilText.minute(try value.text()) else {
        throw value.refuse(
          "is \(value.shown); expected a date and time from 2000 to 2049 such as \"2026-11-21 08:00\", "
            + "or a time such as 08:00 for the next 08:00")
      }
      return minute
    }
    // Another hour of next year's visit to the doctor does not mean tomorrow.
    if let present, present.day > now.day { return CivilMinute(day: present.day, minute: minute) }
    let today = CivilMinute(day: now.day, minute: minute)
    return today < now ? CivilMinute(today.count + 1440) : today
  }

  /// Reads a rule as in the profile; several days with commas between.
  private static func repeats(_ value: YAMLValue) throws -> YAMLField {
    let text = try value.text()
    let days = text.split(separator: ",").map { $0.split(separator: " ").joined() }
    if !days.isEmpty, days.allSatisfy(Weekdays.names.contains) { return .list(days) }
    guard (try? ReminderRepeat.read(value)) != nil else {
      throw value.refuse(
        "is \(value.shown); expected once, daily, weekdays, weekend, days such as mon,wed, or "
          + "\"every 8 h\"")
    }
    return .text(text)
  }
}

/// The rule of a reminder, as a profile writes it, and its next time.
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

  /// The first due time at or after a minute, by the clock on the wall; nil: no more.
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
