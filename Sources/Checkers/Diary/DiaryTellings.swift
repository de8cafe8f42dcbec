import Device
import HAL

/// An entry dated ahead is told once. A dose that is deleted in the hour of its meal opens the meal
/// again, and one that is deleted later is told.
struct DiaryTellings: Sendable {
  /// Milliseconds ahead from which an entry is surely told, and below which it surely is not.
  private static let surely: Int64 = 370_000
  private static let never: Int64 = 230_000
  private static let settles = Milliseconds.seconds(70)
  /// The number of entries that are told in one round; the others count as told.
  private static let atOnce = 2
  private static let hour = Milliseconds.seconds(3660)
  /// The device holds so many readings, and lets go of one that is dated ahead first.
  private static let fullTable = 64

  private(set) var violation: Violation?
  private var profile = SeenProfile()
  /// State of this very event.
  private var owedAhead: (id: EntryID, at: Instant)?
  private var nearby: [EntryID] = []
  /// The entries that were told. The device may have forgotten them, or not, once records are lost.
  private var told: [(id: EntryID, taken: WallTime, isRemembered: Bool)] = []
  private var dates: [(id: EntryID, taken: WallTime)] = []
  /// The dates that the device gave its own entries: under a clock that led they may lie ahead.
  private var ownDates: [(id: EntryID, taken: WallTime)] = []
  /// Entries ahead that were told in this moment.
  private var round: (at: Instant, count: Int) = (.start, 0)
  private var reopens: (meal: Meal, by: Instant)?
  /// `mayWait`: for the end of low glucose (`MealFates`).
  private var owedDeletion: (meal: Meal, at: Instant, mayWait: Bool)?
  /// Meals that are not asked for any more.
  private var closed: (meal: Meal, until: Instant)?
  private var isLow = false
  /// A meal has another time since then: the hour of an earlier dose says nothing.
  private var moved = Instant.start
  /// The meal that was asked for last, and when that began.
  private var asked: (meal: Meal, at: Instant)?

  private mutating func fail(_ invariant: Invariant, at now: Instant, _ what: String) {
    guard violation == nil else { return }
    violation = Violation(invariant: invariant, at: now, what: what)
  }

  mutating func see(_ event: Event, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth) {
    judge(truth)
    let times = profile.mealtimes
    profile.see(event, truth)
    if profile.mealtimes != times { moved = event.at }
    switch event.kind {
    case .booted: forget()
    case .setting, .keys, .storage: (reopens, closed) = (nil, nil)
    case .edited(let record): edit(record, before, book, truth)
    default: break
    }
    if !truth.areClocksGood { forget() }
  }

  private mutating func forget() {
    (owedAhead, reopens, owedDeletion, closed) = (nil, nil, nil, nil)
    nearby.removeAll()
  }

  private mutating func edit(
    _ record: Record, _ before: DiaryBook, _ book: DiaryBook, _ truth: Truth
  ) {
    let toldBefore = told.map(\.id)
    note(record)
    if book.readings.count >= DiaryTellings.fullTable {
      for i in told.indices { told[i].isRemembered = false }
    }
    guard book.isSure else { return }
    switch record {
    case .diary(.reading(let reading)): date(reading.id, reading.taken, truth)
    case .diary(.dose(let dose)):
      date(dose.id, dose.taken, truth)
      if reopens?.meal == dose.meal { reopens = nil }
      if closed?.meal == dose.meal { closed = nil }
    case .diary(.doseRemoved(let id)):
      // One that was told as dated ahead, also by a wrong clock, did not keep its meal from being asked for.
      guard let entry = before.doses.first(where: { $0.dose.id == id }), !toldBefore.contains(id)
      else { return }
      delete(entry, book, truth)
    default: break
    }
  }

  /// Takes the diary's record, whoever knows the time. A date that is moved is news, and so is a
  /// deleted entry that comes again.
  private mutating func note(_ record: Record) {
    let (id, taken): (EntryID, WallTime?)
    switch record {
    case .diary(.reading(let reading)): (id, taken) = (reading.id, reading.taken)
    case .diary(.dose(let dose)): (id, taken) = (dose.id, dose.taken)
    case .diary(.readingRemoved(let gone)), .diary(.doseRemoved(let gone)):
      (id, taken) = (gone, nil)
    default: return
    }
    told.removeAll { entry in
      entry.id == id
        && taken.map { ($0.milliseconds - entry.taken.milliseconds).magnitude > 300_000 } ?? true
    }
    dates.removeAll { $0.id == id }
    guard let taken else { return }
    for i in told.indices where told[i].id == id { told[i].taken = taken }
    dates.append((id, taken))
  }

  private mutating func date(_ id: EntryID, _ taken: WallTime, _ truth: Truth) {
    let ahead = taken.milliseconds - truth.wall.milliseconds
    let isNews = !told.contains { $0.id == id }
    nearby.removeAll { $0 == id }
    if ahead > DiaryTellings.surely, isNews { owedAhead = (id, truth.now) }
    if ahead < DiaryTellings.never { nearby.append(id) }
  }

