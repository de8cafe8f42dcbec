import Device
import HAL

/// ALZ-5: nothing is announced twice, and what was confirmed, or put off, is not asked for. That it was not answered is
/// told once.
///
/// Confirmed means that the wearer pressed ok on its page: the press has to count.
struct ReminderOnceChecker: Sendable {
  private static let interval = Milliseconds.seconds(5 * 60)
  private static let snoozesAllowed = 3
  private static let slop = Milliseconds(1500)

  var violation: Violation?
  var memory = ReminderMemory()
  private var page: Page?
  private var look = PageLook()
  /// The occurrence that the ok being handled must confirm.
  private var pressed: Occurrence?
  /// The last announcement of each reminder.
  private var calls: [(reminder: UInt16, at: Instant)] = []
  private var comeback = ReminderComeback()

  private mutating func fail(at now: Instant, _ what: String) {
    guard violation == nil else { return }
    violation = Violation(invariant: .reminderIsAskedOnce, at: now, what: what)
  }

  mutating func see(_ event: Event, _ clock: ClockSense, _ list: ReminderList) {
    if let occurrence = pressed {
      pressed = nil
      fail(at: event.at, "\(occurrence.name): ok was pressed on its page, and not taken")
    }
    switch event.kind {
    case .booted:
      (page, look) = (nil, PageLook())
      calls.removeAll()
    case .key(let press):
      guard case .reminder(let asked) = page, press.key == .ok, !press.isLong,
        !look.isNew(at: event.at)
      else { return }
      pressed = asked.occurrence
    default: break
    }
  }

  /// A row of reminders is whole.
  mutating func adopt(_ list: ReminderList, after before: ReminderList, at now: Instant) {
    comeback = ReminderComeback(
      from: before.entries.map(\.reminder), to: list.entries.map(\.reminder), at: now)
  }

  /// The list has it again, and the wearer was being asked for it: it is asked for at once.
  private func isBack(_ occurrence: Occurrence, at now: Instant) -> Bool {
    guard comeback.has(occurrence, at: now) else { return false }
    // A wrong date may have named it otherwise.
    let last = memory[occurrence] ?? memory.lastCall(of: occurrence.reminder)
    guard let last else { return false }
    return !last.isConfirmed && !last.isTold && last.lastCall != now
  }

  /// A wrong date may have named it otherwise: it was announced in the last hours.
  func wasCalledLately(_ reminder: UInt16, at now: Instant) -> Bool {
    calls.contains { $0.reminder == reminder && now - $0.at < .seconds(3 * 3600) }
  }

  /// It was announced in that minute since 1970, UTC, of this life. The device's clock may be some seconds ahead.
  func wasCalled(_ reminder: UInt16, in minute: Int64, _ clock: ClockSense) -> Bool {
    calls.contains { call in
      let early = minute * 60_000 - clock.wall(at: call.at)
      return call.reminder == reminder && (-59_999...5_000).contains(early)
    }
  }

  mutating func call(
    _ occurrence: Occurrence, _ call: ReminderCall, at now: Instant, _ clock: ClockSense,
    _ list: ReminderList
  ) {
    let isBack = call == .again && isBack(occurrence, at: now)
    if let entry = memory[occurrence], !memory.isFaded(entry) {
      if entry.isConfirmed {
        return fail(at: now, "\(occurrence.name) is asked again after it was confirmed")
      }
      if call != .again, entry.isCalled {
        return fail(at: now, "\(occurrence.name) is announced a second time")
      }
      if !isBack, let rests = entry.rests,
        now - rests < Milliseconds(-ReminderOnceChecker.slop.count)
      {
        return fail(at: now, "\(occurrence.name) is asked again before its snooze is over")
      }
      if call == .again, !isBack, entry.rests == nil, let last = entry.lastCall {
        let least = ReminderOnceChecker.interval.count - ReminderOnceChecker.slop.count
        if (now - last).count < least {
          return fail(
            at: now, "\(occurrence.name) is asked again after \((now - last).count) ms")
        }
      }
    } else if call == .again, !isBack, memory[occurrence] == nil {
      return fail(at: now, "\(occurrence.name) is asked again and was never announced")
    }
    memory.change(occurrence) {
      $0.isCalled = true
      $0.isOnDemand = list.entry(occurrence.reminder)?.reminder.isOnDemand ?? false
      $0.rests = nil
      $0.lastCall = now
    }
    guard call != .again else { return }
    memory.note(occurrence, at: clock.wall(at: now))
    calls.removeAll { $0.reminder == occurrence.reminder }
    calls.append((occurrence.reminder, now))
  }

