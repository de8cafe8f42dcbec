import Device
import HAL

/// Every notice comes to its end. In the calm a server takes it, a caregiver answers it, or all have
/// refused it for good; then no more of it is sent.
struct NoticeBook: Sendable {
  struct Line: Sendable {
    var notice: NoticeID
    var matter: Notice.Matter
    var token: UInt64
    var since: Instant
    /// Stored: it outlives a power cut.
    var isTaken = false
    var hasFailed = false
    /// The last person to whom it was sent in this life; before that, who is to be its first.
    var reader: UInt32?
    /// The excursion is over, or needs no answer; the reader of a copy has left the list.
    var isPast = false
    /// The profile had that reminder no more, or at other times: a copy may be withdrawn, but need not.
    var isDropped = false
    /// A newer notice says the same of now.
    var isReplaced = false
    var isOver = false
    /// No key can answer: it is for whoever takes care of it, and not its reader's alone.
    var isForAny = false
  }

  /// Enough for the longest pause between two attempts, an answer that gets lost, and the queue.
  static let enough = Milliseconds.seconds(75 * 60)
  /// The longest of those pauses, in minutes; an open case may go round less often.
  private static let longestPause: Int16 = 30
  /// The number of notices from which a newer one of a subject replaces the older ones.
  private static let crowded = 48

  /// The time for which help and low glucose go round where nobody can answer, from the start of a life on.
  private static let lapse = Milliseconds.seconds(4 * 3600)

  private(set) var violation: Violation?
  /// An exit is open: a return from before it waits for its end.
  private var isOut = false
  private var booted = Instant.start
  private var lines: [Line] = []
  /// The device may hold notices that are not in the book: how full its table is nobody knows.
  private var isPartial = false
  /// Nothing stands in the way of mails since then.
  private var free = Instant.never
  /// Everybody does what they should since then.
  private var calm = Instant.never
  /// The longest pause between two rounds that a profile has named, in minutes.
  private var repeatAfter: Int16 = 0

  private mutating func fail(_ invariant: Invariant, at now: Instant, _ what: String) {
    guard violation == nil else { return }
    violation = Violation(invariant: invariant, at: now, what: what)
  }

  /// - Parameter list: the reminders that the device was given.
  mutating func see(_ event: Event, _ truth: Truth, _ list: ReminderList) {
    if truth.isCalm, calm == .never { calm = event.at }
    if case .setting(.end) = event.kind {
      loseReaders(list, truth)
      repeatAfter = max(repeatAfter, truth.household.limits.repeatAfter)
    }
    // Somebody who answers has read it, in the portal where no server has taken it.
    if case .message(.acknowledged(let token, let caregiver)) = event.kind,
      Int(caregiver) < truth.household.caregivers.count
    {
      for i in lines.indices where lines[i].token == token { lines[i].isTaken = true }
    }
    guard case .booted = event.kind else { return }
    booted = event.at
    free = truth.isNetworkGood ? event.at : .never
    // The device cannot know records that the medium lost, or does not give out.
    if !truth.isStorageGood { forget() }
  }

