import HAL

/// Low glucose that no later reading has ended.
///
/// It is open while the newest reading is below 70 mg/dL and at most three hours old; a reading says
/// nothing about later than that. Every 15 minutes the device asks to measure again (the rule of 15:
/// 15 g of sugar, 15 minutes, ADA Standards of Care, section 6); below 54 or "LO" the caregiver is
/// told again each time, until one has answered.
struct LowGlucose: Equatable, Sendable {
  static let again = Milliseconds.seconds(15 * 60)
  static let lasts = Milliseconds.seconds(3 * 3600)

  var reading: EntryID
  var result: MeterResult
  var isVery: Bool
  /// When it sounds next.
  var next: Instant
  var ends: Instant
  var isCaregiverAware = false

  var alarm: AlarmKind { isVery ? .veryLowGlucose : .lowGlucose }
  var matter: Notice.Matter { .lowGlucose(result, isVery: isVery) }
}
