import Device
import HAL

/// Judges a portal. Its words act at most once and in time, and are truly shown. Its copy is the log.
struct PortalChecker: Checker, Sendable {
  var violation: Violation?

  /// Grace of the device's clock beside the true one.
  static let grace = Milliseconds.seconds(300)

  private struct Word: Sendable {
    var id: Int64
    var word: PortalWord
    var who: UInt32
    var token: UInt64
    var until: WallTime?
    var said: Instant
    /// Handed over in this life of the device.
    var isHanded = false
    var isShown = false

    var needsNoClock: Bool { word == .acknowledges || word == .companyOver }
  }

  private var words: [Word] = []
  private var notices: [(id: NoticeID, token: UInt64, isTrail: Bool)] = []
  private var answers: [(id: NoticeID, who: UInt32)] = []
  private var isTrusted = false
  private var hasLostRecords = false
  private var revision = 0
  /// Changes of which no notice is queued yet.
  /// Bits of the parts that were changed and not told yet, as a trace has them.
  private var untold: UInt8 = 0

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .clock(.trusted): isTrusted = true
    case .clock(.untrusted): isTrusted = false
    // A stored notice is known to the next life, although the power may go before it is told.
    case .store(.outbox(.notice(let notice))):
      notices.append((notice.id, notice.token, notice.matter.isTrail))
    case .outbox(.queued(let notice)):
      if case .profileChanged(let changes) = notice.matter { judge(notice, changes, truth) }
    case .store(.outbox(.acknowledged(let id, let caregiver))):
      answers.append((id, truth.who(caregiver)))
    case .store(.outbox(.delivery(let id, let to, .accepted))):
      answers.append((id, truth.who(to.caregiver)))
    default: break
    }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    guard case .booted = event.kind else { return }
    isTrusted = false
    for i in words.indices { words[i].isHanded = false }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .recordsLost: hasLostRecords = true
    case .portal(let news): see(news, truth)
    case .end: judgeEnd(truth)
    case .powerCut, .taken, .networkGood, .reloaded, .clocksGood, .edited, .post, .updated: break
    }
  }

  private mutating func see(_ news: PortalNews, _ truth: Truth) {
    switch news {
    case .said(let id, let word, let who, let token, let until):
      words.append(
        Word(id: id, word: word, who: who, token: token, until: until, said: truth.now))
    case .edited, .dealt: break
    case .handed(let id, let caregiver): judgeHanded(id, caregiver, truth)
    case .shown(let id, let isApplied, let isExpired): judgeShown(id, isApplied, isExpired, truth)
    case .revision(let number, let changes):
      if number <= revision {
        fail(
          .profileOnlyNewer, at: truth.now, "revision \(number) came into force after \(revision)")
      }
      revision = number
      untold |= changes.rawValue
    case .compared(let difference, let missing):
      if let difference {
        fail(
          .replicaIsTheLog, at: truth.now,
          "the portal has another record \(difference) than the device")
      } else if missing > 0 {
        fail(.replicaIsTheLog, at: truth.now, "the portal lacks \(missing) records")
      }
    }
  }

  private mutating func judgeHanded(_ id: Int64, _ caregiver: UInt8, _ truth: Truth) {
    guard let i = words.firstIndex(where: { $0.id == id }) else {
      return fail(.wordActsOnce, at: truth.now, "word \(id) was never said")
    }
    let word = words[i]
    if truth.who(caregiver) != word.who {
      fail(.wordIsItsSpeakers, at: truth.now, "\(word.word) counts for somebody else")
    }
    if word.isHanded || word.isShown {
      fail(.wordActsOnce, at: truth.now, "\(word.word) acts a second time")
    }
    words[i].isHanded = true
    let isLate = word.until.map { truth.wall.milliseconds > $0.milliseconds + Self.grace.count }
    switch word.word {
    case .companyOver: break
    case .asks, .company:
      if !isTrusted {
        fail(.wordKeepsItsTime, at: truth.now, "\(word.word) acts while no clock is trusted")
      } else if isLate == true, truth.areClocksGood {
        fail(.wordKeepsItsTime, at: truth.now, "\(word.word) acts after its time")
      }
    case .acknowledges:
      if isLate == true, isTrusted, truth.areClocksGood {
        fail(.wordKeepsItsTime, at: truth.now, "an acknowledgement acts after its time")
      }
    }
  }

  private mutating func judgeShown(
    _ id: Int64, _ isApplied: Bool, _ isExpired: Bool, _ truth: Truth
  ) {
    guard let i = words.firstIndex(where: { $0.id == id }) else { return }
    words[i].isShown = true
    let word = words[i]
    if isExpired, word.word == .companyOver {
      fail(.wordKeepsItsTime, at: truth.now, "the end of company has expired")
    }
    guard isApplied, word.word == .acknowledges, !hasLostRecords else { return }
    let known = notices.last { $0.token == word.token }
    // A place stands for the case in which it was told.
    let isKnown = answers.contains { answer in
      guard let known, answer.who == word.who else { return false }
      return answer.id == known.id || known.isTrail && answer.id < known.id
    }
    if !isKnown {
      fail(
        .shownIsKnown, at: truth.now,
        "the portal shows that the device knows, and no record says so")
    }
  }

  private mutating func judge(_ notice: Notice, _ changes: ProfileChanges, _ truth: Truth) {
    let everyone = UInt8(truncatingIfNeeded: 1 << min(truth.household.caregivers.count, 4) - 1)
    if notice.audience & everyone != everyone {
      fail(.changeIsTold, at: truth.now, "not every caregiver is told of a change")
    }
    if untold & ~changes.rawValue != 0 {
      fail(.changeIsTold, at: truth.now, "a part of a change is not told")
    }
    untold = 0
  }

  /// Everything comes to its end in the calm.
  private mutating func judgeEnd(_ truth: Truth) {
    guard truth.isCalm, truth.isPowered else { return }
    let quiet = Milliseconds.seconds(3600)
    let isHeard = truth.isStorageGood && truth.isNetworkGood
    if let word = words.first(where: {
      !$0.isShown && truth.now - $0.said > quiet && isHeard && (isTrusted || $0.needsNoClock)
    }) {
      fail(.wordIsAnswered, at: truth.now, "nobody hears what became of \(word.word)")
    }
    if untold != 0 { fail(.changeIsTold, at: truth.now, "a change was never told") }
  }
}

extension Truth {
  /// The identity of the caregiver at that place of the list in force; 0: nobody is there.
  fileprivate func who(_ caregiver: UInt8) -> UInt32 {
    Int(caregiver) < household.caregivers.count ? household.caregivers[Int(caregiver)].who : 0
  }
}
