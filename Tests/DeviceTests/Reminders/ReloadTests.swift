import Device
import HAL
import Testing

@Suite("The caregiver changes the reminders (ALZ-5)")
struct ReloadTests {
  static let noon = WallTime.utc("2026-05-04T12:00")

  private func wrist(_ list: [Reminder]) -> Wrist {
    var wrist = Wrist(list, at: ReloadTests.noon)
    wrist.start()
    wrist.run(60)
    return wrist
  }

  @Test("A new reminder with an old beginning is due from now on; nothing of it was missed")
  func added() {
    var wrist = wrist([])
    wrist.list = [
      .at("2026-05-01T11:30", id: 1, .daily), .at("2026-05-01T12:30", id: 2, .daily),
      .at("2026-05-04T12:01", id: 3),
    ]
    wrist.run(20)
    wrist.configure()
    // The reminder still counts in the very minute that runs.
    #expect(wrist.announced(3) == [ReloadTests.noon + 80])
    wrist.answersAfter = 10
    wrist.run(86_400)
    #expect(wrist.announced(1) == [.utc("2026-05-05T11:30")])
    #expect(wrist.announced(2) == [.utc("2026-05-04T12:30")])
    #expect(wrist.missed == 0)
  }

  @Test("A new reminder for this very minute is due although another was announced in it")
  func addedInTheSameMinute() {
    var wrist = wrist([.at("2026-05-04T12:01", id: 1)])
    wrist.run(20)
    wrist.list.append(.at("2026-05-04T12:01", id: 2))
    wrist.configure()
    #expect(wrist.announced(2) == [ReloadTests.noon + 80])
    #expect(wrist.announced(1) == [ReloadTests.noon + 60])
    wrist.run(120)
    #expect(wrist.announced().count == 2)
  }

  @Test(
    "A medicine for once that comes after its minute is called late or told as missed, once (SAFE-6)",
    arguments: [("2026-05-04T10:10", 1, 0), ("2026-05-04T08:00", 0, 1), ("2026-05-03T11:59", 0, 0)])
  func addedLate(_ due: String, _ called: Int, _ missed: Int) {
    var wrist = wrist([])
    wrist.answersAfter = 10
    wrist.list = [.at(due, id: 5, kind: .medication)]
    wrist.configure()
    wrist.run(60)
    // Moved to another number it is the same one, and so it is when it comes again.
    wrist.list = [.at(due, id: 6, kind: .medication)]
    wrist.configure()
    wrist.run(60)
    wrist.list = []
    wrist.configure()
    wrist.list = [.at(due, id: 5, kind: .medication)]
    wrist.configure()
    wrist.run(86_400)
    #expect(wrist.announced().count == called)
    #expect(wrist.missed == missed)
  }

  @Test(
    "A medicine for once is called late beside a task of its minute; beside a medicine it is told (SAFE-6)",
    arguments: [(.reminder, 1, 0), (.medication, 0, 1)] as [(Reminder.Kind, Int, Int)])
  func addedBesideAnother(_ kind: Reminder.Kind, _ called: Int, _ missed: Int) {
    var wrist = wrist([.at("2026-05-04T12:02", id: 5, kind: kind)])
    wrist.answersAfter = 10
    wrist.run(120)
    wrist.list.append(.at("2026-05-04T12:02", id: 6, kind: .medication))
    wrist.configure()
    // One that is told stays so when the clock steps back.
    for lie in [-1, -2] as [Int64] {
      wrist.run(60)
      wrist.lie = lie
    }
    wrist.run(3_600)
    #expect(wrist.announced(5).count == 1)
    #expect(wrist.announced(6).count == called)
    #expect(wrist.missed == missed)
  }

  @Test("Two new medicines for once of one minute are both called (SAFE-6)")
  func addedTogether() {
    var wrist = wrist([])
    wrist.answersAfter = 10
    wrist.list = (5...6 as ClosedRange<UInt16>).map {
      .at("2026-05-04T11:30", id: $0, kind: .medication)
    }
    wrist.configure()
    wrist.run(600)
    #expect(wrist.announced(5).count == 1)
    #expect(wrist.announced(6).count == 1)
    #expect(wrist.missed == 0)
  }

