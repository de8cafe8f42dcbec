import Device
import HAL

/// The content of the diary, from the events that brought it: readings and doses by the clocks that
/// date them. Nothing of it comes from the device but the numbers of its own entries.
struct DiaryBook: Sendable {
  /// Fixes under way for a minute put the device's clock back by as much.
  static let slack: Int64 = 70_000
  /// Two clocks that lie no farther apart say nothing about which came first.
  static let apart: Int64 = 300_000
  static let day: Int64 = 86_400_000
  /// A reading of a meter brings a dose for so long.
  static let current = Milliseconds.seconds(15 * 60)

  struct Reading: Sendable {
    var id: EntryID?
    var result: MeterResult
    /// True time, or for the diary's what a person said.
    var wall: Int64
    /// The moment by the device's own clock; nil: a person stated the time.
    var at: Instant?
    var arrived: Instant
    var life: Int
    /// True time when it first came with this date: it was not taken later.
    var first: Int64
    /// The keys brought it, in this life.
    var isTyped = false
    /// The date in its record, by which later lives know it.
    var stored: Int64?
    var isLow: Bool { result.milligrams < 70 }
    var isVery: Bool { result.milligrams < 54 }
  }

  struct Dose: Sendable {
    var dose: DiaryDose
    var arrived: Instant
    var life: Int
    /// Milliseconds by which it was ahead of the true time at its arrival; negative: behind.
    var ahead: Int64
    var isByHand: Bool
  }

  private(set) var readings: [Reading] = []
  private(set) var doses: [Dose] = []
  private(set) var life = 0
  private(set) var isTrusted = false
  private(set) var trustedSince: Instant?
  private(set) var hasLied = false
  private(set) var page: Page?
  /// The value on which ok was pressed. The next actions show whether it counts.
  private(set) var beingEntered: Reading?
  /// Ok was pressed on this value, and a page came up that says nothing of whether it counts.
  private var covered: Reading?
  /// The medium has lost something, or could not be read.
  private(set) var hasLost = false

  /// The device knows the time, and nobody has told it another in this life.
  var isSure: Bool { isTrusted && !hasLied }

