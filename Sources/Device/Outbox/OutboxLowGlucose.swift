import HAL

/// The outbox's handling of low glucose that is over. SAFE-2.
extension Outbox {
  /// The caregivers who were told of this low glucose, or of the one that was over last.
  struct LowCase: Sendable {
    var told: UInt8 = 0
    var isOver = false
    /// The newest notice's reading, those who have that notice, and who answered it.
    var result: BriefResult?
    var knowing: UInt8 = 0
    var answered: UInt8?
    /// Whoever answered it last has left the list since.
    var hasLostAnswer: Bool { answered == Places.gone }

    mutating func rearrange(_ places: Places) {
      told = places.moved(told)
      knowing = places.moved(knowing)
      answered = answered.map { places[$0] ?? Places.gone }
    }
  }

  /// A notice of low glucose begins a case, or goes on with it; one that it is over ends it.
  mutating func openLowCase(_ matter: GlucoseMatter) {
    switch matter {
    case .low(let result, _, _):
      if lowCase.isOver { lowCase = LowCase() }
      guard lowCase.result != BriefResult(result) else { return }
      lowCase.result = BriefResult(result)
      lowCase.knowing = 0
      lowCase.answered = nil
    case .lowOver: lowCase.isOver = true
    }
  }

  /// The next notice of low glucose is the first of its reading. An earlier reading may have shown the
  /// same: who knows of that one, or answers its notice, says nothing of this one. SAFE-5.
  mutating func lowIsNew() {
    lowCase.result = nil
    for i in 0..<count {
      if case .glucose(.low) = entries[i].notice.matter { entries[i].isOfEarlierReading = true }
    }
  }

  /// - Parameters:
  ///   - i: the notice.
  ///   - isAnswer: that caregiver sent the token back.
  mutating func knowsLow(_ caregiver: UInt8, of i: Int, isAnswer: Bool = false) {
    guard caregiver < 4 else { return }
    let matter = entries[i].notice.matter
    // A caregiver who heard that it is over hears also that nobody confirmed it.
    if case .glucose(.lowOver) = matter, lowCase.isOver { lowCase.told |= 1 << caregiver }
    guard case .glucose(.low(let result, _, _)) = matter else { return }
    lowCase.told |= 1 << caregiver
    guard lowCase.result == BriefResult(result) else { return }
    if entries[i].isOfEarlierReading { return }
    lowCase.knowing |= 1 << caregiver
    if isAnswer { lowCase.answered = caregiver }
  }

  /// The progress of that low glucose's notice, and the caregiver whom the page names; nil: nobody can say.
  mutating func stage(ofLow result: MeterResult) -> (HelpStage, caregiver: UInt8)? {
    guard hasAnyRoute() else { return (.nobody, 0) }
    let brief = BriefResult(result)
    guard lowCase.result == brief else { return nil }
    if let answered = lowCase.answered, !lowCase.hasLostAnswer { return (.answered, answered) }
    if lowCase.knowing != 0 { return (.told, UInt8(lowCase.knowing.trailingZeroBitCount)) }
    for i in 0..<count {
      guard case .glucose(.low(let other, _, _)) = entries[i].notice.matter,
        BriefResult(other) == brief, !entries[i].isOfEarlierReading,
        let caregiver = beingTold(entries[i].notice.id)
      else { continue }
      return (.calling, caregiver)
    }
    return nil
  }

  /// Those who were told of it, or may just be hearing of it: an attempt whose answer was lost may
  /// have arrived.
  mutating func lowAudience() -> UInt8 {
    var mask = lowCase.told
    for i in 0..<count {
      // A caregiver who is about to hear that it is over hears also that nobody confirmed it.
      if lowCase.isOver, case .glucose(.lowOver) = entries[i].notice.matter {
        mask |= entries[i].notice.audience | entries[i].mask { $0.attempts > 0 }
      }
      guard case .glucose(.low) = entries[i].notice.matter else { continue }
      mask |= entries[i].mask { $0.wasTold || $0.attempts > 0 }
      let id = entries[i].notice.id
      for f in 0..<flights.count where flights[f].notice == id {
        mask |= 1 << flights[f].caregiver
      }
    }
    return mask
  }

  /// The notice goes from the table. An attempt whose answer was lost may have arrived all the same: that caregiver
  /// goes on being one who was told.
  mutating func keepLowAudience(_ i: Int) {
    guard case .glucose(let matter) = entries[i].notice.matter else { return }
    if case .lowOver = matter, !lowCase.isOver { return }
    lowCase.told |= entries[i].mask { $0.attempts > 0 }
  }

  /// Nobody is told to act on the past: what was to tell of it goes no farther. A few closings in one
  /// call, the others with the next work; those that a power cut prevented, when life goes on.
  mutating func withdrawLow(for matter: Notice.Matter) {
    for i in 0..<count where entries[i].notice.matter.isStale(after: matter) {
      let isFlying = isInFlight(entries[i].notice.id)
      if case .glucose(.lowOver) = entries[i].notice.matter, isFlying || entries[i].isTold {
        continue
      }
      entries[i].withdraw()
    }
  }

  /// The low glucose of an earlier life is over, and nobody can say yet since when. Caregivers who were
  /// told hear so once a clock has spoken; nobody else is told that it is going on.
  mutating func withdrawPastLow(at now: Instant, _ tell: (OutboxChange) -> Void) {
    for i in 0..<count {
      if case .glucose(.low) = entries[i].notice.matter { entries[i].withdraw() }
    }
    work(at: now, tell)
  }
}

extension Notice.Matter {
  /// Low glucose and its end: the newer of the two is true.
  fileprivate func isStale(after newer: Notice.Matter) -> Bool {
    switch (self, newer) {
    case (.glucose(.low), .glucose(.lowOver)), (.glucose(.lowOver), .glucose(.low)): true
    default: false
    }
  }
}
