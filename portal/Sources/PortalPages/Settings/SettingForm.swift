import Device
import Foundation

/// The forms by which a family changes the device's profile. Each changes one section.
public enum SettingForm: String, CaseIterable, Sendable {
  case reminderAdd, reminderEdit, reminderDelete, reminderPhoto
  /// The first settings of all, before a device has told its own.
  case first
  case perimeter, schedule
  case screen, quiet, alarms, notices
  case wearer, caregiverAdd, caregiverEdit, caregiverDelete, caregiverUp
  case wearerPhoto, caregiverPhoto

  /// The page that shows what the form changes.
  public enum Home: String, CaseIterable, Sendable {
    case reminders, perimeter, settings, people
  }

  public var home: Home {
    switch self {
    case .reminderAdd, .reminderEdit, .reminderDelete, .reminderPhoto: .reminders
    case .first, .perimeter, .schedule: .perimeter
    case .screen, .quiet, .alarms, .notices: .settings
    case .wearer, .caregiverAdd, .caregiverEdit, .caregiverDelete, .caregiverUp, .wearerPhoto,
      .caregiverPhoto:
      .people
    }
  }

  /// Whether the form is about one reminder or one person that must be there.
  public var hasTarget: Bool {
    switch self {
    case .reminderEdit, .reminderDelete, .reminderPhoto, .caregiverEdit, .caregiverDelete,
      .caregiverUp, .caregiverPhoto:
      true
    case .reminderAdd, .first, .perimeter, .schedule, .screen, .quiet, .alarms, .notices, .wearer,
      .wearerPhoto, .caregiverAdd:
      false
    }
  }

  /// The form that adds again what is no longer there; nil: nothing is worth adding.
  public var adding: SettingForm? {
    switch self {
    case .reminderEdit: .reminderAdd
    case .caregiverEdit: .caregiverAdd
    case .reminderAdd, .reminderDelete, .first, .perimeter, .schedule, .screen, .quiet, .alarms,
      .notices,
      .wearer, .caregiverAdd, .caregiverDelete, .caregiverUp, .reminderPhoto, .wearerPhoto,
      .caregiverPhoto:
      nil
    }
  }

  /// Whether the form's one field is a photo, which comes as a file.
  public var isPhoto: Bool { fields == [.photo] }

  /// The fields in the order in which the form has them.
  public var fields: [SettingField] {
    switch self {
    case .reminderAdd, .reminderEdit:
      [
        .type, .name, .dose, .description, .date, .time, .repeats, .days, .hours, .until, .tells,
        .asks, .askFrom, .askTo, .askStart,
      ]
    case .first: [.kinship, .latitude, .longitude, .radius, .timeZone, .language]
    case .perimeter: [.latitude, .longitude, .radius, .sensitivity]
    case .screen: [.language, .textSize, .volume]
    case .quiet: SettingForm.rows(Capacity.quietHours)
    case .schedule: SettingForm.rows(Capacity.watchedHours)
    case .alarms: SettingForm.raisable.map { .alarm($0) }
    case .notices: SettingField.Limit.allCases.map { .limit($0) } + [.allIsWell]
    case .wearer: [.name]
    case .caregiverAdd, .caregiverEdit: [.name, .kinship, .gender, .email]
    case .reminderPhoto, .wearerPhoto, .caregiverPhoto: [.photo]
    case .reminderDelete, .caregiverDelete, .caregiverUp: []
    }
  }

  private static func rows(_ most: Int) -> [SettingField] {
    (1...most).flatMap { [.rowDays($0), .rowFrom($0), .rowTo($0)] }
  }

  /// Alarms that can be raised above their own priority, the weightiest first.
  public static let raisable: [AlarmKind] = [
    .help, .leftPerimeter, .medication, .dose, .reminder, .positionLost, .batteryLow,
    .notDelivered, .storage,
  ]
}

/// A field of such a form.
public enum SettingField: Hashable, Sendable {
  case type, name, dose, description, date, time, repeats, days, hours, until, tells
  case asks, askFrom, askTo, askStart
  case latitude, longitude, radius, sensitivity
  case language, textSize, volume
  /// The zone of the wearer's clocks, before the device's own file says it.
  case timeZone
  /// A row of weekly hours, from 1.
  case rowDays(Int)
  case rowFrom(Int)
  case rowTo(Int)
  case alarm(AlarmKind)
  case limit(Limit)
  case allIsWell
  case kinship, gender, email
  /// The name of a photo in the profile's text.
  case photo

