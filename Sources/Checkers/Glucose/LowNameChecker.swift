import Device
import HAL

/// The page of a very low reading says how far its notice has come, and names only who has it or has answered.
///
/// A change of the list moves what is known of people: the case is judged again from its next beginning on.
/// The same holds for a case that an earlier life began.
struct LowNameChecker: Checker {
  var violation: Violation?

  /// The device's case of low glucose, by the reading of its newest notice.
  private struct Case {
    var result: MeterResult
    var isOver = false
    /// All that counts of it happened in this life, with one list.
    var isSure: Bool
    /// Places in the list, bit 0 the first: whose server took a notice, and who sent its token back.
    var known: UInt8 = 0
    var answers: UInt8 = 0
    var isAnswered = false
    /// Notices before this one tell of an earlier reading that showed the same.
    var first = NoticeID(0)
    var since: Instant
  }

  /// The device may have told of another reading of the last quarter of an hour until then.
  private static let settled = Milliseconds.seconds(25 * 60)

  private var low: Case?
  private var notices: [(notice: Notice, result: MeterResult)] = []
  /// Readings of notices that came back from the medium.
  private var restored: [MeterResult] = []
  /// A notice of the case went out in this very event.
  private var isSent = false
  private var page: Page?
  /// Somebody in the list has a route; nil: the list is just coming, or has not come.
  private var isReachable: Bool?
  private var isStaged = false
  /// The newest notice of low glucose, while its event goes on, and the newest that one is over.
  private var newest: (id: NoticeID, isRecent: Bool, isRepeated: Bool)?
  private var over = NoticeID(0)

  mutating func see(_ event: Event, _ truth: Truth) {
    if truth.isPowered { judge(truth.now) }
    isSent = false
    newest = nil
    switch event.kind {
    case .booted: self = LowNameChecker(violation: violation)
    case .restored(.outbox(.notice(let notice))):
      if let result = keep(notice) { restored.append(result) }
    case .setting(let setting): take(setting)
    case .message(.acknowledged(let token, let caregiver)):
      guard caregiver < 4, low != nil,
        notices.contains(where: { $0.notice.token == token && isOfCase($0.notice.id) })
      else { return }
      self.low?.answers |= 1 << caregiver
    default: break
    }
  }

  private mutating func keep(_ notice: Notice) -> MeterResult? {
    guard case .glucose(.low(let result, _, _)) = notice.matter else { return nil }
    if notices.count > 200 { notices.removeFirst(100) }
    notices.append((notice, result))
    return result
  }

