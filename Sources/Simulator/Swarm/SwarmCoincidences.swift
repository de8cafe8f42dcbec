import Checkers
import Device
import HAL

/// Two things at once, and one thing again and again. These are resets for hours, calls that nobody hears before a
/// power cut, and a pill and a meal in one minute. A profile is saved before the time is known.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmCoincidences: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmCoincidences(draws: Generator(seed: plan.seed, for: .coincidences), busy: busy)
    if part.draws.chance(1, in: 10) { part.drawResets(plan) }
    if part.draws.chance(1, in: 12) { part.drawLowsWhileOff() }
    if part.draws.chance(1, in: 12) { part.drawCallsUnheard() }
    if part.draws.chance(1, in: 12) { part.drawOutingsUnheard(plan) }
    if part.draws.chance(1, in: 4) { part.drawPillAtAMeal(&plan) }
    if part.draws.chance(1, in: 10) { part.drawSavedBeforeTheTime(plan) }
    if part.draws.chance(1, in: 8) { part.drawOtherTimes(plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  /// A loose contact resets the device every few minutes. The wearer may be outside, without reception, or wait
  /// for an answer.
  private mutating func drawResets(_ plan: Plan) {
    let begin = draws.draw(1000...busy - 14_400_000)
    let every = draws.draw(2...55) * SwarmCoincidences.minute
    let count = draws.draw(4...12)
    if draws.chance(1, in: 2) {
      let share = Double(draws.pick([70, 85, 130, 250])) / 100
      let target = Point(north: plan.household.radius.value * share, east: 0)
      add(.walk(to: target, speed: MetresPerSecond(1.2), .open), at: begin)
      add(.walk(to: Point(), speed: MetresPerSecond(1.2), .street), at: begin + every * (count + 1))
    }
    if draws.chance(1, in: 2) {
      fault(.noPosition, at: begin + draws.draw(0...1800) * 1000, every * count / 1000)
    }
    if draws.chance(1, in: 2) {
      add(.press(KeyPress(.help)), at: begin + draws.draw(0...1800) * 1000)
    }
    if draws.chance(1, in: 2) {
      for c in plan.household.caregivers.indices {
        add(.answers(caregiver: UInt8(c), after: nil), at: begin)
        add(.answers(caregiver: UInt8(c), after: .seconds(120)), at: begin + every * (count + 2))
      }
    }
    for i in 1...count {
      fault(
        .powerCut(afterActions: draws.draw(0...3), tornWords: draws.draw(0...4)),
        at: begin + every * i + draws.draw(-20...20) * 1000, draws.draw(3...30))
    }
  }

  /// Somebody writes up the diary while the device is off: several lows, in any order.
  private mutating func drawLowsWhileOff() {
    let at = draws.draw(1000...busy - 14_400_000)
    let off = draws.draw(5...40)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: at, off * 60)
    for i in 1...draws.draw(2...8) {
      let amount = Double(draws.pick([41, 48, 53, 54, 58, 61, 62, 63, 65, 68, 69, 70, 90]))
      let result = MeterResult.amount(.milligramsPerDecilitre(MilligramsPerDecilitre(amount)))
      let dated = Milliseconds.seconds(-draws.draw(1...170) * 60)
      add(
        .diary(DiaryEdit(.addReading(result, .other), dated: dated)),
        at: at + (off * 60 - 1) * 1000 / 9 * i)
    }
  }

  /// Help is called again and again while nobody can hear it; then the power goes.
  private mutating func drawCallsUnheard() {
    let at = draws.draw(1000...busy - 14_400_000)
    let lasts = draws.draw(15...70)
    fault(draws.pick([.outage, .refusal(.transient), .halfOpen]), at: at, lasts * 60)
    var press = at + draws.draw(1...120) * 1000
    for _ in 0..<draws.draw(2...5) {
      add(.press(KeyPress(.help)), at: press)
      press += draws.draw(60...600) * 1000
    }
    fault(
      .powerCut(afterActions: draws.draw(0...3), tornWords: 0),
      at: min(press, at + lasts * 60_000 - 30_000), draws.draw(5...120))
  }

  /// The wearer goes out and back and out again while nobody hears of it; the power goes on the way.
  private mutating func drawOutingsUnheard(_ plan: Plan) {
    var at = draws.draw(1000...busy - 14_400_000)
    fault(
      draws.pick([.outage, .refusal(.transient), .halfOpen]), at: at - 60_000,
      draws.draw(15...60) * 60)
    let far = Point(north: 0, east: plan.household.radius.value + 120)
    for i in 0..<draws.draw(2...4) {
      let speed = MetresPerSecond(Double(draws.draw(15...40)) / 10)
      add(.walk(to: i % 2 == 0 ? far : Point(), speed: speed, .open), at: at)
      at += Int64(far.east / speed.value) * 1000 + draws.draw(60...240) * 1000
    }
    fault(
      .powerCut(afterActions: draws.draw(0...3), tornWords: 0),
      at: at + draws.draw(-180...120) * 1000, draws.draw(5...60))
    add(
      .walk(to: Point(), speed: MetresPerSecond(1.2), .street),
      at: at + draws.draw(600...3600) * 1000)
  }

  /// A medicine is due in the minute of a meal, and the wearer enters a value with the keys just then.
  private mutating func drawPillAtAMeal(_ plan: inout Plan) {
    guard plan.household.insulin != nil, let meal = plan.household.mealtimes.first,
      let i = plan.household.reminders.indices.first
    else { return }
    let before = plan.household.reminders[i]
    guard !before.isOnDemand else { return }
    let minute = meal.minute + Int16(draws.draw(-1...2))
    let pill = Reminder(
      id: before.id, kind: .medication,
      first: CivilMinute(day: before.first.day - 1, minute: minute), repeats: .daily,
      tellsCaregiver: before.tellsCaregiver)
    plan.household.reminders[i] = pill
    let local =
      plan.start.milliseconds / SwarmCoincidences.minute
      + plan.household.zone.offset(at: plan.start)
    var at = ((Int64(meal.minute) - local) % 1440 + 1440) % 1440 * SwarmCoincidences.minute
    guard at > SwarmCoincidences.minute, at < busy - 7_200_000 else { return }
    add(.temper(Temper(answers: 0, after: .seconds(20))), at: at - 30_000)
    add(.temper(.dutiful), at: at + 900_000)
    at += draws.draw(-20...60) * 1000
    for _ in 0..<draws.draw(2...8) {
      add(.press(KeyPress(draws.pick([.plus, .plus, .minus]))), at: at)
      at += draws.draw(400...15_000)
    }
    for _ in 0..<draws.draw(1...3) {
      add(.press(KeyPress(.ok)), at: at)
      at += draws.draw(300...20_000)
    }
  }

  /// No clock speaks for a while after a restart, and meanwhile somebody saves another setting of a reminder.
  private mutating func drawSavedBeforeTheTime(_ plan: Plan) {
    let at = draws.draw(1000...busy - 14_400_000)
    let off = draws.draw(1...60)
    let blind = off + draws.draw(5...40)
    fault(.timeless, at: at, blind * 60)
    fault(.noNetworkTime, at: at, blind * 60)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: at, off * 60)
    var household = plan.household
    for i in household.reminders.indices where draws.chance(1, in: 2) {
      household.reminders[i].tellsCaregiver.toggle()
    }
    add(.reload(household), at: at + off * 60_000 + draws.draw(30...240) * 1000)
  }

  /// A reminder gets other times, or its number another reminder, just when it waits for the wearer.
  private mutating func drawOtherTimes(_ plan: Plan) {
    guard let i = plan.household.reminders.indices.first else { return }
    var household = plan.household
    let old = household.reminders[i]
    guard !old.isOnDemand else { return }
    let local =
      plan.start.milliseconds / SwarmCoincidences.minute
      + plan.household.zone.offset(at: plan.start)
    let minute = Int64(old.first.minuteOfDay)
    let due = ((minute - local) % 1440 + 1440) % 1440 * SwarmCoincidences.minute
    let move = draws.pick([Int64(-300), -20, 3, 8, 60, 400])
    let other = Reminder(
      id: old.id, kind: draws.pick([old.kind, .medication]),
      first: CivilMinute(Int32(Int64(old.first.count) + move)), repeats: old.repeats,
      tellsCaregiver: old.tellsCaregiver)
    household.reminders[i] = other
    add(.reload(household), at: due + draws.draw(30...1200) * 1000)
  }
}
