import Device
import HAL
import Testing

@Suite("Low glucose that is over, and its second measurement (SAFE-2)")
struct LowOverTests {
  private func amount(_ milligrams: Double) -> MeterResult {
    .amount(.milligramsPerDecilitre(MilligramsPerDecilitre(milligrams)))
  }

  private func overs(_ wearer: Diabetic) -> [LowGlucoseOver] {
    wearer.notices.compactMap { if case .glucose(.lowOver(let over)) = $0 { over } else { nil } }
  }

  @Test("Every caregiver who was told of the low hears both results and their times")
  func told() {
    let wearer = Diabetic(clock: (9, 1))
    wearer.measures(50)
    wearer.wait(minutes: 3)
    wearer.measures(140)
    let over = LowGlucoseOver(
      low: amount(50), lowAge: 3, ended: amount(140), cause: .measured)
    #expect(overs(wearer) == [over] && wearer.told.contains(.lowOver(over)))
  }

  @Test("Fifteen minutes after the low it asks for a second reading, for wearers of any kind")
  func secondAsked() {
    for insulin in [InsulinProfile.usual, nil] {
      let wearer = Diabetic(clock: (9, 1), insulin: insulin)
      wearer.measures(50)
      wearer.wait(minutes: 3)
      wearer.measures(140)
      wearer.wait(minutes: 11)
      #expect(wearer.page == nil && wearer.sounding.isEmpty)
      wearer.wait(minutes: 1)
      #expect(wearer.page == .dose(.measureAgain) && wearer.sounding == [.dose])
      wearer.measures(130)
      #expect(wearer.page == nil && wearer.sounding.isEmpty)
      wearer.wait(minutes: 60)
      #expect(overs(wearer).count == 1)
    }
  }

  @Test("No second reading comes: the caregivers who were told hear so once, over a restart too")
  func unconfirmed() {
    let wearer = Diabetic(clock: (9, 1))
    wearer.measures(50)
    wearer.wait(minutes: 3)
    wearer.measures(140)
    wearer.wait(minutes: 26)
    #expect(overs(wearer).count == 1)
    wearer.wait(minutes: 1)
    #expect(overs(wearer).last?.isUnconfirmed == true && overs(wearer).count == 2)
    #expect(wearer.page == nil && wearer.sounding.isEmpty)
    wearer.wait(minutes: 120)
    #expect(overs(wearer).count == 2)
  }

  @Test("Two readings that ended it need no third")
  func two() {
    let wearer = Diabetic(clock: (9, 1))
    wearer.measures(50)
    wearer.wait(minutes: 3)
    wearer.measures(100)
    wearer.wait(minutes: 1)
    wearer.measures(120)
    wearer.wait(minutes: 60)
    #expect(overs(wearer).count == 1 && !wearer.raised.contains(.dose))
  }

  @Test("The reading that ended it is deleted: the alarm is back, and is news")
  func endingDeleted() throws {
    let wearer = Diabetic(clock: (9, 1))
    wearer.measures(50)
    wearer.wait(minutes: 3)
    wearer.measures(140)
    let ended = try #require(wearer.storedReadings.last)
    wearer.forget()
    wearer.edits(.diary(.readingRemoved(ended.id)))
    #expect(wearer.sounding == [.veryLowGlucose])
    #expect(wearer.notices == [.glucose(.low(amount(50), isVery: true))])
  }

  @Test("A low corrected or deleted in the diary is told as that")
  func edited() throws {
    for isDeleted in [true, false] {
      let wearer = Diabetic(clock: (9, 1))
      wearer.measures(50)
      var reading = try #require(wearer.storedReadings.last)
      reading.result = amount(150)
      wearer.edits(isDeleted ? .diary(.readingRemoved(reading.id)) : .diary(.reading(reading)))
      #expect(overs(wearer).map(\.cause) == [isDeleted ? .removed : .corrected])
      #expect(wearer.sounding.isEmpty)
    }
  }

  @Test("Old readings of a meter's memory do not push a low one out, however many they are")
  func memory() {
    let wearer = Diabetic(clock: (9, 1))
    wearer.measures(.low)
    for i in 0..<80 {
      wearer.measures(100 + Double(i), age: .seconds(18_000 + Int64(i) * 300))
    }
    wearer.edits(.diary(.doseRemoved(EntryID(99))))
    #expect(wearer.page == .glucose(.low(.low, isVery: true)))
  }

  @Test("Without a clock a meter's memory tells its newest low, not every older one")
  func memoryWithoutClock() {
    let wearer = Diabetic(clock: (9, 1))
    wearer.isTrusted = false
    wearer.restart()
    wearer.measures(45)
    for i in 1...25 { wearer.measures(45 + Double(i % 20), age: .seconds(Int64(i) * 300)) }
    #expect(wearer.notices == [.glucose(.low(amount(45), isVery: true))])
  }

  @Test("A low that is over stays over after a restart, until its ending reading is deleted")
  func restored() throws {
    let wearer = Diabetic(clock: (9, 1))
    wearer.measures(50)
    wearer.wait(minutes: 2)
    wearer.measures(140)
    let ended = try #require(wearer.storedReadings.last)
    wearer.restart()
    #expect(wearer.page == nil && wearer.raised.isEmpty && wearer.notices.isEmpty)
    wearer.edits(.diary(.readingRemoved(ended.id)))
    #expect(wearer.sounding == [.veryLowGlucose])
  }

  @Test("An answer to an earlier notice says nothing of a low that is not told yet")
  func answerBeforeTelling() {
    let wearer = Diabetic(clock: (9, 1))
    wearer.measures(50)
    wearer.prompt.caregiverAnswered(NoticeID(boot: 1, number: 3))
    wearer.wait(minutes: 16)
    #expect(wearer.notices.count == 2)
  }

  @Test("An answer to the notice of an earlier reading does not silence a later one")
  func earlierAnswer() {
    let wearer = Diabetic(clock: (9, 1))
    wearer.measures(50)
    wearer.prompt.lowWasTold(NoticeID(boot: 1, number: 4))
    wearer.prompt.caregiverAnswered(NoticeID(boot: 1, number: 3))
    wearer.wait(minutes: 16)
    #expect(wearer.notices.count == 2)
    wearer.prompt.caregiverAnswered(NoticeID(boot: 1, number: 4))
    wearer.wait(minutes: 16)
    #expect(wearer.notices.count == 2)
  }
}
