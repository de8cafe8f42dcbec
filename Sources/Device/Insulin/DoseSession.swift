import HAL

/// One meal's prompt while it is open.
struct DoseSession: Sendable {
  enum Stage: Sendable {
    /// Waits for a reading.
    case measuring
    /// Nothing on the screen until then: put off, or told why nothing can be proposed.
    case away(until: Instant)
    case carbohydrates(Grams)
    case offering(DoseOffer)
    case refused(DoseRefusal)
    /// Minus takes it back.
    case taken(DiaryDose, DoseOffer, until: Instant)
  }

  /// The reading that the dose is worked out from.
  struct Basis: Sendable {
    var id: EntryID
    var result: MeterResult
    var at: Instant
  }

  let meal: Meal
  let day: Int32
  /// An hour after the mealtime: a dose later than that would follow the meal, not precede it.
  let ends: Instant
  /// The moment at which the caregiver is told that no dose was confirmed.
  private(set) var unansweredAt: Instant
  /// The prompt, which sounds again at a time counted from the wearer's last touch.
  var prompt: Prompt<Instant>
  var stage = Stage.measuring
  var basis: Basis?
  var carbohydrates: Grams?
  /// The meal's dose that was deleted in the diary.
  var deleted: DeletedDose?
  /// Revision of the history from which the stage was worked out.
  var revision: UInt32 = 0
  /// The moment at which a dose of unclear time no longer forbids another.
  var clearAt: Instant?
  /// The refusal that ok has put away.
  var aside: DoseRefusal?
  /// The moment at which the stage began.
  var since: Instant

  init(meal: Meal, day: Int32, ends: Instant, isCaregiverTold: Bool, now: Instant) {
    self.meal = meal
    self.day = day
    self.ends = ends
    unansweredAt = min(now + DosePrompt.unansweredAfter, ends)
    prompt = Prompt(next: now + PromptFigures.interval, isTold: isCaregiverTold)
    since = now
  }

  /// The dose was taken back. A caregiver who had heard that none was confirmed may have heard of it since.
  mutating func reopen(at now: Instant) {
    guard prompt.isTold else { return }
    prompt.isTold = false
    unansweredAt = min(now + PromptFigures.interval, ends)
  }

  /// The reason why nothing is proposed, on the page or put away.
  var refusal: DoseRefusal? {
    if case .refused(let refusal) = stage { return refusal }
    return aside
  }

  var isTaken: Bool {
    if case .taken = stage { return true }
    return false
  }

  /// It waits for the wearer, and may sound again.
  var isWaiting: Bool {
    switch stage {
    case .measuring, .carbohydrates, .offering, .refused: true
    case .away, .taken: false
    }
  }

  /// The moment at which the reading behind the page is too old for a dose.
  var staleAt: Instant? {
    switch stage {
    case .carbohydrates, .offering:
      basis.map { $0.at + Milliseconds(DoseProposal.oldestReading.count + 1) }
    case .measuring, .away, .refused, .taken: nil
    }
  }

  var page: Page? {
    switch stage {
    case .measuring: .dose(.measure(meal, deleted: deleted))
    case .away: nil
    case .carbohydrates(let grams): .dose(.enterCarbohydrates(grams))
    case .offering(let offer): .dose(.offer(offer))
    case .refused(let refusal): .dose(.refused(refusal))
    case .taken(let dose, _, _): .dose(.taken(dose.meal, dose.confirmed))
    }
  }

  func fold(into digest: inout Digest) {
    let who = UInt64(meal.rawValue) | UInt64(UInt32(bitPattern: day)) << 32
    switch stage {
    case .measuring: digest.fold(1 << 8 | who)
    case .away(let until): digest.fold(2 << 8 | who, UInt64(bitPattern: until.milliseconds))
    case .carbohydrates(let grams): digest.fold(3 << 8 | who, grams.value.word)
    case .offering(let offer):
      digest.fold(4 << 8 | who)
      offer.fold(into: &digest)
    case .refused(let refusal): digest.fold(5 << 8 | who, UInt64(refusal.rawValue))
    case .taken(let dose, _, _): digest.fold(6 << 8 | who, dose.id.value)
    }
    digest.fold(
      UInt64(bitPattern: ends.milliseconds) ^ (prompt.isTold ? 1 << 63 : 0),
      UInt64(bitPattern: prompt.next?.milliseconds ?? 0))
    digest.fold(basis?.id.value ?? 0, carbohydrates?.value.word ?? 1)
    if let deleted { digest.fold(deleted.word) }
  }
}
