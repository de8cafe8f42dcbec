import Device
import HAL

extension ByteSink {
  mutating func put(_ setting: Setting) {
    switch setting {
    case .begin: put(SettingHead.begin.rawValue)
    case .end: put(SettingHead.end.rawValue)
    case .noProfile: put(SettingHead.noProfile.rawValue)
    case .changed(let changes):
      put(SettingHead.changed.rawValue)
      put(changes.rawValue)
    case .perimeter(let circle):
      put(SettingHead.perimeter.rawValue)
      put(signed: Int64(circle.center.latitudeE7))
      put(signed: Int64(circle.center.longitudeE7))
      put(circle.radius.value)
      put(circle.temper.rawValue)
    case .watch(let hours): put(hours, .watch)
    case .quiet(let hours): put(hours, .quiet)
    case .zone(let transition):
      put(SettingHead.zone.rawValue)
      put(signed: transition.at)
      put(signed: Int64(transition.offset))
    case .caregiver(let caregiver):
      put(SettingHead.caregiver.rawValue)
      put((caregiver.hasMail ? 1 : 0) | (caregiver.hasRelay ? 2 : 0))
      put(count: UInt64(caregiver.who))
    case .reminder(let reminder): put(reminder)
    case .insulin(let profile): put(profile)
    case .mealtime(let mealtime):
      put(SettingHead.mealtime.rawValue)
      put(mealtime.meal.rawValue)
      put(signed: Int64(mealtime.minute))
    case .priority(let alarm, let priority):
      put(SettingHead.priority.rawValue)
      put(alarm.rawValue)
      put(priority.rawValue)
    case .limits(let limits): put(limits)
    case .accompanied(let until):
      put(SettingHead.accompanied.rawValue)
      put(signed: Int64(until.count))
    case .kept(let since, let isInsulinSure):
      put(SettingHead.kept.rawValue)
      put(signed: since.milliseconds)
      put(isInsulinSure ? 1 : 0)
    }
  }

  private mutating func put(_ hours: WeeklyHours, _ head: SettingHead) {
    put(head.rawValue)
    put(hours.weekdays)
    put(signed: Int64(hours.from))
    put(signed: Int64(hours.to))
  }

  private mutating func put(_ reminder: Reminder) {
    put(SettingHead.reminder.rawValue)
    put(count: UInt64(reminder.id))
    put(
      (reminder.kind == .medication ? 1 : 0) | (reminder.tellsCaregiver ? 2 : 0)
        | (reminder.until == nil ? 0 : 4) | (reminder.question == nil ? 0 : 8)
        | (reminder.isOnDemand ? 16 : 0))
    put(signed: Int64(reminder.first.count))
    switch reminder.repeats {
    case .once: put(1)
    case .daily: put(2)
    case .weekdays(let days):
      put(3)
      put(days)
    case .everyHours(let hours):
      put(4)
      put(hours)
    }
    if let until = reminder.until { put(signed: Int64(until.count)) }
    if let question = reminder.question {
      put(question.from)
      put(question.to)
      put(question.start)
    }
  }

  private mutating func put(_ profile: InsulinProfile) {
    put(SettingHead.insulin.rawValue)
    put(profile.lowerTarget.value)
    put(profile.upperTarget.value)
    put(profile.sensitivity)
    put(signed: profile.base(.breakfast).milliunits)
    put(signed: profile.base(.lunch).milliunits)
    put(signed: profile.base(.dinner).milliunits)
    put(profile.gramsPerUnit == nil ? 0 : 1)
    if let ratio = profile.gramsPerUnit { put(ratio) }
    put(signed: profile.maximum.milliunits)
    put(signed: profile.step.milliunits)
    put(profile.model.duration)
    put(profile.model.peak)
    put(profile.model.delay)
  }

  private mutating func put(_ limits: Limits) {
    put(SettingHead.limits.rawValue)
    put(signed: Int64(limits.escalateAfter))
    put(signed: Int64(limits.repeatAfter))
    put(signed: Int64(limits.reminderLimit))
    put(signed: Int64(limits.snooze))
    put(signed: Int64(limits.breadcrumbs))
    put(signed: Int64(limits.allIsWellAt))
    put(
      (limits.hasHeartbeat ? 1 : 0) | (limits.hasInbound ? 2 : 0)
        | (limits.usesMillimoles ? 4 : 0) | (limits.asksCarbohydrates ? 8 : 0))
  }
}

/// Each value is held to the range that a trace's reader holds it to.
extension ByteSource {
  private static var minutes: ClosedRange<Int16> { 0...1439 }

