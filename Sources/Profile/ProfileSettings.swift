import Device
import Words

extension Profile {
  /// The row for the core, from `.begin` to `.end`, always in this order: perimeter, watched hours,
  /// zone, caregivers, reminders, insulin, mealtimes, quiet hours, raised alarms, limits,
  /// accompanied. Lists keep the order of the file, mealtimes that of the day, alarms that of their
  /// kinds. Equal profiles give equal rows.
  public var settings: [Setting] {
    var row: [Setting] = [.begin, .perimeter(perimeter)]
    row += watch.map(Setting.watch)
    row += ZoneSection.transitions(timeZone).map(Setting.zone)
    row += caregivers.map { .caregiver($0.setting) }
    row += reminders.map { .reminder($0.setting) }
    if let insulin { row.append(.insulin(insulin)) }
    row += mealtimes.map(Setting.mealtime)
    row += quiet.map(Setting.quiet)
    row += raised.map { .priority($0.kind, $0.priority) }
    row.append(.limits(limits))
    if let accompaniedUntil { row.append(.accompanied(until: accompaniedUntil)) }
    row.append(.end)
    return row
  }

  /// The words that go with the numbers of the row.
  public var names: Names {
    var names = Names()
    names.wearer = wearer
    names.caregivers = caregivers.map(\.words)
    for reminder in reminders { names.reminders[reminder.setting.id] = reminder.words }
    return names
  }

  /// The minute on the wearer's wall.
  public func localMinute(secondsSince1970 seconds: Double) -> CivilMinute {
    let offset = timeZone.secondsFromGMT(for: .init(timeIntervalSince1970: seconds))
    return CivilMinute(Int32(((seconds + Double(offset)) / 60).rounded(.down)))
  }
}
