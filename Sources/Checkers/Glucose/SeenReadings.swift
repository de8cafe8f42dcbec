import Device
import HAL

/// Every glucose reading that reached the device, from a meter or by its keys, as seen from outside.
struct SeenReadings: Sendable {
  struct Seen: Sendable {
    var result: MeterResult
    /// The moment at which it was taken, by the board's clock.
    var at: Instant
    /// The number of the device's life, between two boots.
    var life: Int
    /// Known once it is stored, or as the diary has it.
    var id: EntryID?
    /// The time in the diary; nil: by the device's own clock.
    var taken: WallTime?
    /// The stored time, by whatever clock.
    var stored: WallTime?
  }

  /// The span by which two clocks of two readings may differ.
  private static let clocksApart = Milliseconds.seconds(300 + 70)

  private(set) var all: [Seen] = []
  private(set) var life = 0
  /// The page that the wearer sees.
  private(set) var page: Page?
  /// Ok was pressed on this value, and whether it counts shows in what follows.
  private(set) var entering: Seen?
  /// Ok was pressed on this value, and a page came up that says nothing of whether it counts.
  private var covered: Seen?

  /// - Returns: a reading that came with this event.
  @discardableResult mutating func see(_ event: Event) -> Seen? {
    entering = nil
    switch event.kind {
    case .booted:
      life += 1
      (page, covered) = (nil, nil)
    case .reading(let reading):
      let seen = Seen(
        result: reading.result, at: event.at + Milliseconds(-reading.age.count), life: life)
      keep(seen)
      return seen
    case .key(let press):
      if press.key == .ok, !press.isLong, case .dose(.enterGlucose(let result))? = page {
        entering = Seen(result: result, at: event.at, life: life)
      }
    default: break
    }
    return nil
  }

  /// The diary was changed by somebody else.
  mutating func edit(_ record: Record, _ truth: Truth) {
    switch record {
    case .diary(.reading(let reading)):
      let known = all.first { $0.id == reading.id }
      all.removeAll { $0.id == reading.id }
      if var known, known.life == life, known.stored == reading.taken {
        // The value alone is another; the date may be that of a clock that was wrong.
        known.result = reading.result
        return keep(known)
      }
      let age = truth.wall.milliseconds - reading.taken.milliseconds
      // A reading farther ahead than a clock may lag is no basis of anything; any other counts as of now.
      guard age > -SeenReadings.clocksApart.count else { return }
      let at = truth.now + Milliseconds(-min(max(age, 0), 2 * 86_400_000))
      var seen = Seen(result: reading.result, at: at, life: life, id: reading.id)
      seen.taken = reading.taken
      if let known, known.taken == nil || known.taken == reading.taken,
        (known.at - at).count.magnitude < 70_000
      {
        seen.at = known.at
        seen.life = known.life
        seen.taken = known.taken
      }
      keep(seen)
    case .diary(.readingRemoved(let id)): all.removeAll { $0.id == id }
    default: break
    }
  }

  /// Whether the result may be the newest. Nobody knows which of two readings of two clocks was the
  /// later, unless they lie far apart.
  ///
  /// A clock that lies may make any date older than what came from a meter or by the keys.
  func mayBeNewest(_ result: MeterResult, _ truth: Truth) -> Bool {
    guard let newest else { return false }
    if newest.result == result || entering?.result == result { return true }
    if !truth.areClocksGood, newest.taken != nil,
      newestSeen(where: { $0.taken == nil })?.result == result
    {
      return true
    }
    return all.contains {
      $0.life == life && $0.result == result && ($0.taken != nil || newest.taken != nil)
        && newest.at - $0.at < SeenReadings.clocksApart
    }
  }

  /// - Returns: a reading that was entered by the keys just now.
  @discardableResult mutating func see(_ action: Action, _ truth: Truth) -> Seen? {
    // The device answers a key at once; later actions may belong to a fix, which is no event here.
    if let entering, entering.at < truth.now { self.entering = nil }
    switch action {
    case .show(let page):
      self.page = page
      if page.followsEntry { return mayBeOutdone ? nil : takeEntered() }
      if case .dose(.enterGlucose) = page { return nil }
      if let entering { covered = entering }
      return nil
    case .store(.diary(.reading(let reading))):
      if let i = unstored(reading, truth) {
        all[i].id = reading.id
        all[i].stored = reading.taken
      }
      return reading.result == entering?.result ? takeEntered() : nil
    case .glucose(.low(let result, _)), .glucose(.high(let result)):
      return result == entering?.result ? takeEntered() : nil
    // The page that follows may be any other then: help, or the question for a second measurement.
    case .glucose(.lowOver(let over)): return entering?.hasEnded(over) == true ? takeEntered() : nil
    case .dose(.proposed(let offer)):
      uncover(by: offer)
      return nil
    default: return nil
    }
  }