  mutating func setting() throws(PackedError) -> Setting {
    let head: SettingHead = try named()
    switch head {
    case .begin: return .begin
    case .end: return .end
    case .noProfile: return .noProfile
    case .changed:
      let changes = try byte()
      guard changes <= 15 else { throw .damaged }
      return .changed(ProfileChanges(rawValue: changes))
    case .perimeter: return .perimeter(try perimeter())
    case .watch: return .watch(try hours())
    case .quiet: return .quiet(try hours())
    case .zone:
      let at = try signed()
      let widest = Int16(Zone.widest)
      return .zone(ZoneTransition(at: at, offset: try whole(in: -widest...widest)))
    case .caregiver:
      let flags = try byte()
      let who = try count()
      guard flags <= 3, who <= UInt64(UInt32.max) else { throw .damaged }
      return .caregiver(
        Caregiver(hasMail: flags & 1 != 0, hasRelay: flags & 2 != 0, who: UInt32(who)))
    case .reminder: return .reminder(try reminder())
    case .insulin: return .insulin(try insulin())
    case .mealtime:
      let meal: Meal = try named()
      return .mealtime(Mealtime(meal: meal, minute: try whole(in: Self.minutes)))
    case .priority:
      let alarm: AlarmKind = try named()
      let priority: AlarmPriority = try named()
      guard priority >= alarm.ownPriority else { throw .damaged }
      return .priority(alarm, priority)
    case .limits: return .limits(try limits())
    case .accompanied: return .accompanied(until: try civil())
    case .kept:
      let since = WallTime(milliseconds: try signed())
      return .kept(since: since, isInsulinSure: try flag())
    }
  }

  private mutating func civil() throws(PackedError) -> CivilMinute {
    let planned = CivilMinute.planned
    return CivilMinute(try whole(in: planned.lowerBound.count...planned.upperBound.count))
  }

  private mutating func perimeter() throws(PackedError) -> Perimeter {
    guard let center = Position(latitudeE7: try signed(), longitudeE7: try signed()) else {
      throw .damaged
    }
    let radius = Metres(try number())
    let temper: PerimeterTemper = try named()
    guard let circle = try? Perimeter(center: center, radius: radius, temper: temper) else {
      throw .damaged
    }
    return circle
  }

  private mutating func hours() throws(PackedError) -> WeeklyHours {
    let weekdays = try byte()
    guard weekdays > 0, weekdays < 0x80 else { throw .damaged }
    let from = try whole(in: Self.minutes)
    return WeeklyHours(weekdays: weekdays, from: from, to: try whole(in: 0...1440))
  }

  private mutating func reminder() throws(PackedError) -> Reminder {
    let id = try count()
    let flags = try byte()
    guard id >= 1, id <= UInt64(UInt16.max), flags < 32 else { throw .damaged }
    let first = try civil()
    let repeats: Reminder.Repeat
    switch try byte() {
    case 1: repeats = .once
    case 2: repeats = .daily
    case 3:
      let days = try byte()
      guard days > 0, days < 0x80 else { throw .damaged }
      repeats = .weekdays(days)
    case 4:
      let hours = try byte()
      guard Reminder.hoursRange.contains(hours) else { throw .damaged }
      repeats = .everyHours(hours)
    default: throw .damaged
    }
    let until = flags & 4 == 0 ? nil : try civil()
    var question: ReminderQuestion?
    if flags & 8 != 0 {
      question = ReminderQuestion(from: try byte(), to: try byte(), start: try byte())
      if question == nil { throw .damaged }
    }
    var reminder = Reminder(
      id: UInt16(id), kind: flags & 1 == 0 ? .reminder : .medication, first: first,
      repeats: repeats, until: until, tellsCaregiver: flags & 2 != 0, question: question)
    reminder.isOnDemand = flags & 16 != 0
    return reminder
  }

  private mutating func insulin() throws(PackedError) -> InsulinProfile {
    let (lower, upper) = (try number(), try number())
    let sensitivity = try number()
    let base = (breakfast: try units(), lunch: try units(), dinner: try units())
    let ratio = try flag() ? try number() : nil
    let (maximum, step) = (try units(), try units())
    guard
      let model = InsulinModel(
        checkedDuration: try number(), peak: try number(), delay: try number()),
      let profile = try? InsulinProfile(
        lowerTarget: MilligramsPerDecilitre(lower), upperTarget: MilligramsPerDecilitre(upper),
        sensitivity: sensitivity, base: base, gramsPerUnit: ratio, maximum: maximum, step: step,
        model: model)
    else { throw .damaged }
    return profile
  }

  private mutating func units() throws(PackedError) -> InsulinUnits {
    InsulinUnits(milliunits: try signed())
  }

  private mutating func limits() throws(PackedError) -> Limits {
    var limits = Limits()
    limits.escalateAfter = try whole(in: Limits.escalateRange)
    limits.repeatAfter = try whole(in: Limits.repeatRange)
    limits.reminderLimit = try whole(in: Limits.reminderRange)
    limits.snooze = try whole(in: Limits.snoozeRange)
    limits.breadcrumbs = try whole(in: Limits.breadcrumbRange)
    limits.allIsWellAt = try whole(in: -1...1439)
    let flags = try byte()
    guard flags < 16 else { throw .damaged }
    limits.hasHeartbeat = flags & 1 != 0
    limits.hasInbound = flags & 2 != 0
    limits.usesMillimoles = flags & 4 != 0
    limits.asksCarbohydrates = flags & 8 != 0
    return limits
  }
}
