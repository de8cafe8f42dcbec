import Device
import Names

/// The content of the `insulin` section.
struct InsulinSettings {
  var profile: InsulinProfile
  /// Mealtimes in the order of the day.
  var mealtimes: [Mealtime]
  var asksCarbohydrates: Bool
  var usesMillimoles: Bool
}

/// The `insulin` section of a profile: DIA-1. A wearer who has it is insulin-dependent.
struct InsulinSection {
  private let value: YAMLValue
  private let members: [String: YAMLValue]

  static func read(_ value: YAMLValue) throws -> InsulinSettings {
    let members = try value.members(known: [
      "unit", "lower_target", "upper_target", "sensitivity", "base_u", "carb_ratio_g", "maximum_u",
      "pen_step_u", "action", "meals", "ask_carbohydrates",
    ])
    let section = InsulinSection(value: value, members: members)
    let mealtimes = try value.mistakes.attempt {
      try members["meals"].map { try Mealtimes.read($0) }
    }
    let asks = try value.mistakes.attempt { try section.asksCarbohydrates() } ?? false
    guard let unit = try value.mistakes.attempt({ try section.unit() }) else {
      throw Mistakes.Listed()
    }
    let profile = try section.profile(unit)
    section.warnOfContradiction(in: profile, unit)
    if members["meals"] == nil { value.warn("has no meals; no dose is prompted for") }
    return InsulinSettings(
      profile: profile, mealtimes: (mealtimes ?? nil) ?? [], asksCarbohydrates: asks,
      usesMillimoles: unit == .millimoles)
  }

  private func asksCarbohydrates() throws -> Bool {
    guard let member = members["ask_carbohydrates"], try member.isYes() else { return false }
    guard members["carb_ratio_g"] != nil else {
      throw member.refuse("is yes, but there is no ratio; expected carb_ratio_g")
    }
    return true
  }

  private func unit() throws -> GlucoseUnit {
    let member = try member("unit")
    guard let unit = GlucoseUnit(text: try member.text()) else {
      throw member.refuse("is \(member.shown); expected mg/dL or mmol/L")
    }
    return unit
  }

  private func profile(_ unit: GlucoseUnit) throws -> InsulinProfile {
    let lower = try glucose(.lowerTarget, unit)
    let upper = try glucose(.upperTarget, unit)
    let sensitivity = try glucose(.sensitivity, unit, " per U")
    let base = try value.mistakes.attempt { try meals(member("base_u")) }
    let maximum = try units(.maximum)
    let step = try units(.step)
    let ratio = try value.mistakes.attempt {
      try members["carb_ratio_g"].map { try $0.number(in: InsulinProfile.ratioRange, " g") }
    }
    let action = try value.mistakes.attempt { try members["action"].map { try model($0) } }
    guard let lower, let upper, let sensitivity, let base, let maximum, let step, let ratio,
      let action
    else { throw Mistakes.Listed() }
    guard upper >= lower else {
      let member = try member("upper_target")
      throw try member.refuse(
        "is \(member.shown), below lower_target; expected "
          + "\(self.member("lower_target").number().shortText) \(unit.rawValue) or more")
    }
    do {
      return try InsulinProfile(
        lowerTarget: lower, upperTarget: upper, sensitivity: sensitivity.value, base: base,
        gramsPerUnit: ratio, maximum: maximum, step: step, model: action ?? .rapidAdult)
    } catch {
      throw value.refuse("is not plausible")
    }
  }

