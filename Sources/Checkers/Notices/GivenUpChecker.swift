import Device
import HAL

/// A notice that has news for somebody is not given up before anybody has it.
///
/// A full table must let go of some. Of two about the same thing it keeps the newer one.
struct GivenUpChecker: Checker {
  var violation: Violation?

  private static let most = 200
  /// The device has 52 places for these, and some may hold others.
  private static let crowd = 40
  /// The places for all but the urgent ones. The table may be full with so many of any kind.
  private static let places = 52

  /// The thing of which a newer notice stands for the older ones.
  private enum Subject: Equatable {
    case refusal(to: [UInt32])
    case reminder(UInt16)
    case meal(Meal)
  }

  private struct Open {
    var id: NoticeID
    var matter: Notice.Matter
    /// The people for whom it is meant; empty: whose turn it is.
    var people: [UInt32]
    var subject: Subject?
    /// All of these people have left the list since. One who comes back is somebody else.
    var isOfNobody = false
    var isKnown = false
    var isRefused = false
    /// It was made in this life, and counts caregivers by the list of now.
    var isOfNow = true
  }

  private var open: [Open] = []
  /// Calls, exits, lows and places fill the table, too. Calls stay in it until somebody answers.
  private var others: [NoticeID] = []

  mutating func see(_ event: Event, _ truth: Truth) {
    if case .setting(.end) = event.kind {
      age()
      takeList(truth)
    }
    guard case .answer(let answer) = event.kind else { return }
    for i in open.indices where open[i].id == answer.notice {
      switch answer.outcome {
      case .accepted: open[i].isKnown = true
      case .permanent: open[i].isRefused = true
      case .transient: break
      }
    }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    if case .outbox(.queued(let notice)) = action { note(notice, truth) }
    // A caregiver who answers a mail has it, whatever its server said.
    if case .message = event.kind, case .outbox(.delivered(let id, _)) = action {
      for i in open.indices where open[i].id == id { open[i].isKnown = true }
    }
    // Called after all, it did not go by unannounced.
    if case .reminder(.due(let occurrence, _, let call, _)) = action, call != .again {
      open.removeAll { $0.matter == .reminder(.missed(occurrence)) }
    }
    guard case .store(.outbox(let record)) = action else { return }
    switch record {
    case .acknowledged(let id, _):
      open.removeAll { $0.id == id }
      others.removeAll { $0 == id }
    case .closed(let id): close(id, truth)
    // It counts, although the power may go before it shows.
    case .notice(let notice): overtakeDay(notice)
    case .delivery, .excursion, .excursionsTold, .caregivers, .homeOwed: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .recordsLost = change {
      open.removeAll()
      others.removeAll()
    }
    // A medium that refused its record keeps it from the next life.
    if case .powerCut = change { age() }
  }

  private mutating func age() { for i in open.indices { open[i].isOfNow = false } }

  private mutating func takeList(_ truth: Truth) {
    let household = truth.household
    let now = household.caregivers.indices.map { household.person(at: UInt8($0)) }
    for i in open.indices where !open[i].people.isEmpty {
      open[i].people.removeAll { !now.contains($0) }
      open[i].isOfNobody = open[i].people.isEmpty
    }
  }

  private mutating func note(_ notice: Notice, _ truth: Truth) {
    // A newer word about glucose stands for an older end of a low. One that is on its way keeps its
    // place in the table.
    if case .glucose = notice.matter {
      others += open.filter { $0.matter.isEndOfLow }.map(\.id)
      open.removeAll { $0.matter.isEndOfLow }
    }
    // Whoever waits for an older shutdown hears the newer one.
    if notice.matter == .power(.shuttingDown) {
      others += open.filter { $0.matter == notice.matter }.map(\.id)
      open.removeAll { $0.matter == notice.matter }
    }
    overtakeDay(notice)
    guard notice.matter.staysNews else {
      if others.count > GivenUpChecker.most { others.removeFirst(GivenUpChecker.most / 2) }
      return others.append(notice.id)
    }
    if open.count > GivenUpChecker.most { open.removeFirst(GivenUpChecker.most / 2) }
    let places = (0..<4 as Range<UInt8>).filter { notice.audience >> $0 & 1 == 1 }
    let people = places.map { truth.household.person(at: $0) }
    open.append(
      Open(
        id: notice.id, matter: notice.matter, people: people,
        subject: GivenUpChecker.subject(of: notice.matter, people)))
  }

  /// "All is well" is true no more, once a case is open.
  private mutating func overtakeDay(_ notice: Notice) {
    if notice.goesRound { open.removeAll { $0.matter == .day(.allIsWell) } }
  }

  private static func subject(of matter: Notice.Matter, _ people: [UInt32]) -> Subject? {
    switch matter {
    case .companyRefused: .refusal(to: people)
    case .reminder(.unanswered(let occurrence)), .reminder(.missed(let occurrence)):
      .reminder(occurrence.reminder)
    case .dose(.unanswered(let meal, _)): .meal(meal)
    default: nil
    }
  }

  private mutating func close(_ id: NoticeID, _ truth: Truth) {
    others.removeAll { $0 == id }
    guard let i = open.firstIndex(where: { $0.id == id }) else { return }
    let notice = open.remove(at: i)
    guard !notice.isKnown, !notice.isRefused else { return }
    if open.count(where: { !$0.isKnown }) >= GivenUpChecker.crowd
      || open.count + others.count >= GivenUpChecker.places
    {
      return judgeChoice(notice, truth.now)
    }
    if notice.isOfNobody || isWithoutWay(notice.people, truth) { return }
    fail(
      .newsIsNotGivenUp, at: truth.now,
      "notice \(id.boot).\(id.number), \(notice.matter), is given up, and nobody has it")
  }

  /// No mail or call goes to any of these.
  private func isWithoutWay(_ people: [UInt32], _ truth: Truth) -> Bool {
    let list = truth.household.caregivers
    return !people.isEmpty
      && !list.indices.contains {
        (list[$0].hasMail || list[$0].hasRelay)
          && people.contains(truth.household.person(at: UInt8($0)))
      }
  }

  /// The newest says what is true now. So the older of two goes, and nobody has either.
  private mutating func judgeChoice(_ gone: Open, _ now: Instant) {
    guard gone.isOfNow, let subject = gone.subject,
      let older = open.first(where: {
        $0.subject == subject && $0.isOfNow && !$0.isKnown && $0.id < gone.id
      })
    else { return }
    let (id, kept) = (gone.id, older.id)
    fail(
      .newsIsNotGivenUp, at: now,
      "notice \(id.boot).\(id.number), \(gone.matter), makes way, and the older "
        + "\(kept.boot).\(kept.number) about the same stays")
  }
}

extension Notice.Matter {
  fileprivate var isEndOfLow: Bool {
    if case .glucose(.lowOver) = self { true } else { false }
  }

  /// It is worth telling whatever happens after it. A place, an exit or a reading is not, once there is a newer one.
  fileprivate var staysNews: Bool {
    switch self {
    case .glucose(.lowOver), .reminder(.unanswered), .reminder(.missed), .reminder(.unsure),
      .dose, .clock, .batteryLow, .power, .day, .storageFailed, .profileKept, .companyRefused,
      .profileChanged:
      true
    case .help, .perimeter, .location, .position, .glucose(.low), .reminder(.due): false
    }
  }
}
