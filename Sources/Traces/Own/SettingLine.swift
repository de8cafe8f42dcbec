import Device
import HAL
import Names
import Words

/// Reads the settings that a line of class `SETTING` holds: several only of zone transitions.
enum SettingLine {
  static func settings(_ members: Members) throws(Malformed) -> [Setting] {
    let expected = "one of " + SettingKind.spellings.map(\.name).joined(separator: ", ")
    let name = try members.text("setting", expected)
    guard let kind = SettingKind(spelling: name) else {
      throw Malformed("setting is \"\(name.prefix(40))\"; expected \(expected)")
    }
    try members.refuseOthers(than: ["class", "at_ms", "setting"] + kind.members)
    switch kind {
    case .begin: return [.begin]
    case .end: return [.end]
    case .perimeter: return [.perimeter(try perimeter(members))]
    case .watch: return [.watch(try hours(members))]
    case .quiet: return [.quiet(try hours(members))]
    case .zone: return try transitions(members).map { .zone($0) }
    case .caregiver:
      return [
        .caregiver(
          Caregiver(
            hasMail: try members.flag("mail"), hasRelay: try members.flag("relay"),
            who: try who(members)))
      ]
    case .reminder: return [.reminder(try reminder(members))]
    case .insulin: return [.insulin(try InsulinProfile(members))]
    case .mealtime:
      return [
        .mealtime(
          Mealtime(meal: try members.spelled("meal"), minute: try time("at", members)))
      ]
    case .priority:
      return [try priority(members)]
    case .limits: return [.limits(try limits(members))]
    case .accompanied: return [.accompanied(until: try members.civilMinute("until"))]
    case .kept:
      return [
        .kept(
          since: try members.wall("since"), isInsulinSure: try members.flag("insulin"))
      ]
    case .noProfile: return [.noProfile]
    case .changed: return [.changed(try changes(members))]
    }
  }

  private static func changes(_ members: Members) throws(Malformed) -> ProfileChanges {
    var changes = ProfileChanges()
    if try members.flag("addresses") { changes.insert(.addresses) }
    if try members.flag("perimeter") { changes.insert(.perimeter) }
    if try members.flag("company") { changes.insert(.company) }
    if try members.flag("reminders", absent: false) { changes.insert(.reminders) }
    return changes
  }

  /// The name counts if the member is missing, and without a name the place in the list.
  private static func who(_ members: Members) throws(Malformed) -> UInt32 {
    if members["who"] != nil { return try members.integer("who", in: 0...UInt32.max) }
    return Names.Caregiver.who(name: try members.nameIfAny("name") ?? "")
  }

  static func perimeter(_ members: Members) throws(Malformed) -> Perimeter {
    func degrees(_ key: String, _ most: Int64) throws(Malformed) -> Int64 {
      guard case .literal(let text) = members[key], let degrees = Decimal.degreesE7(text),
        degrees.magnitude <= UInt64(most) * 10_000_000
      else { throw members.refusal(key, "a number from -\(most) to \(most)") }
      return degrees
    }
    let latitude = try degrees("lat", 90)
    let longitude = try degrees("lon", 180)
    let radius = try members.number("radius_m", in: Perimeter.radiusRange)
    let temper: PerimeterTemper = try members.optional("temper") ?? .normal
    guard let center = Position(latitudeE7: latitude, longitudeE7: longitude),
      let perimeter = try? Perimeter(center: center, radius: Metres(radius), temper: temper)
    else { throw Malformed("is no perimeter; expected lat, lon and radius_m") }
    return perimeter
  }

  private static func time(
    _ key: String, _ members: Members, upTo last: Int16 = 1439
  ) throws(Malformed) -> Int16 {
    let minute = try members.minuteOfDay(key, upTo: last)
    guard (0...last).contains(minute) else {
      throw members.refusal(key, "a time of day from 00:00 to \(CivilText.text(minuteOfDay: last))")
    }
    return minute
  }

  private static func priority(_ members: Members) throws(Malformed) -> Setting {
    let alarm: AlarmKind = try members.spelled("alarm")
    let priority: AlarmPriority = try members.spelled("priority")
    guard priority >= alarm.ownPriority else {
      throw members.refusal(
        "priority", "\(alarm.ownPriority.spelling) or higher: an alarm is raised and never lowered")
    }
    return .priority(alarm, priority)
  }

  private static func hours(_ members: Members) throws(Malformed) -> WeeklyHours {
    WeeklyHours(
      weekdays: try members.weekdays("weekdays"), from: try time("from", members),
      to: try time("to", members, upTo: 1440))
  }