  /// Says which figures contradict each other. Each of them lies in its range, so that the rest of the
  /// profile is of use, and the device refuses each dose.
  private func warnOfContradiction(in profile: InsulinProfile, _ unit: GlucoseUnit) {
    func warn(_ key: String, _ what: String) {
      let member = members[key] ?? value
      member.warn("is \(member.shown), \(what); no dose is ever proposed")
    }
    /// A sensitivity that goes with another figure, in the unit of the file.
    func range(_ bounds: ClosedRange<Double>, times factor: Double) -> String {
      let scale = unit == .millimoles ? Glucose.factor : 1
      let range = (bounds.lowerBound * factor...bounds.upperBound * factor)
        .clamped(to: InsulinProfile.sensitivityRange)
      let (from, to) = (range.lowerBound / scale * 10, range.upperBound / scale * 10)
      return "\((from.rounded(.up) / 10).shortText) to \((to.rounded(.down) / 10).shortText) "
        + "\(unit.rawValue) per U"
    }
    let meals = [Meal.breakfast, .lunch, .dinner].map { profile.base($0) }
    let sum = meals.reduce(.zero, +).value
    switch profile.contradiction {
    case .maximumBelowStep:
      warn("maximum_u", "below pen_step_u; expected \(profile.step.value.shortText) U or more")
    case .sensitivityAgainstBases:
      let bounds = InsulinProfile.sensitivityTimesBases
      let least = bounds.lowerBound / InsulinProfile.sensitivityRange.upperBound
      guard profile.mealUnits >= least else {
        return (members["base_u"] ?? value).warn(
          "has \(sum.shortText) U a day, too little for any sensitivity; expected "
            + "\((least / 3).shortText) U a meal or more; no dose is ever proposed")
      }
      let expected = range(bounds, times: 1 / profile.mealUnits)
      warn("sensitivity", "beside \(sum.shortText) U a day in base_u; expected \(expected)")
    case .sensitivityAgainstRatio:
      let ratio = profile.gramsPerUnit ?? 0
      let expected = range(InsulinProfile.sensitivityOverRatio, times: ratio)
      warn("sensitivity", "beside carb_ratio_g \(ratio.shortText); expected \(expected)")
    case .baseAgainstRatio:
      let most = 400 / (profile.gramsPerUnit ?? 1)
      warn(
        "carb_ratio_g",
        "so that \((meals.max() ?? .zero).value.shortText) U in base_u is a meal of more than 400 g; "
          + "expected at most \(((most * 10).rounded(.down) / 10).shortText) U a meal")
    case nil: warnOfUnit(in: profile, unit)
    }
  }

  /// Asks for a second look at the unit where the sensitivity goes with the bases, or with the ratio, far better in the
  /// other one. Such a slip may stay within the bounds: the dose is proposed all the same.
  private func warnOfUnit(in profile: InsulinProfile, _ unit: GlucoseUnit) {
    guard let member = members["sensitivity"] else { return }
    let isMillimoles = unit == .millimoles
    let other =
      isMillimoles ? profile.sensitivity / Glucose.factor : profile.sensitivity * Glucose.factor
    func isSuspect(_ bounds: ClosedRange<Double>, times factor: Double) -> Bool {
      // People differ by a factor of three from the middle of the bounds, which lies ten from either end.
      let usual = bounds.lowerBound * 10 / 3...bounds.upperBound * 3 / 10
      return !usual.contains(profile.sensitivity * factor) && usual.contains(other * factor)
    }
    let isOdd = isSuspect(InsulinProfile.sensitivityTimesBases, times: profile.mealUnits)
    let isOddByRatio = profile.gramsPerUnit.map {
      isSuspect(InsulinProfile.sensitivityOverRatio, times: 1 / $0)
    }
    guard isOdd || isOddByRatio ?? false else { return }
    let beside = isOdd ? "base_u" : "carb_ratio_g"
    member.warn(
      "is \(member.shown), which goes with \(beside) far better as "
        + "\(isMillimoles ? "mg/dL" : "mmol/L") per U; expected a figure in \(unit.rawValue)")
  }

  private func member(_ name: String) throws -> YAMLValue {
    guard let member = members[name] else { throw value.refuse("lacks \(name)") }
    return member
  }

