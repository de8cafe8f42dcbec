import Device

/// The kinds of lines of class `SETTING`, in the order in which messages list them.
package enum SettingKind: String, CaseIterable, Spelled {
  case begin, perimeter, watch, zone, caregiver, reminder, insulin, mealtime, quiet, priority
  case limits, accompanied, kept
  case noProfile = "no_profile"
  case changed
  case end

  /// The members that such a line may have, beside its class, time and kind.
  package var members: [String] {
    switch self {
    case .begin, .noProfile, .end: []
    case .perimeter: ["lat", "lon", "radius_m", "temper"]
    case .watch, .quiet: ["weekdays", "from", "to"]
    case .zone: ["utc_offset_min"]
    case .caregiver: ["mail", "relay", "who", "name", "kinship", "gender", "email", "photo"]
    case .reminder:
      [
        "id", "kind", "first", "repeats", "weekdays", "every_h", "until", "tells_caregiver", "name",
        "description", "dose", "photo", "ask_from", "ask_to", "ask_start", "on_demand",
      ]
    case .insulin:
      InsulinParameter.all.map(\.field.member) + ["duration_min", "peak_min", "delay_min"]
    case .mealtime: ["meal", "at"]
    case .priority: ["alarm", "priority"]
    case .limits:
      Limits.fields.map(\.name) + [
        "heartbeat", "all_is_well_at", "inbound", "mmol", "asks_carbohydrates",
      ]
    case .accompanied: ["until"]
    case .kept: ["since", "insulin"]
    case .changed: ["addresses", "perimeter", "company", "reminders"]
    }
  }
}

extension Limits {
  /// The spans of minutes that a caregiver chooses. A profile has them under `notices` and a trace on the
  /// line `limits`, by the same name; the default is that of `Limits()`.
  package static var fields:
    [(
      name: String, path: WritableKeyPath<Limits, Int16>, range: ClosedRange<Int16>, comment: String
    )]
  {
    [
      ("escalate_after_min", \.escalateAfter, escalateRange, "then the next caregiver is told"),
      ("repeat_after_min", \.repeatAfter, repeatRange, "then an open notice goes round again"),
      (
        "reminder_limit_min", \.reminderLimit, reminderRange,
        "then a reminder nobody answers goes to the caregiver"
      ),
      ("snooze_min", \.snooze, snoozeRange, ""),
      (
        "breadcrumbs_min", \.breadcrumbs, breadcrumbRange,
        "between two positions while help or an exit is open"
      ),
    ]
  }
}

extension InsulinParameter {
  package static let all = (0...8).compactMap { InsulinParameter(rawValue: $0) }

  /// The member of a trace's line `insulin`, the key under a profile's `insulin`, and what it may be in the
  /// unit of the line. A profile may say amounts of glucose in mmol/L.
  package var field: (member: String, key: String, range: ClosedRange<Double>, unit: String) {
    // Amounts in mg/dL; those in mmol/L reach a little farther, as `InsulinProfile.targetRange` says.
    let (targets, base) = (80.0...180.0, InsulinProfile.baseRange)
    return switch self {
    case .lowerTarget: ("lower_target_mg_dl", "lower_target", targets, "mg/dL")
    case .upperTarget: ("upper_target_mg_dl", "upper_target", targets, "mg/dL")
    case .sensitivity:
      ("sensitivity_mg_dl_per_u", "sensitivity", InsulinProfile.sensitivityRange, "mg/dL per U")
    case .baseBreakfast: ("breakfast_u", "base_u.breakfast", base, "U")
    case .baseLunch: ("lunch_u", "base_u.lunch", base, "U")
    case .baseDinner: ("dinner_u", "base_u.dinner", base, "U")
    case .gramsPerUnit: ("carb_ratio_g_per_u", "carb_ratio_g", InsulinProfile.ratioRange, "g")
    case .maximum: ("maximum_u", "maximum_u", InsulinProfile.maximumRange, "U")
    case .step: ("pen_step_u", "pen_step_u", InsulinProfile.stepRange, "U")
    }
  }
}

extension Double {
  /// The shortest decimal that reads back as the same double, without a point when it is whole.
  package var shortText: String {
    if self == rounded(), magnitude < 1e15, !(self == 0 && sign == .minus) {
      return String(Int64(self))
    }
    return "\(self)"
  }
}
