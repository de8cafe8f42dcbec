import Device
import HAL

/// A device is given back at its start the records that were stored, word for word and in that order.
struct RecordsChecker: Checker {
  var violation: Violation?

  private var stored: [Record] = []
  /// The index of the first record that may come next.
  private var next = 0

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: next = 0
    case .restored(let record):
      guard
        let place = stored[next...].firstIndex(where: {
          $0 == record || $0.isOf(record) && record.saysLongestAge
        })
      else {
        let was = stored[next...].first { $0.isOf(record) }
        return fail(
          .recordsComeBack, at: truth.now,
          "a record comes back that was never stored: \(record), was: \(was.map { "\($0)" } ?? "none")"
        )
      }
      next = place + 1
    default: break
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    if case .store(let record) = action { stored.append(record) }
  }

  /// An editor stored it. The device hears of it later, or at its start.
  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .edited(let record) = change { stored.append(record) }
  }
}

extension Record {
  /// Both records hold the same notice.
  fileprivate func isOf(_ other: Record) -> Bool {
    if case .outbox(.notice(let mine)) = self, case .outbox(.notice(let yours)) = other {
      return mine.id == yours.id
    }
    return false
  }

  /// A notice keeps no more than 17 years as the age of its position.
  fileprivate var saysLongestAge: Bool {
    if case .outbox(.notice(let notice)) = self {
      notice.age.count == 549_755_813_887
    } else {
      false
    }
  }
}

/// Two runs with equal digests behaved alike: actions that differ have different digests.
///
/// The first of a life are compared with each other, and some of them with actions that differ in one field.
struct DigestChecker: Checker {
  var violation: Violation?

  private static let most = 1500
  private static let mostVaried = 500

  private var known: [UInt64: Action] = [:]

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    // Its time is no part of the digest.
    if case .store(.alive) = action { return }
    let value = DigestChecker.digest(action)
    if let other = known[value] {
      if other != action, !action.differsInTimes(from: other) {
        return confuse(action, other, truth)
      }
    } else if known.count < DigestChecker.most {
      known[value] = action
      if known.count < DigestChecker.mostVaried { compareVariants(of: action, value, truth) }
    }
  }

  private mutating func compareVariants(of action: Action, _ value: UInt64, _ truth: Truth) {
    for variant in action.variants
    where DigestChecker.digest(variant) == value && variant != action {
      return confuse(variant, action, truth)
    }
  }

  private mutating func confuse(_ action: Action, _ other: Action, _ truth: Truth) {
    fail(.digestTellsApart, at: truth.now, "the digest of \(action) is that of \(other)")
  }

  private static func digest(_ action: Action) -> UInt64 {
    var digest = Digest()
    action.fold(into: &digest)
    return digest.value
  }
}

/// The loop never waits past the device's next deadline, and never turns on the spot.
struct LoopChecker: Checker {
  var violation: Violation?

  private static let mostAtOnce = 20_000
  private var deadline: Instant?
  private var moment = Instant.start
  private var count = 0

  mutating func see(_ event: Event, _ truth: Truth) {
    arrived(event.at)
    // Records of a long life come at one moment, too.
    if case .restored = event.kind { count = 0 }
  }

  mutating func arrived(_ now: Instant) {
    if let deadline, deadline < now {
      fail(
        .deadlinesAreKept, at: now,
        "woken \((now - deadline).count) ms after the deadline it asked for")
    }
    guard now == moment else {
      moment = now
      count = 0
      return
    }
    count += 1
    if count > LoopChecker.mostAtOnce {
      fail(.deadlinesAreKept, at: now, "\(count) events at one moment: it turns on the spot")
    }
  }

  // A deadline that has come already is served in the next turn.
  mutating func settled(_ next: Instant?, at now: Instant) { deadline = next.map { max($0, now) } }
  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { deadline = nil }
  }
}

extension Action {
  /// One excursion that is written down twice, or one notice that is sent twice, with other times of the wall. These
  /// are no part of the digest.
  fileprivate func differsInTimes(from other: Action) -> Bool {
    // A notice is made at another time by a clock that was put right.
    if case .outbox(.send(var one)) = self, case .outbox(.send(let another)) = other {
      one.notice.made = another.notice.made
      return one == another
    }
    guard case .store(.outbox(.excursion(let one))) = self,
      case .store(.outbox(.excursion(let another))) = other
    else { return false }
    return one.farthest == another.farthest
  }
}