  /// A concentration in the unit of the file, held against a range in mg/dL.
  ///
  /// The ends count as people write them: 10.0 mmol/L is allowed where 180 mg/dL is, although it comes to
  /// 180.16. A target stays what it comes to, so that a reading of the same number is at the target.
  private func glucose(
    _ parameter: InsulinParameter, _ unit: GlucoseUnit, _ per: String = ""
  ) throws -> MilligramsPerDecilitre? {
    try value.mistakes.attempt {
      let (_, key, range, _) = parameter.field
      let member = try member(key)
      let amount = try member.number()
      // mg/dL in one of it.
      let scale = unit == .millimoles ? Glucose.factor : 1
      let milligrams = amount * scale
      let least = (range.lowerBound / scale * 10).rounded() / 10
      let most = (range.upperBound / scale * 10).rounded() / 10
      guard range.contains(milligrams) || (least...most).contains(amount) else {
        throw member.refuse(
          "is \(member.shown); expected \(least.shortText) to \(most.shortText) "
            + unit.rawValue + per)
      }
      if parameter != .sensitivity { return MilligramsPerDecilitre(milligrams) }
      return MilligramsPerDecilitre(min(max(milligrams, range.lowerBound), range.upperBound))
    }
  }

  private func units(_ parameter: InsulinParameter) throws -> InsulinUnits? {
    let (_, key, range, _) = parameter.field
    return try value.mistakes.attempt { try InsulinSection.units(member(key), range) }
  }

  private func meals(
    _ value: YAMLValue
  ) throws -> (breakfast: InsulinUnits, lunch: InsulinUnits, dinner: InsulinUnits) {
    let meals = try value.members(known: Meal.spellings.map(\.name))
    func base(_ meal: Meal) throws -> InsulinUnits? {
      try value.mistakes.attempt {
        let name = meal.spelling
        guard let meal = meals[name] else { throw value.refuse("lacks \(name)") }
        return try InsulinSection.units(meal, InsulinProfile.baseRange)
      }
    }
    let breakfast = try base(.breakfast)
    let lunch = try base(.lunch)
    let dinner = try base(.dinner)
    guard let breakfast, let lunch, let dinner else { throw Mistakes.Listed() }
    return (breakfast, lunch, dinner)
  }

  private static func units(
    _ value: YAMLValue, _ range: ClosedRange<Double>
  ) throws -> InsulinUnits {
    InsulinUnits(milliunits: Int64((try value.number(in: range, " U") * 1000).rounded()))
  }

  private func model(_ value: YAMLValue) throws -> InsulinModel {
    let members = try value.members(known: ["duration_min", "peak_min", "delay_min"])
    let duration = try members["duration_min"]?.number() ?? 360
    let peak = try members["peak_min"]?.number() ?? 75
    let delay = try members["delay_min"]?.number() ?? 10
    guard let model = InsulinModel(checkedDuration: duration, peak: peak, delay: delay) else {
      throw value.refuse(
        "gives no curve; expected duration_min 120 to 720, peak_min from 15 to 0.499 of it, "
          + "delay_min 0 to 60")
    }
    return model
  }
}

/// The `meals` of the insulin section: when each dose is prompted for. DIA-8.
enum Mealtimes {
  /// Those that are named, in the order of the day.
  static func read(_ value: YAMLValue) throws -> [Mealtime] {
    let members = try YAMLMembers(value, known: Meal.spellings.map(\.name))
    var mealtimes: [Mealtime] = []
    var last: (name: String, minute: Int16)?
    for (meal, name) in Meal.spellings {
      guard let minute = try members.read(name, { try $0.minuteOfDay(in: 0...1439) }) else {
        continue
      }
      // Lunch and dinner in each other's place would propose each other's dose.
      if let last, minute <= last.minute, let member = members[name] {
        value.mistakes.add(
          member.refuse("is \(member.shown), not after \(last.name); expected later"))
      }
      last = (name, minute)
      mealtimes.append(Mealtime(meal: meal, minute: minute))
    }
    return mealtimes
  }
}
