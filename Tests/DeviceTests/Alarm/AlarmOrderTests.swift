import Device
import HAL
import Testing

@Suite("The order of several alarms, as heard and seen")
struct AlarmOrderTests {
  @Test("A higher alarm cuts a lower one short, which resumes when the higher is over")
  func preempts() {
    var ear = Ear()
    ear.raise(.leftPerimeter, at: 0)
    ear.raise(.lowGlucose, at: 0.5)
    ear.wait(until: 45)
    #expect(ear.bursts(.medium) == [0])
    #expect(ear.bursts(.high) == [0.5, 10.5, 20.5, 30.5, 40.5])
    ear.clear(.lowGlucose, at: 46)
    ear.wait(until: 180)
    // The round it was cut out of is whole: six bursts, the cut one not counted.
    #expect(ear.bursts(.medium) == [0, 46.575, 66.575, 86.575, 106.575, 126.575, 146.575])
  }

  @Test("Silencing the higher one lets the lower be heard, and the higher comes back")
  func silenceResumes() {
    var ear = Ear()
    ear.raise(.medication, at: 0)
    ear.raise(.lowGlucose, at: 1)
    ear.ok(at: 12)
    ear.wait(until: 140)
    #expect(ear.bursts(.call) == [0, 14.5])
    #expect(ear.bursts(.high) == [1, 11, 132])
  }

  @Test("While a higher alarm sounds, nothing is heard in its pauses")
  func nothingBetween() {
    var ear = Ear()
    ear.raise(.lowGlucose, at: 0)
    for (kind, second) in [
      (AlarmKind.leftPerimeter, 5.0), (.reminder, 6), (.batteryLow, 17), (.medication, 18),
    ] { ear.raise(kind, at: second) }
    ear.wait(until: 60)
    #expect(Set(ear.sounds.map(\.rawValue)) == [Burst.high.rawValue])
    for kind in [AlarmKind.leftPerimeter, .reminder, .batteryLow, .medication] {
      #expect(ear.seconds(of: .started(kind, kind.ownPriority)).count == 1)
    }
  }

  @Test("Alarms that waited are heard afterwards, the highest first, none on top of another")
  func queue() {
    var ear = Ear()
    ear.raise(.lowGlucose, at: 0)
    ear.raise(.batteryLow, at: 1)
    ear.raise(.reminder, at: 2)
    ear.raise(.medication, at: 3)
    ear.clear(.lowGlucose, at: 25)
    ear.wait(until: 100)
    #expect(ear.sounds == [.high, .high, .high, .call, .call, .low])
    let order = ear.changes.compactMap { told -> (Double, Burst)? in
      if case .sound(let burst) = told.change { (told.second, burst) } else { nil }
    }
    for (one, next) in zip(order, order.dropFirst()) {
      #expect(one.0 + one.1.length.seconds + one.1.pause.seconds <= next.0 + 1e-9)
    }
  }

  @Test("A call that was cut short and one that waited are both heard, and the next ones too")
  func cutCalls() {
    var ear = Ear()
    ear.raise(.medication, at: 0)
    ear.raise(.medication, at: 0)
    ear.raise(.lowGlucose, at: 5)
    ear.clear(.lowGlucose, at: 20)
    ear.wait(until: 50)
    #expect(ear.bursts(.call).count == 3, "the one that was cut short, and both")
    ear.raise(.medication, at: 300)
    ear.raise(.batteryLow, at: 330)
    #expect(ear.bursts(.call).last == 300)
    #expect(ear.bursts(.low) == [330])
  }

