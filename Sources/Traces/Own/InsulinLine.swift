import Device
import HAL

/// The settings of DIA-1 on a line: mg/dL, units, grams and minutes, each named in its key.
extension InsulinProfile {
  init(_ members: Members) throws(Malformed) {
    func units(_ key: StaticString) throws(Malformed) -> InsulinUnits {
      InsulinUnits(milliunits: try members.thousandths(key))
    }
    guard
      let model = InsulinModel(
        checkedDuration: try members.number("duration_min"), peak: try members.number("peak_min"),
        delay: try members.number("delay_min"))
    else {
      throw Malformed(
        "duration_min, peak_min and delay_min give no curve; expected 120 to 720, from 15 to below "
          + "half of the duration, 0 to 60")
    }
    let base = (
      breakfast: try units("breakfast_u"), lunch: try units("lunch_u"),
      dinner: try units("dinner_u")
    )
    let (lower, upper) = (
      try members.number("lower_target_mg_dl"), try members.number("upper_target_mg_dl")
    )
    let sensitivity = try members.number("sensitivity_mg_dl_per_u")
    let ratio = try members.numberIfAny("carb_ratio_g_per_u")
    let (maximum, step) = (try units("maximum_u"), try units("pen_step_u"))
    do throws(InsulinProfileError) {
      self = try InsulinProfile(
        lowerTarget: MilligramsPerDecilitre(lower), upperTarget: MilligramsPerDecilitre(upper),
        sensitivity: sensitivity, base: base, gramsPerUnit: ratio, maximum: maximum, step: step,
        model: model)
    } catch {
      let range = error.allowed
      throw members.refusal(
        error.parameter.key,
        "\(LineText.number(range.lowerBound)) to \(LineText.number(range.upperBound))")
    }
  }
}

extension LineText {
  mutating func addInsulin(_ profile: InsulinProfile) {
    func units(_ key: String, _ amount: InsulinUnits) { add(key, thousandths: amount.milliunits) }
    add("setting", "insulin")
    add("lower_target_mg_dl", number: profile.lowerTarget.value)
    add("upper_target_mg_dl", number: profile.upperTarget.value)
    add("sensitivity_mg_dl_per_u", number: profile.sensitivity)
    units("breakfast_u", profile.base(.breakfast))
    units("lunch_u", profile.base(.lunch))
    units("dinner_u", profile.base(.dinner))
    if let ratio = profile.gramsPerUnit { add("carb_ratio_g_per_u", number: ratio) }
    units("maximum_u", profile.maximum)
    units("pen_step_u", profile.step)
    add("duration_min", number: profile.model.duration)
    add("peak_min", number: profile.model.peak)
    add("delay_min", number: profile.model.delay)
  }
}

extension InsulinParameter {
  fileprivate var key: StaticString {
    switch self {
    case .lowerTarget: "lower_target_mg_dl"
    case .upperTarget: "upper_target_mg_dl"
    case .sensitivity: "sensitivity_mg_dl_per_u"
    case .baseBreakfast: "breakfast_u"
    case .baseLunch: "lunch_u"
    case .baseDinner: "dinner_u"
    case .gramsPerUnit: "carb_ratio_g_per_u"
    case .maximum: "maximum_u"
    case .step: "pen_step_u"
    }
  }
}
