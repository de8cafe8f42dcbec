import HAL

/// The fate of the newest occurrences: neither a reboot nor a clock that steps back announces one of them again.
/// One that was called far too early is announced at its own time, too (`ReminderEarly.swift`).
///
/// When it is full, the first that was answered goes, as long as it holds 64 of these, else the first of all. So a
/// day keeps what nobody answered. With ten occurrences a day one goes after six days at the earliest. It takes a step
/// back of as many for an old one to be announced again.
struct ReminderLog: Sendable {
  private struct Entry: Sendable {
    var due: CivilMinute
    var reminder: UInt16
    private var code: Code
    /// The next two: the upper bit, and the others.
    private var marks: UInt8 = 0

    init(_ occurrence: Occurrence, _ state: ReminderState) {
      due = occurrence.due
      reminder = occurrence.reminder
      code = Code(state, isFree: false)
    }

    var state: ReminderState {
      get { ReminderState(word: UInt64(code.rawValue & Code.states)) ?? .missed }
      set {
        if newValue != state { isListed = false }
        code = Code(newValue, isFree: isFree, isSpoken: isSpoken && newValue == .acknowledged)
      }
    }

    /// A daily mail has said that nobody answered it.
    var isListed: Bool {
      get { marks & 128 != 0 }
      set { marks = unsure | (newValue ? 128 : 0) }
    }

    /// 0, or announced by a clock that was not sure, one less minutes late.
    var unsure: UInt8 {
      get { marks & 127 }
      set { marks = marks & 128 | min(newValue, 127) }
    }

    /// It was called so long before its time that it is called at its time, too. What was not called is not free.
    var isFree: Bool {
      get { code.rawValue & Code.free != 0 }
      set { code = Code(state, isFree: newValue, isSpoken: isSpoken) }
    }

    /// Nobody was called for it: a call under another date has spoken for it.
    var isSpoken: Bool {
      get { code.rawValue & Code.spoken != 0 }
      set { code = Code(state, isFree: isFree, isSpoken: newValue) }
    }
  }

  /// A state in one byte, because there are 128 of these: numbered as a record has it, `free` and `spoken`.
  private enum Code: UInt8 {
    case announced = 1
    case acknowledged, snoozed, escalated, missed, announcedUnsure
    case freeAnnounced = 9
    case freeAcknowledged, freeSnoozed, freeEscalated
    case spokenAnnounced = 17
    case spokenAcknowledged
    case freeSpokenAnnounced = 25
    case freeSpokenAcknowledged

    static let states: UInt8 = 7
    static let free: UInt8 = 8
    static let spoken: UInt8 = 16

    init(_ state: ReminderState, isFree: Bool, isSpoken: Bool = false) {
      let kept = Code(rawValue: state.word.byte(0)) ?? .acknowledged
      let marks = (isFree ? Code.free : 0) | (isSpoken ? Code.spoken : 0)
      self = Code(rawValue: kept.rawValue | marks) ?? kept
    }
  }

  private var entries = FixedArray<128, Entry>()

  /// Nil for one that is unknown, and for one that is free.
  func state(of occurrence: Occurrence) -> ReminderState? {
    guard let index = index(of: occurrence), !entries[index].isFree else { return nil }
    return entries[index].state
  }

  /// The order is that of the calls: one that is called again goes to the end. O(128).
  mutating func set(_ occurrence: Occurrence, _ state: ReminderState) {
    if let index = index(of: occurrence) {
      // Put off after the caregiver was told, it is unanswered still.
      if state == .snoozed, entries[index].state == .escalated { return }
      entries[index].state = state
      // Whoever answers an early call says nothing about the one at its time.
      if state == .announced || state == .missed {
        (entries[index].isFree, entries[index].isListed) = (false, false)
      }
      if state == .announced {
        let called = entries[index]
        entries.remove(at: index)
        entries.append(called)
      }
    } else {
      if entries.isFull { entries.remove(at: first) }
      entries.append(Entry(occurrence, state))
    }
  }

  /// Its call is answered or told, and has spoken for later ones: a clock that was wrong had called it under another
  /// date. They wait no more.
  mutating func settle(with occurrence: Occurrence) {
    guard let index = index(of: occurrence) else { return }
    for i in (index + 1)..<max(entries.count, index + 1)
    where entries[i].reminder == occurrence.reminder && entries[i].state == .announced
      && !entries[i].isFree
    {
      entries[i].state = .acknowledged
    }
  }

  /// The last one that fits of those that were called, and that nobody has answered or was told of.
  func newestWaiting(where fits: (Occurrence) -> Bool) -> Occurrence? {
    for i in (0..<entries.count).reversed()
    where (entries[i].state == .announced || entries[i].state == .snoozed) && fits(occurrence(i)) {
      return occurrence(i)
    }
    return nil
  }

  /// The place of the entry that goes.
  private var first: Int {
    var answered = 0
    for i in 0..<entries.count where entries[i].state == .acknowledged { answered += 1 }
    guard answered >= 64 else { return left ?? 0 }
    return entries.firstIndex { $0.state == .acknowledged } ?? 0
  }

  /// The place of the first that the wearer opened and left: a later call took its place, and nobody was told. One that
  /// was missed takes no place.
  private var left: Int? {
    for i in 0..<entries.count where entries[i].state == .announced {
      for j in (i + 1)..<max(entries.count, i + 1)
      where entries[j].reminder == entries[i].reminder && entries[j].state != .missed {
        return i
      }
    }
    return nil
  }