  @Test("Help that does not get through rests, and a medicine is heard and seen then (ALZ-6)")
  func medicineBetweenRounds() {
    var ear = Ear()
    ear.raise(.helpNotThrough, at: 0)
    ear.raise(.medication, at: 30)
    ear.wait(until: 109)
    #expect(ear.alarm.foreground == .helpNotThrough)
    ear.wait(until: 290)
    #expect(ear.bursts(.high) == (0..<12).map { Double($0) * 10 })
    #expect(ear.bursts(.call) == [116.075])
    #expect(ear.alarm.foreground == .medication)
    ear.wait(until: 315)
    #expect(ear.bursts(.high).suffix(2) == [300, 310])
    #expect(ear.alarm.foreground == .helpNotThrough)
  }

  @Test("The newest of two alarms of high priority sounds, then the other")
  func newest() {
    var ear = Ear()
    ear.raise(.helpNotThrough, at: 0)
    ear.raise(.lowGlucose, at: 25)
    ear.wait(until: 58)
    #expect(ear.bursts(.high) == [0, 10, 20, 26.075, 36.075, 46.075, 56.075])
    #expect(ear.alarm.foreground == .lowGlucose)
    ear.clear(.lowGlucose, at: 70)
    #expect(ear.alarm.foreground == .helpNotThrough)
    ear.wait(until: 80)
    #expect(ear.bursts(.high).last! > 70)
  }

  @Test("A new alarm is never covered by an older one's silence")
  func newDuringPause() {
    var ear = Ear()
    ear.raise(.lowGlucose, at: 0)
    ear.ok(at: 10)
    ear.raise(.leftPerimeter, at: 30)
    ear.wait(until: 55)
    #expect(ear.bursts(.medium) == [30, 50])
    ear.raise(.helpNotThrough, at: 60)
    #expect(ear.bursts(.high) == [0, 10, 60])
  }

  @Test("A new alarm of high priority ends the pause of another (makair RCM-SW-9)")
  func endsPause() {
    var ear = Ear()
    ear.raise(.lowGlucose, at: 0)
    ear.ok(at: 10)
    ear.raise(.helpNotThrough, at: 30)
    ear.clear(.helpNotThrough, at: 35)
    ear.wait(until: 60)
    #expect(ear.bursts(.high).contains { $0 > 35 && $0 < 45 }, "low glucose is heard again")
    #expect(!ear.alarm.isSilenced(.lowGlucose))
  }

  @Test("A call gives way to an alarm of its own priority and is called again in its pause")
  func callGivesWay() {
    var ear = Ear()
    ear.raise(.medication, at: 0)
    ear.raise(.leftPerimeter, at: 3)
    ear.wait(until: 30)
    #expect(ear.bursts(.medium) == [3, 23])
    #expect(ear.bursts(.call).count == 2)
    #expect(ear.bursts(.call).last! < 10)
  }

  @Test("A reminder is not chopped up by the battery")
  func lowWaits() {
    var ear = Ear()
    ear.raise(.reminder, at: 0)
    ear.raise(.batteryLow, at: 1)
    ear.wait(until: 60)
    #expect(ear.sounds == [.call, .low])
    #expect(ear.bursts(.low)[0] >= Burst.call.length.seconds)
  }

  @Test("Help is answered in the pauses of an alarm, and not a moment later than at once")
  func helpAmongOthers() {
    var ear = Ear()
    ear.raise(.lowGlucose, at: 0)
    ear.raise(.help, at: 1)
    ear.raise(.help, at: 5)
    ear.wait(until: 30)
    #expect(ear.bursts(.medium) == [5])
    #expect(ear.bursts(.high) == [0, 10, 20, 30])
    var other = Ear()
    other.raise(.reminder, at: 0)
    other.raise(.help, at: 2)
    other.wait(until: 60)
    #expect(other.bursts(.medium) == [2])
    #expect(other.bursts(.call).count == 2, "the reminder it cut short is called again")
  }