  private static func transitions(_ members: Members) throws(Malformed) -> [ZoneTransition] {
    let expected = "a list of pairs such as [\"2015-03-29T01:00:00Z\",120]"
    var transitions: [ZoneTransition] = []
    for (at, offset) in try members.pairs("utc_offset_min", expected) {
      guard case .literal(let minutes) = offset,
        let offset: Int16 = ForeignNumber.exact(String(decoding: minutes, as: UTF8.self)),
        let second = second(at)
      else { throw Malformed("utc_offset_min holds another pair; expected \(expected)") }
      guard Int64(offset).magnitude <= Zone.widest else {
        throw Malformed(
          "utc_offset_min holds \(offset); expected -\(Zone.widest) to \(Zone.widest) minutes")
      }
      transitions.append(ZoneTransition(at: second, offset: offset))
    }
    return transitions
  }

  /// A whole second as a time, or as the bare number.
  private static func second(_ value: JSONScanner.Value) -> Int64? {
    switch value {
    case .string(let text):
      CivilTime.parse(text).flatMap { $0.milliseconds % 1000 == 0 ? $0.milliseconds / 1000 : nil }
    case .literal(let text): ForeignNumber.exact(String(decoding: text, as: UTF8.self))
    case .object, .array: nil
    }
  }

  private static func reminder(_ members: Members) throws(Malformed) -> Reminder {
    var reminder = Reminder(
      id: try members.integer("id", in: Reminder.idRange), kind: try members.spelled("kind"),
      first: try members.civilMinute("first"), repeats: try repeats(members),
      until: members["until"] == nil ? nil : try members.civilMinute("until"),
      tellsCaregiver: try members.flag("tells_caregiver"), question: try question(members))
    reminder.isOnDemand = try members.flag("on_demand", absent: false)
    return reminder
  }

  private static func repeats(_ members: Members) throws(Malformed) -> Reminder.Repeat {
    let expected = "once, daily, weekdays or hours"
    switch try members.text("repeats", expected) {
    case "once": return .once
    case "daily": return .daily
    case "weekdays": return .weekdays(try members.weekdays("weekdays"))
    case "hours": return .everyHours(try members.integer("every_h", in: Reminder.hoursRange))
    case let other: throw Malformed("repeats is \"\(other.prefix(40))\"; expected \(expected)")
    }
  }

  /// A missing member has its default.
  private static func limits(_ members: Members) throws(Malformed) -> Limits {
    var limits = Limits()
    func flag(_ key: String, _ value: inout Bool) throws(Malformed) {
      value = try members.flag(key, absent: value)
    }
    for field in Limits.fields where members[field.name] != nil {
      limits[keyPath: field.path] = try members.integer(field.name, in: field.range)
    }
    try flag("heartbeat", &limits.hasHeartbeat)
    if case .literal(let none) = members["all_is_well_at"], none.equals("-1") {
      limits.allIsWellAt = -1
    } else if members["all_is_well_at"] != nil {
      limits.allIsWellAt = try time("all_is_well_at", members)
    }
    try flag("inbound", &limits.hasInbound)
    try flag("mmol", &limits.usesMillimoles)
    try flag("asks_carbohydrates", &limits.asksCarbohydrates)
    return limits
  }
}

extension LineText {
  /// Zone transitions that stand on one line; more would make it too long to be read.
  static let mostTransitions = 100

  /// A line of class `SETTING`.
  static func setting(_ setting: Setting, at instant: Instant) -> LineText {
    var line = LineText(.setting, at: instant)
    switch setting {
    case .begin: line.add(.begin)
    case .end: line.add(.end)
    case .noProfile: line.add(.noProfile)
    case .zone(let transition): return zone([transition], at: instant)
    case .perimeter(let circle):
      line.add(.perimeter)
      line.add("lat", raw: circle.center.latitudeText)
      line.add("lon", raw: circle.center.longitudeText)
      line.add("radius_m", number: circle.radius.value)
      if circle.temper != .normal { line.add("temper", circle.temper) }
    case .watch(let hours): line.addHours(.watch, hours)
    case .quiet(let hours): line.addHours(.quiet, hours)
    case .caregiver(let caregiver):
      line.add(.caregiver)
      line.add("mail", caregiver.hasMail)
      line.add("relay", caregiver.hasRelay)
    case .reminder(let reminder): line.addReminder(reminder)
    case .insulin(let profile): line.addInsulin(profile)
    case .mealtime(let mealtime):
      line.add(.mealtime)
      line.add("meal", mealtime.meal)
      line.add("at", minuteOfDay: mealtime.minute)
    case .priority(let alarm, let priority):
      line.add(.priority)
      line.add("alarm", alarm)
      line.add("priority", priority)
    case .limits(let limits): line.addLimits(limits)
    case .accompanied(let until):
      line.add(.accompanied)
      line.add("until", until)
    case .changed(let changes):
      line.add(.changed)
      line.add("addresses", changes.contains(.addresses))
      line.add("perimeter", changes.contains(.perimeter))
      line.add("company", changes.contains(.company))
      if changes.contains(.reminders) { line.add("reminders", true) }
    case .kept(let since, let isSure):
      line.add(.kept)
      line.add("since", since)
      line.add("insulin", isSure)
    }
    return line
  }

