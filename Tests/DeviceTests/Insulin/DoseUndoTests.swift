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
}
