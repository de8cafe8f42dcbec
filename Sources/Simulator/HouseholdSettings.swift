import Checkers
import Device
import HAL

extension InsulinFigures {
  /// Takes the figures from a profile that somebody wrote for a scenario.
  public init(_ profile: InsulinProfile) {
    self.init(
      lowerTarget: profile.lowerTarget.value, upperTarget: profile.upperTarget.value,
      sensitivity: profile.sensitivity, breakfast: profile.base(.breakfast).milliunits,
      lunch: profile.base(.lunch).milliunits, dinner: profile.base(.dinner).milliunits,
      gramsPerUnit: profile.gramsPerUnit, maximum: profile.maximum.milliunits,
      step: profile.step.milliunits,
      action: Action(
        duration: profile.model.duration, peak: profile.model.peak, delay: profile.model.delay))
  }

  /// The profile that the device is given. A core that refuses figures within the documented ranges
  /// ends the life.
  var setting: InsulinProfile {
    let model =
      action == .rapidAdult
      ? InsulinModel.rapidAdult
      : InsulinModel(checkedDuration: action.duration, peak: action.peak, delay: action.delay)
    guard let model else { fatalError("the core refuses an action of insulin: \(action)") }
    do {
      return try InsulinProfile(
        lowerTarget: MilligramsPerDecilitre(lowerTarget),
        upperTarget: MilligramsPerDecilitre(upperTarget), sensitivity: sensitivity,
        base: (
          InsulinUnits(milliunits: breakfast), InsulinUnits(milliunits: lunch),
          InsulinUnits(milliunits: dinner)
        ),
        gramsPerUnit: gramsPerUnit, maximum: InsulinUnits(milliunits: maximum),
        step: InsulinUnits(milliunits: step), model: model)
    } catch {
      fatalError("the core refuses \(error.parameter) within \(error.allowed)")
    }
  }
}

extension Household {
  /// The row of settings that the device is given at `start`.
  /// - Parameter entries: those of companions; they stand behind the family's reminders.
  public func settings(around start: WallTime, entries: [Reminder] = []) -> [Setting] {
    var row: [Setting] = [.begin]
    do {
      row.append(.perimeter(try Perimeter(center: home, radius: radius, temper: temper)))
    } catch {
      fatalError("the core refuses a circle of \(radius)")
    }
    row += watch.map { .watch($0) }
    row += zone.transitions(around: start).map { .zone($0) }
    row += caregivers.map { .caregiver($0) }
    // A profile with more is refused, and so is a trace: the device gets those for which it has room.
    row += (reminders + entries).prefix(Capacity.reminders).map { .reminder($0) }
    if let insulin { row.append(.insulin(insulin.setting)) }
    row += mealtimes.map { .mealtime($0) }
    row += quiet.map { .quiet($0) }
    row += raised.map { .priority($0.kind, $0.priority) }
    row.append(.limits(limits))
    if let accompanied { row.append(.accompanied(until: accompanied)) }
    row.append(.end)
    return row
  }
}