  mutating func confirm(_ occurrence: Occurrence) {
    if pressed == occurrence { pressed = nil }
    memory.change(occurrence) { $0.isConfirmed = true }
  }

  mutating func snooze(
    _ occurrence: Occurrence, _ until: WallTime, at now: Instant, _ clock: ClockSense,
    _ limits: Limits
  ) {
    let pause = Milliseconds.seconds(Int64(limits.snooze) * 60)
    memory.change(occurrence) {
      $0.snoozes += 1
      $0.rests = now + pause
    }
    if memory[occurrence]?.snoozes ?? 0 > ReminderOnceChecker.snoozesAllowed {
      fail(at: now, "\(occurrence.name) is put off a fourth time")
    }
  }

  /// A caregiver is told that nobody answered it.
  mutating func tell(_ occurrence: Occurrence, at now: Instant) {
    if let entry = memory[occurrence], entry.isTold, !memory.isFaded(entry) {
      fail(at: now, "that \(occurrence.name) was not answered is told twice")
    }
    memory.change(occurrence) { $0.isTold = true }
  }

  mutating func show(_ page: Page, during event: Event, at now: Instant) {
    look.show(page, during: event, at: now)
    self.page = page
    guard case .reminder(let asked) = page, let entry = memory[asked.occurrence]
    else { return }
    let occurrence = asked.occurrence
    if entry.isConfirmed {
      fail(at: now, "the page of \(occurrence.name) is shown after it was confirmed")
    }
    if entry.rests != nil { fail(at: now, "the page of \(occurrence.name) is shown in its snooze") }
  }

  mutating func cutPower() {
    (page, look) = (nil, PageLook())
    pressed = nil
    memory.cutPower()
  }
}

/// The visible fate of each occurrence, and the part that the medium keeps.
struct ReminderMemory: Sendable {
  struct Entry: Sendable {
    var occurrence: Occurrence
    /// Whether it was announced in this life or, when it is stored, in one before.
    var isCalled = false
    var isCallStored = false
    var isMissed = false
    /// The wearer confirmed it: never asked again, whatever happens.
    var isConfirmed = false
    /// A caregiver was told that nobody answered it; and the medium has that.
    var isTold = false
    var isEscalationStored = false
    /// It was put off so often; and the medium has that.
    var snoozes = 0
    var storedSnoozes = 0
    /// It rests until then; nil: it does not.
    var rests: Instant?
    var lastCall: Instant?
    /// The wearer opened it: it is no dose, whatever becomes of its number.
    var isOnDemand = false
    /// A medium that refuses has brought back one of two calls, and nobody can tell which.
    var isUnclear = false
    /// The number of others that were heard of before it.
    var number = 0

    /// Somebody was told in one way or another.
    var isHandled: Bool { isCalled || isMissed || isConfirmed }
  }

  /// A device remembers this many; one that was heard of so long ago may be asked for again.
  private static let remembered = 120

  private(set) var entries: [Entry] = []
  private var count = 0
  /// The true time of each first call, whatever the medium has.
  private var times: [(occurrence: Occurrence, wall: Int64)] = []
  /// Those whose call came too early to count.
  private var forgiven: [Occurrence] = []
  /// Those that the wearer opened. A medium that refuses makes them no doses.
  private var opened: [Occurrence] = []

  subscript(occurrence: Occurrence) -> Entry? {
    entries.last { $0.occurrence == occurrence }
  }

  /// The device may have forgotten it, for there were so many others.
  func isFaded(_ entry: Entry) -> Bool { count - entry.number >= ReminderMemory.remembered }

