import HAL

/// Announces each occurrence of each reminder once, and sees to it until somebody answers: ALZ-5,
/// ALZ-6, ALZ-11.
///
/// Nothing is due before a clock is trusted, or a calendar clock lies near the last sign of life. The
/// announcements of a calendar clock are unsure: see `ReminderDoubt.swift`. From then until the next
/// reboot the clock counts even when its trust is lost. A reminder that is seconds off beats none.
///
/// An occurrence is known by its reminder and its civil minute. The time between the last moment that was
/// seen to and now is a gap (`ReminderGap.swift`). In it the device was off, did not know the time, or its
/// clock stepped forward.
///
/// Order: medications before reminders, then by id.
public struct Reminders: Feature, Sendable {
  /// Reminders that a profile may have; later ones are not taken.
  public static let capacity = 32

  /// The reminders in the order in which they are announced.
  var entries = FixedArray<32, ReminderEntry>()
  /// These wait for the wearer: of each reminder one occurrence at most.
  var open = FixedArray<32, OpenReminder>()
  var log = ReminderLog()
  var limit = Milliseconds.seconds(15 * 60)
  var snoozeFor = Milliseconds.seconds(10 * 60)
  /// A device without `ok` cannot acknowledge: each due reminder is told to the caregiver at once,
  /// sounds once and is shown for five minutes. It counts from the next announcement on.
  public var hasOK: Bool

  private(set) var alive: WallTime?
  /// The same by the clock on the wall, in the zone of that time; 0: not known.
  private var aliveMinute = CivilMinute(0)
  private(set) var configured: Instant?
  var hasBegun = false
  /// Whether announcements go by a calendar clock that nobody vouches for.
  var isUnsure = false
  /// The error of that clock, while its announcements have still to be corrected.
  var wrongBy: Milliseconds?
  /// Everything due up to here has been seen to.
  var cursor = WallTime(milliseconds: 0)
  private var cursorMinute = CivilMinute(0)
  /// The last moment seen: the clock has stepped when the two no longer run together.
  var now = Instant.start
  var wall = WallTime(milliseconds: 0)
  /// Another number after each step of hours or more; odd after one forward.
  var era: UInt32 = 0
  /// Seconds of the leap that began it, or of all where some forward ones followed each other.
  var leaptSeconds: Int32 = 0
  /// The last step of more than a day.
  var eraSince = Instant.start
  /// All that was told, for the digest.
  var trail = Digest()
  /// The moment at which it wants to be woken. It does not know of a clock that stepped since: call `pass` then.
  public private(set) var deadline: Instant?

  public init(hasOK: Bool = true) { self.hasOK = hasOK }

  /// The occurrence that `ok` answers and the screen shows. It is announced, and neither answered nor put
  /// off. Among several, a medication goes before a reminder, then the one due last, then the lowest id.
  /// Nil when nothing waits.
  public var current: Occurrence? {
    var copy = self
    return copy.shown().map { open[$0].occurrence }
  }

  /// The place of `current` among those that wait.
  mutating func shown() -> Int? {
    guard hasBegun else { return nil }
    var best: Int?
    for i in 0..<open.count where !open[inPlace: i].prompt.isPutOff {
      if let best, !open[inPlace: i].isShown(before: open[inPlace: best]) { continue }
      best = i
    }
    return best
  }

  /// The device lived then, by a trusted clock. Records come oldest first: the last one counts.
  /// - Parameter minute: what the clock on the wall showed then; nil: not known.
  public mutating func restoreAlive(_ wall: WallTime, _ minute: CivilMinute? = nil) {
    if wall.isPlausible { (alive, aliveMinute) = (wall, minute ?? CivilMinute(0)) }
    // A sign of life is left by a trusted clock only: what was unsure before is settled.
    log.settle()
  }

  /// Everything due before it was seen to in the life before; nil: there was none. The power may have gone between
  /// the last sign of life and what was due at that moment. In another zone the minutes of the wall count.
  func seenTo(in zone: Zone) -> WallTime? {
    guard let alive else { return nil }
    let seen = alive.advanced(by: .seconds(-60))
    guard aliveMinute.count != 0, aliveMinute != zone.local(alive).minute else { return seen }
    return min(seen, zone.wall(of: aliveMinute))
  }

  /// The profile was loaded: the row of reminders is replaced as a whole, and the limits with it.
  ///
  /// Announcements stay, by the reminder's id. An occurrence that waits for the wearer ends if its
  /// reminder is gone. A new or changed reminder counts from this minute on, but see `takeLate`. At the first
  /// load after a start it counts from the last known sign of life, if there is one. If two have the same id,
  /// the later one counts. O(n²) in the number of reminders.
  public mutating func configure(
    _ list: FixedArray<32, Reminder>, _ limits: Limits, at moment: Moment, in zone: Zone,
    _ tell: (ReminderChange) -> Void
  ) {
    let earlier = entries
    entries.removeAll()
    for i in 0..<list.count { place(list[i], earlier, at: moment.at) }
    keepOwed(earlier, at: moment.at)
    if configured == nil { configured = moment.at }
    limit = .seconds(Int64(max(limits.reminderLimit, 1)) * 60)
    snoozeFor = .seconds(Int64(max(limits.snooze, 1)) * 60)
    guard hasBegun else { return pass(moment, in: zone, tell) }
    // A journey west has times still to come that one east had skipped: each is due like any other.
    let shown = zone.local(wall).minute
    if shown < cursorMinute { log.forgetMissed(after: shown) }
    // The minutes of the wall tell how far reminders were handled before the zone changed.
    cursor = min(cursor, zone.wall(of: cursorMinute))
    // A new reminder counts in this minute, although another was announced in it already.
    if entries.firstIndex(where: { $0.since == moment.at }) != nil {
      cursor = min(cursor, beforeMinute(of: moment.at))
    }
    let isBack = follow(moment, zone)
    release(zone, isNew: false)
    refresh(zone)
    let waiting = open
    endOrphans(tell)
    takeLate(after: earlier, waiting: waiting, zone, tell)
    takeBack(after: earlier, zone)
    work(zone, isBack: isBack, tell)
  }