  /// A value that another page covered at once was taken: a dose is worked out from it.
  mutating func uncover(by offer: DoseOffer) {
    if let covered, .amount(offer.reading) == covered.result, covered.life == life { keep(covered) }
    covered = nil
  }

  /// The one of several equal results that was taken nearest to the stored time.
  private func unstored(_ reading: DiaryReading, _ truth: Truth) -> Int? {
    let at = truth.now + Milliseconds(reading.taken.milliseconds - truth.wall.milliseconds)
    return all.indices.filter { all[$0].id == nil && all[$0].result == reading.result }
      .min { (all[$0].at - at).count.magnitude < (all[$1].at - at).count.magnitude }
  }

  /// A meter sent a lower value in the last minutes. If it came while this one was typed, this one counts for nothing:
  /// its record alone shows that it was taken.
  private var mayBeOutdone: Bool {
    guard let entering else { return false }
    return all.contains {
      $0.life == life && entering.at - $0.at <= DiaryBook.current
        && $0.result.outdoes(entering.result)
    }
  }

  private mutating func takeEntered() -> Seen? {
    guard let entered = entering else { return nil }
    (entering, covered) = (nil, nil)
    keep(entered)
    return entered
  }

  private mutating func keep(_ seen: Seen) {
    if all.count > 200 { all.removeFirst(100) }
    all.append(seen)
  }

  /// The reading that says most about now of all since the device started.
  var newest: Seen? {
    if let entering, !mayBeOutdone { return entering }
    return newestSeen { _ in true }
  }

  private func newestSeen(where fits: (Seen) -> Bool) -> Seen? {
    var newest: Seen?
    for seen in all where seen.life == life && fits(seen) {
      if let known = newest, seen.at < known.at { continue }
      newest = seen
    }
    return newest
  }

  /// The last one says more about now than all others, and is none that came before.
  func isNews(_ seen: Seen, at now: Instant) -> Bool {
    for other in all.dropLast() {
      // A meter that sends a reading again rounds its age.
      let gap = (other.at - seen.at).count.magnitude
      if other.result == seen.result, gap < 1000 || seen.at < now && gap <= 2000 { return false }
      if seen.at < other.at { return false }
      // A wrong clock may have given a reading from before a restart a later moment.
      if seen.at < now, other.life != seen.life { return false }
    }
    return true
  }
}

extension SeenReadings.Seen {
  /// The value is the one that ended a low.
  fileprivate func hasEnded(_ over: LowGlucoseOver) -> Bool {
    over.cause == .measured && over.ended?.isClose(to: result) == true
  }
}

extension Page {
  /// It comes after a value that was taken; others only push themselves in front of the entry.
  var followsEntry: Bool {
    switch self {
    case .home, .dose(.measure), .dose(.enterCarbohydrates), .dose(.offer), .dose(.refused),
      .glucose(.low):
      true
    default: false
    }
  }
}

extension MeterResult {
  /// It counts instead of a value that was typed meanwhile: a low one opens an alarm of its own.
  func outdoes(_ typed: MeterResult) -> Bool {
    milligrams >= 70 && milligrams < typed.milligrams
  }

  /// mg/dL; 0 for "LO", more than any meter shows for "HI".
  var milligrams: Double {
    switch self {
    case .low: 0
    case .high: 10_000
    case .amount(.milligramsPerDecilitre(let amount)): amount.value
    case .amount(.millimolesPerLitre(let amount)): amount.value * 18.01559
    }
  }
}

extension MeterResult {
  /// A notice keeps hundredths of the unit.
  func isClose(to other: MeterResult) -> Bool {
    self == other || (milligrams - other.milligrams).magnitude < 0.2
  }
}
