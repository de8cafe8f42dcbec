import Device
import Words

/// The label of a field, its kind, and its values in words.
struct SettingFieldWords {
  /// One of the values that a field can have.
  struct Choice {
    var value: String
    var phrase: Phrase
    var isDefault = false

    func label(_ speak: PageWording) -> Rich {
      let text = speak.language.say(phrase)
      return isDefault ? speak(SettingFieldPhrase.byDefault, (.value, text)) : Rich(text)
    }
  }

  enum Kind {
    case text(most: Int, isMail: Bool)
    case number(Int, Int)
    case decimal
    case date
    case time
    case one([Choice])
    /// The same with every choice in sight.
    case each([Choice])
    case boxes([Choice])
    case yes
    case photo
  }

  let field: SettingField
  let kind: Kind
  let help: Phrase?
  let isNeeded: Bool
  private let name: Phrase
  private let row: Int?

  init(_ field: SettingField, _ form: SettingForm) {
    self.field = field
    let parts = SettingFieldWords.parts(field, form)
    name = parts.name
    kind = parts.kind
    help = parts.help
    isNeeded = parts.isNeeded
    row =
      switch field {
      case .rowDays(let row), .rowFrom(let row), .rowTo(let row): row
      case .type, .name, .dose, .description, .date, .time, .repeats, .days, .hours, .until,
        .tells, .asks, .askFrom, .askTo, .askStart, .latitude, .longitude, .radius, .sensitivity,
        .language, .textSize, .volume, .timeZone, .alarm, .limit, .allIsWell, .kinship, .gender,
        .email,
        .photo:
        nil
      }
  }

  func label(_ speak: PageWording) -> Rich {
    let text = speak.language.say(name)
    return Rich(row.map { text.replacingGap(.number, String($0)) } ?? text)
  }

  /// A value as people read it.
  func words(_ value: String, _ speak: PageWording) -> String {
    switch kind {
    case .one(let choices), .each(let choices):
      if let choice = choices.first(where: { $0.value == value }) {
        return speak.language.say(choice.phrase)
      }
      return SettingFieldWords.days(value, speak) ?? value
    case .boxes: return SettingFieldWords.days(value, speak) ?? value
    case .yes: return speak.plain(value == "yes" ? SettingPhrase.yes : .no)
    case .photo: return speak.plain(PhotoPhrase.one)
    case .time:
      // Midnight as an end, which a browser's field can only show as a beginning.
      if case .rowTo = field, value == "00:00" { return "24:00" }
      return value
    case .text, .number, .decimal, .date: return value
    }
  }

  /// "lunes, miércoles"; nil for a text that names no days.
  static func days(_ value: String, _ speak: PageWording) -> String? {
    let names = value.split(separator: ",").map { day in
      SettingField.weekdays.firstIndex(of: String(day)).map {
        speak.plain(WeekdayPhrase.allCases[$0])
      }
    }
    guard !names.isEmpty, names.allSatisfy({ $0 != nil }) else { return nil }
    return names.compactMap { $0 }.joined(separator: ", ")
  }

  private typealias Parts = (name: Phrase, kind: Kind, help: Phrase?, isNeeded: Bool)