  private mutating func delete(_ entry: DiaryBook.Dose, _ book: DiaryBook, _ truth: Truth) {
    let meal = entry.dose.meal
    let zone = truth.household.zone
    // A dose that lay ahead did not keep its meal from being asked for.
    guard moved <= entry.arrived, entry.ahead < DiaryTellings.never, profile.insulin != nil,
      !zone.changes(within: 14, of: truth.wall),
      let time = profile.mealtimes.first(where: { $0.meal == meal }),
      !book.doses.contains(where: {
        $0.dose.meal == meal
          && truth.wall.milliseconds - $0.dose.taken.milliseconds < 13 * 3_600_000
      }), !book.doses.contains(where: { $0.ahead > DiaryTellings.never })
    else { return }
    let local = truth.wall.milliseconds / 60_000 + zone.offset(at: truth.wall)
    let late = ((local - Int64(time.minute)) % 1440 + 1440) % 1440
    let age = truth.wall.milliseconds - entry.dose.taken.milliseconds
    // A dose of that very meal, and no other meal between.
    guard age > 0, age < (late + 20) * 60_000 else { return }
    let isLast = profile.mealtimes.allSatisfy {
      ((local - Int64($0.minute)) % 1440 + 1440) % 1440 >= late
    }
    guard isLast else { return }
    if late < 57 {
      // A wearer without an ok key is not asked.
      guard profile.keys.contains(.ok) else { return }
      // A prompt that is older than the meal's new time has its old hour.
      if let asked, asked.meal == meal, asked.at <= moved,
        entry.arrived - asked.at < DiaryTellings.hour
      {
        return
      }
      // Another dose can still be taken back.
      if case .dose(.taken(let other, _))? = book.page, other != meal { return }
      reopens = (meal, truth.now + DiaryTellings.settles)
    } else if late > 63, late < 600 {
      owedDeletion = (meal, truth.now, mayWait: book.hasLow(at: truth.now))
      closed = (meal, truth.now + .seconds(3600))
    }
  }

  private mutating func judge(_ truth: Truth) {
    if let owedAhead {
      self.owedAhead = nil
      fail(.aheadEntryIsTold, at: owedAhead.at, "an entry lies ahead, and nobody is told")
    }
    if let owedDeletion {
      self.owedDeletion = nil
      fail(
        .deletedDoseReopens, at: owedDeletion.at,
        "the dose of \(owedDeletion.meal) was deleted after its hour, and nobody is told")
    }
    if let reopens, truth.isPowered, truth.now > reopens.by {
      self.reopens = nil
      if !isLow {
        fail(
          .deletedDoseReopens, at: truth.now,
          "the dose of \(reopens.meal) was deleted within its hour, and nobody asks for it")
      }
    }
  }

  mutating func see(_ action: Action, _ truth: Truth) {
    switch action {
    case .store(.diary(.reading(let reading))): noteOwn(reading.id, reading.taken)
    case .store(.diary(.dose(let dose))): noteOwn(dose.id, dose.taken)
    case .dose(.prompted(let meal)): prompt(meal, truth)
    case .dose(.proposed(let offer)): prompt(offer.meal, truth)
    case .show(.dose(.measure(let meal, _))): prompt(meal, truth)
    case .store(.meal(let meal, _, .prompted)): prompt(meal, truth)
    case .store(.meal(let meal, _, .unanswered)):
      if let owed = owedDeletion, owed.meal == meal, owed.mayWait { owedDeletion = nil }
    case .show(.dose(.enterCarbohydrates)): reopens = nil
    case .show(.glucose(.low)), .glucose(.low): isLow = true
    case .show: isLow = false
    case .outbox(.queued(let notice)):
      switch notice.matter {
      case .dose(.entryAhead(let entry)): tellAhead(entry.id, truth)
      case .dose(.unanswered(let meal, _)):
        if owedDeletion?.meal == meal { owedDeletion = nil }
      default: break
      }
    default: break
    }
  }

  private mutating func prompt(_ meal: Meal, _ truth: Truth) {
    if reopens?.meal == meal { reopens = nil }
    let isLater = asked.map { $0.meal != meal || truth.now - $0.at > DiaryTellings.hour } ?? true
    if isLater { asked = (meal, truth.now) }
    if let closed, closed.meal == meal, truth.now < closed.until {
      fail(
        .deletedDoseReopens, at: truth.now,
        "the dose of \(meal) was deleted after its hour, and is asked for")
    }
  }

  private mutating func noteOwn(_ id: EntryID, _ taken: WallTime) {
    if ownDates.count > 200 { ownDates.removeFirst(100) }
    ownDates.append((id, taken))
  }

  private mutating func tellAhead(_ id: EntryID, _ truth: Truth) {
    if owedAhead?.id == id { owedAhead = nil }
    if nearby.contains(id) {
      fail(.aheadEntryIsTold, at: truth.now, "an entry of now is told as one that lies ahead")
    }
    round = (truth.now, round.at == truth.now ? round.count + 1 : 1)
    if round.count == DiaryTellings.atOnce { passOver(truth) }
    guard let taken = dates.last(where: { $0.id == id })?.taken else {
      // An edit that leaves this date is no news.
      if let own = ownDates.last(where: { $0.id == id })?.taken { told.append((id, own, false)) }
      return
    }
    if told.contains(where: { $0.id == id && $0.isRemembered }) {
      fail(.aheadEntryIsTold, at: truth.now, "an entry ahead is told twice")
    }
    told.append((id, taken, true))
  }

  /// Two at once say enough of a diary that lies ahead, and the others count as told.
  private mutating func passOver(_ truth: Truth) {
    for (id, taken) in dates + ownDates
    where taken.milliseconds - truth.wall.milliseconds > DiaryTellings.never
      && !told.contains(where: { $0.id == id })
    { told.append((id, taken, false)) }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .recordsLost:
      forget()
      for i in told.indices { told[i].isRemembered = false }
    case .powerCut, .reloaded, .clocksGood(false): forget()
    // It is told when the device is back.
    case .edited(let record): if !truth.isPowered { note(record) }
    default: break
    }
  }
}
