import Device
import HAL

/// What edits of the diary, meters and their clocks must bring, and must not: judged by several, over
/// one book.
struct DiaryChecker: Checker {
  var violation: Violation?

  private var book = DiaryBook()
  private var lows = DiaryLows()
  private var offers = DiaryOffers()
  private var past = LowsPast()
  private var seconds = SecondDoses()
  private var end = LowsEnd()
  private var tellings = DiaryTellings()

  mutating func see(_ event: Event, _ truth: Truth) {
    let before = book
    book.see(event, truth)
    lows.see(event, before, book, truth)
    offers.see(event, before, book, truth)
    past.see(event, before, book, truth)
    seconds.see(event, before, truth)
    end.see(event, before, book, truth)
    tellings.see(event, before, book, truth)
    collect()
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    lows.see(action, book, truth)
    offers.see(action, during: event, book, truth)
    past.see(action, during: event, book, truth)
    seconds.see(action, book, truth)
    end.see(action, during: event, truth)
    tellings.see(action, truth)
    book.see(action, during: event, truth)
    collect()
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    let before = book
    book.see(change, truth)
    lows.see(change, before, book, truth)
    offers.see(change, truth)
    past.see(change, truth)
    end.see(change, truth)
    tellings.see(change, truth)
    collect()
  }

  private mutating func collect() {
    guard violation == nil else { return }
    violation =
      lows.violation ?? offers.violation ?? past.violation ?? seconds.violation ?? end.violation
      ?? tellings.violation
  }
}
