import Device
import HAL
import Simulated
import Simulator
import Traces

extension Scenario {
  /// Lives the scenario through and writes what the device saw, as a trace that replays alone. The
  /// same scenario and seed write the same bytes on every machine.
  ///
  /// A device lives it, because network and family answer what it sends; what they answer goes into
  /// the trace like everything else.
  public func writeTrace(to write: @escaping (String) throws -> Void) throws {
    var device = Device()
    var board = SimulatedBoard(ScenarioWorld(self))
    var family = ScenarioFamily(script)
    let writer = TraceWriter(plain: write)
    var marks = script.marks[...]
    var failure: (any Error)?
    if profile == nil, script.isEmpty { try writer.configure(perimeter, at: .start) }
    device.run(
      on: &board,
      { board, event, action in
        for answer in family.answers(to: action, at: event.at) { board.schedule(answer) }
      },
      settled: { board, event, _ in
        do {
          while let mark = marks.first, mark.at <= event.at {
            try writer.write(marks.removeFirst())
          }
          try note(event, board.source, writer)
        } catch { failure = failure ?? error }
      })
    for mark in marks { try writer.write(mark) }
    if let failure { throw failure }
  }

  /// What the device saw, as a black box keeps it.
  private func note(_ event: Event, _ world: ScenarioWorld, _ writer: TraceWriter) throws {
    switch event.kind {
    // The board of a replay wakes the device itself.
    case .deadline: break
    case .fix:
      if let record = world.record { try writer.add(record, at: event.at) }
    // The row is written as a whole, with its words.
    case .setting(.end): try writer.configure(world.settings, world.words, at: event.at)
    case .setting: break
    default: try writer.write(event)
    }
  }
}

/// The world around the device: it starts, is set up, and then things happen.
struct ScenarioWorld: EventSource {
  private let walk: Walk
  private let home: LocalPlane
  private let start: WallTime
  private let interval: Milliseconds
  private var receiver: SimulatedReceiver
  private var time = Milliseconds(0)
  private var line = 2
  /// What happens before anything else.
  private var beginning: ArraySlice<Event>
  private var script: ArraySlice<Event>
  let settings: [Setting]
  let words: TraceWords
  /// What the last fix was made of.
  private(set) var record: TraceRecord?

  init(_ scenario: Scenario) {
    walk = Walk(scenario.steps)
    home = LocalPlane(scenario.perimeter.center)
    start = scenario.start
    interval = scenario.receiver.interval
    receiver = SimulatedReceiver(scenario.receiver, seed: scenario.seed)
    script = scenario.script.events[...]
    settings = scenario.profile?.settings ?? [.perimeter(scenario.perimeter)]
    words = scenario.profile?.traceWords ?? TraceWords()
    var beginning = settings.map { Event(at: .start, .setting($0)) }
    if scenario.profile != nil || !scenario.script.isEmpty {
      // Other draws than the receiver's, so that its noise stays what it was.
      var generator = Generator(seed: ~scenario.seed)
      let secret = (generator.next(), generator.next())
      let boot = Boot(number: 1, keys: scenario.script.board, secret: secret)
      beginning.insert(Event(at: .start, .booted(boot)), at: 0)
    }
    self.beginning = beginning[...]
  }

  mutating func next() -> Event? {
    if let event = beginning.popFirst() { return event }
    // What a person does at the moment of a fix comes before it.
    if let event = script.first, event.at.milliseconds <= time.count || time > walk.duration {
      return script.popFirst()
    }
    guard time <= walk.duration else { return nil }
    let record = receiver.observe(
      walk.state(at: time), at: time,
      wall: WallTime(milliseconds: start.milliseconds + time.count), home: home, line: line)
    self.record = record
    let event = Event(at: Instant(milliseconds: time.count), .fix(record.fix))
    time = Milliseconds(time.count + interval.count)
    line += 1
    return event
  }
}

/// The network, and the people who read what arrives.
struct ScenarioFamily {
  private let script: ScenarioScript
  /// Notices that somebody has answered, with the one who did.
  private var answered: [(notice: NoticeID, caregiver: UInt8)] = []

  init(_ script: ScenarioScript) { self.script = script }

  /// What comes back, and when.
  mutating func answers(to action: Action, at now: Instant) -> [Event] {
    guard case .send(let dispatch) = action, let network = script.network else { return [] }
    let (notice, recipient) = (dispatch.notice, dispatch.recipient)
    let arrival = now + network.latency
    let outcome = network.outcome(at: now)
    var events = [
      Event(
        at: arrival,
        .answer(NetworkAnswer(notice: notice.id, recipient: recipient, outcome: outcome)))
    ]
    let caregiver = recipient.caregiver
    let isAnswered = answered.contains { $0.notice == notice.id && $0.caregiver == caregiver }
    if outcome == .accepted, !isAnswered, let time = script.answerTimes[caregiver] {
      answered.append((notice.id, caregiver))
      events.append(
        Event(
          at: arrival + time,
          .message(.acknowledged(token: notice.token, caregiver: caregiver))))
    }
    return events
  }
}