  mutating func change(_ occurrence: Occurrence, _ change: (inout Entry) -> Void) {
    // An entry that may be forgotten and is heard of again is new from then on.
    guard let i = entries.lastIndex(where: { $0.occurrence == occurrence && !isFaded($0) }) else {
      var entry = Entry(
        occurrence: occurrence, isOnDemand: opened.contains(occurrence), number: count)
      count += 1
      change(&entry)
      // An entry twice forgotten is not looked for any more.
      if entries.count > 4 * ReminderMemory.remembered {
        entries.removeFirst(2 * ReminderMemory.remembered)
      }
      return entries.append(entry)
    }
    change(&entries[i])
  }

  /// A record is on the medium.
  /// - Parameter isRestored: it comes back from a medium that refuses. That may hold the call that came too early, and
  ///   not the one at its time: then it may be called, or called again.
  mutating func keep(_ record: Record, isRestored: Bool) {
    if isRestored, let occurrence = record.occurrence, forgiven.contains(occurrence) {
      return change(occurrence) { $0.isUnclear = true }
    }
    switch record {
    case .reminder(let occurrence, let state, _):
      change(occurrence) {
        switch state {
        case .acknowledged, .answered: $0.isConfirmed = true
        case .missed: $0.isMissed = true
        case .announced, .announcedUnsure, .escalated, .snoozed:
          // It was called anew after its ok, at its own time: that call was judged.
          if state == .announced { $0.isConfirmed = false }
          ($0.isCalled, $0.isCallStored) = (true, true)
          if state == .escalated { $0.isEscalationStored = true }
          if state == .snoozed { $0.storedSnoozes += 1 }
        }
      }
    case .outbox(.notice(let notice)) where notice.made != nil:
      switch notice.matter {
      case .reminder(.due(let occurrence)), .reminder(.unanswered(let occurrence)):
        change(occurrence) {
          $0.isCalled = true
          $0.isCallStored = true
        }
      case .reminder(.missed(let occurrence)): change(occurrence) { $0.isMissed = true }
      default: break
      }
    default: break
    }
  }

  /// The power went: what was not stored did not happen.
  mutating func cutPower() {
    for i in entries.indices {
      entries[i].isCalled = entries[i].isCallStored
      entries[i].snoozes = entries[i].storedSnoozes
      entries[i].isTold = entries[i].isTold && entries[i].isEscalationStored
      entries[i].rests = nil
      entries[i].lastCall = nil
    }
  }

  mutating func clear() {
    let (times, forgiven) = (times, forgiven)
    let opened = entries.filter(\.isOnDemand).map(\.occurrence)
    self = ReminderMemory()
    (self.times, self.forgiven, self.opened) = (times, forgiven, opened)
  }

  mutating func note(_ occurrence: Occurrence, at wall: Int64) {
    times.removeAll { $0.occurrence == occurrence }
    if times.count > 4 * ReminderMemory.remembered { times.removeFirst(ReminderMemory.remembered) }
    times.append((occurrence, wall))
  }

  /// The last of that reminder that was called in this life.
  func lastCall(of reminder: UInt16) -> Entry? {
    entries.last { $0.occurrence.reminder == reminder && $0.lastCall != nil }
  }

  func calledAt(_ occurrence: Occurrence) -> Int64? {
    times.last { $0.occurrence == occurrence }?.wall
  }

  /// It is as if it had never been called.
  mutating func forget(_ occurrence: Occurrence) {
    entries.removeAll { $0.occurrence == occurrence }
    if forgiven.count > ReminderMemory.remembered { forgiven.removeFirst() }
    forgiven.append(occurrence)
  }

  /// The minutes of that reminder for which it was called.
  func calls(of reminder: UInt16) -> [CivilMinute] {
    entries.filter { $0.occurrence.reminder == reminder && ($0.isCalled || $0.isConfirmed) }
      .map(\.occurrence.due)
  }
}

extension Record {
  /// The one that it is about.
  fileprivate var occurrence: Occurrence? {
    switch self {
    case .reminder(let occurrence, _, _): occurrence
    case .outbox(.notice(let notice)):
      switch notice.matter {
      case .reminder(.due(let occurrence)), .reminder(.unanswered(let occurrence)),
        .reminder(.missed(let occurrence)):
        occurrence
      default: nil
      }
    default: nil
    }
  }
}
