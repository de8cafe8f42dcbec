import Device
import HAL
import Testing

@Suite("How an alarm sounds to the wearer, and until when")
struct AlarmTests {
  @Test(
    "Low glucose and help that does not get through are of high priority",
    arguments: [AlarmKind.lowGlucose, .veryLowGlucose, .helpNotThrough])
  func high(_ kind: AlarmKind) {
    var ear = Ear()
    ear.raise(kind, at: 5)
    ear.wait(until: 64)
    #expect(ear.bursts(.high) == [5, 15, 25, 35, 45, 55])
    #expect(ear.sounds.count == 6)
    #expect(ear.seconds(of: .started(kind, .high)) == [5])
  }

  @Test("It sounds on for hours until somebody does something")
  func endless() {
    var ear = Ear()
    ear.raise(.lowGlucose, at: 0)
    ear.wait(until: 7200)
    #expect(ear.bursts(.high).count == 721)
  }

  @Test("Having left: a burst every 20 s for 2 minutes, and again every 5 while outside")
  func leftPerimeter() {
    var ear = Ear()
    ear.raise(.leftPerimeter, at: 10)
    ear.wait(until: 715)
    let round = [0.0, 20, 40, 60, 80, 100]
    #expect(
      ear.bursts(.medium) == round.map { $0 + 10 } + round.map { $0 + 310 }
        + round.map { $0 + 610 })
    ear.clear(.leftPerimeter, at: 716)
    ear.wait(until: 3000)
    #expect(ear.sounds.count == 18)
    #expect(ear.alarm.deadline == nil)
  }

  @Test(
    "Battery, position, notices and storage are one low burst, not repeated",
    arguments: [AlarmKind.batteryLow, .positionLost, .notDelivered, .storage])
  func low(_ kind: AlarmKind) {
    var ear = Ear()
    ear.raise(kind, at: 0)
    ear.raise(kind, at: 100)
    ear.wait(until: 100_000)
    #expect(ear.sounds == [.low])
    #expect(ear.seconds(of: .started(kind, .low)) == [0])
    ear.clear(kind, at: 100_001)
    ear.raise(kind, at: 100_002)
    #expect(ear.sounds == [.low, .low])
  }

  @Test(
    "Reminder, medication and meal call once for each announcement (ALZ-6, ALZ-11)",
    arguments: [AlarmKind.reminder, .medication, .dose])
  func calls(_ kind: AlarmKind) {
    var ear = Ear()
    for announcement in 0..<3 { ear.raise(kind, at: Double(announcement) * 300) }
    ear.wait(until: 2000)
    #expect(ear.bursts(.call) == [0, 300, 600])
    #expect(ear.sounds.count == 3)
    #expect(ear.seconds(of: .started(kind, kind.ownPriority)) == [0])
  }

  @Test("Each press of help is answered at once, by one burst (ALZ-7)")
  func help() {
    var ear = Ear()
    for press in [0.0, 0.4, 3] { ear.raise(.help, at: press) }
    ear.wait(until: 1000)
    #expect(ear.bursts(.medium) == [0, 0.4, 3])
    #expect(ear.sounds.count == 3)
  }

  @Test("Every burst is felt, too, with as many shakes as it has pulses (ALZ-6)")
  func shakes() {
    var ear = Ear()
    ear.raise(.batteryLow, at: 0)
    ear.raise(.reminder, at: 60)
    ear.raise(.leftPerimeter, at: 120)
    ear.raise(.lowGlucose, at: 170)
    for (index, told) in ear.changes.enumerated() {
      guard case .sound(let burst) = told.change else { continue }
      #expect(index + 1 < ear.changes.count)
      #expect(ear.changes[index + 1].change == .vibrate(pulses: UInt8(burst.pulseCount)))
    }
    #expect(ear.sounds == [.low, .call, .medium, .medium, .medium, .high])
  }

  @Test("A key silences low glucose for two minutes at most")
  func silenceHigh() {
    var ear = Ear()
    ear.raise(.lowGlucose, at: 0)
    #expect(ear.ok(at: 12) == .lowGlucose)
    ear.wait(until: 150)
    #expect(ear.bursts(.high) == [0, 10, 132, 142])
    #expect(ear.seconds(of: .silenced(.lowGlucose)) == [12])
    #expect(ear.seconds(of: .hush) == [12], "what still sounded stopped")
  }

  @Test("A key that nothing sounds for has another meaning")
  func nothingToSilence() {
    var ear = Ear()
    #expect(ear.ok(at: 0) == nil)
    ear.raise(.lowGlucose, at: 1)
    #expect(ear.ok(at: 2) == .lowGlucose)
    #expect(ear.ok(at: 3) == nil)
    #expect(ear.seconds(of: .silenced(.lowGlucose)) == [2])
    ear.wait(until: 200)
    #expect(ear.bursts(.high).first { $0 > 2 } == 122, "the second press bought no more silence")
  }

  @Test("A key silences the exit for ten minutes, and it sounds again when the wearer is still out")
  func silenceMedium() {
    var ear = Ear()
    ear.raise(.leftPerimeter, at: 0)
    ear.ok(at: 25)
    ear.wait(until: 620)
    #expect(ear.bursts(.medium) == [0, 20])
    ear.wait(until: 700)
    #expect(ear.bursts(.medium) == [0, 20, 625, 645, 665, 685])
  }

  @Test("Silenced, a low alarm stays silent for this occurrence, and the next one sounds")
  func silenceLow() {
    var ear = Ear()
    ear.raise(.positionLost, at: 0)
    #expect(ear.ok(at: 30) == .positionLost)
    ear.raise(.positionLost, at: 60)
    ear.wait(until: 10_000)
    #expect(ear.sounds == [.low])
    ear.clear(.positionLost, at: 10_001)
    ear.raise(.positionLost, at: 10_002)
    #expect(ear.sounds == [.low, .low])
  }

  @Test("An alarm that is over is silent at once, and stays so")
  func clear() {
    var ear = Ear()
    ear.raise(.helpNotThrough, at: 0)
    ear.clear(.helpNotThrough, at: 1)
    ear.raise(.reminder, at: 100)
    ear.clear(.reminder, at: 103)
    ear.raise(.batteryLow, at: 200)
    ear.clear(.batteryLow, at: 260)
    ear.clear(.batteryLow, at: 261)
    ear.wait(until: 10_000)
    #expect(ear.sounds == [.high, .call, .low])
    #expect(ear.seconds(of: .hush) == [1, 103], "nothing is stopped that has ended by itself")
  }

  @Test("A low reading after a low reading is news: it ends the silence")
  func lowAgain() {
    var ear = Ear()
    ear.raise(.lowGlucose, at: 0)
    ear.ok(at: 5)
    ear.raise(.lowGlucose, at: 40)
    ear.wait(until: 55)
    #expect(ear.bursts(.high) == [0, 40, 50])
    ear.raise(.lowGlucose, at: 56)
    ear.wait(until: 75)
    #expect(ear.bursts(.high) == [0, 40, 50, 60, 70], "while it sounds, the beat stays")
  }

  @Test("An announcement after a silenced one sounds")
  func announcedAgain() {
    var ear = Ear()
    ear.raise(.medication, at: 0)
    ear.ok(at: 2)
    ear.raise(.medication, at: 300)
    #expect(ear.bursts(.call) == [0, 300])
  }

  @Test("At the end of time it neither traps nor turns in circles")
  func endOfTime() {
    var alarm = Alarm()
    var bursts = 0
    let end = Instant(milliseconds: .max)
    for kind in [AlarmKind.lowGlucose, .leftPerimeter, .reminder, .help] {
      alarm.raise(kind, at: end) { if case .sound = $0 { bursts += 1 } }
    }
    for _ in 0..<10 { alarm.pass(at: end) { if case .sound = $0 { bursts += 1 } } }
    #expect(bursts <= 5)
    #expect(alarm.deadline == nil)
  }
}
