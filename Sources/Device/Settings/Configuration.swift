import HAL

/// The caregiver's decisions, gathered from a row of settings.
struct Configuration: Sendable {
  var perimeter: Perimeter?
  var hours = FixedArray<16, WeeklyHours>()
  var zone = Zone()
  var caregivers = FixedArray<4, Caregiver>()
  var reminders = FixedArray<32, Reminder>()
  var insulin: InsulinProfile?
  var mealtimes = FixedArray<3, Mealtime>()
  var quiet = FixedArray<8, WeeklyHours>()
  var priorities = AlarmPriorities()
  var limits = Limits()
  var accompanied: CivilMinute?
  /// Date of a kept profile: its file was last read well then.
  var keptSince: WallTime?
  /// False while nobody can say that the insulin section still counts.
  var isInsulinSure = true
  /// There is no profile at all.
  var isMissing = false

  /// The configuration before any profile: a recorded walk replays as if one caregiver had a mailbox.
  static var bare: Configuration {
    var bare = Configuration()
    bare.caregivers.append(Caregiver(hasMail: true, hasRelay: false))
    return bare
  }

  /// Takes one setting in. A setting beyond a capacity is left out; `profile check` has refused it before.
  mutating func take(_ setting: Setting) {
    switch setting {
    case .begin, .end, .changed: break
    case .perimeter(let circle): perimeter = circle
    case .watch(let stretch): hours.append(stretch)
    case .zone(let transition): _ = zone.append(transition)
    case .caregiver(let caregiver): caregivers.append(caregiver)
    case .reminder(let reminder): reminders.append(reminder)
    case .insulin(let profile): insulin = profile
    case .mealtime(let mealtime): mealtimes.append(mealtime)
    case .quiet(let stretch): quiet.append(stretch)
    case .priority(let kind, let priority): priorities.raise(kind, to: priority)
    case .accompanied(let until): accompanied = until
    case .limits(let limits): self.limits = limits
    case .kept(let since, let isSure):
      keptSince = since
      isInsulinSure = isSure
    case .noProfile: isMissing = true
    }
  }
}
