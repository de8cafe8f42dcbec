import Device
import HAL
import Simulated
import Testing

private struct Script: EventSource {
  var events: [Event]
  mutating func next() -> Event? { events.isEmpty ? nil : events.removeFirst() }
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

  @Test("What arrives at the moment of the deadline comes first")
  func tie() {
    var board = SimulatedBoard(Script(events: [fix(at: 40), fix(at: 60)]))
    #expect(stamps(&board, deadline: 40) == [40, 40])
  }

  @Test("Stamps that go backward are lifted: the clock never goes back")
  func monotonic() {
    var board = SimulatedBoard(Script(events: [fix(at: 30), fix(at: 10), fix(at: 40)]))
    #expect(stamps(&board) == [30, 30, 40])
  }

  @Test("A silent receiver delivers nothing, a stuck one its last fix")
  func faults() {
    let first = Event(at: .start, .fix(Fix(mode: .threeD, eph: Metres(1))))
    let second = Event(at: Instant(milliseconds: 1000), .fix(Fix(mode: .threeD, eph: Metres(2))))
    var stuck = SimulatedBoard(Script(events: [first, second]))
    _ = stuck.nextEvent(before: nil)
    stuck.gps.fault = .stuck
    let repeated = stuck.nextEvent(before: nil)
    #expect(repeated?.kind == first.kind)
    var silent = SimulatedBoard(Script(events: [first, second]))
    silent.gps.fault = .silent
    let nothing = silent.nextEvent(before: nil)
    #expect(nothing == nil)
  }
}

/// The contract of each port. Every backend of a port must pass it; so far there is one.
@Suite("Port contracts on the simulated backends")
struct PortTests {
  private func checkGPS<G: GPS>(_ gps: inout G, arrive: (inout G, Fix) -> Void) throws {
    let before = try gps.read()
    #expect(before == nil)
    let fix = Fix(mode: .twoD, eph: Metres(7))
    arrive(&gps, fix)
    let once = try gps.read()
    #expect(once == fix)
    let again = try gps.read()
    #expect(again == nil)
  }

  @Test("GPS: each fix once, nothing invented, absence is an error and not a value")
  func gps() throws {
    var gps = SimulatedGPS()
    try checkGPS(&gps) { $0.arrive($1) }
    gps.fault = .unavailable
    #expect(throws: GPSError.unavailable) { try gps.read() }
  }

  @Test("Speaker: plays at once, says so when it is not there")
  func speaker() throws {
    var speaker = SimulatedSpeaker()
    try speaker.play(.medium)
    #expect(speaker.played == [.medium])
    speaker.isUnplugged = true
    #expect(throws: SpeakerError.unavailable) { try speaker.play(.medium) }
  }

  private func submit(_ network: inout SimulatedNetwork, _ message: [UInt8]) throws {
    try network.submit(NoticeID(1), message.span)
  }

  @Test("Network: takes a message whole, or says why not")
  func network() {
    var network = SimulatedNetwork()
    #expect(throws: Never.self) { try submit(&network, Array("hola".utf8)) }
    #expect(network.submitted.map(\.message) == [Array("hola".utf8)])
    network.isDown = true
    #expect(throws: NetworkError.unreachable) { try submit(&network, []) }
    network.isDown = false
    let long = [UInt8](repeating: 0x61, count: SimulatedNetwork.longestMessage + 1)
    #expect(throws: NetworkError.tooLong) { try submit(&network, long) }
    #expect(network.submitted.count == 1)
  }

  @Test("The medium tone keeps to IEC 60601-1-8: three pulses, 125 to 250 ms, and as far apart")
  func tone() {
    #expect(Tone.medium.pulses == 3)
    #expect((125...250).contains(Tone.medium.pulse.count))
    #expect((125...250).contains(Tone.medium.gap.count))
    #expect((150...1000).contains(Tone.baseHertz))
  }
}