  private mutating func take(_ setting: Setting) {
    switch setting {
    case .begin: (isStaged, isReachable) = (false, nil)
    case .caregiver(let caregiver): isStaged = isStaged || caregiver.hasMail || caregiver.hasRelay
    case .end: isReachable = isStaged
    default: break
    }
    low?.isSure = false
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .show(let shown): page = shown
    case .outbox(.queued(let notice)):
      if case .glucose(.lowOver(let over)) = notice.matter {
        // The life before may have told of another low last, and the device goes on with that.
        if low == nil {
          low = Case(result: restored.last ?? over.low, isSure: false, since: truth.now)
        }
        low?.isOver = true
        self.over = notice.id
      }
      if let result = keep(notice) { begin(result, notice, truth.now) }
    case .glucose(.low(let result, _)): judgeNew(result, truth.now)
    case .outbox(.send(let dispatch)): if isOfCase(dispatch.notice.id) { isSent = true }
    case .outbox(.delivered(let id, let to)):
      if isOfCase(id), to.caregiver < 4 { low?.known |= 1 << to.caregiver }
    case .outbox(.acknowledged(let id, let caregiver)):
      guard isOfCase(id), caregiver < 4 else { return }
      low?.known |= 1 << caregiver
      low?.isAnswered = true
    // It made way for another one.
    case .store(.outbox(.closed(let id))): if isOfCase(id) { isSent = false }
    default: break
    }
  }

  /// To the device, which keeps hundredths, two results may be one.
  private func isOfCase(_ id: NoticeID) -> Bool {
    guard let low, id >= low.first else { return false }
    return notices.contains { $0.notice.id == id && $0.result.isClose(to: low.result) }
  }

  /// The same reading, told again, goes on with its case.
  private mutating func begin(_ result: MeterResult, _ notice: Notice, _ now: Instant) {
    isSent = false
    var isRecent = false
    if case .glucose(.low(_, _, .recent)) = notice.matter { isRecent = true }
    newest = (notice.id, isRecent, false)
    guard let low else {
      let isNew = !restored.contains { $0.isClose(to: result) }
      self.low = Case(result: result, isSure: isNew, since: now)
      return
    }
    if !low.isOver, low.result == result {
      newest?.isRepeated = true
      return
    }
    // An earlier reading of the present low may have shown the same, or be told once more.
    let wasTold = notices.contains {
      $0.notice.id > over && $0.notice.id != notice.id && $0.result.isClose(to: result)
    }
    let isSure = low.isOver || !low.result.isClose(to: result) && !wasTold
    self.low = Case(result: result, isSure: isSure, since: now)
  }

  /// A reading was news in the event of its notice, and showed what the one before it had shown. Where
  /// that one was told long ago, this is the one that counts. Else nobody can say which of the two it is.
  private mutating func judgeNew(_ result: MeterResult, _ now: Instant) {
    guard let low, low.result == result else { return }
    guard let newest else {
      // Its notice waits for a clock.
      self.low?.isSure = false
      return
    }
    guard newest.isRepeated else { return }
    let isSure = newest.isRecent && now - low.since > LowNameChecker.settled
    self.low = Case(
      result: result, isSure: isSure && low.isSure, first: newest.id, since: now)
  }

  /// The screen as it stood until this event.
  private mutating func judge(_ now: Instant) {
    guard let isReachable,
      case .glucose(.low(let result, let isVery, _, let stage, let place)) = page
    else { return }
    guard isVery else {
      if stage != nil { fail(.toldIsTrue, at: now, "a page of 54 or more says who is told") }
      return
    }
    if (stage == .nobody) == isReachable {
      return fail(
        .toldIsTrue, at: now,
        "by the page of a very low reading \(isReachable ? "nobody" : "somebody") can be reached")
    }
    guard isReachable, let low else { return }
    guard low.result == result else {
      guard stage != nil, !low.result.isClose(to: result) else { return }
      return fail(.toldIsTrue, at: now, "the page says of a reading who knows of another one")
    }
    if low.isSure { judge(low, stage, place, now) }
  }

  private mutating func judge(_ low: Case, _ stage: HelpStage?, _ place: UInt8, _ now: Instant) {
    let what = "the page of a very low reading"
    switch stage {
    case nil:
      if isSent || low.known != 0 { fail(.toldIsTrue, at: now, "\(what) does not say who is told") }
    case .calling?:
      if low.known != 0 {
        fail(.toldIsTrue, at: now, "\(what) still calls, and a caregiver has it")
      }
    case .told?:
      if low.isAnswered { fail(.toldIsTrue, at: now, "\(what) does not say who has answered") }
      if low.known == 0 || place != UInt8(low.known.trailingZeroBitCount) {
        fail(
          .namedWereTold, at: now, "\(what) names caregiver \(place + 1), who is not the first told"
        )
      }
    case .answered?:
      if place > 3 || low.answers >> place & 1 == 0 {
        fail(
          .namedWereTold, at: now, "\(what) says that caregiver \(place + 1) answered, who did not")
      }
    case .notThrough?: fail(.toldIsTrue, at: now, "\(what) gives up")
    case .nobody?: break
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { self = LowNameChecker(violation: violation) }
  }
}

extension LowNameChecker {
  private init(violation: Violation?) {
    self.init()
    self.violation = violation
  }
}
