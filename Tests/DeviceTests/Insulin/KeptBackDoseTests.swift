import Device
import HAL
import Testing

@Suite("A dose that low glucose kept from being given")
struct KeptBackDoseTests {
  /// A device that has but the key for help.
  private static let mute = KeySet(bits: 0).with(.help)

  /// Minute by minute: without an OK key nothing else wakes the prompt at a meal.
  private func pass(_ minutes: Int, _ wearer: Diabetic) {
    for _ in 0..<minutes { wearer.wait(minutes: 1) }
  }

  private func doses(_ wearer: Diabetic) -> [Notice.Matter] {
    wearer.notices.filter { if case .dose = $0 { true } else { false } }
  }

  @Test(
    "Low to the end of the meal's hour, the caregiver hears of the dose once the low is over (SAFE-6)",
    arguments: [KeySet.all, KeptBackDoseTests.mute])
  func hour(_ keys: KeySet) {
    let wearer = Diabetic(keys: keys)
    wearer.wait(until: 13, 5)
    wearer.measures(66)
    pass(57, wearer)
    #expect(doses(wearer).isEmpty, "it would be heard at the wrong time")
    wearer.measures(140)
    pass(1, wearer)
    #expect(doses(wearer) == [.dose(.unanswered(.lunch))])
    wearer.measures(60)
    pass(2, wearer)
    wearer.measures(150)
    pass(60, wearer)
    #expect(doses(wearer).count == 1, "once")
  }

  @Test("Without an OK key a low over minute 30 only defers that word (SAFE-6)")
  func halfHour() {
    let wearer = Diabetic(keys: KeptBackDoseTests.mute)
    wearer.wait(until: 13, 20)
    wearer.measures(65)
    pass(20, wearer)
    #expect(doses(wearer).isEmpty)
    wearer.measures(110)
    pass(1, wearer)
    #expect(doses(wearer) == [.dose(.unanswered(.lunch))])
    pass(60, wearer)
    #expect(doses(wearer).count == 1)
  }

  @Test(
    "A dose that the family enters meanwhile needs no word",
    arguments: [KeySet.all, KeptBackDoseTests.mute])
  func entered(_ keys: KeySet) {
    let wearer = Diabetic(keys: keys)
    wearer.wait(until: 13, 5)
    wearer.measures(66)
    pass(56, wearer)
    wearer.edits(.diary(.dose(lunch(wearer))))
    wearer.measures(140)
    pass(5, wearer)
    #expect(doses(wearer).isEmpty)
  }

  @Test(
    "A restart loses no such word, and repeats none (SAFE-4, SAFE-6)",
    arguments: [KeySet.all, KeptBackDoseTests.mute])
  func restarted(_ keys: KeySet) {
    let wearer = Diabetic(keys: keys)
    wearer.wait(until: 13, 5)
    wearer.measures(64)
    pass(56, wearer)
    wearer.restart()
    wearer.wait(minutes: 5)
    #expect(doses(wearer).isEmpty)
    wearer.measures(130)
    pass(2, wearer)
    #expect(doses(wearer) == [.dose(.unanswered(.lunch))])
    wearer.restart()
    pass(10, wearer)
    #expect(doses(wearer).isEmpty)
  }

  @Test("A word that half a day has gone by over is not told any more")
  func old() {
    let wearer = Diabetic(keys: KeptBackDoseTests.mute)
    wearer.wait(until: 13, 5)
    wearer.measures(64)
    pass(56, wearer)
    let restored = wearer.records
    for hours in [11, 13] {
      var prompt = DosePrompt()
      prompt.booted(9, keys: KeptBackDoseTests.mute)
      for record in restored { prompt.restore(record) }
      var told: [Notice.Matter] = []
      let hear: (DoseChange) -> Void = { if case .notify(let matter) = $0 { told.append(matter) } }
      let civil = CivilMinute(wearer.minute(13, 0).count + Int32(hours * 60))
      let moment = Moment(
        at: Instant(milliseconds: 60_000),
        wall: WallTime(milliseconds: Int64(civil.count) * 60_000),
        isTrusted: true)
      var times = FixedArray<3, Mealtime>()
      times.append(Mealtime(meal: .lunch, minute: 13 * 60))
      prompt.configure(insulin: .usual, mealtimes: times, limits: Limits(), moment, hear)
      prompt.missMeals(since: wearer.minute(14, 2), until: civil, moment, hear)
      prompt.pass(moment, civil: civil, hear)
      let isTold = told.contains(.dose(.unanswered(.lunch)))
      #expect(isTold == (hours == 11))
    }
  }

  @Test(
    "A dose that was deleted before the low is named (SAFE-5)",
    arguments: [KeySet.all, KeptBackDoseTests.mute])
  func deleted(_ keys: KeySet) {
    let wearer = Diabetic(keys: keys)
    wearer.wait(until: 13, 8)
    let dose = lunch(wearer)
    wearer.edits(.diary(.dose(dose)))
    wearer.wait(until: 13, 12)
    wearer.edits(.diary(.doseRemoved(dose.id)))
    wearer.wait(until: 13, 20)
    wearer.measures(64)
    pass(45, wearer)
    #expect(doses(wearer).isEmpty)
    wearer.measures(130)
    pass(2, wearer)
    let gone = DeletedDose(units: dose.confirmed, taken: dose.taken)
    #expect(doses(wearer) == [.dose(.unanswered(.lunch, deleted: gone))])
  }

  private func lunch(_ wearer: Diabetic) -> DiaryDose {
    let five = InsulinUnits(milliunits: 5000)
    return DiaryDose(
      id: EntryID(77), taken: WallTime(milliseconds: wearer.now.milliseconds + wearer.offset),
      meal: .lunch, mealPart: five, correction: .zero, insulinOnBoard: .zero, proposed: five,
      confirmed: five)
  }
}
