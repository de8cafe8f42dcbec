import Checkers
import Device
import HAL
import Names
import Profile
import Simulator
import Trial

/// An expectation that nothing in a day can meet: its `none` would pass for nothing.
struct IdleExpectation {
  private let start: WallTime
  private let lasts: Milliseconds
  /// The longest list of the day.
  private let caregivers: Int
  /// The reminders of all its lists; nil where companions give numbers, too.
  private let reminders: Set<UInt16>?

  /// - Parameter later: the households that take the first one's place.
  init(_ plan: Plan, _ later: [Household]) {
    let all = [plan.household] + later
    start = plan.start
    lasts = plan.duration
    caregivers = all.map(\.caregivers.count).max() ?? 0
    reminders = plan.agenda.isEmpty ? Set(all.flatMap(\.reminders).map(\.id)) : nil
  }

  /// - Throws: for the first expectation of the list that is one.
  func refuse(_ list: YAMLValue) throws {
    for expectation in try list.elements() {
      let members = try expectation.members(known: Expectations.keys)
      // Whoever is refused need not be on a list.
      let event = try (members["event"] ?? members["none"])?.text()
      if event != "company.refused", let number = members["caregiver"],
        try number.count() > caregivers
      {
        throw number.refuse("is \(number.shown), and no list of the day has so many caregivers")
      }
      if let reminders, let number = members["reminder"],
        try !reminders.contains(UInt16(clamping: number.count()))
      {
        throw number.refuse("is \(number.shown), and no profile of the day has that reminder")
      }
      // The clock of a board may run fast.
      let end = lasts.seconds * 1.01
      guard try members["none"] != nil || members["count"]?.count() == 0 else { continue }
      if let from = members["from_s"], try from.number(in: 0...1e9) > end {
        throw from.refuse(
          "is \(from.shown), after the end of the day; expected at most \(SpanText.text(lasts))")
      }
      let last = start.milliseconds + Int64(end * 1000)
      if let from = members["from"], let time = CivilTime.parse(try from.text()),
        time.milliseconds > last
      {
        throw from.refuse("is \(from.shown), after the end of the day")
      }
      if let to = members["to"], let time = CivilTime.parse(try to.text()), time < start {
        throw to.refuse("is \(to.shown), before the start of the day")
      }
    }
  }
}