  private static func parts(_ field: SettingField, _ form: SettingForm) -> Parts {
    switch field {
    case .type, .dose, .description, .date, .time, .repeats, .days, .hours, .until, .tells, .asks,
      .askFrom, .askTo, .askStart:
      return reminder(field)
    case .name:
      let phrase =
        form.home == .reminders
        ? ReminderFieldPhrase.reminderName.phrase : ReminderFieldPhrase.name.phrase
      return (phrase, .text(most: 60, isMail: false), nil, true)
    case .latitude:
      let phrase = PlaceFieldPhrase.latitude.phrase
      return (phrase, .decimal, PlaceFieldPhrase.degreesHelp.phrase, true)
    case .longitude: return (PlaceFieldPhrase.longitude.phrase, .decimal, nil, true)
    case .radius:
      let phrase = PlaceFieldPhrase.radius.phrase
      return (phrase, .number(100, 1000), PlaceFieldPhrase.radiusHelp.phrase, true)
    case .timeZone:
      let phrase = PlaceFieldPhrase.timeZone.phrase
      return (phrase, .one(SettingFieldWords.zones), PlaceFieldPhrase.timeZoneHelp.phrase, true)
    case .sensitivity:
      let choices = [
        Choice(value: "calm", phrase: PlaceFieldPhrase.calm.phrase),
        Choice(value: "normal", phrase: PlaceFieldPhrase.normal.phrase),
        Choice(value: "quick", phrase: PlaceFieldPhrase.quick.phrase),
      ]
      let phrase = PlaceFieldPhrase.sensitivity.phrase
      return (phrase, .each(choices), PlaceFieldPhrase.sensitivityHelp.phrase, true)
    case .language, .textSize, .volume, .rowDays, .rowFrom, .rowTo, .limit, .allIsWell:
      return setting(field)
    case .alarm(let kind): return alarm(kind)
    case .kinship:
      let phrase =
        form == .first ? PeopleFieldPhrase.kinshipYours.phrase : PeopleFieldPhrase.kinship.phrase
      return (
        phrase, .text(most: 30, isMail: false), PeopleFieldPhrase.kinshipHelp.phrase, true
      )
    case .gender:
      let choices = [
        Choice(value: "", phrase: PeopleFieldPhrase.genderUnsaid.phrase),
        Choice(value: "female", phrase: PeopleFieldPhrase.female.phrase),
        Choice(value: "male", phrase: PeopleFieldPhrase.male.phrase),
        Choice(value: "other", phrase: PeopleFieldPhrase.other.phrase),
      ]
      return (PeopleFieldPhrase.gender.phrase, .one(choices), nil, false)
    case .photo: return (PhotoPhrase.file.phrase, .photo, PhotoPhrase.fileHelp.phrase, false)
    case .email:
      let phrase = PeopleFieldPhrase.email.phrase
      return (phrase, .text(most: 254, isMail: true), PeopleFieldPhrase.emailHelp.phrase, false)
    }
  }

  static let weekdays: [Choice] = zip(SettingField.weekdays, WeekdayPhrase.allCases).map {
    Choice(value: $0, phrase: $1.phrase)
  }

  /// The zones of the world by their names; the first one is no choice yet.
  private static let zones: [Choice] =
    [Choice(value: "", phrase: Phrase(es: "–", en: "–"))]
    + SettingField.zones.map {
      let name = $0.replacing("_", with: " ")
      return Choice(value: $0, phrase: Phrase(es: name, en: name))
    }

  static let groups: [Choice] = [
    Choice(value: "daily", phrase: ReminderFieldPhrase.daily.phrase),
    Choice(value: "weekdays", phrase: ReminderFieldPhrase.weekdays.phrase),
    Choice(value: "weekend", phrase: ReminderFieldPhrase.weekend.phrase),
  ]

  private static func reminder(_ field: SettingField) -> Parts {
    let key = ReminderFieldPhrase.self
    switch field {
    case .type:
      let choices = [
        Choice(value: "medication", phrase: key.medication.phrase),
        Choice(value: "reminder", phrase: key.reminder.phrase),
      ]
      return (key.type.phrase, .one(choices), nil, true)
    case .dose: return (key.dose.phrase, .text(most: 60, isMail: false), key.doseHelp.phrase, false)
    case .description: return (key.description.phrase, .text(most: 200, isMail: false), nil, false)
    case .date: return (key.date.phrase, .date, key.dateHelp.phrase, true)
    case .time: return (key.time.phrase, .time, nil, true)
    case .repeats:
      let choices =
        [Choice(value: "once", phrase: key.once.phrase)] + groups + [
          Choice(value: "days", phrase: key.someDays.phrase),
          Choice(value: "hours", phrase: key.everyHours.phrase),
        ]
      return (key.repeats.phrase, .each(choices), nil, true)
    case .days: return (key.days.phrase, .boxes(weekdays), nil, false)
    case .hours: return (key.hours.phrase, .number(1, 24), key.hoursHelp.phrase, false)
    case .until: return (key.until.phrase, .date, key.untilHelp.phrase, false)
    case .tells: return (key.tells.phrase, .yes, key.tellsHelp.phrase, false)
    case .asks: return (key.asks.phrase, .yes, key.asksHelp.phrase, false)
    case .askFrom: return (key.askFrom.phrase, number, nil, false)
    case .askTo: return (key.askTo.phrase, number, nil, false)
    case .askStart: return (key.askStart.phrase, number, key.askStartHelp.phrase, false)
    case .name, .latitude, .longitude, .radius, .sensitivity, .language, .textSize, .volume,
      .timeZone,
      .rowDays, .rowFrom, .rowTo, .alarm, .limit, .allIsWell, .kinship, .gender, .email,
      .photo:
      return (key.name.phrase, .text(most: 60, isMail: false), nil, true)
    }
  }

