import Device
import HAL
import Simulated
import Testing

private struct Script: EventSource {
  var events: [Event]
  mutating func next() -> Event? { events.isEmpty ? nil : events.removeFirst() }
}

/// Says of each event since when the power was gone before it.
private struct Cut: EventSource {
  var script: Script
  var off: [Int64?]
  mutating func next() -> Event? {
    off.removeFirst()
    return script.next()
  }
  var offSince: Instant? { (off.first ?? nil).map { Instant(milliseconds: $0) } }
}

@Suite("The simulated board")
struct BoardTests {
  private func fix(at ms: Int64) -> Event {
    Event(at: Instant(milliseconds: ms), .fix(Fix(mode: .threeD)))
  }
  private func stamps(_ board: inout SimulatedBoard<Script>, deadline: Int64? = nil) -> [Int64] {
    var stamps: [Int64] = []
    while let event = board.nextEvent(before: deadline.map { Instant(milliseconds: $0) }),
      stamps.count < 10
    {
      stamps.append(event.at.milliseconds)
      if event.kind == .deadline { return stamps }
    }
    return stamps
  }

  @Test("Scheduled events and the source's come in the order of their stamps")
  func order() {
    var board = SimulatedBoard(Script(events: [fix(at: 10), fix(at: 30)]))
    board.schedule(fix(at: 20))
    board.schedule(fix(at: 5))
    #expect(stamps(&board) == [5, 10, 20, 30])
    #expect(board.clock.now == Instant(milliseconds: 30))
  }

  @Test("The deadline comes when nothing else does before it, and not beyond the end")
  func deadline() {
    var board = SimulatedBoard(Script(events: [fix(at: 10), fix(at: 50)]))
    #expect(stamps(&board, deadline: 40) == [10, 40])
    var short = SimulatedBoard(Script(events: [fix(at: 10)]))
    #expect(stamps(&short, deadline: 40) == [10])
  }

  @Test("An event at the moment of the deadline comes first")
  func tie() {
    var board = SimulatedBoard(Script(events: [fix(at: 40), fix(at: 60)]))
    #expect(stamps(&board, deadline: 40) == [40, 40])
  }

  @Test("Stamps that go backward are lifted: the clock never goes back")
  func monotonic() {
    var board = SimulatedBoard(Script(events: [fix(at: 30), fix(at: 10), fix(at: 40)]))
    #expect(stamps(&board) == [30, 30, 40])
  }

  private func read(_ events: [Event.Kind]) -> [Event.Kind] {
    var board = SimulatedBoard(
      Script(
        events: events.enumerated().map { i, kind in
          Event(at: Instant(milliseconds: Int64(i) * 1000), kind)
        }))
    var kinds: [Event.Kind] = []
    while let event = board.nextEvent(before: nil) { kinds.append(event.kind) }
    return kinds
  }

  @Test("Presses, battery levels and all else come unchanged")
  func unchanged() {
    let events: [Event.Kind] = [
      .key(KeyPress(.help)), .key(KeyPress(.ok, isLong: true)),
      .battery(BatteryLevel(percent: 80, isCharging: false)),
      .battery(BatteryLevel(percent: 79, isCharging: false)), .storage(.full), .storage(nil),
      .clock(WallTime(milliseconds: 5), .ntp), .shuttingDown,
    ]
    #expect(read(events) == events)
  }

  @Test("A level that a trace tells twice is told twice, as it was to the device")
  func batteryTwice() {
    let level = Event.Kind.battery(BatteryLevel(percent: 30, isCharging: true))
    let boot = Event.Kind.booted(Boot(number: 2, keys: .all, secret: (1, 2)))
    #expect(read([level, level, boot, level]) == [level, level, boot, level])
  }

  @Test("A deadline that is overdue does not wake a device whose power goes in that moment")
  func overdueAtPowerOff() {
    let source = Cut(script: Script(events: [fix(at: 40), fix(at: 90)]), off: [nil, nil, 40, nil])
    var board = SimulatedBoard(source)
    var stamps: [Int64] = []
    for _ in 0..<2 {
      guard let event = board.nextEvent(before: Instant(milliseconds: stamps.isEmpty ? 60 : 35))
      else { break }
      #expect(event.kind != .deadline)
      stamps.append(event.at.milliseconds)
    }
    #expect(stamps == [40, 90])
  }
}