  mutating func see(_ action: Action, _ truth: Truth) {
    switch action {
    case .outbox(.queued(let notice)):
      if lines.count > 400 { lines.removeAll { $0.isOver } }
      lines.append(
        Line(
          notice: notice.id, matter: notice.matter, token: notice.token, since: truth.now,
          reader: truth.household.reachable.first, isForAny: notice.isUnanswerable))
    case .outbox(.send(let dispatch)):
      judge(dispatch, truth)
      let reader = truth.household.person(at: dispatch.recipient.caregiver)
      change(dispatch.notice.id) { $0.reader = reader }
    case .perimeter(.left): isOut = true
    case .perimeter(.returned), .company(.accompanied(_?)):
      isOut = false
      for i in lines.indices where lines[i].matter == .perimeter(.left) { lines[i].isPast = true }
    // A copy "it is time for …" would be untrue after the answer. A stored answer counts, although the
    // power may go before it shows.
    case .reminder(.acknowledged(let occurrence)),
      .store(.reminder(let occurrence, .acknowledged, _)),
      .store(.reminder(let occurrence, .answered, _)):
      pass { $0 == .reminder(.due(occurrence)) || $0 == .reminder(.missed(occurrence)) }
    // The mail "could not announce …" would be untrue, too, once it is announced.
    case .store(.reminder(let occurrence, .announced, _)),
      .store(.reminder(let occurrence, .announcedUnsure, _)):
      pass { $0 == .reminder(.missed(occurrence)) }
    case .store(.reminder(let occurrence, .escalated, _)):
      pass { $0 == .reminder(.due(occurrence)) }
    case .store(.outbox(.notice(let notice))):
      passOlder(than: notice.matter, notice.id)
      // "All is well" is true no more.
      if notice.goesRound { pass { $0 == .day(.allIsWell) } }
    case .outbox(.failed(let id, _)): change(id) { $0.hasFailed = true }
    // A stored fact counts, although the power may go before it shows.
    case .outbox(.acknowledged(let id, _)), .store(.outbox(.acknowledged(let id, _))):
      change(id) { $0.isOver = true }
    case .store(.outbox(.closed(let id))):
      judgeEnd(id, truth)
      change(id) { $0.isOver = true }
    default: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .taken(let id, _, _): self.change(id) { $0.isTaken = true }
    case .networkGood(let isGood): free = isGood && truth.isPowered ? truth.now : .never
    case .powerCut:
      free = .never
      // The start drops it without a word, and it is never to be sent.
      for i in lines.indices {
        if lines[i].isWithdrawn, lines[i].isPast { lines[i].isOver = true }
        lines[i].reader = nil
      }
      // A full table may lose one without a record, where the power goes just when a new one comes.
      if lines.count(where: { !$0.isOver }) >= NoticeBook.crowded { forget() }
      // So it may be with an older place where others, which are not in the book, fill the table.
      if isPartial { forgetOlderPlaces() }
    case .recordsLost: forget()
    case .end: judgeAll(truth)
    case .reloaded, .clocksGood, .edited, .post, .portal, .updated: break
    }
  }

  /// A copy is for nobody but its reader. One that waits behind others has its reader before it is
  /// sent.
  private mutating func loseReaders(_ list: ReminderList, _ truth: Truth) {
    let reachable = truth.hasProfile ? truth.household.reachable : []
    for i in lines.indices {
      guard case .reminder(.due(let occurrence)) = lines[i].matter else { continue }
      if !list.lists(occurrence) { lines[i].isDropped = true }
      if lines[i].isForAny { continue }
      // The first list of a life says who reads a copy of an earlier one.
      guard let reader = lines[i].reader ?? reachable.first else { continue }
      lines[i].reader = reader
      if !reachable.contains(reader) { lines[i].isPast = true }
    }
  }

  private mutating func pass(_ isPast: (Notice.Matter) -> Bool) {
    for i in lines.indices where isPast(lines[i].matter) { lines[i].isPast = true }
  }

  /// A stored notice implies that the reminder was announced, or not answered in time.
  private mutating func passOlder(than newer: Notice.Matter, _ id: NoticeID) {
    switch newer {
    case .reminder(.due(let occurrence)): pass { $0 == .reminder(.missed(occurrence)) }
    case .reminder(.unanswered(let occurrence)): pass { $0 == .reminder(.due(occurrence)) }
    // Whoever would hear of an older one, and that it is over, would think so of the newer one.
    case .perimeter(.left), .position(.lost), .power(.shuttingDown):
      for i in lines.indices where lines[i].matter == newer && lines[i].notice < id {
        lines[i].isReplaced = true
      }
    default: break
    }
  }

  private mutating func forget() {
    isPartial = isPartial || !lines.isEmpty
    lines.removeAll()
  }

  private mutating func forgetOlderPlaces() {
    let all = lines
    lines.removeAll { old in
      guard case .location(let reason) = old.matter, reason != .asked else { return false }
      return all.contains { $0.matter == old.matter && $0.notice > old.notice }
    }
  }

  private mutating func change(_ id: NoticeID, _ change: (inout Line) -> Void) {
    guard let i = lines.lastIndex(where: { $0.notice == id }) else { return }
    change(&lines[i])
  }