  static func zone(_ transitions: some Sequence<ZoneTransition>, at instant: Instant) -> LineText {
    var line = LineText(.setting, at: instant)
    line.add(.zone)
    let pairs = transitions.map { "[\(second($0.at)),\($0.offset)]" }
    line.add("utc_offset_min", raw: "[\(pairs.joined(separator: ","))]")
    return line
  }

  private static func second(_ second: Int64) -> String {
    let (milliseconds, overflow) = second.multipliedReportingOverflow(by: 1000)
    guard !overflow, let text = CivilTime.exactText(WallTime(milliseconds: milliseconds)) else {
      return String(second)
    }
    return "\"\(text.prefix(19))Z\""
  }

  private mutating func add(_ kind: SettingKind) { add("setting", kind) }

  private mutating func addHours(_ kind: SettingKind, _ hours: WeeklyHours) {
    add(kind)
    add("weekdays", weekdays: hours.weekdays)
    add("from", minuteOfDay: hours.from)
    add("to", minuteOfDay: hours.to, upTo: 1440)
  }

  private mutating func addReminder(_ reminder: Reminder) {
    add(.reminder)
    add("id", reminder.id)
    add("kind", reminder.kind)
    add("first", reminder.first)
    switch reminder.repeats {
    case .once: add("repeats", "once")
    case .daily: add("repeats", "daily")
    case .weekdays(let days):
      add("repeats", "weekdays")
      add("weekdays", weekdays: days)
    case .everyHours(let hours):
      add("repeats", "hours")
      add("every_h", hours)
    }
    if let until = reminder.until { add("until", until) }
    add("tells_caregiver", reminder.tellsCaregiver)
    if let question = reminder.question { add(question) }
    if reminder.isOnDemand { add("on_demand", true) }
  }

  private mutating func addLimits(_ limits: Limits) {
    add(.limits)
    for field in Limits.fields { add(field.name, limits[keyPath: field.path]) }
    add("heartbeat", limits.hasHeartbeat)
    add("all_is_well_at", minuteOfDay: limits.allIsWellAt)
    add("inbound", limits.hasInbound)
    add("mmol", limits.usesMillimoles)
    add("asks_carbohydrates", limits.asksCarbohydrates)
  }
}

/// The settings of DIA-1 on a line: mg/dL, units, grams and minutes, each named in its key.
extension InsulinProfile {
  init(_ members: Members) throws(Malformed) {
    func number(_ parameter: InsulinParameter) throws(Malformed) -> Double {
      try members.number(parameter.field.member)
    }
    func units(_ parameter: InsulinParameter) throws(Malformed) -> InsulinUnits {
      InsulinUnits(milliunits: try members.thousandths(parameter.field.member))
    }
    guard
      let model = InsulinModel(
        checkedDuration: try members.number("duration_min"), peak: try members.number("peak_min"),
        delay: try members.number("delay_min"))
    else {
      throw Malformed(
        "duration_min, peak_min and delay_min give no curve; expected 120 to 720, from 15 to 0.499 "
          + "of the duration, 0 to 60")
    }
    let base = (
      breakfast: try units(.baseBreakfast), lunch: try units(.baseLunch),
      dinner: try units(.baseDinner)
    )
    let (lower, upper) = (try number(.lowerTarget), try number(.upperTarget))
    let sensitivity = try number(.sensitivity)
    let ratio = try members.numberIfAny(InsulinParameter.gramsPerUnit.field.member)
    let (maximum, step) = (try units(.maximum), try units(.step))
    do throws(InsulinProfileError) {
      self = try InsulinProfile(
        lowerTarget: MilligramsPerDecilitre(lower), upperTarget: MilligramsPerDecilitre(upper),
        sensitivity: sensitivity, base: base, gramsPerUnit: ratio, maximum: maximum, step: step,
        model: model)
    } catch {
      let range = error.allowed
      throw members.refusal(
        error.parameter.field.member,
        "\(range.lowerBound.shortText) to \(range.upperBound.shortText)")
    }
  }
}

extension LineText {
  mutating func addInsulin(_ profile: InsulinProfile) {
    add(.insulin)
    func number(_ parameter: InsulinParameter, _ value: Double) {
      add(parameter.field.member, number: value)
    }
    func units(_ parameter: InsulinParameter, _ amount: InsulinUnits) {
      add(parameter.field.member, thousandths: amount.milliunits)
    }
    number(.lowerTarget, profile.lowerTarget.value)
    number(.upperTarget, profile.upperTarget.value)
    number(.sensitivity, profile.sensitivity)
    units(.baseBreakfast, profile.base(.breakfast))
    units(.baseLunch, profile.base(.lunch))
    units(.baseDinner, profile.base(.dinner))
    if let ratio = profile.gramsPerUnit { number(.gramsPerUnit, ratio) }
    units(.maximum, profile.maximum)
    units(.step, profile.step)
    add("duration_min", number: profile.model.duration)
    add("peak_min", number: profile.model.peak)
    add("delay_min", number: profile.model.delay)
  }
}