  @Test("A pill taken under a clock ahead, and numbered anew before its time, is told (SAFE-6)")
  func renumberedUnderClockAhead() {
    var wrist = wrist([.at("2026-05-01T12:30", id: 3, .daily, kind: .medication)])
    wrist.answersAfter = 10
    wrist.run(600)
    wrist.lie = 1_800
    wrist.run(600)
    wrist.list = [.at("2026-05-01T12:30", id: 4, .daily, kind: .medication)]
    wrist.configure()
    wrist.run(900)
    for lie in [0, -1] as [Int64] {
      wrist.lie = lie
      wrist.run(600)
    }
    #expect(wrist.announced(3).count == 1)
    #expect(wrist.announced(4).isEmpty)
    #expect(wrist.missed == 1)
  }

  @Test(
    "A medicine that gets another number while it is asked for is told, once (SAFE-6)",
    arguments: [.once, .daily] as [Reminder.Repeat])
  func renumberedWhileAsked(_ repeats: Reminder.Repeat) {
    var wrist = wrist([.at("2026-05-04T12:02", id: 5, repeats, kind: .medication)])
    wrist.run(120)
    #expect(wrist.announced(5).count == 1)
    for id in 6...7 as ClosedRange<UInt16> {
      wrist.list = [.at("2026-05-04T12:02", id: id, repeats, kind: .medication)]
      wrist.configure()
      wrist.run(3_600)
    }
    #expect(wrist.announced(6).isEmpty)
    #expect(wrist.announced(7).isEmpty)
    #expect(wrist.missed == 1)
  }

  @Test(
    "A medicine for once whose time is changed to one that is past is called late or told, once (SAFE-6)",
    arguments: [("2026-05-04T11:30", 1, 0), ("2026-05-04T08:00", 0, 1), ("2026-05-03T11:30", 0, 0)])
  func changedLate(_ due: String, _ called: Int, _ missed: Int) {
    var wrist = wrist([.at("2026-05-04T18:00", kind: .medication)])
    wrist.answersAfter = 10
    wrist.list = [.at(due, kind: .medication)]
    wrist.configure()
    wrist.run(86_400)
    #expect(wrist.announced().count == called)
    #expect(wrist.missed == missed)
  }

  @Test("A reminder added while the device was off, after a life whose clock ran an hour ahead")
  func addedAfterWrongClock() {
    var wrist = Wrist([], at: ReloadTests.noon)
    wrist.lie = 3_600
    wrist.start()
    wrist.run(300)
    wrist.lie = 0
    wrist.list = [.at("2026-05-04T12:06", id: 1), .at("2026-05-04T12:10", id: 2)]
    wrist.reboot(off: 60)
    wrist.run(3_600)
    #expect(wrist.announced() == [ReloadTests.noon + 360, ReloadTests.noon + 600])
  }

  @Test(
    "A clock ahead passes over a reminder of this life: it is called or told after that (SAFE-6)",
    arguments: [(120, 1, 0), (9_000, 0, 1)] as [(Int64, Int, Int)])
  func passedOver(_ lasts: Int64, _ called: Int, _ missed: Int) {
    var wrist = wrist([.at("2026-05-04T12:30", .daily, kind: .medication)])
    wrist.answersAfter = 10
    wrist.run(1_680)
    wrist.lie = 10_800
    wrist.run(lasts)
    wrist.lie = 0
    wrist.run(3_600)
    #expect(wrist.announced().count == called)
    #expect(wrist.missed == missed)
  }

  @Test(
    "A reminder that stays keeps its announcement; one that is gone is asked for once it is back")
  func replaced() {
    let list: [Reminder] = [
      .at("2026-05-04T12:01", id: 1, kind: .medication), .at("2026-05-04T12:01", id: 2),
    ]
    var wrist = wrist(list)
    #expect(wrist.announced().count == 2)
    wrist.list = [list[1]]
    wrist.configure()
    #expect(wrist.heard.last?.change == .ended(list[0].occurrence("2026-05-04T12:01")))
    #expect(wrist.reminders.current == list[1].occurrence("2026-05-04T12:01"))
    wrist.list = list
    wrist.configure()
    #expect(wrist.reminders.current == list[0].occurrence("2026-05-04T12:01"))
    wrist.press()
    wrist.press()
    wrist.run(3_600)
    #expect(wrist.announced().count == 2)
    #expect(wrist.unanswered == 0)
  }

