import Checkers
import Device
import HAL
import Link
import Simulator
import Testing

@Suite("A device in place of a lost one (SAFE-5)")
struct LostDeviceTests {
  private static let plan: Plan = {
    var plan = Swarm.plan(seed: 3, days: 4)
    // A fix every ten seconds, so that the days pass soon.
    plan.receiver.interval = .seconds(10)
    return plan
  }()

  /// The log that a portal has: no signs of life, and no tokens.
  private static let log: [(record: Record, wall: WallTime)] = {
    var world = World(plan, observer: Unseen())
    var device = Device()
    var log: [(record: Record, wall: WallTime)] = []
    while let event = world.nextEvent(before: device.nextDeadline) {
      device.handle(event) { action in
        if case .store(let record) = action, let told = told(record) {
          log.append((told, world.truth.wall))
        }
        world.perform(action, during: event)
      }
    }
    return log
  }()

  private static func told(_ record: Record) -> Record? {
    switch record {
    case .alive: return nil
    case .outbox(.notice(var notice)):
      notice.token = 0
      return .outbox(.notice(notice))
    case .place, .reminder, .outbox, .accompanied, .diary, .meal: return record
    }
  }

  private struct Unseen: WorldObserver {
    mutating func see(_ event: Event, _ truth: Truth) {}
    mutating func see(_ fix: FixSighting, _ truth: Truth) {}
    mutating func see(_ action: Action, during event: Event, _ truth: Truth) {}
    mutating func see(_ change: WorldChange, _ truth: Truth) {}
  }

  /// Two days after the last record.
  private func later(_ wall: WallTime) -> WallTime {
    WallTime(milliseconds: wall.milliseconds + 2 * 86_400_000)
  }

  /// Acts of a new device that starts on these records, in its first minute.
  private func acts(_ records: [Record], at now: WallTime, boot: UInt32) -> [Action] {
    var device = Device()
    var acts: [Action] = []
    let start = Instant(milliseconds: 1000)
    func hand(_ at: Instant, _ kind: Event.Kind) {
      device.handle(Event(at: at, kind)) { acts.append($0) }
    }
    hand(start, .booted(Boot(number: boot, keys: KeySet(bits: .max), secret: (5, 6))))
    for record in records { hand(start, .restored(record)) }
    for setting in LostDeviceTests.plan.household.settings(around: now) {
      hand(start, .setting(setting))
    }
    hand(start, .clock(now, .ntp))
    let end = start + .seconds(60)
    while let due = device.nextDeadline, due <= end { hand(due, .deadline) }
    return acts
  }

  /// A case of the lost device that nobody may hear of again. What nobody was told of is another matter: an
  /// unanswered reminder, a missed dose, a low glucose are told as after a power cut.
  private func isOld(_ notice: Notice, _ lost: LostDevice) -> Bool {
    guard notice.id.boot > lost.boot else { return true }
    return switch notice.matter {
    case .perimeter, .help, .location, .position, .power, .batteryLow, .profileChanged,
      .profileKept, .companyRefused, .storageFailed, .clock:
      true
    case .reminder, .glucose, .dose, .day: false
    }
  }

  private func isOld(_ alarm: AlarmKind) -> Bool {
    switch alarm {
    case .help, .helpNotThrough, .leftPerimeter, .positionLost, .batteryLow, .storage: true
    case .veryLowGlucose, .lowGlucose, .medication, .dose, .reminder, .notDelivered: false
    }
  }

  @Test("Wherever the log ends, nobody is told of an old case again, and nothing sounds for it")
  func silent() throws {
    let log = LostDeviceTests.log
    let step = max(1, log.count / 150)
    var ended = 0
    for end in stride(from: 1, through: log.count, by: step) {
      let records = log[..<end].map(\.record)
      let last = log[end - 1].wall
      var lost = LostDevice()
      for entry in log[..<end] { lost.take(entry.record, written: entry.wall) }
      let closing = lost.closing(at: later(last))
      ended += closing.count - 1
      let acts = acts(records + closing, at: later(last), boot: lost.boot + 1)
      for case .outbox(.send(let dispatch)) in acts where isOld(dispatch.notice, lost) {
        Issue.record("\(dispatch.notice.matter) is sent after \(end) records")
      }
      for case .alarm(.started(let kind, _)) in acts where isOld(kind) {
        Issue.record("\(kind) sounds after \(end) records")
      }
    }
    #expect(ended > 20, "too few open cases: \(ended)")
  }
}
