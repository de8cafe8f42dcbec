import Device
import HAL
import PortContracts
import Simulated
import Testing

/// Every backend of a port passes the same contract. The faults of a simulated one on command come on
/// top: a fault that does not show would test nothing.
@Suite("Port contracts on the simulated backends")
struct PortTests {
  @Test("GPS: each fix once, nothing invented, absence is an error and not a value")
  func gps() throws {
    var gps = SimulatedGPS()
    try PortContract.gps(&gps) { gps, fixes in
      for fix in fixes { gps.arrive(fix) }
    } lose: {
      $0.fault = .unavailable
    } find: {
      $0.fault = nil
    }
    gps.fault = .unavailable
    #expect(throws: GPSError.unavailable) { try gps.read() }
  }

  @Test("GPS: a silent receiver delivers nothing, a stuck one its last fix")
  func faults() throws {
    let first = Fix(mode: .threeD, eph: Metres(1))
    let second = Fix(mode: .threeD, eph: Metres(2))
    var gps = SimulatedGPS()
    gps.arrive(first)
    _ = try gps.read()
    gps.fault = .stuck
    gps.arrive(second)
    let repeated = try gps.read()
    #expect(repeated == first)
    gps.fault = .silent
    gps.arrive(second)
    let nothing = try gps.read()
    #expect(nothing == nil)
  }

  @Test("Keys: each press once and in order, none of a key that is not there")
  func keys() throws {
    for bits in UInt8(0)...15 {
      var keys = SimulatedKeys(available: KeySet(bits: bits))
      try PortContract.keys(&keys) {
        $0.press($1)
      } unplug: {
        $0.isUnplugged = true
      } plugIn: {
        $0.isUnplugged = false
      }
    }
    var keys = SimulatedKeys()
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
    try PortContract.speaker(&speaker) {
      $0.sounding
    } unplug: {
      $0.isUnplugged = true
    } plugIn: {
      $0.isUnplugged = false
    }
    #expect(speaker.played == [.low, .high, .medium, .call, .medium])
    #expect(speaker.sounding == nil)
    try speaker.play(.medium)
    #expect(speaker.sounding == .medium)
    speaker.isUnplugged = true
    #expect(speaker.sounding == nil)
    #expect(throws: SpeakerError.unavailable) { try speaker.play(.high) }
    #expect(speaker.played.last == .medium)
  }

  @Test("Vibrator: shakes at once, stops at once, says so when it is not there")
  func vibrator() throws {
    var vibrator = SimulatedVibrator()
    try PortContract.vibrator(&vibrator) {
      $0.isShaking
    } unplug: {
      $0.isUnplugged = true
    } plugIn: {
      $0.isUnplugged = false
    }
    #expect(vibrator.shakes.map(\.pulses) == [3, 255, 0, 0, 1, 2, 0])
    #expect(!vibrator.isShaking)
    try vibrator.vibrate(pulses: 2, each: Milliseconds(300))
    #expect(vibrator.isShaking)
    #expect(vibrator.shakes.last?.pulse == Milliseconds(300))
    vibrator.isUnplugged = true
    #expect(throws: VibratorError.unavailable) {
      try vibrator.vibrate(pulses: 1, each: Milliseconds(1))
    }
    #expect(vibrator.shakes.count == 8)
  }

  @Test("Screen: shows the last page, and nothing while it is dark")
  func screen() throws {
    var screen = SimulatedScreen()
    #expect(screen.shown == nil)
    let left = Page.leftPerimeter(.calling, caregiver: 0)
    let pages: [Page] = [left, .batteryLow(percent: 9), .positionLost, left]
    try PortContract.screen(&screen, pages: pages) {
      $0.shown
    } unplug: {
      $0.isUnplugged = true
    }
    #expect(screen.shown == nil)
    #expect(screen.pages == pages + pages)
  }

  @Test("Clock: stands while one event is handled, and goes on")
  func clock() throws {
    var clock = SimulatedClock()
    try PortContract.clock(&clock) { $0.advance(to: $0.now + Milliseconds(5)) }
  }
}

@Suite("The contract of storage on the simulated medium")
struct StorageTests {
  @Test("Appended records outlive any power cut, whole and in order")
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
      } cutPower: {
        $0.fault = nil
        $0.cutPower()
      }
    }
    let count = try StorageContract.records(&storage).count
    try StorageContract.refuses(&storage, .full) {
      // The first time and the second, when two more are there.
      $0.capacity = $0.capacity == .max ? count : count + 2
    } repair: {
      $0.capacity += 2
    } cutPower: {
      $0.cutPower()
    }
    storage.fault = .failed
    #expect(throws: StorageError.failed) { try storage.restore { _ in } }
    storage.fault = .readOnly
    let readable = try StorageContract.records(&storage)
    #expect(readable.count == 1 + 3 * 3 + 3)
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
