import Device
import HAL

extension RandomEvents {
  /// Any setting but the ends of a row.
  mutating func setting() throws -> Setting {
    switch random.next() % 12 {
    case 0:
      .perimeter(
        try Perimeter(
          center: Position(
            latitudeE7: random.integer(in: -900_000_000...900_000_000),
            longitudeE7: random.integer(in: -1_800_000_000...1_800_000_000))!,
          radius: Metres(double(Perimeter.radiusRange))))
    case 1: .watch(hours())
    case 2: .zone(zone())
    case 3: .caregiver(Caregiver(hasMail: flip(), hasRelay: flip(), who: integer(0...9)))
    case 4: .reminder(reminder())
    case 5: .insulin(try insulin())
    case 6: .mealtime(Mealtime(meal: pick([.breakfast, .lunch, .dinner]), minute: minute()))
    case 7: .quiet(hours())
    case 8: priority()
    case 9: .limits(limits())
    case 10: .kept(since: moment(), isInsulinSure: flip())
    default: .accompanied(until: planned())
    }
  }

  private mutating func priority() -> Setting {
    let kind = AlarmKind(rawValue: UInt8(random.integer(in: 1...12)))!
    return .priority(kind, max(kind.ownPriority, pick([.low, .medium, .high])))
  }

  private mutating func within<T: FixedWidthInteger>(_ range: ClosedRange<T>) -> T {
    pick([
      range.lowerBound, range.upperBound,
      T(random.integer(in: Int64(range.lowerBound)...Int64(range.upperBound))),
    ])
  }

  private mutating func planned() -> CivilMinute {
    CivilMinute(within(CivilMinute.planned.lowerBound.count...CivilMinute.planned.upperBound.count))
  }

  mutating func zone() -> ZoneTransition {
    changed += random.integer(in: 1...20_000_000)
    return ZoneTransition(at: changed, offset: within(-1080...1080))
  }

  private mutating func minute() -> Int16 { within(0...1439) }

  private mutating func hours() -> WeeklyHours {
    WeeklyHours(weekdays: within(1...127), from: minute(), to: within(0...1440))
  }

  mutating func reminder() -> Reminder {
    var id: UInt16
    repeat { id = within(Reminder.idRange) } while !numbers.insert(id).inserted
    return Reminder(
      id: id, kind: pick([.reminder, .medication]),
      first: planned(),
      repeats: pick([
        .once, .daily, .weekdays(within(1...127)), .everyHours(within(Reminder.hoursRange)),
      ]), until: flip() ? planned() : nil,
      tellsCaregiver: flip(), question: flip() ? question() : nil)
  }

  private mutating func question() -> ReminderQuestion? {
    let from: UInt8 = within(0...249)
    let to = within(from + 1...250)
    return ReminderQuestion(from: from, to: to, start: within(from...to))
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
    limits.escalateAfter = within(Limits.escalateRange)
    limits.repeatAfter = within(Limits.repeatRange)
    limits.reminderLimit = within(Limits.reminderRange)
    limits.snooze = within(Limits.snoozeRange)
    limits.breadcrumbs = within(Limits.breadcrumbRange)
    limits.hasHeartbeat = flip()
    limits.allIsWellAt = within(-1...1439)
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