  /// Whatever it was called for.
  func isEscalated(_ occurrence: Occurrence) -> Bool {
    index(of: occurrence).map { entries[$0].state == .escalated } ?? false
  }

  /// One that fits.
  func contains(_ fits: (Occurrence, ReminderState) -> Bool) -> Bool {
    entries.firstIndex { fits(Occurrence(reminder: $0.reminder, due: $0.due), $0.state) } != nil
  }

  /// Nobody was called for these, and their time is still to come.
  mutating func forgetMissed(after minute: CivilMinute) {
    while let i = entries.firstIndex(where: { $0.due > minute && $0.state == .missed }) {
      entries.remove(at: i)
    }
  }

  private func index(of occurrence: Occurrence) -> Int? {
    entries.firstIndex { $0.due == occurrence.due && $0.reminder == occurrence.reminder }
  }
}

/// The log also knows what the daily mail has said.
extension ReminderLog {
  /// Whether something of that day or the day before was not answered, and no daily mail has said so.
  /// - Parameters:
  ///   - hasOK: without an ok key nothing can be answered.
  ///   - isAsked: the wearer asks for it, and owes it no answer.
  func isUnanswered(on day: Int32, hasOK: Bool, isAsked: (UInt16) -> Bool) -> Bool {
    entries.firstIndex {
      ($0.due.day == day || $0.due.day == day - 1) && !$0.isListed
        && ReminderLog.isUnanswered($0.state, hasOK: hasOK) && !isAsked($0.reminder)
    } != nil
  }

  /// The daily mail has said all that was not answered until now.
  mutating func list(hasOK: Bool) {
    for i in 0..<entries.count where ReminderLog.isUnanswered(entries[i].state, hasOK: hasOK) {
      entries[i].isListed = true
    }
  }

  private static func isUnanswered(_ state: ReminderState, hasOK: Bool) -> Bool {
    state == .escalated || state == .missed || !hasOK && state == .announced
  }
}

/// The log also knows which announcements an unsure clock made.
extension ReminderLog {
  /// - Parameter late: after it was due, by that clock; no announcement is later than two hours.
  mutating func doubt(_ occurrence: Occurrence, late: Milliseconds) {
    guard let index = index(of: occurrence) else { return }
    entries[index].unsure = UInt8(clamping: max(late.count, 0) / 60_000 + 1)
  }

  /// The oldest one, which is not doubted any more.
  mutating func takeUnsure() -> (occurrence: Occurrence, late: Milliseconds)? {
    guard let i = entries.firstIndex(where: { $0.unsure > 0 }) else { return nil }
    let late = Milliseconds.seconds(Int64(entries[i].unsure - 1) * 60)
    entries[i].unsure = 0
    return (Occurrence(reminder: entries[i].reminder, due: entries[i].due), late)
  }

  func isUnsure(_ occurrence: Occurrence) -> Bool {
    index(of: occurrence).map { entries[$0].unsure > 0 } ?? false
  }

  func newestUnsure(of reminder: UInt16) -> CivilMinute? {
    var newest: CivilMinute?
    for i in 0..<entries.count where entries[i].reminder == reminder && entries[i].unsure > 0 {
      newest = max(newest ?? entries[i].due, entries[i].due)
    }
    return newest
  }

  func unsureCount(of reminder: UInt16) -> Int {
    var count = 0
    for i in 0..<entries.count where entries[i].reminder == reminder && entries[i].unsure > 0 {
      count += 1
    }
    return count
  }

  /// Nothing is doubted any more.
  mutating func settle() {
    for i in 0..<entries.count where entries[i].unsure > 0 { entries[i].unsure = 0 }
  }
}

/// The log also knows what a clock that led has called too early.
extension ReminderLog {
  var count: Int { entries.count }

  func occurrence(_ index: Int) -> Occurrence {
    Occurrence(reminder: entries[index].reminder, due: entries[index].due)
  }

  mutating func setFree(_ index: Int, _ isFree: Bool) { entries[index].isFree = isFree }

  func isFree(_ index: Int) -> Bool { entries[index].isFree }

  func isSpoken(_ index: Int) -> Bool { entries[index].isSpoken }

  /// A call under another date speaks for it.
  mutating func speak(for occurrence: Occurrence) {
    if let index = index(of: occurrence) { entries[index].isSpoken = true }
  }

  func isFree(_ occurrence: Occurrence) -> Bool {
    index(of: occurrence).map { entries[$0].isFree } ?? false
  }

  /// Whether the same reminder was called later, for that minute or an earlier one.
  func isCallOlder(_ index: Int, thanOneUpTo minute: CivilMinute) -> Bool {
    for i in (index + 1)..<max(entries.count, index + 1)
    where entries[i].reminder == entries[index].reminder && entries[i].due <= minute
      && entries[i].state != .missed
    {
      return true
    }
    return false
  }

  /// The last one up to that minute that was called, at whatever time.
  func newestCall(of reminder: UInt16, upTo minute: CivilMinute) -> CivilMinute? {
    var newest: CivilMinute?
    for i in 0..<entries.count
    where entries[i].reminder == reminder && entries[i].due <= minute && entries[i].state != .missed
    {
      newest = max(newest ?? entries[i].due, entries[i].due)
    }
    return newest
  }
}
