import Device
import HAL

/// The daily mail lists nothing that is surely well (SAFE-5). Battery and disk are judged by `WellChecker`.
///
/// The facts are those of one life: what its records brought back, what happened in it, and what it did. The
/// mail's own time names its day. A matter that nobody can surely call well here counts as open.
struct DayListChecker: Checker {
  var violation: Violation?

  private var calendar = ReminderCalendar()
  private var stagedZone: [ZoneTransition] = []
  /// The list of caregivers outlives a restart: the device keeps who was told.
  private var people: [Caregiver] = []
  private var stagedPeople: [Caregiver] = []
  /// Minutes after which a reminder that waits is late.
  private var limit = Int64(Limits().reminderLimit)

  private var cases = ListedCases()
  private var notices = ListedNotices()
  private var lows = ListedLows()
  private var answers = ListedAnswers()
  private var place = ListedPlace()
  private var clock = ListedClock()

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    place.see(fix, truth)
    clock.follow(truth)
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    clock.follow(truth)
    switch event.kind {
    case .booted(let boot): begin(boot.keys, truth)
    case .keys(let keys): answers.take(keys)
    case .restored(let record): restore(record)
    case .reading(let reading): lows.take(reading, truth.now)
    case .edited(let record): lows.edit(record)
    case .message(.acknowledged(let token, let caregiver)):
      if Int(caregiver) < people.count { cases.answered(token) }
    case .setting(.begin): (stagedZone, stagedPeople) = ([], [])
    case .setting(.zone(let transition)): stagedZone.append(transition)
    case .setting(.caregiver(let caregiver)): stagedPeople.append(caregiver)
    case .setting(.limits(let limits)): limit = Int64(max(limits.reminderLimit, 1))
    case .setting(.end):
      calendar.take(stagedZone)
      if stagedPeople != people { notices.untell() }
      people = stagedPeople
      place.forget(at: truth.now)
    default: break
    }
  }

  /// Nothing of the life before counts but what its records bring back.
  private mutating func begin(_ keys: KeySet, _ truth: Truth) {
    (cases, notices) = (ListedCases(), ListedNotices())
    answers = ListedAnswers(hasOK: keys.contains(.ok))
    (place, clock) = (ListedPlace(), ListedClock(areClocksGood: truth.areClocksGood))
    lows = ListedLows(bootedAt: truth.now)
  }

  private mutating func restore(_ record: Record) {
    cases.take(record)
    if case .outbox(.notice(let notice)) = record, case .day = notice.matter { cases.forgetEnded() }
    notices.take(record, at: nil)
    lows.restore(record)
    answers.restore(record)
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .store(let record):
      cases.take(record)
      notices.take(record, at: truth.now)
      lows.store(record)
      answers.store(record)
    case .outbox(.queued(let notice)):
      if case .day(let day) = notice.matter {
        if case .open(let listed) = day { judge(listed, notice, truth) }
        notices.list()
        answers.dayTold()
      }
      cases.queue(notice)
      lows.say(notice.matter)
      answers.say(notice.matter)
    case .perimeter(.left): cases.isOut = true
    case .perimeter(.returned): cases.isOut = false
    case .glucose(.low(let result, _)): lows.say(result)
    case .reminder(.due(let occurrence, _, let call, _)):
      if call != .again { answers.announce(occurrence) }
    case .reminder(.acknowledged(let occurrence)): answers.close(occurrence)
    default: break
    }
    notices.see(action)
    place.see(action)
    clock.see(action)
  }

  private mutating func judge(_ listed: OpenMatters, _ notice: Notice, _ truth: Truth) {
    guard let made = notice.made else { return }
    let now = truth.now
    let minute = calendar.local(made.milliseconds / 60_000)
    let well: [(OpenMatters, Bool, String)] = [
      (.help, cases.help.isEmpty, "a call for help"),
      (.exit, !cases.isOut, "an exit"),
      (.lowGlucose, lows.areOver(at: now), "low glucose"),
      (.dose, answers.hasDoses(at: minute), "a dose"),
      (
        .reminder, answers.hasReminders(at: minute, limit: limit, isSure: clock.isSure),
        "a reminder"
      ),
      (.position, place.isWell(at: now, isOut: cases.isOut), "a lost position"),
      (.receiver, place.isHeard(at: now), "a silent receiver"),
      (.clock, clock.isWell, "an unsure clock"),
      (.notice, notices.areTold(at: now, besides: notice.id), "a notice that nobody has"),
    ]
    for (matter, isWell, what) in well where isWell && listed.rawValue & matter.rawValue != 0 {
      fail(.openDayIsTold, at: now, "the daily mail lists \(what), and there is none")
    }
  }
}

