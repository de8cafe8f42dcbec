import Device
import HAL

/// Entries of companions take only what the family's reminders leave, and none of them is said twice or
/// lost.
///
/// It knows what each companion wants to say, when, and for how long that is good. From the planner it
/// has the numbers alone.
struct AgendaChecker: Checker {
  var violation: Violation?

  private static let slots = 32
  /// Minutes after which nobody waits for an answer any more.
  private static let waits: Int64 = 12 * 60
  /// Minutes of quiet time that the device has to say what it can.
  private static let patience: Int64 = 60

  /// The announcement of an entry, and what became of it.
  private struct Said {
    var key: String
    /// The entry's own minute.
    var entry: CivilMinute
    var occurrence: Occurrence
    var isStored = false
    var isSettled = false
  }

  private var staged: [Reminder] = []
  private var row: [Reminder] = []
  private var said: [Said] = []
  private var trustedSince: Instant?
  /// Whether a clock has lied, a record was lost, or a calendar spoke that nobody vouches for. Then this
  /// checker judges no times.
  private var isDoubtful = false
  /// There was no place for all entries, or the family wants quiet.
  private var isNarrow = false

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.areClocksGood || !truth.isStorageGood { isDoubtful = true }
    switch event.kind {
    case .booted: (staged, row, trustedSince) = ([], [], nil)
    case .setting(.begin): staged = []
    case .setting(.reminder(let reminder)): staged.append(reminder)
    case .setting(.end):
      guard truth.hasProfile else { return }
      row = staged
      judgeRow(truth)
    default: break
    }
  }

  private mutating func judgeRow(_ truth: Truth) {
    // A row has room for so many; the family's first ones.
    let family = Array(truth.household.reminders.prefix(AgendaChecker.slots))
    guard Array(row.prefix(family.count)) == family else {
      return fail(
        .familyComesFirst, at: truth.now, "the row lacks a reminder of the family, or has it later")
    }
    let entries = row.dropFirst(family.count)
    let keys = Set(truth.agenda.map(\.key)).count
    if family.count + keys > AgendaChecker.slots || !truth.household.quiet.isEmpty {
      isNarrow = true
    }
    if !entries.isEmpty, row.count > AgendaChecker.slots {
      fail(.familyComesFirst, at: truth.now, "the row has \(row.count) reminders, entries too")
    }
    for entry in entries
    where entry.kind == .medication || family.contains(where: { $0.id == entry.id }) {
      fail(
        .familyComesFirst, at: truth.now, "an entry is a medicine, or has a number of the family")
    }
    guard !isDoubtful else { return }
    judgeWaiting(Array(entries), truth)
  }

  /// A waiting entry has a place before everything else that a companion wants.
  private mutating func judgeWaiting(_ entries: [Reminder], _ truth: Truth) {
    let now = localMinute(truth)
    let waiting = said.filter {
      $0.isStored && !$0.isSettled
        && now < Int64($0.occurrence.due.count) + AgendaChecker.waits - 1
        && truth.agenda.contains(of: $0.key, numbered: $0.occurrence.reminder)
    }
    for one in waiting where !entries.contains(where: { $0.id == one.occurrence.reminder }) {
      let isTaken = row.count >= AgendaChecker.slots
      let others = entries.filter { entry in
        !waiting.contains { $0.occurrence.reminder == entry.id }
      }
      if isTaken, others.isEmpty { continue }
      fail(.waitingEntryStays, at: truth.now, "\(one.key) waits, and the row has no place for it")
    }
  }

  private func localMinute(_ truth: Truth) -> Int64 {
    truth.wall.milliseconds / 60_000 + truth.household.zone.offset(at: truth.wall)
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): trustedSince = trustedSince ?? truth.now
    case .clock(.untrusted): trustedSince = nil
    case .reminder(.due(let occurrence, _, let call, let isUnsure)):
      if isUnsure { isDoubtful = true }
      if call != .again { announced(occurrence, during: event, truth) }
    case .store(.reminder(let occurrence, let state, _)):
      guard let i = said.lastIndex(where: { $0.occurrence == occurrence }) else { return }
      said[i].isStored = true
      switch state {
      case .acknowledged, .answered, .missed: said[i].isSettled = true
      case .announced, .announcedUnsure, .escalated, .snoozed: break
      }
    default: break
    }
  }

  private mutating func announced(_ occurrence: Occurrence, during event: Event, _ truth: Truth) {
    let entries = truth.agenda.filter { $0.number == occurrence.reminder }
    guard let first = entries.first else { return }
    if first.isOnDemand {
      guard case .key(let press) = event.kind, press.key == .ok, !press.isLong else {
        return fail(
          .entryIsSaidOnce, at: truth.now, "\(first.key) opens, and nobody has asked for it")
      }
      return
    }
    // Quiet hours move an entry on. It is the last of its key that was due by then.
    guard let entry = entries.filter({ $0.due <= occurrence.due }).max(by: { $0.due < $1.due })
    else {
      return fail(.entryIsSaidOnce, at: truth.now, "\(first.key) is said before it is due")
    }
    if !isDoubtful, said.contains(where: { $0.key == entry.key && $0.entry == entry.due }) {
      return fail(.entryIsSaidOnce, at: truth.now, "\(entry.key) is said a second time")
    }
    said.append(Said(key: entry.key, entry: entry.due, occurrence: occurrence))
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    // An announcement that was not stored did not happen.
    case .powerCut: said.removeAll { !$0.isStored }
    case .recordsLost: isDoubtful = true
    case .end: judgeEnd(truth)
    default: break
    }
  }

  /// The device knows the time in the calm at the end, and has room: all that is still good was said.
  private mutating func judgeEnd(_ truth: Truth) {
    guard !isDoubtful, !isNarrow, truth.isCalm, truth.isPowered, truth.isProfileGood,
      let trustedSince,
      truth.now - trustedSince >= .seconds(AgendaChecker.patience * 60)
    else { return }
    let now = localMinute(truth)
    // A night that changes the clocks makes minutes of the wall and minutes that pass two things.
    guard !truth.household.zone.changes(within: 24, of: truth.wall) else { return }
    for entry in truth.agenda where !entry.isOnDemand {
      let later = truth.agenda.contains {
        $0.key == entry.key && $0.due > entry.due && Int64($0.due.count) < now
      }
      // One entry of a key waits at a time, and no later one is said before it is over.
      let isBusy = said.contains {
        $0.key == entry.key && !$0.isSettled
          && now < Int64($0.occurrence.due.count) + AgendaChecker.waits + AgendaChecker.patience
      }
      guard !later, !isBusy, Int64(entry.due.count) < now - AgendaChecker.patience,
        Int64(entry.due.count) + Int64(entry.goodFor) > now,
        !said.contains(where: { $0.key == entry.key && $0.entry == entry.due })
      else { continue }
      fail(.entryIsNotLost, at: truth.now, "\(entry.key) was never said")
    }
  }
}

extension [Truth.Entry] {
  fileprivate func contains(of key: String, numbered number: UInt16) -> Bool {
    contains { $0.key == key && $0.number == number }
  }
}