  private static let number = Kind.number(
    Int(ReminderQuestion.range.lowerBound), Int(ReminderQuestion.range.upperBound))

  private static func setting(_ field: SettingField) -> Parts {
    let key = SettingFieldPhrase.self
    switch field {
    case .textSize:
      let choices = [
        Choice(value: "normal", phrase: key.sizeNormal.phrase),
        Choice(value: "large", phrase: key.sizeLarge.phrase),
        Choice(value: "huge", phrase: key.sizeHuge.phrase),
      ]
      return (key.textSize.phrase, .one(choices), key.textSizeHelp.phrase, true)
    case .volume: return (key.volume.phrase, .number(0, 100), key.volumeHelp.phrase, true)
    case .rowDays: return (key.rowDays.phrase, .one(groups + weekdays), nil, false)
    case .rowFrom: return (key.rowFrom.phrase, .time, nil, false)
    case .rowTo: return (key.rowTo.phrase, .time, nil, false)
    case .limit(let limit):
      let (name, help) = words(limit)
      let range = limit.range
      return (
        name.phrase, .number(Int(range.lowerBound), Int(range.upperBound)), help.phrase, true
      )
    case .allIsWell: return (key.allIsWell.phrase, .time, key.allIsWellHelp.phrase, false)
    case .language, .type, .name, .dose, .description, .date, .time, .repeats, .days, .hours,
      .until, .tells, .asks, .askFrom, .askTo, .askStart, .latitude, .longitude, .radius,
      .sensitivity, .timeZone, .alarm, .kinship, .gender, .email, .photo:
      let choices = [
        Choice(value: "es", phrase: key.spanish.phrase),
        Choice(value: "en", phrase: key.english.phrase),
      ]
      return (key.language.phrase, .one(choices), key.languageHelp.phrase, true)
    }
  }

  private static func words(
    _ limit: SettingField.Limit
  ) -> (SettingFieldPhrase, SettingFieldPhrase) {
    switch limit {
    case .escalate: (.escalate, .escalateHelp)
    case .goRound: (.goRound, .goRoundHelp)
    case .reminder: (.reminderLimit, .reminderLimitHelp)
    case .snooze: (.snooze, .snoozeHelp)
    case .breadcrumbs: (.breadcrumbs, .breadcrumbsHelp)
    }
  }

  private static func alarm(_ kind: AlarmKind) -> Parts {
    let name: PeopleFieldPhrase =
      switch kind {
      case .help, .helpNotThrough, .lowGlucose, .veryLowGlucose: .alarmHelp
      case .leftPerimeter: .alarmLeft
      case .medication: .alarmMedication
      case .dose: .alarmDose
      case .reminder: .alarmReminder
      case .positionLost: .alarmPosition
      case .batteryLow: .alarmBattery
      case .notDelivered: .alarmUndelivered
      case .storage: .alarmStorage
      }
    let all: [(AlarmPriority, String, SettingFieldPhrase)] = [
      (.low, "low", .low), (.medium, "medium", .medium), (.high, "high", .high),
    ]
    let choices = all.filter { $0.0 >= kind.ownPriority }.map {
      Choice(value: $0.1, phrase: $0.2.phrase, isDefault: $0.0 == kind.ownPriority)
    }
    return (name.phrase, .one(choices), nil, true)
  }
}
