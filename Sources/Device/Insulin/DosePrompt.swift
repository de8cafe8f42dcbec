import HAL

/// The dose prompt, the watch over low glucose, and the last 24 hours of readings and doses. DIA-8.
///
/// At a mealtime the wearer of a device with an `ok` key is asked for a reading, and shown a dose with
/// its parts. Plus and minus change it, ok confirms it, minus takes it back for a minute. A device
/// without `ok` can confirm nothing and prompts for no dose: caregivers hear of each meal that has
/// none. One without plus and minus takes readings from a meter only. Readings are taken, and low ones
/// alarm, on every device and for every wearer, insulin-dependent or not.
///
/// All moments are on the device's own clock. The calendar only says which meal it is.
public struct DosePrompt: Feature, Sendable {
  /// The caregiver is told when no dose was confirmed by then.
  public static let unansweredAfter = Milliseconds.seconds(30 * 60)
  /// Minus takes a dose back for so long.
  public static let undoFor = Milliseconds.seconds(60)
  /// An offer younger than this cannot be confirmed: the second of two quick presses must not
  /// confirm what nobody has read.
  public static let leastLook = Milliseconds.seconds(1)
  /// A value half entered is dropped after so long without a key.
  static let entryFor = Milliseconds.seconds(2 * 60)
  /// The most changes that one call reports. Each list of them has that capacity.
  ///
  /// Records and clock make 23:
  /// - the record of a meal whose word was given;
  /// - 2 entries ahead with 2 changes each;
  /// - low glucose with 9: alarm on, alarm off, notice, reading, event, over with 2, and 2 more low
  ///   readings. These have 2 each less those that exclude each other;
  /// - a prompt that is made anew with 5, and 4 readings stored late.
  ///
  /// Steps of time make 25: 11, and one more with at most 14. The subject of the call makes 24: 4, 9, 1
  /// that sounds again, 1, a prompt with 9.
  public static let mostChanges = 72
  /// Steps of time end here; what is left is due at once.
  static let enoughChanges = 12
  /// The wearer is busy with these pages for so long after a key or a meter's reading.
  static let inHandFor = Milliseconds.seconds(60)
  /// A remark outside a prompt stays so long.
  static let remarkFor = Milliseconds.seconds(2 * 60)

  struct Remark: Sendable {
    var refusal: DoseRefusal
    var until: Instant
  }

  /// The page that the wearer is busy with until `inHandUntil`.
  enum Hands: UInt8, Sendable {
    case dose
    /// Plus or minus moved the answer to a reminder's question.
    case question
    /// The same, and a meter's reading has come since.
    case questionBeforeDose
  }

  struct Answered: Sendable {
    var meal: Meal
    var day: Int32
    var ends: Instant
  }

  var profile: InsulinProfile?
  /// False: the profile is a kept one, and its insulin section may be out of date.
  var isSure = true
  var limits = Limits()
  var keys = KeySet.all
  private var boot: UInt32 = 0
  private var entryCount: UInt32 = 0
  private(set) var bootedAt = Instant.start

  var history = GlucoseHistory()
  var meals = Mealtimes()
  var session: DoseSession?
  var entry: GlucoseEntry?
  var entryUntil = Instant.start
  /// The wearer is busy until then; long ago: not at all.
  var inHandUntil = Instant.start
  var remark: Remark?
  var low: LowGlucose?
  var second: SecondMeasurement?
  var earlier = EarlierLow()
  /// The meals whose newest record is a notice that they have no dose.
  var toldMeals = Marks()
  /// The newest reading that records brought, also one that they removed again.
  var newestRestored = EntryID(0)
  var lost: LostDose?
  /// Local time at the last pass; nil until a clock was trusted.
  var civil: CivilMinute?
  var isSounding = false
  var hands = Hands.dose
  /// Records came back: what they mean for now is still to be seen.
  private var hasRestored = false
  /// An offer waits for nothing but a trusted clock.
  private var awaitsTrust = false
  /// The meal that had its dose, while its window is open.
  var answered: Answered?
  private var lastCivil: CivilMinute?

  /// The moment at which `step` has something to do.
  private var nextStep: Instant?
  /// A call tells so much and no more: what is left is due at once.
  var owesSince: Instant?

  /// The moment at which the core wants to be woken for this, mealtimes apart: `pass` comes with each minute.
  public var deadline: Instant? { owesSince ?? nextStep }

  public init() {}

  /// The device starts. Records and settings follow.
  public mutating func booted(_ number: UInt32, keys: KeySet, at now: Instant = .start) {
    self = DosePrompt()
    bootedAt = now
    boot = number
    self.keys = keys
  }

