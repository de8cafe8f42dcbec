/// What became of the newest occurrences: neither a reboot nor a clock that steps back announces one
/// of them again.
///
/// When it is full the entry that was added first goes. With ten occurrences a day that is after
/// twelve days, so it takes a step back of as many for an old one to be announced again.
struct ReminderLog: Sendable {
  private struct Entry: Sendable {
    var due: CivilMinute
    var reminder: UInt16
    var state: ReminderState
  }

  private var entries = FixedArray<128, Entry>()

  func state(of occurrence: Occurrence) -> ReminderState? {
    index(of: occurrence).map { entries[$0].state }
  }

  /// O(128).
  mutating func set(_ occurrence: Occurrence, _ state: ReminderState) {
    if let index = index(of: occurrence) {
      entries[index].state = state
    } else {
      entries.push(Entry(due: occurrence.due, reminder: occurrence.reminder, state: state))
    }
  }

  private func index(of occurrence: Occurrence) -> Int? {
    entries.firstIndex { $0.due == occurrence.due && $0.reminder == occurrence.reminder }
  }
}
