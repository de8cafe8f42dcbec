import Device

/// What a row of settings holds so far. The core leaves out what it has no room for, and a device
/// that lacks a reminder decides otherwise than the family expects; so a trace with it is refused.
struct SettingRow {
  private var watched = 0
  private var quiet = 0
  private var caregivers = 0
  private var mealtimes = 0
  private var reminders: Set<UInt16> = []
  private var zone = Zone()

  mutating func add(_ setting: Setting) throws(Malformed) {
    switch setting {
    case .watch: try count(&watched, "hours of the watch", Capacity.watchedHours)
    case .quiet: try count(&quiet, "quiet hours", Capacity.quietHours)
    case .caregiver: try count(&caregivers, "caregivers", Capacity.caregivers)
    case .mealtime: try count(&mealtimes, "mealtimes", Capacity.mealtimes)
    case .reminder(let reminder):
      guard reminders.insert(reminder.id).inserted else {
        throw Malformed("id is \(reminder.id), which another reminder has; expected another")
      }
      guard reminders.count <= Capacity.reminders else {
        throw SettingRow.full("reminders", Capacity.reminders)
      }
    case .zone(let transition):
      guard zone.count < Capacity.transitions else {
        throw SettingRow.full("changes of the zone", Capacity.transitions)
      }
      guard zone.append(transition) else {
        throw Malformed("utc_offset_min holds a change that is not later than the one before it")
      }
    default: break
    }
  }

  private func count(_ count: inout Int, _ what: String, _ most: Int) throws(Malformed) {
    count += 1
    if count > most { throw SettingRow.full(what, most) }
  }

  private static func full(_ what: String, _ most: Int) -> Malformed {
    Malformed("has no room beside the \(what) before it; expected at most \(most)")
  }
}
