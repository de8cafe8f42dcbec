import Device
import HAL

/// ALZ-5: nothing is announced twice, and what was confirmed, or put off, is not asked for.
///
/// Confirmed means that the wearer pressed ok on its page: the press has to count.
struct ReminderOnceChecker: Sendable {
  private static let interval = Milliseconds.seconds(5 * 60)
  private static let snoozesAllowed = 3
  /// A key that comes sooner was meant for the page before.
  private static let pageGuard = Milliseconds(500)
  private static let slop = Milliseconds(1500)

  var violation: Violation?
  var memory = ReminderMemory()
  private var page: Page?
  private var shown = Instant.start
  /// What the ok that is being handled must confirm.
  private var pressed: Occurrence?
  /// When each reminder was announced last.
  private var calls: [(reminder: UInt16, at: Instant)] = []

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
      page = nil
      calls.removeAll()
    case .key(let press):
      guard case .reminder(let occurrence, _, _) = page, press.key == .ok, !press.isLong,
        event.at - shown >= ReminderOnceChecker.pageGuard
      else { return }
      pressed = occurrence
    default: break
    }
  }

  /// A wrong date may have named it otherwise: it was announced in the last hours.
  func wasCalledLately(_ reminder: UInt16, at now: Instant) -> Bool {
    calls.contains { $0.reminder == reminder && now - $0.at < .seconds(3 * 3600) }
  }

  mutating func call(
    _ occurrence: Occurrence, _ call: ReminderCall, at now: Instant, _ clock: ClockSense
  ) {
    if let entry = memory[occurrence], !memory.isFaded(entry) {
      if entry.isConfirmed {
        return fail(at: now, "\(occurrence.name) is asked again after it was confirmed")
      }
      if call != .again, entry.isCalled {
        return fail(at: now, "\(occurrence.name) is announced a second time")
      }
      if let rests = entry.rests, now - rests < Milliseconds(-ReminderOnceChecker.slop.count) {
        return fail(at: now, "\(occurrence.name) is asked again before its snooze is over")
      }
      if call == .again, entry.rests == nil, let last = entry.lastCall {
        let least = ReminderOnceChecker.interval.count - ReminderOnceChecker.slop.count
        if (now - last).count < least {
          return fail(
            at: now, "\(occurrence.name) is asked again after \((now - last).count) ms")
        }
      }
    } else if call == .again {
      return fail(at: now, "\(occurrence.name) is asked again and was never announced")
    }
    memory.change(occurrence) {
      $0.isCalled = true
      $0.rests = nil
      $0.lastCall = now
    }
    guard call != .again else { return }
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

  mutating func show(_ page: Page, at now: Instant) {
    self.page = page
    shown = now
    guard case .reminder(let occurrence, _, _) = page, let entry = memory[occurrence]
    else { return }
    if entry.isConfirmed {
      fail(at: now, "the page of \(occurrence.name) is shown after it was confirmed")
    }
    if entry.rests != nil { fail(at: now, "the page of \(occurrence.name) is shown in its snooze") }
  }

  mutating func cutPower() {
    page = nil
    pressed = nil
    memory.cutPower()
  }
}
