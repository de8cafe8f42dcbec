import HAL

/// What the outbox does with low glucose that is over. SAFE-2.
extension Outbox {
  /// Who was told of this low glucose, or of the one that was over last.
  struct LowCase: Sendable {
    var told: UInt8 = 0
    var isOver = false
  }

  /// A notice of low glucose begins a case, or goes on with it; one that it is over ends it.
  mutating func openLowCase(_ matter: Notice.Matter) {
    switch matter {
    case .lowGlucose:
      if lowCase.isOver { lowCase = LowCase() }
    case .glucoseLowOver: lowCase.isOver = true
    default: break
    }
  }

  mutating func knowsLow(_ caregiver: UInt8, of matter: Notice.Matter) {
    guard caregiver < 4 else { return }
    switch matter {
    case .lowGlucose: lowCase.told |= 1 << caregiver
    case .glucoseLowOver: if lowCase.isOver { lowCase.told |= 1 << caregiver }
    default: break
    }
  }

  /// Those who were told of it, or may just be hearing of it: an attempt whose answer was lost may
  /// have arrived.
  mutating func lowAudience() -> UInt8 {
    var mask = lowCase.told
    for i in 0..<count {
      // Who is about to hear that it is over hears also that nobody confirmed it.
      if lowCase.isOver, case .glucoseLowOver = entries[i].notice.matter {
        mask |= entries[i].notice.audience
      }
      guard case .lowGlucose = entries[i].notice.matter else { continue }
      mask |= entries[i].mask { $0.wasTold || $0.attempts > 0 }
      let id = entries[i].notice.id
      for f in 0..<flights.count where flights[f].notice == id {
        mask |= 1 << flights[f].caregiver
      }
    }
    return mask
  }

  /// Nobody is told to act on the past: what was to tell of it goes no farther. A few closings in one
  /// call, the others with the next work; those that a power cut prevented, when life goes on.
  mutating func withdrawLow(for matter: Notice.Matter) {
    for i in 0..<count where entries[i].notice.matter.isStale(after: matter) {
      let isFlying = isInFlight(entries[i].notice.id)
      if case .glucoseLowOver = entries[i].notice.matter, isFlying || entries[i].isTold { continue }
      entries[i].withdraw()
    }
  }

  /// The low glucose of an earlier life is over, and nobody can say yet since when. Who was told
  /// hears so once a clock has spoken; nobody else is told that it is going on.
  mutating func withdrawPastLow(at now: Instant, _ tell: (OutboxChange) -> Void) {
    for i in 0..<count {
      if case .lowGlucose = entries[i].notice.matter { entries[i].withdraw() }
    }
    work(at: now, tell)
  }
}

extension Notice.Matter {
  /// Low glucose and its end: the newer of the two is true.
  fileprivate func isStale(after newer: Notice.Matter) -> Bool {
    switch (self, newer) {
    case (.lowGlucose, .glucoseLowOver), (.glucoseLowOver, .lowGlucose): true
    default: false
    }
  }
}
