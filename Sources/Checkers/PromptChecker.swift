import Device
import HAL

/// The dialogue about readings and doses: what keys, readings and time bring to its pages, what is
/// written down of it, and which low is open. Judged by several, over one book.
struct PromptChecker: Checker {
  var violation: Violation?

  private var book = DiaryBook()
  private var keys = PromptKeys()
  private var times = PromptTimes()
  private var serves = PromptServes()
  private var records = PromptRecords()
  private var lows = LowModel()
  private var deleted = DeletedDoses()
  private var retold = LowsRetold()
  private var missed = MissedMeals()

  mutating func see(_ event: Event, _ truth: Truth) {
    let before = book
    book.see(event, truth)
    keys.see(event, before, truth)
    times.see(event, counted: keys.counted, book, truth)
    serves.see(event, before, book, times.asked, truth)
    records.see(event, before, book, truth)
    lows.see(event, before, counted: keys.counted, truth)
    deleted.see(event, before, truth)
    retold.see(event, book, truth)
    missed.see(event, truth)
    collect()
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    if case .key = event.kind { enter(action, during: event, truth) }
    keys.see(action, during: event, truth)
    times.see(action, book, truth)
    serves.see(action, during: event, book, times.asked, truth)
    records.see(action, during: event, book, truth)
    lows.see(action, truth)
    deleted.see(action, during: event, truth)
    retold.see(action, book, truth)
    missed.see(action, book, truth)
    if case .key = event.kind {} else { book.see(action, during: event, truth) }
    collect()
  }

  /// What follows a key shows that the value on the page has been taken.
  private mutating func enter(_ action: Action, during event: Event, _ truth: Truth) {
    let before = book
    book.see(action, during: event, truth)
    guard book.beingEntered == nil, let entered = before.beingEntered, entered.arrived == truth.now
    else { return }
    serves.entered(entered.result, before, book, truth)
    records.entered(entered.result, before, truth)
    lows.entered(entered.result, truth.now)
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    let before = book
    book.see(change, truth)
    deleted.see(change, before, truth)
    retold.see(change)
    missed.see(change)
    if case .powerCut = change {
      keys.cut()
      times.cut()
      serves.cut()
      records.cut()
      lows.cut()
    }
    collect()
  }

  /// All that an event asked for is done.
  mutating func settled(at now: Instant) {
    keys.settled(at: now)
    times.settled(at: now)
    lows.settled(book.page, at: now)
    serves.settled(book, at: now, isLowOpen: lows.isOpen ?? book.hasLow(at: now))
    records.settled(at: now)
    collect()
  }

  private mutating func collect() {
    guard violation == nil else { return }
    violation =
      keys.violation ?? times.violation ?? serves.violation ?? records.violation ?? lows.violation
      ?? deleted.violation ?? retold.violation ?? missed.violation
  }
}
