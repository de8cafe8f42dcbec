import Device
import Names

/// What a command line says of a reminder, checked option by option.
public struct ReminderFields {
  private(set) var fields: [String: YAMLField?] = [:]

  public init() {}

  /// Names as in the profile: type, name, description, dose, at, repeat, until, photo.
  /// - Parameters:
  ///   - text: empty takes the field away.
  ///   - now: local time, for an `at` that says no day.
  public mutating func set(_ name: String, _ text: String?, now: CivilMinute) throws {
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
      fields[name] = .text(CivilText.text(try ReminderFields.moment(value, now)))
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

  public var isEmpty: Bool { fields.isEmpty }

  func holds(_ name: String) -> Bool { fields[name].flatMap { $0 } != nil }

  /// "2026-11-21 08:00", or "08:00": the next one by the clock on the wall.
  private static func moment(_ value: YAMLValue, _ now: CivilMinute) throws -> CivilMinute {
    guard let minute = CivilText.minuteOfDay(try value.text()), minute < 1440 else {
      guard let minute = CivilText.minute(try value.text()) else {
        throw value.refuse(
          "is \(value.shown); expected a date and time such as \"2026-11-21 08:00\", or a time such "
            + "as 08:00: the next one")
      }
      return minute
    }
    let today = CivilMinute(day: now.day, minute: minute)
    return today < now ? CivilMinute(today.count + 1440) : today
  }

  /// As in the profile; several days with commas between.
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
