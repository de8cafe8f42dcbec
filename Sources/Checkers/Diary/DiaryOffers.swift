import Device
import HAL

/// A dose rests on the newest reading and the doses known when it is confirmed. An entered dose answers
/// for its meal. Insulin of an unclear time is waited for.
struct DiaryOffers: Sendable {
  private static let hour: Int64 = 3_600_000
  private static let sameMeal: Int64 = 12 * hour
  /// A dose entered so long after the meal was asked for is beside the matter.
  private static let window = Milliseconds.seconds(3600)

  private(set) var violation: Violation?
  private var profile = SeenProfile()
  /// The change under the offer that was made last; nil: none.
  private var changed: String?
  private var hasOffer = false
  private var prompted: [(meal: Meal, at: Instant)] = []
  /// Meals that have their dose by hand.
  private var answered: [(meal: Meal, id: EntryID, at: Instant)] = []
  /// Insulin whose time is unclear, and when it came.
  private var unclear: [(id: EntryID, arrived: Instant)] = []

  private mutating func fail(_ invariant: Invariant, at now: Instant, _ what: String) {
    guard violation == nil else { return }
    violation = Violation(invariant: invariant, at: now, what: what)
  }

  mutating func see(_ event: Event, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth) {
    profile.see(event, truth)
    switch event.kind {
    case .booted:
      changed = nil
      hasOffer = false
      prompted.removeAll()
      answered.removeAll()
      unclear.removeAll()
    case .edited(let record): edit(record, before, book, truth)
    default: break
    }
    if !truth.areClocksGood {
      answered.removeAll()
      unclear.removeAll()
    }
  }

  private mutating func edit(
    _ record: Record, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth
  ) {
    if hasOffer, book.isSure { follow(record, before, book, truth) }
    switch record {
    case .diary(.dose(let dose)):
      forget(dose.id)
      guard book.isSure, let entry = book.doses.last, dose.confirmed > .zero else { return }
      if entry.ahead < 230_000, entry.ahead > 70_000 - DiaryOffers.sameMeal,
        let open = prompted.last(where: { $0.meal == dose.meal }),
        truth.now - open.at < DiaryOffers.window
      {
        answered.append((dose.meal, dose.id, truth.now))
      }
      if entry.ahead > 370_000, entry.ahead < DiaryBook.day - 70_000, profile.insulin != nil {
        unclear.append((dose.id, entry.arrived))
      }
    case .diary(.doseRemoved(let id)): forget(id)
    default: break
    }
  }

  private mutating func forget(_ id: EntryID) {
    answered.removeAll { $0.id == id }
    unclear.removeAll { $0.id == id }
  }

  /// Does it change what the offer on the table rests on?
  private mutating func follow(
    _ record: Record, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth
  ) {
    guard case .dose(.offer(let offer))? = before.page else { return }
    let basis = MeterResult.amount(offer.reading)
    switch record {
    case .diary(.reading(let reading)):
      guard let known = before.readings.first(where: { $0.id == reading.id }) else { return }
      if known.result == basis, reading.result != basis,
        !book.readings.contains(where: { $0.result == basis && $0.life == book.life })
      {
        changed = "its reading was changed"
      }
      if known.result == basis,
        truth.wall.milliseconds - reading.taken.milliseconds > DiaryOffers.hour,
        !book.readings.contains(where: {
          $0.result == basis && truth.wall.milliseconds - $0.wall < DiaryOffers.hour
        })
      {
        changed = "its reading was moved"
      }
    case .diary(.readingRemoved):
      if !book.readings.contains(where: { $0.result == basis }) {
        changed = "its reading was deleted"
      }
    case .diary(.dose(let dose)):
      let age = truth.wall.milliseconds - dose.taken.milliseconds
      let known = before.doses.first { $0.dose.id == dose.id }?.dose.confirmed ?? .zero
      if age > -200_000, age < 2 * DiaryOffers.hour,
        (known.milliunits - dose.confirmed.milliunits).magnitude >= 500
      {
        changed = "a dose was entered"
      }
    case .diary(.doseRemoved(let id)):
      if let known = before.doses.first(where: { $0.dose.id == id }), known.ahead < 0,
        truth.wall.milliseconds - known.dose.taken.milliseconds < 2 * DiaryOffers.hour,
        known.dose.confirmed.milliunits >= 500
      {
        changed = "a dose was deleted"
      }
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ book: DiaryBook, _ truth: Truth) {
    let now = truth.now
    switch action {
    case .dose(.prompted(let meal)):
      prompted.removeAll { $0.meal == meal }
      answered.removeAll { $0.meal == meal }
      prompted.append((meal, now))
    case .dose(.proposed(let offer)):
      changed = nil
      hasOffer = true
      if let answer = answered.first(where: { $0.meal == offer.meal }),
        now - answer.at < DiaryOffers.window
      {
        fail(
          .enteredDoseAnswers, at: now,
          "the dose of \(offer.meal) was entered by hand, and another is proposed")
      }
      judgeUnclear(now)
    case .store(.diary(.dose(let dose))):
      guard case .key = event.kind else { return }
      if let changed {
        fail(
          .doseStandsOnNewest, at: now,
          "\(dose.confirmed.milliunits) mU are confirmed after \(changed)")
      }
      hasOffer = false
      prompted.removeAll { $0.meal == dose.meal }
    case .dose(.refused): changed = nil
    case .show(let page):
      guard case .dose(.offer) = page else {
        changed = nil
        return
      }
      judgeUnclear(now)
    case .outbox(.queued(let notice)):
      if case .dose(.unanswered(let meal, nil)) = notice.matter,
        let answer = answered.first(where: { $0.meal == meal }),
        now - answer.at < DiaryOffers.window
      {
        fail(
          .enteredDoseAnswers, at: now,
          "the dose of \(meal) was entered by hand, and is told as unanswered")
      }
    default: break
    }
  }

  private mutating func judgeUnclear(_ now: Instant) {
    guard let action = profile.insulin?.action else { return }
    // The curve is the one that the profile has now, less a minute.
    let acts = Milliseconds(Int64((action.duration + action.delay) * 60_000) - 60_000)
    guard unclear.contains(where: { now < $0.arrived + acts }) else { return }
    fail(
      .unclearDoseIsWaitedFor, at: now,
      "a dose is proposed while insulin of an unclear time may act")
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { changed = nil }
    if case .clocksGood(false) = change {
      answered.removeAll()
      unclear.removeAll()
    }
  }
}
