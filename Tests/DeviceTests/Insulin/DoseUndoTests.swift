import Device
import HAL
import Testing

@Suite("A dose that is taken back (DIA-8)")
struct DoseUndoTests {
  /// A dose for lunch at 180 mg/dL, confirmed at the second press of ok.
  private func fed() -> Diabetic {
    let wearer = Diabetic()
    wearer.wait(until: 13, 0)
    wearer.measures(180)
    wearer.presses(.ok)
    return wearer
  }

  @Test("Without a newer reading the offer stands again as it was")
  func same() throws {
    let wearer = fed()
    let taken = try #require(wearer.confirmed.first)
    wearer.presses(.minus)
    #expect(wearer.offer?.units == taken.confirmed && wearer.storedDoses.isEmpty)
  }

  @Test("After a newer reading the dose is worked out from that one")
  func newer() throws {
    let wearer = fed()
    let before = try #require(wearer.confirmed.first)
    wearer.measures(90)
    wearer.presses(.minus)
    let offer = try #require(wearer.offer)
    #expect(
      offer.reading == .milligramsPerDecilitre(MilligramsPerDecilitre(90)),
      "the page must not show a reading that is no longer true")
    #expect(offer.units < before.confirmed, "90 mg/dL needs no correction")
    wearer.presses(.ok)
    #expect(wearer.storedDoses.map { $0.confirmed } == [offer.units])
  }

  @Test("After HI there is no dose, and the screen says why")
  func notMeasurable() {
    let wearer = fed()
    wearer.measures(.high)
    wearer.presses(.minus)
    #expect(wearer.offer == nil && wearer.page == .dose(.refused(.notMeasurable)))
  }

  @Test("After a low reading and one that is well again the newest counts")
  func lowBetween() {
    let wearer = fed()
    wearer.measures(60)
    wearer.measures(75)
    wearer.presses(.minus)
    #expect(wearer.offer?.reading == .milligramsPerDecilitre(MilligramsPerDecilitre(75)))
  }

  @Test("A caregiver who was told, and may have heard of the dose, is told again (SAFE-6)")
  func toldAgain() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 40)
    #expect(wearer.notices == [.dose(.unanswered(.lunch))])
    wearer.measures(110)
    wearer.presses(.ok)
    wearer.presses(.minus)
    wearer.forget()
    wearer.wait(minutes: 4)
    #expect(wearer.notices.isEmpty)
    wearer.wait(minutes: 2)
    #expect(wearer.notices == [.dose(.unanswered(.lunch))])
    wearer.wait(until: 14, 30)
    #expect(wearer.notices.count == 1)
  }

  @Test("Changed in the diary, the page goes, and minus deletes nothing (SAFE-5)")
  func changed() throws {
    let wearer = fed()
    var dose = try #require(wearer.confirmed.first)
    dose.confirmed = InsulinUnits(milliunits: dose.confirmed.milliunits + 1000)
    wearer.edits(.diary(.dose(dose)))
    #expect(wearer.page == nil)
    wearer.presses(.minus)
    wearer.wait(until: 13, 50)
    #expect(wearer.storedDoses.last?.confirmed == dose.confirmed)
    #expect(wearer.prompted == [.lunch] && wearer.notices.isEmpty)
  }

  @Test("The same dose written again changes nothing")
  func writtenAgain() throws {
    let wearer = fed()
    wearer.edits(.diary(.dose(try #require(wearer.confirmed.first))))
    wearer.presses(.minus)
    #expect(wearer.storedDoses.isEmpty && wearer.offer != nil)
  }
}
