import Device
import HAL

/// A device on a wrist, driven by its deadlines as a board would. The world knows the true time, the
/// device knows a source's time. Its records survive a power cut.
struct Wrist {
  struct Heard: Equatable {
    /// The true time.
    var at: WallTime
    var change: ReminderChange
  }

  /// The true time.
  private(set) var truth: WallTime
  /// Seconds by which the source is off.
  var lie: Int64 = 0
  var source = ClockSource.ntp
  /// Seconds between two words of the source; nil: it never speaks.
  var speaksEvery: Int64? = 5
  var list: [Reminder]
  var limits = Limits()
  var hasOK = true
  var zone: Zone
  /// Presses ok so many seconds after each announcement.
  var answersAfter: Int64?
  private(set) var disk: [Record] = []
  /// The caregiver was told that these are due.
  private var told: [Occurrence] = []
  private(set) var heard: [Heard] = []
  private(set) var isOn = false
  /// The power goes when so many records have been stored.
  var failsAfter: Int?

  private(set) var clock = WallClock()
  private(set) var reminders = Reminders()
  private var booted: WallTime
  private var spoke: WallTime?
  private var answers: WallTime?
  private var aliveStored: WallTime?

  init(_ list: [Reminder], _ zone: Zone = Zone(), at truth: WallTime) {
    self.list = list
    self.zone = zone
    self.truth = truth
    booted = truth
  }

  private var now: Instant {
    Instant(milliseconds: truth.milliseconds - booted.milliseconds)
  }
  var moment: Moment { clock.moment(at: now) }

  // MARK: Power

  /// Sets the records that the storage gives back at the first start.
  mutating func restore(_ records: [Record]) { disk = records }

  mutating func start() {
    isOn = true
    booted = truth
    spoke = nil
    answers = nil
    aliveStored = nil
    clock = WallClock()
    reminders = Reminders(hasOK: hasOK)
    clock.start(at: now)
    for record in disk {
      if case .alive(let wall, _, _) = record {
        clock.restoreAlive(wall)
        reminders.restoreAlive(wall)
      }
      if case .reminder(let occurrence, let state, let at) = record {
        reminders.restore(occurrence, state, at: at)
      }
    }
    for occurrence in told { reminders.restoreTold(occurrence) }
    configure()
    settle()
  }

  mutating func stop() { isOn = false }

  mutating func reboot(off seconds: Int64 = 0) {
    stop()
    run(seconds)
    start()
  }

  mutating func configure() {
    var row = FixedArray<32, Reminder>()
    for reminder in list { row.append(reminder) }
    var changes: [ReminderChange] = []
    reminders.configure(row, limits, at: moment, in: zone) { changes.append($0) }
    take(changes)
  }

  // MARK: Time

  mutating func run(_ seconds: Int64) { run(until: truth + seconds) }

  mutating func run(until end: WallTime) {
    precondition(end >= truth, "the world does not go back")
    while isOn, let next = nextMoment(), next <= end {
      truth = max(truth, next)
      settle()
    }
    truth = end
    // Everything due at that very moment has been done; the source may have something to say.
    if isOn { settle() }
  }

  private func nextMoment() -> WallTime? {
    var moments: [WallTime] = []
    if let speaksEvery, let spoke { moments.append(spoke + speaksEvery) }
    if let answers { moments.append(answers) }
    for deadline in [clock.deadline, reminders.deadline].compactMap({ $0 }) {
      moments.append(WallTime(milliseconds: booted.milliseconds + deadline.milliseconds))
    }
    return moments.min()
  }

  private mutating func settle() {
    if let speaksEvery, spoke.map({ $0 + speaksEvery <= truth }) ?? true {
      spoke = truth
      clock.learn(truth + lie, from: source, at: now) { _ in }
    }
    clock.pass(now) { _ in }
    if moment.isTrusted, let wall = moment.wall, aliveStored.map({ $0 + 60 <= truth }) ?? true {
      aliveStored = truth
      store(.alive(wall))
      if !isOn { return }
    }
    if let due = answers, due <= truth {
      answers = nil
      while reminders.current != nil { press() }
    }
    var changes: [ReminderChange] = []
    reminders.pass(moment, in: zone) { changes.append($0) }
    take(changes)
  }

  // MARK: The wearer

  /// The last press did something.
  private(set) var wasTaken = false

  mutating func press(_ occurrence: Occurrence? = nil) {
    var changes: [ReminderChange] = []
    wasTaken = reminders.acknowledge(occurrence) { changes.append($0) }
    take(changes)
  }

  mutating func snooze() {
    var changes: [ReminderChange] = []
    wasTaken = reminders.snooze(at: moment) { changes.append($0) }
    take(changes)
  }

  private mutating func take(_ changes: [ReminderChange]) {
    for change in changes {
      guard isOn, let wall = moment.wall else { return }
      switch change {
      case .due(let what, _, let call, let tellsCaregiver):
        if tellsCaregiver { told.append(what) }
        if call != .again { store(.reminder(what, .announced, at: wall)) }
        if let answersAfter { answers = truth + answersAfter }
      case .acknowledged(let what): store(.reminder(what, .acknowledged, at: wall))
      case .snoozed(let what, let until): store(.reminder(what, .snoozed, at: until))
      case .unanswered(let what): store(.reminder(what, .escalated, at: wall))
      case .missed(let what): store(.reminder(what, .missed, at: wall))
      case .ended: break
      }
      heard.append(Heard(at: truth, change: change))
    }
  }

  private mutating func store(_ record: Record) {
    disk.append(record)
    if let failsAfter, disk.count >= failsAfter { isOn = false }
  }

  // MARK: What was noticed

  /// The times at which a reminder was announced for the first time, or late.
  func announced(_ id: UInt16? = nil) -> [WallTime] {
    heard.compactMap { entry in
      guard case .due(let what, _, let call, _) = entry.change, call != .again,
        id == nil || id == what.reminder
      else { return nil }
      return entry.at
    }
  }

  func count(_ fits: (ReminderChange) -> Bool) -> Int { heard.count { fits($0.change) } }
  var again: Int { count { if case .due(_, _, .again, _) = $0 { true } else { false } } }
  var missed: Int { count { if case .missed = $0 { true } else { false } } }
  var unanswered: Int { count { if case .unanswered = $0 { true } else { false } } }
  var ended: Int { count { if case .ended = $0 { true } else { false } } }
}

extension Reminder {
  static func at(
    _ first: String, id: UInt16 = 1, _ repeats: Repeat = .once, kind: Kind = .reminder,
    until: String? = nil, tells: Bool = false
  ) -> Reminder {
    Reminder(
      id: id, kind: kind, first: Almanac.civil(first), repeats: repeats,
      until: until.map(Almanac.civil), tellsCaregiver: tells)
  }

  func occurrence(_ due: String) -> Occurrence {
    Occurrence(reminder: id, due: Almanac.civil(due))
  }
}
