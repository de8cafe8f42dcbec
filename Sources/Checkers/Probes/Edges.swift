import Device
import HAL

/// The rare situations at the edges of meals and lows, and those of settings that hardly anybody chooses. Each is
/// counted once a life.
struct Edges: Sendable {
  /// A meal is asked for, or its dose can be deleted within its hour.
  private static let hour = Milliseconds.seconds(3600)
  private static let soon = Milliseconds.seconds(1200)
  private static let dark = Milliseconds.seconds(30)
  private static let lowLasts = Milliseconds.seconds(3 * 3600)

  private struct Low {
    var id: EntryID
    var result: MeterResult
    var at: Instant
  }

  private(set) var reached: Set<Probe> = []
  private var page: Page?
  private var asked: (meal: Meal, minute: Int16?, at: Instant)?
  private var doses: [UInt64: (meal: Meal, at: Instant)] = [:]
  private var takenBack: Instant?
  private var lows: [Low] = []
  private var told: [MeterResult] = []
  private var lastPosition = Instant.start
  private var radius: Metres?

  private mutating func reach(_ probe: Probe) { reached.insert(probe) }

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    if fix.hasPosition { lastPosition = truth.now }
  }

  mutating func see(_ event: Event, _ truth: Truth) {
    switch event.kind {
    case .booted: (page, asked, radius, lastPosition) = (nil, nil, nil, truth.now)
    case .setting(.end): adopt(truth)
    case .edited(let record): edit(record, truth)
    default: break
    }
  }

  private mutating func adopt(_ truth: Truth) {
    if let radius, radius != truth.radius, truth.now - lastPosition > Edges.dark {
      reach(.otherCircleInTheDark)
    }
    radius = truth.radius
    if let asked, let minute = asked.minute, case .dose(.measure(asked.meal, _))? = page,
      Edges.minute(of: asked.meal, truth) != minute
    {
      reach(.mealtimeMovedWhileAskedFor)
    }
  }

  private static func minute(of meal: Meal, _ truth: Truth) -> Int16? {
    truth.household.mealtimes.first { $0.meal == meal }?.minute
  }

  mutating func see(_ action: Action, _ truth: Truth) {
    switch action {
    case .show(let shown): page = shown
    case .store(let record): keep(record, truth)
    case .dose(let action): follow(action, truth)
    case .outbox(.queued(let notice)): hear(notice, truth)
    case .outbox(.send(let dispatch)):
      if dispatch.round > 1, truth.household.limits.repeatAfter != 30 {
        reach(.roundAfterOtherPause)
      }
    default: break
    }
  }

  private mutating func follow(_ action: DoseAction, _ truth: Truth) {
    switch action {
    case .prompted(let meal):
      asked = (meal, Edges.minute(of: meal, truth), truth.now)
      if isEntering { reach(.valueHalfEnteredAsAnotherMealBegins) }
    case .refused(_, .noReading): if isEntering { reach(.valueHalfEnteredAsAMealEnds) }
    case .proposed(let offer):
      let action = truth.household.insulin?.action ?? .rapidAdult
      if action != .rapidAdult, offer.proposal.insulinOnBoard > 0 { reach(.doseByOtherInsulin) }
    case .undone: takenBack = truth.now
    default: break
    }
  }

  private var isEntering: Bool {
    if case .dose(.enterGlucose)? = page { true } else { false }
  }

  private mutating func hear(_ notice: Notice, _ truth: Truth) {
    switch notice.matter {
    case .glucose(.low(let result, _, _)): told.append(result)
    case .location(.breadcrumb):
      if truth.household.limits.breadcrumbs != 5 { reach(.placeAfterOtherPause) }
    default: break
    }
  }

  private mutating func keep(_ record: Record, _ truth: Truth) {
    switch record {
    case .diary(.dose(let dose)): doses[dose.id.value] = (dose.meal, truth.now)
    case .diary(.reading(let reading)):
      lows.removeAll { $0.id == reading.id }
      guard reading.result.milligrams < 70 else { return }
      lows.append(Low(id: reading.id, result: reading.result, at: truth.now))
    default: break
    }
  }

  private mutating func edit(_ record: Record, _ truth: Truth) {
    switch record {
    case .diary(.doseRemoved(let id)): delete(id, truth)
    case .diary(.readingRemoved(let id)): deleteLow(id, truth.now)
    default: keep(record, truth)
    }
  }

  private mutating func delete(_ id: EntryID, _ truth: Truth) {
    guard let dose = doses.removeValue(forKey: id.value) else { return }
    if let asked, asked.meal == dose.meal, truth.now - asked.at < Edges.hour {
      takenBack = truth.now
    }
    guard let minute = Edges.minute(of: dose.meal, truth) else { return }
    let local = truth.wall.milliseconds / 60_000 + truth.household.zone.offset(at: truth.wall)
    let ahead = ((Int64(minute) - local) % 1440 + 1440) % 1440
    let since = (truth.now - dose.at).count / 60_000
    if ahead > 0, ahead + since < 180 { reach(.doseDeletedBeforeItsMeal) }
  }

  private mutating func deleteLow(_ id: EntryID, _ now: Instant) {
    guard let i = lows.firstIndex(where: { $0.id == id }) else { return }
    let gone = lows.remove(at: i)
    let others = lows.filter { now - $0.at < Edges.lowLasts && told.contains($0.result) }
    guard now - gone.at < Edges.lowLasts, told.contains(gone.result) else { return }
    if others.contains(where: { $0.at < gone.at }) { reach(.newerToldLowDeleted) }
    if others.contains(where: { $0.at > gone.at }) { reach(.olderToldLowDeleted) }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut:
      if let takenBack, truth.now - takenBack < Edges.soon { reach(.doseTakenBackBeforeARestart) }
      takenBack = nil
    case .edited(let record): if !truth.isPowered { edit(record, truth) }
    default: break
    }
  }
}
