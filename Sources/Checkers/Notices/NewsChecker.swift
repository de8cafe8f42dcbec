import Device
import HAL

/// Whatever the caregivers are told, an event says in the same turn, so that a replay's timeline has it. What an event
/// says of these things the caregivers are told.
struct NewsChecker: Checker {
  var violation: Violation?

  private var told: [Notice.Matter] = []
  private var said: [Action] = []
  /// The caregivers are to be told of it in this very turn, whatever the device says.
  private var owed: Notice.Matter?
  /// The medium has just failed: the wearer is to hear of it.
  private var owesAlarm = false
  private var isStorageWell = true
  private var battery: BatteryLevel?

  mutating func see(_ event: Event, _ truth: Truth) {
    judgeOwed(truth.now)
    judge(truth.now)
    switch event.kind {
    case .booted: (isStorageWell, battery) = (true, nil)
    case .shuttingDown: owed = .power(.shuttingDown)
    case .battery(let level): battery = level
    case .storage(let failure): take(failure)
    default: break
    }
  }

  /// A damaged medium gives way to a new one. Of another failure only the first says anything new.
  private mutating func take(_ failure: StorageError?) {
    if failure == .damaged { owed = .storageFailed(.damaged) }
    guard failure != .damaged else { return }
    defer { isStorageWell = failure == nil }
    guard let failure, isStorageWell else { return }
    (owed, owesAlarm) = (.storageFailed(failure), true)
  }

  private mutating func judgeOwed(_ now: Instant) {
    if let owed {
      self.owed = nil
      fail(.newsIsSaid, at: now, "\(owed) is news, and the caregivers are not told")
    }
    guard owesAlarm else { return }
    owesAlarm = false
    fail(.newsIsSaid, at: now, "records are refused, and no alarm says so")
  }

  private mutating func judgeBattery(_ percent: UInt8, _ now: Instant) {
    guard battery?.percent != percent else { return }
    let real = battery.map { "\($0.percent) %" } ?? "unknown"
    fail(.newsIsSaid, at: now, "a battery of \(percent) % is news, and it is \(real)")
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    switch action {
    case .outbox(.queued(let notice)):
      told.append(notice.matter)
      if notice.matter == owed { owed = nil }
      if case .batteryLow(let percent) = notice.matter { judgeBattery(percent, truth.now) }
    case .batteryLow(let percent): judgeBattery(percent, truth.now)
    case .alarm(.started(.storage, _)): owesAlarm = false
    case .helpRequested, .reminder(.due), .reminder(.missed),
      .clock(.disagrees), .clock(.untrusted), .glucose(.lowOver), .dose(.entryAhead),
      .company(.refused):
      said.append(action)
    default: break
    }
  }

  private mutating func judge(_ now: Instant) {
    if told.isEmpty, said.isEmpty { return }
    defer { (told, said) = ([], []) }
    for matter in told where !isSaid(matter) {
      fail(.newsIsSaid, at: now, "the caregivers are told of \(matter), and no event says so")
    }
    for action in said where !isTold(action) {
      fail(.newsIsSaid, at: now, "an event says \(action), and the caregivers are not told")
    }
  }

  private func isSaid(_ matter: Notice.Matter) -> Bool {
    said.contains { action in
      switch (matter, action) {
      case (.help, .helpRequested), (.clock(.untrusted), .clock(.untrusted)): true
      case (.reminder(.due(let told)), .reminder(.due(let said, _, _, _))),
        (.reminder(.missed(let told)), .reminder(.missed(let said))),
        (.reminder(.unanswered(let told)), .reminder(.missed(let said))):
        told == said
      case (.clock(.disagrees(let told)), .clock(.disagrees(let said))): told == said
      case (.dose(.entryAhead(let told)), .dose(.entryAhead(let said))): told == said
      case (.companyRefused(let told), .company(.refused(let said, _))): told == said
      default: false
      }
    } || !NewsChecker.needsEvent(matter)
  }

  private static func needsEvent(_ matter: Notice.Matter) -> Bool {
    switch matter {
    case .help, .clock, .reminder(.due), .reminder(.missed),
      .reminder(.unanswered), .dose(.entryAhead), .companyRefused:
      true
    default: false
    }
  }

  private func isTold(_ action: Action) -> Bool {
    switch action {
    // A family may want no mail of a reminder that is due. Another checker judges each press of help.
    case .reminder(.due), .helpRequested: true
    case .reminder(.missed(let said)):
      told.contains { $0 == .reminder(.missed(said)) || $0 == .reminder(.unanswered(said)) }
    case .clock(.disagrees(let said)): told.contains(.clock(.disagrees(said)))
    case .clock(.untrusted): told.contains(.clock(.untrusted))
    case .glucose(.lowOver(let said)):
      told.contains {
        if case .glucose(.lowOver(let told)) = $0 { told.isSame(as: said) } else { false }
      }
    case .dose(.entryAhead(let said)): told.contains(.dose(.entryAhead(said)))
    case .company(.refused(let said, _)): told.contains(.companyRefused(said))
    default: true
    }
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { (told, said, owed, owesAlarm) = ([], [], nil, false) }
  }
}

extension LowGlucoseOver {
  /// The mail also says whether anybody has answered.
  fileprivate func isSame(as other: LowGlucoseOver) -> Bool {
    low == other.low && ended == other.ended && cause == other.cause
  }
}
