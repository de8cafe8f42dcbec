import Device
import HAL

/// A battery that falls to 20 percent, and to 10, is told of: each once, until it is charged. A battery that resets the
/// device again and again makes no more than two notices an hour, either.
struct BatteryChecker: Checker {
  var violation: Violation?

  private static let thresholds: [UInt8] = [20, 10]
  private static let well: UInt8 = 30

  /// Thresholds that were told of since the start, or since it was last charged.
  private var told: [UInt8] = []
  private var owed: UInt8?
  private var level: BatteryLevel?
  /// No more than two an hour are told.
  private var times: [Instant] = []
  private var lastTold: NoticeID?
  private var mayBeLate = false
  /// A notice that was held back goes out as soon as fewer than two were told within the hour.
  private var lateBy: Instant?
  private static let hour = Milliseconds.seconds(3601)
  /// A device that starts knows to a minute how long it lived before.
  private static let sign = Milliseconds.seconds(70)
  /// The last event of the life before; the time without power is no part of an hour.
  private var last = Instant.start
  private var hasRestarted = false
  /// All that were told, with their true time in milliseconds since 1970; and the last of which the medium tells this
  /// life.
  private var tellings: [(id: NoticeID, wall: Int64)] = []
  private var counted: [Int64] = []
  /// No clock has lied in these lives, and no record was lost.
  private var isSure = true
  private static let remembered = 64
  /// The start of a life whose records hold no sign of life after the last notice: the device counts it
  /// as told then.
  private var unsignedStart: Instant?
  /// The records of this start date what was told, and the last sign of life. A clock that was put back dates later
  /// signs before it: then the first of these counts.
  private var dates: [Int64] = []
  private var alive: Int64?
  private var startedAt = Instant.start

  mutating func see(_ event: Event, _ truth: Truth) {
    judge(truth)
    defer { last = event.at }
    switch event.kind {
    case .booted:
      told = []
      times = times.map { $0 + (event.at - last) }
      hasRestarted = true
      counted = []
      unsignedStart = nil
      (dates, alive, startedAt) = ([], nil, event.at)
      tellings = tellings.suffix(BatteryChecker.remembered)
    case .restored(.alive(let wall, _, _)):
      unsignedStart = nil
      (alive, dates) = (wall.milliseconds, dates.map { min($0, wall.milliseconds) })
    case .restored(.outbox(.notice(let notice))):
      let told = tellings.first { $0.id == notice.id }?.wall
      if let told { counted.append(told) }
      if case .batteryLow = notice.matter {
        unsignedStart = event.at
        dates.append(notice.made?.milliseconds ?? .max)
      }
      // A device that was told no time then, or a wrong one, counts it as told at its start.
      if case .batteryLow = notice.matter,
        notice.made.map({ (($0.milliseconds - (told ?? $0.milliseconds)).magnitude) > 300_000 })
          ?? true
      {
        times = times.map { _ in event.at }
      }
    case .battery(let level):
      self.level = level
      countFromRecords()
      if let start = unsignedStart { times = times.map { max($0, start) } }
      unsignedStart = nil
      if level.isCharging || level.percent > BatteryChecker.well { (told, lateBy) = ([], nil) }
      guard !level.isCharging else { return }
      let due = BatteryChecker.thresholds.filter { level.percent <= $0 && !told.contains($0) }
      told += due
      let most = BatteryChecker.hour + (hasRestarted ? BatteryChecker.sign : Milliseconds(0))
      let isHeldBack = times.count == 2 && event.at - times[0] < most
      owed = isHeldBack ? nil : due.last
      mayBeLate = isHeldBack && !due.isEmpty || mayBeLate
      if isHeldBack, !due.isEmpty { lateBy = times[0] + BatteryChecker.hour + .seconds(140) }
    default: break
    }
  }

  /// A device that starts has nothing but its records. A life that never knew the time has left no sign in them, and
  /// counts for nothing.
  private mutating func countFromRecords() {
    if let alive, dates.count >= times.count {
      for (i, date) in zip(times.indices, dates.suffix(times.count)) where date <= alive {
        times[i] = max(times[i], startedAt + Milliseconds(date - alive))
      }
    }
    dates = []
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    // A stored notice goes out, although the power may go before it is announced.
    guard let notice = action.newNotice, notice.id != lastTold, case .batteryLow = notice.matter
    else { return }
    lastTold = notice.id
    if owed == nil, !mayBeLate {
      fail(.batteryIsTold, at: truth.now, "a battery that is well is told of")
    }
    // It may have risen while the notice was held back: a fall from there counts.
    if owed == nil, let level { told.removeAll { level.percent > $0 } }
    (owed, mayBeLate, lateBy) = (nil, false, nil)
    times = times.suffix(1) + [truth.now]
    count(notice.id, truth)
  }

  private mutating func count(_ id: NoticeID, _ truth: Truth) {
    let wall = truth.wall.milliseconds
    if hasRestarted, isSure, let second = counted.suffix(2).first, counted.count > 1,
      wall - second < BatteryChecker.hour.count - BatteryChecker.sign.count
    {
      fail(.batteryIsLimited, at: truth.now, "a third notice of the battery within an hour")
    }
    counted.append(wall)
    tellings.append((id, wall))
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    switch change {
    case .powerCut: (owed, lateBy) = (nil, nil)
    case .clocksGood(false), .recordsLost: isSure = false
    case .end: judge(truth)
    default: break
    }
  }

  private mutating func judge(_ truth: Truth) {
    if let lateBy, truth.isPowered, truth.now > lateBy {
      self.lateBy = nil
      if level.map({ $0.isCharging || $0.percent > 20 }) ?? true {
        // It is not low any more when its turn comes: the next fall counts anew.
        told = []
        return
      }
      fail(.batteryIsTold, at: truth.now, "a battery that fell twice in an hour was told once")
    }
    guard let owed else { return }
    self.owed = nil
    fail(.batteryIsTold, at: truth.now, "the battery fell below \(owed) %, and nobody was told")
  }
}
