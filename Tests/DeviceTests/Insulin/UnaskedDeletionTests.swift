import Device
import HAL
import Testing

@Suite("A dose that is deleted in the diary of a device without an OK key")
struct UnaskedDeletionTests {
  /// A device that has but the key for help.
  private static let mute = KeySet(bits: 0).with(.help)

  /// Minute by minute: without an OK key nothing else wakes the prompt at a meal.
  private func pass(_ minutes: Int, _ wearer: Diabetic) {
    for _ in 0..<minutes { wearer.wait(minutes: 1) }
  }

  private func doses(_ wearer: Diabetic) -> [Notice.Matter] {
    wearer.notices.filter { if case .dose = $0 { true } else { false } }
  }

  @Test("Without an OK key a dose deleted after the meal's hour is told, with its amount (SAFE-6)")
  func deleted() {
    let wearer = Diabetic(keys: UnaskedDeletionTests.mute)
    wearer.wait(until: 13, 10)
    let dose = lunch(wearer)
    wearer.edits(.diary(.dose(dose)))
    pass(55, wearer)
    #expect(doses(wearer).isEmpty)
    wearer.edits(.diary(.doseRemoved(dose.id)))
    let gone = DeletedDose(units: dose.confirmed, taken: dose.taken)
    #expect(doses(wearer) == [.dose(.unanswered(.lunch, deleted: gone))])
    #expect(
      wearer.records.last == .meal(.lunch, day: Diabetic.day, .unanswered),
      "the daily mail of that day lists it")
    pass(60, wearer)
    #expect(doses(wearer).count == 1 && wearer.page == nil)
  }

  @Test("Deleted in the meal's hour it is told once, also after that meal was told before")
  func deletedEarly() {
    for isToldBefore in [false, true] {
      let wearer = Diabetic(keys: UnaskedDeletionTests.mute)
      wearer.wait(until: 13, 10)
      if isToldBefore { pass(25, wearer) }
      let before = isToldBefore ? 1 : 0
      #expect(doses(wearer).count == before)
      let dose = lunch(wearer)
      wearer.edits(.diary(.dose(dose)))
      pass(2, wearer)
      wearer.edits(.diary(.doseRemoved(dose.id)))
      pass(60, wearer)
      let gone = DeletedDose(units: dose.confirmed, taken: dose.taken)
      #expect(doses(wearer).count == before + 1)
      #expect(doses(wearer).last == .dose(.unanswered(.lunch, deleted: gone)), "with its amount")
    }
  }

  private func lunch(_ wearer: Diabetic) -> DiaryDose {
    let five = InsulinUnits(milliunits: 5000)
    return DiaryDose(
      id: EntryID(77), taken: WallTime(milliseconds: wearer.now.milliseconds + wearer.offset),
      meal: .lunch, mealPart: five, correction: .zero, insulinOnBoard: .zero, proposed: five,
      confirmed: five)
  }
}