  /// The board has other keys than at the start.
  public mutating func take(_ keys: KeySet) {
    self.keys = keys
    settle()
  }

  /// Takes back what an earlier life stored, in its order. Any prefix is safe. Records of other
  /// features are passed over. `pass` comes only after the last of them.
  public mutating func restore(_ record: Record) {
    let loss = loss(by: record, at: bootedAt)
    var isKnown = false
    if case .diary(.reading(let reading)) = record {
      isKnown = history.index(of: reading.id) != nil
    }
    keep(record, now: bootedAt)
    if case .diary(.dose(let dose)) = record { history.doses.setRestored(dose.id) }
    restoreLow(record, isKnown: isKnown)
    restoreKeptBack(record)
    restoreLoss(loss, record)
    hasRestored = true
    settle()
  }

  /// The profile was loaded.
  /// - Parameters:
  ///   - insulin: nil for a wearer who is not insulin-dependent.
  ///   - civil: local civil time in the zone of that profile; nil until a clock was trusted.
  public mutating func configure(
    insulin: InsulinProfile?, isSure: Bool = true, mealtimes: FixedArray<3, Mealtime>,
    limits: Limits, _ moment: Moment, civil: CivilMinute? = nil,
    _ tell: (DoseChange) -> Void
  ) {
    advance(moment, tell)
    let isOther = insulin != profile || isSure != self.isSure
    let before = (times: meals.times, isOn: profile != nil)
    profile = insulin
    self.isSure = isSure
    self.limits = limits
    meals.times = mealtimes
    lastCivil = nil
    if insulin == nil, session != nil {
      // The section may come back within the meal's hour, and the prompt with it.
      leave(tell)
    } else if isOther {
      history.touch()
      revise(moment, tell)
    }
    // Nobody was to be asked without meals, in whatever zone.
    if !before.isOn { self.civil = civil }
    tellOverlooked(at: civil, since: before.times, wasOn: before.isOn, moment, tell)
    settle()
  }

  /// Prompts for the meal that is due, and does what time alone brings.
  /// - Parameter civil: local civil time; nil until a clock was trusted.
  public mutating func pass(
    _ moment: Moment, civil: CivilMinute?, _ tell: (DoseChange) -> Void
  ) {
    let before = self.civil
    self.civil = civil
    advance(moment, tell)
    if let civil, civil != lastCivil {
      lastCivil = civil
      if let before { leap(from: before, to: civil, moment, tell) }
      tellKeptBack(moment, tell)
      if !canPrompt {
        tellUnasked(at: civil, moment, tell)
      } else if let due = meals.due(at: civil, now: moment.at) {
        begin(due.meal, day: due.day, late: due.late, moment, tell)
        settle()
      }
    }
  }

  /// The diary was edited, or appends what another program wrote.
  public mutating func edited(
    _ record: Record, _ moment: Moment, _ tell: (DoseChange) -> Void
  ) {
    advance(moment, tell)
    let loss = loss(by: record, at: moment.at)
    keep(record, now: moment.at)
    _ = history.hear(moment)
    tellAhead(moment, tell)
    follow(record, moment.at, tell)
    watchLow(moment, tell)
    if let loss { lose(loss, moment, tell) }
    revise(moment, tell)
    settle()
  }

  /// The outbox numbered a notice of low glucose.
  public mutating func lowWasTold(_ notice: NoticeID) {
    guard let known = low?.notice else { return }
    if known == NoticeID(0) || known == LowGlucose.toldBefore { low?.notice = notice }
  }

  /// A caregiver answered a notice of low glucose: it is not sent again for this reading. An answer
  /// to the notice of an earlier reading says nothing of this one, nor does any before its own.
  public mutating func caregiverAnswered(_ notice: NoticeID) {
    if let first = low?.notice, first == NoticeID(0) || notice < first { return }
    low?.isCaregiverAware = true
  }

  /// The caregiver who answered has left the list. The next quarter of an hour tells the others.
  mutating func answererLeft() {
    if low?.isCaregiverAware == true { low?.isOwedAnew = true }
    low?.isCaregiverAware = false
    earlier.isAnswered = false
  }

  /// A dose can be confirmed on this device, and the wearer needs one.
  public var canPrompt: Bool { profile != nil && keys.contains(.ok) }

