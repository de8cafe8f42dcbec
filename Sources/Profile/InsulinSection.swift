import Device

/// The `insulin` section of a profile: DIA-1.
enum InsulinSection {
  static func read(_ value: YAMLValue) throws -> InsulinProfile {
    let members = try value.members(known: [
      "unit", "lower_target", "upper_target", "sensitivity", "base_u", "carb_ratio_g", "maximum_u",
      "pen_step_u", "action",
    ])
    func member(_ name: String) throws -> YAMLValue {
      guard let member = members[name] else { throw value.refuse("lacks \(name)") }
      return member
    }
    let toMilligrams = try scale(member("unit"))
    func glucose(_ name: String) throws -> MilligramsPerDecilitre {
      MilligramsPerDecilitre(try member(name).number() * toMilligrams)
    }
    let meals = try member("base_u").members(known: ["breakfast", "lunch", "dinner"])
    func base(_ name: String) throws -> InsulinUnits {
      guard let meal = meals[name] else { throw try member("base_u").refuse("lacks \(name)") }
      return try units(meal)
    }
    let action = try members["action"].map { try model($0) } ?? .rapidAdult
    do {
      return try InsulinProfile(
        lowerTarget: glucose("lower_target"), upperTarget: glucose("upper_target"),
        sensitivity: glucose("sensitivity").value,
        base: (try base("breakfast"), try base("lunch"), try base("dinner")),
        gramsPerUnit: members["carb_ratio_g"].map { try $0.number() },
        maximum: units(member("maximum_u")), step: units(member("pen_step_u")), model: action)
    } catch let error as InsulinProfileError {
      throw refusal(error, members, meals, toMilligrams)
    }
  }

  /// Names the parameter with its allowed range, in the unit of the file.
  private static func refusal(
    _ error: InsulinProfileError, _ members: [String: YAMLValue], _ base: [String: YAMLValue],
    _ toMilligrams: Double
  ) -> InputError {
    let (value, isGlucose): (YAMLValue?, Bool) =
      switch error.parameter {
      case .lowerTarget: (members["lower_target"], true)
      case .upperTarget: (members["upper_target"], true)
      case .sensitivity: (members["sensitivity"], true)
      case .baseBreakfast: (base["breakfast"], false)
      case .baseLunch: (base["lunch"], false)
      case .baseDinner: (base["dinner"], false)
      case .gramsPerUnit: (members["carb_ratio_g"], false)
      case .maximum: (members["maximum_u"], false)
      case .step: (members["pen_step_u"], false)
      }
    let scale = isGlucose ? toMilligrams : 1
    func text(_ bound: Double) -> String {
      let tenths = (bound / scale * 10).rounded() / 10
      let hundredths = (bound / scale * 100).rounded() / 100
      return hundredths == tenths.rounded() ? String(Int(tenths)) : String(hundredths)
    }
    let expected =
      "expected \(text(error.allowed.lowerBound)) to \(text(error.allowed.upperBound))"
    guard let value else { return InputError(file: "insulin", expected) }
    return value.refuse("is \(value.shown); \(expected)")
  }

  /// mg/dL in one unit of the file.
  private static func scale(_ value: YAMLValue) throws -> Double {
    switch try value.text().lowercased() {
    case "mg/dl": return 1
    case "mmol/l": return Glucose.factor
    default: throw value.refuse("is \(value.shown); expected mg/dL or mmol/L")
    }
  }

  private static func units(_ value: YAMLValue) throws -> InsulinUnits {
    InsulinUnits(milliunits: Int64((try value.number(in: 0...1000, " U") * 1000).rounded()))
  }

  private static func model(_ value: YAMLValue) throws -> InsulinModel {
    let members = try value.members(known: ["duration_min", "peak_min", "delay_min"])
    let duration = try members["duration_min"]?.number() ?? 360
    let peak = try members["peak_min"]?.number() ?? 75
    let delay = try members["delay_min"]?.number() ?? 10
    guard let model = InsulinModel(checkedDuration: duration, peak: peak, delay: delay) else {
      throw value.refuse(
        "gives no curve; expected duration_min 120 to 720, peak_min from 15 to below half of it, "
          + "delay_min 0 to 60")
    }
    return model
  }
}
