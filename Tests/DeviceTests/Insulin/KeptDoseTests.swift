import Device
import HAL
import Testing

@Suite("Doses on a kept profile whose insulin section may be out of date (SAFE-7)")
struct KeptDoseTests {
  private func load(_ wearer: Diabetic, isSure: Bool) {
    var times = FixedArray<3, Mealtime>()
    for (meal, minute) in Diabetic.fullMeals { times.append(Mealtime(meal: meal, minute: minute)) }
    wearer.prompt.configure(
      insulin: .usual, isSure: isSure, mealtimes: times, limits: wearer.limits, wearer.moment
    ) { _ in }
    wearer.pass()
  }

  @Test("The meal is asked for, and answered with why there is no dose; a low reading still alarms")
  func refused() {
    let wearer = Diabetic()
    load(wearer, isSure: false)
    wearer.wait(until: 13, 1)
    #expect(wearer.prompted == [.lunch])
    wearer.measures(180)
    #expect(wearer.page == .dose(.refused(.profileKept)) && wearer.refusals == [.profileKept])
    wearer.presses(.ok, times: 3)
    #expect(wearer.storedDoses.isEmpty)
    wearer.measures(50)
    if case .glucose(.low) = wearer.page {
    } else {
      Issue.record("\(String(describing: wearer.page))")
    }
  }

  @Test(
    "A dose on the screen goes when its profile becomes unsure, and comes when the file reads again"
  )
  func midOffer() {
    let wearer = Diabetic()
    wearer.wait(until: 13, 1)
    wearer.measures(180)
    if case .dose(.offer) = wearer.page {
    } else {
      Issue.record("\(String(describing: wearer.page))")
    }
    load(wearer, isSure: false)
    #expect(wearer.page == .dose(.refused(.profileKept)))
    load(wearer, isSure: true)
    if case .dose(.offer) = wearer.page {
    } else {
      Issue.record("\(String(describing: wearer.page))")
    }
    wearer.wait(minutes: 1)
    wearer.presses(.ok)
    #expect(wearer.storedDoses.count == 1)
  }
}
