import Device
import HAL

/// Whoever was told of low glucose is told that it is over, or that nobody confirmed its end, wherever the list has
/// them by then. So it is where the answer of the server that took the notice was lost. Nobody else is told. SAFE-2,
/// SAFE-5.
struct LowAudienceChecker: Checker {
  var violation: Violation?

  private var lows: [NoticeID] = []
  /// Notices that it is over: whoever hears that hears also that nobody confirmed it.
  private var overs: [NoticeID] = []
  private var told: Set<UInt32> = []
  /// Those to whom a notice of this low went, whether it arrived or not, or who answered one.
  private var tried: Set<UInt32> = []
  /// All of this low happened in this life, with one list.
  private var isWhole = false
  private var isOver = false
  /// The end was told then. A low that takes its place in that moment goes on with its case: the end was not sent.
  private var overAt: Instant?
  /// The list that the device has read.
  private var list: [UInt32] = []
  /// Another one is there, and the device has not read it.
  private var isChanging = false

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    // Records speak for an earlier life.
    case .booted:
      forget()
      isWhole = true
    case .restored(.outbox(.notice(let notice))):
      if case .glucose = notice.matter { isWhole = false }
    case .setting(.end): adopt(truth)
    case .message(.acknowledged(_, let caregiver)): attempt(caregiver, truth)
    default: break
    }
  }

  /// Whoever stays in the list knows what they knew. Without numbers nobody can tell who stays.
  private mutating func adopt(_ truth: Truth) {
    isChanging = false
    let before = list
    list = truth.hasProfile ? truth.household.caregivers.map(\.who) : []
    guard list != before else { return }
    isWhole = false
    if before.contains(0) || list.contains(0) { forget() }
    told.formIntersection(list)
  }

  private mutating func forget() {
    (lows, overs, told, isOver) = ([], [], [], false)
    (tried, isWhole) = ([], false)
  }

  private mutating func attempt(_ caregiver: UInt8, _ truth: Truth) {
    if caregiver < 4 { tried.insert(truth.household.person(at: caregiver)) }
  }

  private mutating func know(_ id: NoticeID, _ caregiver: UInt8, _ truth: Truth) {
    guard lows.contains(id) || overs.contains(id), caregiver < 4 else { return }
    if isChanging { return forget() }
    told.insert(truth.household.person(at: caregiver))
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .outbox(.queued(let notice)): begin(notice, truth)
    case .outbox(.send(let dispatch)):
      if lows.contains(dispatch.notice.id) { attempt(dispatch.recipient.caregiver, truth) }
    case .outbox(.delivered(let id, let to)): know(id, to.caregiver, truth)
    default: break
    }
  }

  private mutating func begin(_ notice: Notice, _ truth: Truth) {
    guard case .glucose(let matter) = notice.matter else { return }
    if isChanging { return forget() }
    switch matter {
    case .low:
      if isOver {
        let (kept, wasWhole) = overAt == truth.now ? (tried, isWhole) : ([], true)
        forget()
        (tried, isWhole) = (kept, wasWhole)
      }
      if lows.count > 60 { lows.removeFirst(20) }
      lows.append(notice.id)
    case .lowOver(let over):
      (isOver, overAt) = (true, truth.now)
      if overs.count > 60 { overs.removeFirst(20) }
      overs.append(notice.id)
      let readers = (0..<4 as Range<UInt8>).filter { notice.audience >> $0 & 1 == 1 }
        .map { truth.household.person(at: $0) }
      if isWhole, !lows.isEmpty, !over.isUnconfirmed,
        let stranger = readers.first(where: { !tried.contains($0) })
      {
        fail(
          .namedWereTold, at: truth.now,
          "the end of low glucose goes to \(stranger), to whom no notice of it ever went")
      }
      guard
        let person = told.first(where: {
          !readers.contains($0) && !truth.household.routes(to: $0).isEmpty
        })
      else { return }
      fail(
        .namedWereTold, at: truth.now,
        "the end of low glucose goes to \(readers), and \(person) knew of it")
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .taken(let id, let to, _): if truth.isPowered { know(id, to.caregiver, truth) }
    case .reloaded:
      // Two at once: nobody can tell which of them the device has read.
      if isChanging { forget() }
      isChanging = true
    default: return
    }
  }
}
