import Device
import HAL

extension RandomEvents {
  /// Any setting but the ends of a row.
  mutating func setting() throws -> Setting {
    switch random.next() % 11 {
    case 0:
      .perimeter(
        try Perimeter(
          center: Position(
            latitudeE7: random.integer(in: -900_000_000...900_000_000),
            longitudeE7: random.integer(in: -1_800_000_000...1_800_000_000))!,
          radius: Metres(double(Perimeter.radiusRange))))
    case 1: .watch(hours())
    case 2: .zone(zone())
    case 3: .caregiver(Caregiver(hasMail: flip(), hasRelay: flip()))
    case 4: .reminder(reminder())
    case 5: .insulin(try insulin())
    case 6: .mealtime(Mealtime(meal: pick([.breakfast, .lunch, .dinner]), minute: minute()))
    case 7: .quiet(hours())
    case 8:
      .priority(
        AlarmKind(rawValue: UInt8(random.integer(in: 1...12)))!, pick([.low, .medium, .high]))
    case 9: .limits(limits())
    default: .accompanied(until: CivilMinute(integer(0...40_000_000)))
    }
  }

  mutating func zone() -> ZoneTransition {
    ZoneTransition(at: integer(1_400_000_000...1_900_000_000), offset: integer(-720...840))
  }

  private mutating func minute() -> Int16 { integer(0...1440) }

  private mutating func hours() -> WeeklyHours {
    WeeklyHours(weekdays: integer(0...127), from: minute(), to: minute())
  }

  mutating func reminder() -> Reminder {
    Reminder(
      id: integer(1...99), kind: pick([.reminder, .medication]),
      first: CivilMinute(integer(20_000_000...40_000_000)),
      repeats: pick([
        .once, .daily, .weekdays(integer(0...127)), .everyHours(integer(1...24)),
      ]), until: flip() ? CivilMinute(integer(20_000_000...40_000_000)) : nil,
      tellsCaregiver: flip())
  }

  private mutating func units(_ range: ClosedRange<Double>) -> InsulinUnits {
    InsulinUnits(
      milliunits: random.integer(
        in: Int64(range.lowerBound * 1000)...Int64(range.upperBound * 1000)))
  }

  mutating func insulin() throws -> InsulinProfile {
    let lower = double(80...120)
    let model = InsulinModel(checkedDuration: double(200...720), peak: double(15...99), delay: 10)
    return try InsulinProfile(
      lowerTarget: MilligramsPerDecilitre(lower),
      upperTarget: MilligramsPerDecilitre(double(lower...180)),
      sensitivity: double(InsulinProfile.sensitivityRange),
      base: (
        units(InsulinProfile.baseRange), units(InsulinProfile.baseRange),
        units(InsulinProfile.baseRange)
      ), gramsPerUnit: flip() ? double(InsulinProfile.ratioRange) : nil,
      maximum: units(InsulinProfile.maximumRange), step: units(InsulinProfile.stepRange),
      model: model ?? .rapidAdult)
  }

  mutating func limits() -> Limits {
    var limits = Limits()
    limits.escalateAfter = integer(1...60)
    limits.repeatAfter = integer(1...60)
    limits.reminderLimit = integer(1...60)
    limits.snooze = integer(1...60)
    limits.breadcrumbs = integer(1...60)
    limits.hasHeartbeat = flip()
    limits.allIsWellAt = integer(-1...1440)
    limits.hasInbound = flip()
    limits.usesMillimoles = flip()
    limits.asksCarbohydrates = flip()
    return limits
  }
}

extension RandomEvents {
  static func usual() throws -> InsulinProfile {
    try InsulinProfile(
      lowerTarget: MilligramsPerDecilitre(90), upperTarget: MilligramsPerDecilitre(130),
      sensitivity: 50,
      base: (
        InsulinUnits(milliunits: 4500), InsulinUnits(milliunits: 6000),
        InsulinUnits(milliunits: 5000)
      ), gramsPerUnit: nil, maximum: InsulinUnits(milliunits: 10_000),
      step: InsulinUnits(milliunits: 500), model: .rapidAdult)
  }
}
