import Checkers
import Device
import HAL

/// Draws steps for the busy part of a day, which the calm at its end follows.
protocol BusyPart {
  /// Milliseconds from the start of the life.
  var busy: Int64 { get }
  var items: [Item] { get set }
}

extension BusyPart {
  /// Milliseconds.
  static var second: Int64 { 1000 }
  static var minute: Int64 { 60_000 }
  static var hour: Int64 { 3_600_000 }
  /// A wearer who leaves every page as it is.
  static var idle: Temper { Temper(answers: 0, after: .seconds(20)) }
  static var usual: Temper {
    Temper(answers: 80, after: .seconds(60), mistakes: 10, glucose: 100...200)
  }

  private func inside(_ moment: Int64) -> Int64 { min(max(moment, 1000), busy - 1000) }

  mutating func add(_ act: Act, at moment: Int64) {
    items.append(Item(at: Milliseconds(inside(moment)), act))
  }

  /// The fault ends with the busy part at the latest.
  mutating func fault(_ fault: Fault, at moment: Int64, _ seconds: Int64) {
    let at = inside(moment)
    items.append(
      Item(at: Milliseconds(at), lasts: Milliseconds(min(seconds * 1000, busy - at)), fault))
  }

  mutating func press(_ key: Key, isLong: Bool = false, at moment: Int64) {
    add(.press(KeyPress(key, isLong: isLong)), at: moment)
  }

  func result(_ milligrams: Int64) -> MeterResult {
    .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(Double(milligrams))))
  }

  /// - Parameter age: milliseconds for which the meter has had the reading.
  mutating func measure(_ milligrams: Int64, at moment: Int64, age: Int64 = 0) {
    add(.measure(MeterReading(result: result(milligrams), age: Milliseconds(age))), at: moment)
  }
}

extension Plan {
  /// Milliseconds from the start until the clock on the wall shows that minute of the day.
  func ahead(ofMinute minute: Int16) -> Int64 {
    let local = start.milliseconds / 60_000 + household.zone.offset(at: start)
    return ((Int64(minute) - local) % 1440 + 1440) % 1440 * 60_000
  }

  /// The device takes so many.
  private static let mostReminders = 32

  var hasRoomForReminder: Bool { household.reminders.count < Plan.mostReminders }

  /// The minute that the clock on the wall shows at that moment, in milliseconds from the start.
  func minute(at moment: Int64) -> CivilMinute {
    let wall = WallTime(milliseconds: start.milliseconds + moment)
    return CivilMinute(Int32(wall.milliseconds / 60_000 + household.zone.offset(at: wall)))
  }

  /// Changes each version of the profile.
  mutating func changeProfiles(_ change: (inout Household) -> Void) {
    change(&household)
    for i in items.indices {
      if case .act(.reload(var other)) = items[i].kind {
        change(&other)
        items[i].kind = .act(.reload(other))
      } else if case .act(.portalProfile(var other)) = items[i].kind {
        change(&other)
        items[i].kind = .act(.portalProfile(other))
      }
    }
  }

  /// Adds a reminder to each version of the profile. Its number; nil where there is no room.
  @discardableResult
  mutating func remind(
    _ first: CivilMinute, _ kind: Reminder.Kind, _ repeats: Reminder.Repeat = .once,
    numbersFrom least: UInt16, tellsCaregiver: Bool = true
  ) -> UInt16? {
    guard hasRoomForReminder else { return nil }
    var id = least
    while household.reminders.contains(where: { $0.id == id }) { id += 1 }
    let reminder = Reminder(
      id: id, kind: kind, first: first, repeats: repeats, tellsCaregiver: tellsCaregiver)
    changeProfiles { household in
      if household.reminders.count < Plan.mostReminders { household.reminders.append(reminder) }
    }
    return id
  }
}