  /// Time passes. Call it when `deadline` has come, when the clock was trusted or stepped, or as often
  /// as you like: otherwise it costs nothing.
  ///
  /// One call tells at most six changes for each reminder: three missed, one due, and two for the one
  /// whose place it takes. The first one that knows the time tells one more of each, that waited under another
  /// number. `configure` also tells one change for each that waits and has left the profile.
  public mutating func pass(
    _ moment: Moment, in zone: Zone, _ tell: (ReminderChange) -> Void
  ) {
    if rests(at: moment) { return }
    guard let time = usable(moment) else {
      // No calendar holds that time: nothing is due by it.
      deadline = nil
      return
    }
    var isBack = false
    if hasBegun, isUnsure, moment.isTrusted {
      isBack = beginSurely(moment.at, time, zone)
      takeEarlier(zone, tell)
      missUnderOtherNumbers(zone, tell)
    } else if hasBegun {
      isBack = follow(moment, zone)
    } else {
      guard moment.isTrusted || moment.isUnsure, let configured else { return }
      isUnsure = !moment.isTrusted
      begin(moment.at, time, configured, zone)
      takeEarlier(zone, tell)
      missUnderOtherNumbers(zone, tell)
    }
    work(zone, isBack: isBack, tell)
  }

  /// Nothing is due, by a clock that has run on: then a pass changes nothing.
  @inline(__always)  // No copy: see LastSeen.swift.
  func rests(at moment: Moment) -> Bool {
    guard hasBegun, !(isUnsure && moment.isTrusted), let time = moment.wall,
      runsOn(moment.at, time)
    else { return false }
    return deadline.map { $0 > moment.at } ?? true
  }

  /// Puts a reminder in its place in the order.
  private mutating func place(
    _ reminder: Reminder, _ earlier: borrowing FixedArray<32, ReminderEntry>, at now: Instant
  ) {
    var entry = ReminderEntry(
      reminder: reminder, since: configured == nil && alive != nil ? nil : now)
    if let i = earlier.firstIndex(where: { $0.reminder.id == reminder.id }) {
      // Nothing is surely seen to before a trusted clock speaks: with the same times the same is owed.
      let before = earlier[i].reminder
      if before == reminder || (!hasBegun || isUnsure) && before.isOwed(like: reminder) {
        entry.since = earlier[i].since
      }
      entry.lastCall = earlier[i].lastCall
      entry.lastEra = earlier[i].lastEra
    }
    if let i = entries.firstIndex(where: { $0.reminder.id == reminder.id }) {
      entries.remove(at: i)
    }
    guard entries.append(entry) else { return }
    var i = entries.count - 1
    while i > 0, reminder.precedes(entries[i - 1].reminder) {
      entries[i] = entries[i - 1]
      i -= 1
    }
    entries[i] = entry
  }

  private mutating func work(_ zone: Zone, isBack: Bool, _ tell: (ReminderChange) -> Void) {
    for i in 0..<entries.count {
      if isBack { makeUp(i, zone, tell) }
      if let next = entries[inPlace: i].next, next <= wall { fill(i, zone, tell) }
    }
    cursor = wall
    cursorMinute = zone.local(wall).minute
    // The cursor has only moved on: what is due later stays the next.
    for i in 0..<entries.count {
      if let next = entries[inPlace: i].next, next <= wall { refresh(i, zone) }
    }
    serveOpen(tell)
    plan()
  }

  private mutating func nextWake() -> WallTime? {
    var first: WallTime?
    for i in 0..<entries.count {
      if let next = entries[inPlace: i].next { first = min(first ?? next, next) }
    }
    for i in 0..<open.count {
      let next = open[inPlace: i].wakes(limit: limit)
      first = min(first ?? next, next)
    }
    return first
  }

  /// Works the deadline out anew.
  mutating func plan() {
    deadline = nextWake().map { now + wall.distance(to: $0) }
  }

  mutating func say(_ change: ReminderChange, _ tell: (ReminderChange) -> Void) {
    change.fold(into: &trail)
    tell(change)
  }

  /// Folds in all that was told, and what follows from it.
  public func fold(into digest: inout Digest) {
    digest.fold(
      trail.value ^ UInt64(bitPattern: deadline?.milliseconds ?? -1) &+ UInt64(open.count) << 56)
  }
}