/// Calls for help and the exit.
private struct ListedCases: Sendable {
  /// Calls that nobody answered; the newest alone in a life that made one.
  private(set) var help: [NoticeID] = []
  private var tokens: [(token: UInt64, call: NoticeID)] = []
  /// Those of them that ended without an answer: the next daily mail may list them, and no later one.
  private var ended: [NoticeID] = []
  var isOut = false

  mutating func take(_ record: Record) {
    switch record {
    case .outbox(.notice(let notice)):
      switch notice.matter {
      case .help:
        forgetEnded()
        help.append(notice.id)
        tokens.append((notice.token, notice.id))
      case .perimeter(.left): isOut = true
      case .perimeter(.returned): isOut = false
      default: break
      }
    case .outbox(.closed(let id)): if help.contains(id) { ended.append(id) }
    case .outbox(.acknowledged(let id, _)): help.removeAll { $0 == id }
    case .place(let place): isOut = place == .outside
    default: break
    }
  }

  /// A new call takes the place of the one before. A daily mail says what has ended, once.
  mutating func queue(_ notice: Notice) {
    if notice.matter == .help { help = [notice.id] }
    if case .day = notice.matter { forgetEnded() }
  }

  /// A caregiver answered a call, in time or late.
  mutating func answered(_ token: UInt64) {
    for entry in tokens where entry.token == token { help.removeAll { $0 == entry.call } }
  }

  /// A daily mail or a newer call has come since.
  mutating func forgetEnded() {
    help.removeAll { ended.contains($0) }
    ended = []
  }
}

/// Notices that nobody may have.
private struct ListedNotices: Sendable {
  /// The mail lists a notice that is older than a minute; the rest is slack.
  private static let isOnItsWay = Milliseconds.seconds(55)

  private struct Waiting: Sendable {
    var id: NoticeID
    /// Nil: in an earlier life.
    var made: Instant?
    var isTold = false
  }

  private var waiting: [Waiting] = []
  private var isAlarming = false
  /// One was closed that nobody is known to have, and no daily mail has said so.
  private var hasLost = false

  mutating func take(_ record: Record, at now: Instant?) {
    guard case .outbox(let step) = record else { return }
    switch step {
    case .notice(let notice):
      if !waiting.contains(where: { $0.id == notice.id }) {
        waiting.append(Waiting(id: notice.id, made: now))
      }
    case .delivery(let id, _, .accepted):
      for i in waiting.indices where waiting[i].id == id { waiting[i].isTold = true }
    case .acknowledged(let id, _): waiting.removeAll { $0.id == id }
    case .closed(let id):
      if waiting.contains(where: { $0.id == id && !$0.isTold }) { hasLost = true }
      waiting.removeAll { $0.id == id }
    case .caregivers: untell()
    case .delivery, .excursion, .excursionsTold, .homeOwed: break
    }
  }

  /// Those who know may be gone with another list.
  mutating func untell() { for i in waiting.indices { waiting[i].isTold = false } }

  /// A server's yes ends the alarm of what reached nobody, and nothing else does.
  mutating func see(_ action: Action) {
    switch action {
    case .alarm(.started(.notDelivered, _)): isAlarming = true
    case .outbox(.delivered): isAlarming = false
    default: break
    }
  }

  /// The daily mail has said what was lost before it.
  mutating func list() { hasLost = false }

  /// - Parameter mail: the daily mail itself.
  func areTold(at now: Instant, besides mail: NoticeID) -> Bool {
    !isAlarming && !hasLost
      && !waiting.contains { notice in
        guard !notice.isTold, notice.id != mail else { return false }
        return notice.made.map { now - $0 >= ListedNotices.isOnItsWay } ?? true
      }
  }
}