  /// A span of minutes, by its name in the profile.
  public enum Limit: String, CaseIterable, Sendable {
    case escalate = "escalate_after_min"
    case goRound = "repeat_after_min"
    case reminder = "reminder_limit_min"
    case snooze = "snooze_min"
    case breadcrumbs = "breadcrumbs_min"

    public var range: ClosedRange<Int16> {
      switch self {
      case .escalate: Limits.escalateRange
      case .goRound: Limits.repeatRange
      case .reminder: Limits.reminderRange
      case .snooze: Limits.snoozeRange
      case .breadcrumbs: Limits.breadcrumbRange
      }
    }

    public var path: WritableKeyPath<Limits, Int16> & Sendable {
      switch self {
      case .escalate: \.escalateAfter
      case .goRound: \.repeatAfter
      case .reminder: \.reminderLimit
      case .snooze: \.snooze
      case .breadcrumbs: \.breadcrumbs
      }
    }
  }

  /// The name in the form.
  public var name: String {
    switch self {
    case .type: "type"
    case .name: "name"
    case .dose: "dose"
    case .description: "description"
    case .date: "date"
    case .time: "time"
    case .repeats: "repeat"
    case .days: "days"
    case .hours: "hours"
    case .until: "until"
    case .tells: "tells"
    case .asks: "asks"
    case .askFrom: "ask_from"
    case .askTo: "ask_to"
    case .askStart: "ask_start"
    case .latitude: "lat"
    case .longitude: "lon"
    case .radius: "radius"
    case .sensitivity: "sensitivity"
    case .language: "language"
    case .textSize: "text_size"
    case .volume: "volume"
    case .timeZone: "time_zone"
    case .rowDays(let row): "days_\(row)"
    case .rowFrom(let row): "from_\(row)"
    case .rowTo(let row): "to_\(row)"
    case .alarm(let kind): "alarm_\(kind.rawValue)"
    case .limit(let limit): limit.rawValue
    case .allIsWell: "all_is_well_at"
    case .kinship: "kinship"
    case .gender: "gender"
    case .email: "email"
    case .photo: "photo"
    }
  }

  /// The days of the week by their names in a profile, Monday first.
  public static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// The time zones of the world, by the names of the IANA.
  public static let zones = TimeZone.knownTimeZoneIdentifiers.filter { $0.contains("/") }.sorted()
}

/// The reason why a form's content cannot be stored.
public struct SettingProblem: Equatable, Sendable {
  public enum Reason: Equatable, Sendable {
    case missing
    /// The most letters that fit.
    case tooLong(Int)
    case unreadable
    /// The least and the highest number, as people write them.
    case outside(String, String)
    /// It ends before it begins.
    case beforeBeginning
    /// It happens once, at a time that is over.
    case past
    /// No day of the week is chosen.
    case noDay
    /// The form has so many rows at most.
    case full(Int)
    /// The device could tell nobody any more.
    case nobodyLeft
    /// No photo can be made of the file.
    case photo(PhotoProblem)
    /// The zone stands in the device's own file.
    case zoneIsTheirs
    /// The same person stands there already.
    case twice
    /// The device's file has a layout that a page cannot change.
    case layout
    /// The device's own reader refuses it, in its own words.
    case refused(String)
  }

  /// Nil: the whole form is meant.
  public var field: SettingField?
  public var reason: Reason

  /// The device's own words stand beside it, above the form.
  var isQuoted: Bool {
    if case .refused = reason { true } else { false }
  }

  public init(_ field: SettingField?, _ reason: Reason) {
    self.field = field
    self.reason = reason
  }
}

/// The reason why no photo can be made of a file that somebody sent.
public enum PhotoProblem: Equatable, Sendable {
  /// No file was chosen, or it is empty.
  case none
  /// It has more megabytes than this.
  case tooHeavy(Int)
  /// It has more millions of pixels than this.
  case tooManyPixels(Int)
  /// It is none of the four formats, whatever its name says.
  case unknownFormat
  /// It begins as a photo, and cannot be read to its end.
  case broken
  /// The portal cannot read photos now: the program for it is missing, or has no memory.
  case unavailable
}