  mutating func see(_ event: Event, _ truth: Truth) {
    if !truth.areClocksGood { hasLied = true }
    beingEntered = nil
    switch event.kind {
    case .booted:
      life += 1
      (page, covered) = (nil, nil)
      isTrusted = false
      trustedSince = nil
      hasLied = !truth.areClocksGood
    case .reading(let reading):
      put(
        Reading(
          id: nil, result: reading.result,
          wall: truth.wall.milliseconds - reading.age.count,
          at: event.at + Milliseconds(-reading.age.count), arrived: event.at, life: life,
          first: truth.wall.milliseconds))
    case .key(let press):
      if press.key == .ok, !press.isLong, case .dose(.enterGlucose(let result))? = page {
        beingEntered = Reading(
          id: nil, result: result, wall: truth.wall.milliseconds, at: event.at, arrived: event.at,
          life: life, first: truth.wall.milliseconds, isTyped: true)
      }
    case .edited(let record): edit(record, truth)
    case .storage(_?): hasLost = true
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    // The device answers a key at once; later actions may belong to a fix, which is no event here.
    if let beingEntered, beingEntered.arrived < truth.now { self.beingEntered = nil }
    switch action {
    case .clock(.trusted): (isTrusted, trustedSince) = (true, truth.now)
    case .clock(.untrusted): isTrusted = false
    case .show(let shown):
      page = shown
      if shown.followsEntry, !mayBeOutdone {
        takeEntered()
      } else if let beingEntered, !shown.isEntry {
        covered = beingEntered
      }
    // A value that another page covered at once was taken: a dose is worked out from it.
    case .dose(.proposed(let offer)):
      if let covered, covered.result == .amount(offer.reading) { put(covered) }
      covered = nil
    case .glucose(.low(let result, _)), .glucose(.high(let result)):
      if result == beingEntered?.result { takeEntered() }
    // The page that follows may be any other then: help, or the question for a second measurement.
    case .glucose(.lowOver(let over)):
      if let beingEntered, over.cause == .measured,
        over.ended?.isClose(to: beingEntered.result) == true
      {
        takeEntered()
      }
    case .store(.diary(.reading(let reading))):
      if reading.result == beingEntered?.result { takeEntered() }
      store(reading)
    case .store(.diary(.dose(let dose))):
      doses.removeAll { $0.dose.id == dose.id }
      // A clock that leads dates the device's own doses ahead.
      let lead = hasLied ? max(dose.taken.milliseconds - truth.wall.milliseconds, 0) : 0
      doses.append(
        Dose(dose: dose, arrived: truth.now, life: life, ahead: lead, isByHand: false))
    case .store(.diary(.doseRemoved(let id))): doses.removeAll { $0.dose.id == id }
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .recordsLost: hasLost = true
    case .clocksGood(false): hasLied = true
    // A running device hears of it in an event.
    case .edited(let record): if !truth.isPowered { edit(record, truth) }
    default: break
    }
  }

  /// A reading of a meter or of the keys gets its number.
  private mutating func store(_ reading: DiaryReading) {
    if let i = readings.lastIndex(where: { $0.id == nil && $0.result == reading.result }) {
      (readings[i].id, readings[i].stored) = (reading.id, reading.taken.milliseconds)
    }
  }

  /// A meter sent a lower value in the last minutes: see `SeenReadings.mayBeOutdone`.
  private var mayBeOutdone: Bool {
    guard let beingEntered else { return false }
    return readings.contains {
      guard $0.life == life, !$0.isTyped, let at = $0.at else { return false }
      return beingEntered.arrived - at <= DiaryBook.current
        && $0.result.outdoes(beingEntered.result)
    }
  }

  private mutating func takeEntered() {
    guard let beingEntered else { return }
    put(beingEntered)
    (self.beingEntered, covered) = (nil, nil)
  }

  private mutating func put(_ reading: Reading) {
    if readings.count > 250 { readings.removeFirst(100) }
    readings.append(reading)
  }

  mutating func edit(_ record: Record, _ truth: Truth) {
    switch record {
    case .diary(.reading(let reading)):
      let known = readings.first { $0.id == reading.id }
      readings.removeAll { $0.id == reading.id }
      var new = Reading(
        id: reading.id, result: reading.result, wall: reading.taken.milliseconds, at: nil,
        arrived: truth.now, life: life, first: truth.wall.milliseconds)
      if let known, known.wall == new.wall { new.first = known.first }
      if let known, (known.wall - new.wall).magnitude < UInt64(DiaryBook.slack) {
        (new.wall, new.at, new.life) = (known.wall, known.at, known.life)
      }
      put(new)
    case .diary(.readingRemoved(let id)): readings.removeAll { $0.id == id }
    case .diary(.dose(let dose)):
      let ahead = dose.taken.milliseconds - truth.wall.milliseconds
      var new = Dose(dose: dose, arrived: truth.now, life: life, ahead: ahead, isByHand: true)
      // Another amount says nothing of when it was taken.
      if let known = doses.first(where: { $0.dose.id == dose.id }), known.dose.taken == dose.taken,
        known.ahead > 0
      {
        (new.arrived, new.life, new.ahead) = (known.arrived, known.life, known.ahead)
      }
      doses.removeAll { $0.dose.id == dose.id }
      doses.append(new)
    case .diary(.doseRemoved(let id)): doses.removeAll { $0.dose.id == id }
    default: break
    }
  }

  /// It may have been taken after that one, for all that anybody can tell.
  func mayBeLater(_ a: Reading, than b: Reading) -> Bool {
    if let x = a.at, let y = b.at, a.life == b.life { return x > y }
    return a.wall > b.wall - DiaryBook.apart - DiaryBook.slack
  }

  /// It was taken after that one, whatever clock is asked.
  func isSurelyLater(_ a: Reading, than b: Reading) -> Bool {
    if let x = a.at, let y = b.at, a.life == b.life { return x > y }
    // It was measured after the other one had arrived.
    if let x = a.at, a.life == b.life, x > b.arrived { return true }
    return a.wall > b.wall + DiaryBook.apart + DiaryBook.slack
  }

  /// The reading that was taken after all others, whatever clock is asked.
  var surelyNewest: Reading? {
    guard var newest = readings.last else { return nil }
    for reading in readings where isSurelyLater(reading, than: newest) { newest = reading }
    for reading in readings
    where reading.wall != newest.wall || reading.at != newest.at || reading.result != newest.result
    {
      guard isSurelyLater(newest, than: reading) else { return nil }
    }
    return newest
  }

  /// Some low of the last hours is there, and may be open for all that anybody can tell.
  func hasLow(at now: Instant) -> Bool {
    readings.contains { $0.isLow && now - $0.arrived < .seconds(4 * 3600) }
  }
}
