import Checkers
import Device
import HAL

/// Insulin dated ahead that has done its work in the hour of a meal, or is deleted in it.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmOffers: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    guard let insulin = plan.household.insulin else { return }
    var part = SwarmOffers(draws: Generator(seed: plan.seed, for: .offers), busy: busy)
    if part.draws.chance(1, in: 8) { part.drawDatedAhead(plan, insulin) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  /// Entered so long before a meal that its action ends while the meal is asked for.
  private mutating func drawDatedAhead(_ plan: Plan, _ insulin: InsulinFigures) {
    let acts = Int64((insulin.action.duration + insulin.action.delay) * 60_000)
    let ends = draws.draw(2...55) * SwarmOffers.minute
    let meals = plan.household.mealtimes.compactMap { time -> Int64? in
      let at = moment(of: time, plan, after: acts + 10 * SwarmOffers.minute)
      return at < busy - 7_200_000 ? at : nil
    }
    guard !meals.isEmpty else { return }
    let meal = draws.pick(meals)
    let units = InsulinUnits(milliunits: draws.draw(1...20) * 500)
    let other: Meal = draws.pick([.breakfast, .lunch, .dinner])
    let ahead = Milliseconds.seconds(draws.pick([400, 1800, 14_400, 72_000]))
    add(.diary(DiaryEdit(.addDose(other, units), dated: ahead)), at: meal + ends - acts)
    // The wearer measures, and leaves the page as it is.
    add(.temper(Temper(answers: 0, after: .seconds(20))), at: meal - 1000)
    let result = MeterResult.amount(
      .milligramsPerDecilitre(MilligramsPerDecilitre(Double(draws.draw(80...330)))))
    let measured = meal + draws.draw(5...90) * 1000
    add(.measure(MeterReading(result: result)), at: measured)
    if draws.chance(1, in: 3) {
      add(.diary(DiaryEdit(.deleteDose)), at: measured + draws.draw(5...600) * 1000)
    }
    add(
      .temper(Temper(answers: 80, after: .seconds(60), mistakes: 10, glucose: 100...200)),
      at: meal + ends + 3 * SwarmOffers.minute)
  }

  /// Milliseconds from the start to the first of that meal after a moment.
  private func moment(of time: Mealtime, _ plan: Plan, after: Int64) -> Int64 {
    let local =
      plan.start.milliseconds / SwarmOffers.minute + plan.household.zone.offset(at: plan.start)
    var minutes = ((Int64(time.minute) - local) % 1440 + 1440) % 1440
    while minutes * SwarmOffers.minute < after { minutes += 1440 }
    return minutes * SwarmOffers.minute
  }
}