  @Test("An answer to a press of help that is cut short or silenced never comes late")
  func helpNeverLate() {
    var ear = Ear()
    ear.raise(.help, at: 0)
    ear.raise(.lowGlucose, at: 0.5)
    ear.clear(.lowGlucose, at: 8)
    ear.wait(until: 100)
    #expect(ear.sounds == [.medium, .high])
    var raised = Ear([(.help, .high)])
    raised.raise(.help, at: 0)
    raised.ok(at: 1)
    raised.raise(.helpNotThrough, at: 60)
    raised.clear(.helpNotThrough, at: 61)
    raised.wait(until: 200)
    #expect(raised.bursts(.high) == [0, 60])
  }

  @Test("An alarm that waited comes before a call that waited, and both are heard")
  func alarmBeforeCall() {
    var ear = Ear()
    ear.raise(.lowGlucose, at: 0)
    ear.raise(.leftPerimeter, at: 1)
    ear.raise(.medication, at: 2)
    ear.clear(.lowGlucose, at: 5)
    ear.wait(until: 20)
    #expect(ear.sounds == [.high, .medium, .call])
  }

  @Test("Quiet hours mute low priority only, and what they muted is heard when they end")
  func quietHours() {
    var ear = Ear()
    ear.quiet(true, at: 0)
    ear.raise(.batteryLow, at: 10)
    ear.raise(.reminder, at: 20)
    ear.wait(until: 100)
    #expect(ear.sounds == [])
    #expect(ear.seconds(of: .vibrate(pulses: 2)) == [])
    #expect(ear.seconds(of: .started(.batteryLow, .low)) == [10])
    #expect(ear.alarm.foreground == .reminder, "they are seen all the same")
    ear.raise(.medication, at: 100)
    ear.raise(.leftPerimeter, at: 200)
    ear.raise(.lowGlucose, at: 290)
    ear.wait(until: 295)
    #expect(ear.bursts(.call) == [100])
    #expect(ear.bursts(.medium) == [200, 220, 240, 260, 280])
    #expect(ear.bursts(.high) == [290])
    for kind in [AlarmKind.medication, .leftPerimeter, .lowGlucose] { ear.clear(kind, at: 306) }
    ear.clear(.reminder, at: 310)
    ear.quiet(false, at: 1000)
    ear.wait(until: 2000)
    #expect(ear.bursts(.low) == [1000])
    #expect(ear.bursts(.call) == [100], "the reminder was answered in the meantime")
  }

  @Test("A profile raises an alarm, and lowers none")
  func raised() {
    var ear = Ear([(.reminder, .medium), (.batteryLow, .high), (.lowGlucose, .low)])
    ear.quiet(true, at: 0)
    ear.raise(.reminder, at: 1)
    #expect(ear.sounds == [.call], "a raised reminder stays a call, and sounds at night")
    ear.raise(.batteryLow, at: 60)
    ear.wait(until: 80)
    #expect(ear.bursts(.high) == [60, 70, 80])
    ear.clear(.batteryLow, at: 81)
    ear.raise(.lowGlucose, at: 100)
    #expect(ear.seconds(of: .started(.lowGlucose, .high)) == [100])
    #expect(ear.alarm.priority(of: .lowGlucose) == .high)
  }

  @Test("A medication raised to high priority is an alarm, until it is answered")
  func raisedMedication() {
    var ear = Ear([(.medication, .high)])
    ear.raise(.medication, at: 0)
    ear.wait(until: 25)
    #expect(ear.sounds == [.high, .high, .high])
    ear.clear(.medication, at: 26)
    ear.wait(until: 100)
    #expect(ear.sounds.count == 3)
  }

  @Test("A new profile counts at once for what is on already")
  func reconfigured() {
    var ear = Ear()
    ear.raise(.positionLost, at: 0)
    ear.configure(.positionLost, .high, at: 60)
    ear.wait(until: 85)
    #expect(ear.bursts(.high) == [60, 70, 80])
    ear.configure(.positionLost, nil, at: 88)
    ear.wait(until: 500)
    #expect(ear.bursts(.high) == [60, 70, 80])
    #expect(ear.bursts(.low) == [0, 88], "and it is said once that it is a lesser matter now")
  }

