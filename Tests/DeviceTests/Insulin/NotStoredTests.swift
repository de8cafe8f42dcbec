import Device
import HAL
import Testing

@Suite("Doses while nothing can be stored (SAFE-2, SAFE-7)")
struct NotStoredTests {
  @Test("No dose is proposed, and the page says why; a low reading still alarms")
  func refused() {
    let wearer = Diabetic()
    wearer.stores(false)
    wearer.wait(until: 13, 1)
    #expect(wearer.prompted == [.lunch])
    wearer.measures(180)
    #expect(wearer.page == .dose(.refused(.notStored)) && wearer.refusals == [.notStored])
    wearer.presses(.ok, times: 3)
    #expect(wearer.confirmed.isEmpty)
    wearer.wait(until: 13, 31)
    #expect(wearer.notices == [.dose(.unanswered(.lunch))])
    wearer.measures(50)
    #expect(wearer.raised.contains(.veryLowGlucose))
  }

  @Test("An offer goes as the medium fails, and comes back with it, also where it was put away")
  func midOffer() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 1)
    wearer.measures(180)
    #expect(wearer.offer != nil)
    wearer.stores(false)
    #expect(wearer.page == .dose(.refused(.notStored)))
    wearer.presses(.ok)
    #expect(wearer.page == nil)
    wearer.stores(true)
    #expect(wearer.offer != nil)
    wearer.presses(.ok)
    #expect(wearer.storedDoses.count == 1)
  }

  @Test("A dose that was noted before stays, and minus takes it back")
  func noted() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 1)
    wearer.measures(180)
    wearer.presses(.ok)
    wearer.stores(false)
    wearer.presses(.minus)
    #expect(wearer.storedDoses.isEmpty && wearer.page == .dose(.refused(.notStored)))
  }
}