  private func hasHadTime(_ line: Line, _ now: Instant) -> Bool {
    // Somebody who was told before the calm, and answered nothing, is told again in the next round.
    let longer = line.isOpenCase && line.isTaken ? max(repeatAfter - NoticeBook.longestPause, 0) : 0
    let enough = Milliseconds(NoticeBook.enough.count + Int64(longer) * 60_000)
    return free != .never && calm != .never && now - max(free, line.since, calm) > enough
  }

  /// Sent again and again until somebody answers; where no answer can come in, for hours.
  private func goesRound(_ line: Line, _ truth: Truth) -> Bool {
    guard !truth.household.limits.hasInbound else { return false }
    switch line.matter {
    case .perimeter(.left): return !line.isPast
    case .help, .glucose(.low), .position(.lost):
      let most = NoticeBook.lapse + NoticeBook.enough
      return truth.now - max(line.since, booted) <= most
    default: return false
    }
  }

  private mutating func judge(_ dispatch: Dispatch, _ truth: Truth) {
    guard let line = lines.last(where: { $0.notice == dispatch.notice.id }) else { return }
    if line.isOver { fail(.noticesEnd, at: truth.now, "\(line.name) is sent after its end") }
    if hasHadTime(line, truth.now), !goesRound(line, truth) {
      fail(.noticesEnd, at: truth.now, "\(line.name) is still being tried, with nothing in its way")
    }
  }

  /// Closed without anybody having it.
  private mutating func judgeEnd(_ id: NoticeID, _ truth: Truth) {
    guard let line = lines.last(where: { $0.notice == id }), !line.isOver, !line.isTaken,
      !line.hasFailed, !line.mayBeReplaced, !line.isWithdrawn, !line.isReplaced, !isPartial,
      lines.count(where: { !$0.isOver }) < NoticeBook.crowded
    else { return }
    fail(line.invariant, at: truth.now, "\(line.name) is given up, and nobody has it")
  }

  private mutating func judgeAll(_ truth: Truth) {
    for line in lines where !line.isOver && hasHadTime(line, truth.now) {
      if isOut, line.matter == .perimeter(.returned) { continue }
      if !line.isTaken, !line.hasFailed, !line.isWithdrawn {
        fail(
          line.invariant, at: truth.now, "\(line.name) has reached nobody by the end of the calm")
      } else if !goesRound(line, truth) {
        fail(.noticesEnd, at: truth.now, "\(line.name) is still open at the end of the calm")
      }
    }
  }
}

extension NoticeBook.Line {
  var name: String { "notice \(notice.boot).\(notice.number), \(matter)," }

  /// It goes round until somebody answers.
  fileprivate var isOpenCase: Bool {
    switch matter {
    case .help, .perimeter(.left), .glucose(.low), .position(.lost): true
    default: false
    }
  }

  /// A copy of something that was answered or told as unanswered meanwhile, that the profile has no more, or
  /// whose reader is gone. Or it says that something could not be announced, which was announced after all.
  /// Or it says that all is well, and something is not.
  fileprivate var isWithdrawn: Bool {
    switch matter {
    case .reminder(.due): isPast || isDropped
    case .reminder(.missed), .day(.allIsWell): isPast
    default: false
    }
  }

  var invariant: Invariant {
    switch matter {
    case .reminder(.due), .reminder(.unanswered), .reminder(.missed), .dose(.unanswered):
      .unansweredReachesCaregiver
    default: .noticesEnd
    }
  }

  /// Whether a newer one may replace it, or the list of excursions that were over before anybody knew.
  fileprivate var mayBeReplaced: Bool {
    switch matter {
    case .location, .perimeter(.excursions), .perimeter(.left), .perimeter(.returned), .help: true
    // The caregiver who asked has left the list.
    case .companyRefused: true
    // A low that ends, or is followed by another: judged by `UrgentChecker`.
    case .glucose(.low), .glucose(.lowOver): true
    default: false
    }
  }
}

extension Action {
  /// A notice that is stored, or announced.
  var newNotice: Notice? {
    switch self {
    case .store(.outbox(.notice(let notice))), .outbox(.queued(let notice)): notice
    default: nil
    }
  }
}