  @Test("The page is that of the highest alarm, of equal ones the newest; home when none is left")
  func foreground() {
    var ear = Ear()
    #expect(ear.alarm.foreground == nil)
    let steps: [(AlarmKind, AlarmKind)] = [
      (.batteryLow, .batteryLow), (.reminder, .reminder), (.positionLost, .positionLost),
      (.leftPerimeter, .leftPerimeter), (.medication, .medication), (.help, .help),
      (.lowGlucose, .lowGlucose), (.dose, .lowGlucose),
    ]
    for (second, step) in steps.enumerated() {
      ear.raise(step.0, at: Double(second))
      #expect(ear.alarm.foreground == step.1)
    }
    ear.raise(.help, at: 20)
    ear.clear(.lowGlucose, at: 21)
    var pages: [AlarmKind?] = []
    for second in 0..<8 { pages.append(ear.ok(at: 22 + Double(second) / 10)) }
    #expect(
      pages == [
        .help, .dose, .medication, .leftPerimeter, .positionLost, .reminder, .batteryLow, nil,
      ])
    #expect(ear.alarm.foreground == nil)
  }

  @Test("The page about low glucose stays after the key, behind a newer page")
  func highStays() {
    var ear = Ear()
    ear.raise(.lowGlucose, at: 0)
    ear.ok(at: 3)
    #expect(ear.alarm.foreground == .lowGlucose)
    ear.raise(.reminder, at: 10)
    #expect(ear.alarm.foreground == .reminder)
    ear.ok(at: 12)
    #expect(ear.alarm.foreground == .lowGlucose)
    ear.clear(.lowGlucose, at: 20)
    #expect(ear.alarm.foreground == nil)
  }

  @Test("A page can come without a sound, before its equals; what it said stays silenced")
  func present() {
    var ear = Ear()
    ear.raise(.help, at: 0)
    ear.ok(at: 2)
    ear.raise(.leftPerimeter, at: 10)
    ear.present(.help, at: 12)
    #expect(ear.alarm.foreground == .help)
    #expect(ear.bursts(.medium) == [0, 10])
    #expect(ear.alarm.foregroundSince == Instant(milliseconds: 12_000))
    ear.raise(.batteryLow, at: 25)
    #expect(ear.alarm.foregroundSince == Instant(milliseconds: 12_000))
  }

  @Test("Only the alarm that was meant is silenced by its page's key")
  func silenceOne() {
    var ear = Ear()
    ear.raise(.lowGlucose, at: 0)
    ear.raise(.help, at: 5)
    ear.wait(until: 6)
    var told: [AlarmAction] = []
    let silenced = ear.alarm.silence(.help, at: ear.now) { told.append($0) }
    #expect(silenced)
    #expect(told.contains(.silenced(.help)))
    #expect(!ear.alarm.isSilenced(.lowGlucose))
    let again = ear.alarm.silence(.help, at: ear.now) { told.append($0) }
    #expect(!again)
  }

  @Test("Equal histories fold alike, and every difference that will be heard shows (CARD-3)")
  func digest() {
    func digest(_ body: (inout Ear) -> Void) -> UInt64 {
      var ear = Ear()
      body(&ear)
      return ear.digest
    }
    let histories: [(inout Ear) -> Void] = [
      { _ in }, { $0.raise(.reminder, at: 1) }, { $0.raise(.medication, at: 1) },
      { $0.raise(.reminder, at: 2) }, { $0.quiet(true, at: 1) },
      { $0.raise(.leftPerimeter, at: 1) },
      {
        $0.raise(.leftPerimeter, at: 1)
        $0.wait(until: 25)
      },
      {
        $0.raise(.leftPerimeter, at: 1)
        $0.ok(at: 1)
      },
    ]
    #expect(Set(histories.map(digest)).count == histories.count)
    #expect(histories.map(digest) == histories.map(digest))
  }
}
