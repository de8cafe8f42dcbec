import Device
import HAL
import Simulated
import Testing

/// Every backend of a port passes the same contract. What a simulated one does on command comes on
/// top: a fault that does not show would test nothing.
@Suite("Port contracts on the simulated backends")
struct PortTests {
  @Test("GPS: each fix once, nothing invented, absence is an error and not a value")
  func gps() throws {
    var gps = SimulatedGPS()
    try PortContract.gps(&gps) { $0.arrive($1) }
    gps.fault = .unavailable
    #expect(throws: GPSError.unavailable) { try gps.read() }
  }

  @Test("Keys: each press once and in order, none of a key that is not there")
  func keys() throws {
    for bits in UInt8(0)...15 {
      var keys = SimulatedKeys(available: KeySet(bits: bits))
      try PortContract.keys(&keys) { $0.press($1) }
    }
    var keys = SimulatedKeys()
    keys.dead = KeySet(bits: 0).with(.ok)
    keys.press(KeyPress(.ok))
    let dead = try keys.read()
    #expect(dead == nil)
    keys.isUnplugged = true
    keys.press(KeyPress(.help))
    #expect(throws: KeysError.unavailable) { try keys.read() }
    keys.isUnplugged = false
    let lost = try keys.read()
    #expect(lost == nil)
  }

  @Test("Speaker: plays and stops at once, says so when it is not there")
  func speaker() throws {
    var speaker = SimulatedSpeaker()
    try PortContract.speaker(&speaker)
    #expect(speaker.played == [.low, .high, .call, .medium])
    #expect(speaker.sounding == nil)
    try speaker.play(.medium)
    #expect(speaker.sounding == .medium)
    speaker.isUnplugged = true
    #expect(throws: SpeakerError.unavailable) { try speaker.play(.high) }
    #expect(throws: SpeakerError.unavailable) { try speaker.stop() }
    #expect(speaker.played.last == .medium)
  }

  @Test("Vibrator: shakes at once, stops at once, says so when it is not there")
  func vibrator() throws {
    var vibrator = SimulatedVibrator()
    try PortContract.vibrator(&vibrator)
    #expect(vibrator.shakes.map(\.pulses) == [3, 255, 0, 0])
    #expect(!vibrator.isShaking)
    try vibrator.vibrate(pulses: 2, each: Milliseconds(300))
    #expect(vibrator.isShaking)
    #expect(vibrator.shakes.last?.pulse == Milliseconds(300))
    vibrator.isUnplugged = true
    #expect(throws: VibratorError.unavailable) {
      try vibrator.vibrate(pulses: 1, each: Milliseconds(1))
    }
    #expect(vibrator.shakes.count == 5)
  }

  @Test("Screen: shows the last page, and nothing while it is dark")
  func screen() throws {
    var screen = SimulatedScreen()
    #expect(screen.shown == nil)
    let left = Page.leftPerimeter(.calling, caregiver: 0)
    let pages: [Page] = [left, .batteryLow(percent: 9), .positionLost, left]
    try PortContract.screen(&screen, pages: pages) { $0.shown }
    #expect(screen.pages == pages)
    screen.isUnplugged = true
    #expect(throws: ScreenError.unavailable) { try screen.show(.storageFailed) }
    #expect(screen.shown == nil)
    #expect(screen.pages == pages)
  }

  @Test("Battery: each change once; a stuck gauge goes on saying the old")
  func battery() throws {
    var battery = SimulatedBattery()
    let before = try battery.read()
    #expect(before == nil)
    try PortContract.battery(&battery) { $0.become($1) }
    battery.fault = .stuck
    battery.become(BatteryLevel(percent: 2, isCharging: false))
    battery.restart()
    let stuck = try battery.read()
    #expect(stuck == BatteryLevel(percent: 51, isCharging: true))
    battery.fault = .unavailable
    #expect(throws: BatteryError.unavailable) { try battery.read() }
  }

  private func submit(_ network: inout SimulatedNetwork, _ message: [UInt8]) throws {
    try network.submit(
      NoticeID(1), to: Recipient(caregiver: 0, route: .mail), message.span)
  }

  @Test("Network: takes a message whole, or says why not")
  func network() throws {
    var network = SimulatedNetwork()
    try PortContract.network(&network)
    #expect(network.submitted.map(\.message) == [Array("Ana ha salido. ñ €".utf8)])
    #expect(network.pings == 1)
    network.isDown = true
    #expect(throws: NetworkError.unreachable) { try submit(&network, []) }
    #expect(throws: NetworkError.unreachable) { try network.ping() }
    network.isDown = false
    let long = [UInt8](repeating: 0x61, count: SimulatedNetwork.longestMessage + 1)
    #expect(throws: NetworkError.tooLong) { try submit(&network, long) }
    #expect(network.submitted.count == 1)
  }
}

@Suite("The contract of storage on the simulated medium")
struct StorageTests {
  @Test("What was appended outlives any power cut, whole and in order")
  func survives() throws {
    var storage = SimulatedStorage()
    try StorageContract.survives(&storage) { $0.cutPower() }
  }

  @Test("No record is ever half there")
  func torn() throws {
    try StorageContract.isNeverHalf(SimulatedStorage.init) { storage, record, part in
      storage.cutPower(writing: record, words: Int(part * 11))
    }
  }

  @Test("Full, read-only and failing media refuse, and keep what they have")
  func refuses() throws {
    var storage = SimulatedStorage()
    try storage.append(StorageContract.record(1))
    for error in [StorageError.full, .readOnly, .failed] {
      try StorageContract.refuses(&storage, error) {
        $0.fault = error
      } repair: {
        $0.fault = nil
      }
    }
    try StorageContract.refuses(&storage, .full) {
      $0.capacity = 4
    } repair: {
      $0.capacity = 5
    }
    storage.fault = .failed
    #expect(throws: StorageError.failed) { try storage.restore { _ in } }
    storage.fault = .readOnly
    let readable = try StorageContract.records(&storage)
    #expect(readable.count == 5)
  }

  @Test("A medium that says written too early loses the last records, and those only")
  func holdsBack() throws {
    var storage = SimulatedStorage()
    try storage.append(StorageContract.record(1))
    storage.holdsBack = true
    for number in UInt64(2)...4 { try storage.append(StorageContract.record(number)) }
    storage.flush()
    for number in UInt64(5)...6 { try storage.append(StorageContract.record(number)) }
    let held = try StorageContract.records(&storage)
    #expect(held.count == 6, "while the power lasts nobody notices")
    storage.cutPower()
    let left = try StorageContract.records(&storage)
    #expect(left == (1...4).map { StorageContract.record($0) })
  }

  @Test("A bit that rots costs its record and those after it, and no record is ever made up")
  func rots() throws {
    for word in 0..<11 {
      var storage = SimulatedStorage()
      for number in UInt64(1)...5 { try storage.append(StorageContract.record(number)) }
      storage.rot(record: 2, word: word, bit: 17)
      let left = try StorageContract.records(&storage)
      #expect(left == (1...2).map { StorageContract.record($0) })
      try storage.append(StorageContract.record(9))
      storage.cutPower()
      let more = try StorageContract.records(&storage)
      #expect(more == [1, 2, 9].map { StorageContract.record($0) })
    }
  }
}