  /// The wearer has just measured, or pressed a key on the page of a value, of grams or of a dose.
  var isInHand: Bool {
    guard inHandUntil > .start, hands == .dose else { return false }
    if entry != nil { return true }
    switch session?.stage {
    case .carbohydrates, .offering: return true
    case nil, .measuring, .away, .refused, .taken: return false
    }
  }

  /// The page that it wants on the screen; nil: none.
  @inline(__always)  // No copy of what is kept, nor below: see LastSeen.swift.
  public var page: Page? {
    if let entry { return .dose(.enterGlucose(entry.result)) }
    if let low { return .glucose(.low(low.result, isVery: low.isVery, age: low.age)) }
    if let remark { return .dose(.refused(remark.refusal)) }
    if asksAgain { return .dose(.measureAgain) }
    return session?.page
  }

  /// Folds the decision state in.
  public mutating func fold(into digest: inout Digest) {
    history.fold(into: &digest)
    digest.fold(
      (low?.reading.value ?? 0) ^ (isSounding ? 1 << 63 : 0),
      UInt64(bitPattern: low?.next.milliseconds ?? 0))
    digest.fold(
      UInt64(remark?.refusal.rawValue ?? 0xff) | UInt64(entry == nil ? 0 : 1) << 8
        | UInt64(entry?.hasRival == true ? 1 : 0) << 9 | UInt64(hands.rawValue) << 10
        | UInt64(UInt32(bitPattern: entry?.steps ?? 0)) << 16,
      UInt64(bitPattern: deadline?.milliseconds ?? -1))
    digest.fold(UInt64(boot) << 32 | UInt64(entryCount))
    if let second {
      digest.fold(
        second.reading.value ^ (second.isAsked ? 1 << 62 : 0) ^ (second.isSeen ? 1 << 61 : 0),
        UInt64(bitPattern: second.announce.milliseconds))
    }
    session?.fold(into: &digest)
  }

  mutating func nextID() -> EntryID {
    entryCount &+= 1
    return EntryID(NoticeID(boot: boot, number: entryCount).value)
  }

  private mutating func keep(_ record: Record, now: Instant) {
    history.take(record, now: now)
    switch record {
    case .meal(let meal, let day, let state): meals.set(meal, day, state)
    case .diary(.reading(let reading)): skipID(reading.id)
    case .diary(.dose(let dose)): skipID(dose.id)
    case .alive, .place, .reminder, .outbox, .accompanied, .diary: break
    }
  }

  /// A number that is taken already is not given twice.
  private mutating func skipID(_ id: EntryID) {
    let number = NoticeID(id.value)
    if number.boot == boot { entryCount = max(entryCount, number.number) }
  }

  /// Handles everything that is due up to now, each at its own moment. So the outcome does not depend
  /// on how often the device is woken.
  mutating func advance(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    let owes = owesSince != nil
    owesSince = nil
    if history.hear(moment) || hasRestored || owes {
      if hasRestored {
        recoverLow(moment, tell)
        storeToldMeal(tell)
      }
      hasRestored = false
      tellAhead(moment, tell)
      watchLow(moment, tell)
      revise(moment, tell)
      settle()
    }
    if history.awaitsClock, moment.isTrusted {
      history.storeLate(moment) { tell(.store($0)) }
      if history.awaitsClock { owesSince = moment.at }
    }
    var count = 0
    // Nothing lies ahead of the end of time.
    while let due = nextStep, due <= moment.at, due.milliseconds < .max {
      if count >= DosePrompt.enoughChanges {
        owesSince = moment.at
        break
      }
      // Effects of time alone are stored with no time of day.
      let then = Moment(
        at: due, wall: nil, isTrusted: moment.isTrusted, isDisputed: moment.isDisputed)
      step(then) { change in
        count += 1
        tell(change)
      }
      settle()
    }
    if awaitsTrust, moment.isTrusted, !moment.isDisputed {
      remake(moment, tell)
      settle()
    }
  }

  /// Whether the time can be relied on is another question than before.
  mutating func doubt(_ moment: Moment, _ tell: (DoseChange) -> Void) {
    advance(moment, tell)
    switch session?.stage {
    // The offer was made anew already when the doubt ended.
    case .offering, .carbohydrates: if moment.isDisputed { remake(moment, tell) }
    case nil, .measuring, .away, .refused, .taken: break
    }
    settle()
  }

  /// The mealtimes are looked at again at the next pass.
  mutating func lookForMeals() { lastCivil = nil }

  /// Works out when it wants to be woken, once per change and not per event.
  mutating func settle() {
    nextStep = earliest
    awaitsTrust = low == nil && session?.refusal == .clockUntrusted
  }
}
