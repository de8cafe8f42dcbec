import Device
import HAL
import Simulated
import Testing

/// A network that refuses what it is told to refuse.
private struct Courier: Network {
  var trouble: NetworkError?
  var letters: [String] = []
  var pings = 0
  mutating func submit(_ letter: String) throws(NetworkError) {
    if let trouble { throw trouble }
    letters.append(letter)
  }
  mutating func ping() throws(NetworkError) {
    if let trouble { throw trouble }
    pings += 1
  }
}

private struct Wrist: Actuators {
  var speaker = SimulatedSpeaker()
  var vibrator: SimulatedVibrator? = SimulatedVibrator()
  var screen: SimulatedScreen? = SimulatedScreen()
  var network = Courier()
  var storage: SimulatedStorage? = SimulatedStorage()

  mutating func perform(_ action: Action) throws(PortError) {
    try perform(
      action, page: { $0 }, letter: { "notice \($0.notice.id.number)" }, record: { $0 })
  }
}

@Suite("Decisions of the device reach the wearer and the caregivers, on every board")
struct PerformTests {
  private let send = Action.outbox(
    .send(
      Dispatch(
        notice: Notice(
          id: NoticeID(boot: 2, number: 7), matter: .help, whereabouts: nil,
          age: Milliseconds(0), made: nil, token: 1),
        recipient: Recipient(caregiver: 1, route: .relay), attempt: 1, late: Milliseconds(0))))

  @Test("An alarm is heard and felt, and a key silences both")
  func alarm() throws {
    var wrist = Wrist()
    try wrist.perform(.alarm(.sound(.high)))
    try wrist.perform(.alarm(.vibrate(pulses: 3)))
    #expect(wrist.speaker.sounding == .high)
    #expect(wrist.vibrator?.isShaking == true)
    try wrist.perform(.alarm(.hush))
    #expect(wrist.speaker.sounding == nil)
    #expect(wrist.vibrator?.isShaking == false)
  }

  @Test(
    "A page is seen, a record lasts, a notice goes out, and the relay hears that the device lives")
  func others() throws {
    var wrist = Wrist()
    try wrist.perform(.show(.positionLost))
    #expect(wrist.screen?.shown == .positionLost)
    let record = Record.alive(WallTime(milliseconds: 5))
    try wrist.perform(.store(record))
    var stored: [RecordWords] = []
    try wrist.storage?.restore { stored.append($0) }
    #expect(stored == [record.words])
    try wrist.perform(send)
    #expect(wrist.network.letters == ["notice 7"])
    try wrist.perform(.heartbeat)
    #expect(wrist.network.pings == 1)
  }

  @Test("Ports that are gone or were never there keep nothing else from being done")
  func absent() throws {
    var wrist = Wrist()
    wrist.speaker.isUnplugged = true
    wrist.vibrator = nil
    wrist.screen?.isUnplugged = true
    wrist.storage = nil
    wrist.network.trouble = .unreachable
    for action in [
      Action.alarm(.sound(.high)), .alarm(.vibrate(pulses: 3)), .alarm(.hush),
      .show(.positionLost), .store(.alive(WallTime(milliseconds: 5))), .heartbeat,
    ] {
      try wrist.perform(action)
    }
  }

  @Test(
    "The core hears of a refused notice whether to try again",
    arguments: [
      (NetworkError.unreachable, DeliveryOutcome.transient), (.refused, .permanent),
      (.tooLong, .permanent),
    ])
  func unsent(_ trouble: NetworkError, _ outcome: DeliveryOutcome) throws {
    var wrist = Wrist()
    wrist.network.trouble = trouble
    let thrown = #expect(throws: PortError.self) { try wrist.perform(send) }
    guard case .unsent(let answer) = try #require(thrown) else {
      Issue.record("a refused notice is no matter of the medium")
      return
    }
    #expect(answer.notice == NoticeID(boot: 2, number: 7))
    #expect(answer.recipient == Recipient(caregiver: 1, route: .relay))
    #expect(answer.outcome == outcome)
  }

  @Test("The board hears why the medium refuses a record")
  func unstored() throws {
    var wrist = Wrist()
    wrist.storage?.fault = .full
    let thrown = #expect(throws: PortError.self) {
      try wrist.perform(.store(.alive(WallTime(milliseconds: 5))))
    }
    guard case .unstored(.full) = try #require(thrown) else {
      Issue.record("a refused record is no matter of the network")
      return
    }
  }
}
