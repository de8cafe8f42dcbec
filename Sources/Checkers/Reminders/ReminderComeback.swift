import Device
import HAL

/// Reminders that the list has again, and had not, or at other times, until this moment.
///
/// A reminder that left the list unanswered is asked for at once when it comes back, and its limit begins anew.
struct ReminderComeback: Sendable {
  private var before: [Reminder] = []
  private var list: [Reminder] = []
  private var at = Instant.start

  init() {}

  init(from before: [Reminder], to list: [Reminder], at now: Instant) {
    (self.before, self.list, at) = (before, list, now)
  }

  /// It is back in this very moment.
  func has(_ occurrence: Occurrence, at now: Instant) -> Bool {
    now == at && falls(list, occurrence) && !falls(before, occurrence)
  }

  /// The later of two with one number counts.
  private func falls(_ row: [Reminder], _ occurrence: Occurrence) -> Bool {
    row.last { $0.id == occurrence.reminder }?.falls(on: Int64(occurrence.due.count)) ?? false
  }
}