  @Test(
    "A reminder moved to another time is due then; one that only reads otherwise is not due again")
  func edited() {
    var wrist = wrist([.at("2026-05-04T12:01")])
    wrist.list[0].tellsCaregiver = true
    wrist.configure()
    #expect(wrist.announced().count == 1)
    wrist.press()
    wrist.list[0].first = Almanac.civil("2026-05-04T11:50")
    wrist.configure()
    #expect(wrist.announced().count == 1)
    wrist.list[0].first = Almanac.civil("2026-05-04T12:10")
    wrist.configure()
    wrist.run(3_600)
    #expect(wrist.announced() == [ReloadTests.noon + 60, ReloadTests.noon + 600])
    #expect(wrist.missed == 0)
  }

  @Test("The same profile loaded again changes nothing", arguments: [0, 30, 59, 60, 61] as [Int64])
  func again(_ seconds: Int64) {
    var wrist = wrist([.at("2026-05-04T12:02", .everyHours(1), kind: .medication)])
    for _ in 0..<10 {
      wrist.run(seconds)
      wrist.configure()
    }
    wrist.run(until: ReloadTests.noon + 1_000)
    wrist.press()
    wrist.run(until: ReloadTests.noon + 3_000)
    #expect(wrist.announced() == [ReloadTests.noon + 120])
    #expect(wrist.missed == 0)
  }

  @Test("In another zone every reminder comes at its local time, and none twice")
  func moved() {
    // Noon UTC is 07:00 in Guayaquil and 14:00 in Madrid.
    var wrist = Wrist(
      [.at("2026-05-01T06:59", id: 1, .daily), .at("2026-05-01T13:30", id: 2, .daily)],
      Almanac("America/Guayaquil").given, at: ReloadTests.noon + -5 * 3_600)
    wrist.answersAfter = 10
    wrist.start()
    wrist.run(5 * 3_600 + 180)
    #expect(wrist.announced(1).count == 1)
    wrist.zone = Almanac("Europe/Madrid").given
    wrist.configure()
    #expect(wrist.announced(2) == [ReloadTests.noon + 180])
    wrist.run(60)
    wrist.zone = Almanac("America/Guayaquil").given
    wrist.configure()
    wrist.run(8 * 3_600)
    #expect(wrist.announced(1).count == 1)
    #expect(wrist.announced(2).count == 1)
  }

  @Test("All 32 reminders of one minute are announced; each reaches the wearer or the caregiver")
  func many() {
    let list = (1...32).map { Reminder.at("2026-05-04T12:01", id: UInt16($0), tells: true) }
    var wrist = wrist(list)
    #expect(wrist.announced().count == 32)
    #expect(wrist.unanswered == 0)
    wrist.run(7_200)
    #expect(wrist.unanswered == 32)
  }

  @Test("The later of two reminders with one id counts")
  func twins() {
    var wrist = wrist([.at("2026-05-04T12:05"), .at("2026-05-04T12:07")])
    wrist.run(900)
    #expect(wrist.announced() == [ReloadTests.noon + 420])
  }

  @Test(
    "After 128 newer occurrences an old one is forgotten; set back a day, the clock calls each hour once"
  )
  func manyHandled() {
    var wrist = wrist([.at("2026-05-04T12:30", .everyHours(1))])
    wrist.speaksEvery = 60
    wrist.answersAfter = 10
    wrist.run(150 * 3_600)
    #expect(wrist.announced().count == 150)
    // The wearer's hours go on, whatever the date: each of these was called a day before.
    wrist.lie = -86_400
    wrist.run(20 * 3_600)
    #expect(wrist.announced().count == 170)
    #expect(wrist.missed == 0)
  }

  @Test("A difference in what is asked is a difference in the digest")
  func digest() {
    let quiet = wrist([.at("2026-05-04T18:00")])
    let asking = wrist([.at("2026-05-04T12:01")])
    var answered = wrist([.at("2026-05-04T12:01")])
    answered.press()
    func word(_ wrist: Wrist) -> UInt64 {
      var digest = Digest()
      wrist.reminders.fold(into: &digest)
      return digest.value
    }
    let words = [quiet, asking, answered].map(word)
    #expect(Set(words).count == 3)
    #expect(word(wrist([.at("2026-05-04T12:01")])) == words[1])
  }

  @Test("Clock, zone and reminders take a fifth of the core's 28 KB at most")
  func size() {
    let size =
      MemoryLayout<Reminders>.size + MemoryLayout<Zone>.size + MemoryLayout<WallClock>.size
    #expect(size <= 28_672 / 5, "\(size) bytes")
  }
}
