import Checkers
import Device
import HAL

/// Lows, reminders and restarts. The power goes for hours behind the end of a low, or that end is deleted after a
/// restart. Lows are written down with dates ahead. A second very low reading comes while the mail of the first is on
/// its way. Reminders come late, and the power goes in the middle of an answer.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmHurry: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmHurry(draws: Generator(seed: plan.seed, for: .hurry), busy: busy)
    if part.draws.chance(1, in: 20) { part.drawOffBehindAnEnd() }
    if part.draws.chance(1, in: 16) { part.drawDeletedEnding() }
    if part.draws.chance(1, in: 16) { part.drawLowsAhead() }
    if part.draws.chance(1, in: 20) { part.drawTwoVeryLow() }
    if part.draws.chance(1, in: 20) { part.drawReadingBeforeTheTime() }
    if part.draws.chance(1, in: 20) { part.drawLateReminder(&plan) }
    if part.draws.chance(1, in: 12) { part.drawCutAnswer(&plan) }
    if part.draws.chance(1, in: 20) { part.drawLateByTheCalendar(&plan) }
    if part.draws.chance(1, in: 16) { part.drawDateThatPasses() }
    if part.draws.chance(1, in: 20) { part.drawPutOffUnderDoubt(&plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  /// A low and one reading that ends it, and nobody who measures again.
  /// - Returns: when it ended.
  private mutating func drawEnd(at low: Int64, quietFor span: Int64) -> Int64 {
    add(.temper(SwarmHurry.idle), at: low - 1000)
    measure(draws.pick([41, 52, 57, 64, 69]), at: low)
    let end = low + draws.draw(2...12) * SwarmHurry.minute
    measure(draws.pick([82, 104, 137, 171]), at: end)
    add(.temper(Temper(answers: 80, after: .seconds(60))), at: low + span)
    return end
  }

  /// The power goes while the second measurement is awaited, and comes back after hours.
  private mutating func drawOffBehindAnEnd() {
    let at = draws.draw(10 * SwarmHurry.minute...busy - 11 * SwarmHurry.hour)
    let off = draws.draw(280...520) * SwarmHurry.minute
    let end = drawEnd(at: at, quietFor: off + SwarmHurry.hour)
    let cut = draws.draw(end + 60_000...at + 28 * SwarmHurry.minute)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, off / 1000)
  }

  /// Somebody deletes what ended the low, after a restart or without one.
  private mutating func drawDeletedEnding() {
    let at = draws.draw(10 * SwarmHurry.minute...busy - 4 * SwarmHurry.hour)
    let end = drawEnd(at: at, quietFor: 2 * SwarmHurry.hour)
    var next = end + draws.draw(1...20) * SwarmHurry.minute
    if draws.chance(4, in: 5) {
      let off = draws.draw(5...600)
      fault(.powerCut(afterActions: 0, tornWords: 0), at: next, off)
      next += off * 1000 + draws.draw(90...1200) * 1000
    }
    add(.diary(DiaryEdit(.deleteReading)), at: next)
  }

  /// Somebody whose clock leads writes lows down while the device is off, or a very low one and then a newer one.
  private mutating func drawLowsAhead() {
    let at = draws.draw(10 * SwarmHurry.minute...busy - 4 * SwarmHurry.hour)
    let off = draws.draw(5...30)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: at, off * 60)
    guard draws.chance(3, in: 4) else {
      let very = draws.draw(60...140)
      write(draws.pick([43, 49, 53]), minutes: -very, at: at + off * 20_000)
      write(
        draws.pick([55, 59, 66]), minutes: draws.draw(15 - very ... -15), at: at + off * 40_000)
      return
    }
    var amounts: [Int64] = [44, 47, 51, 56, 60, 63, 67]
    let count = draws.draw(3...6)
    for i in 1...count {
      let amount = amounts.remove(at: Int(draws.below(Int64(amounts.count))))
      // The device is back before any of these dates.
      let ahead = off + draws.draw(15...900)
      write(amount, minutes: ahead, at: at + off * 60_000 * i / (count + 1))
    }
  }

  /// The network is slow, and a second very low reading comes before the first mail has arrived.
  private mutating func drawTwoVeryLow() {
    let at = draws.draw(10 * SwarmHurry.minute...busy - 4 * SwarmHurry.hour)
    let slow = draws.draw(8...14)
    fault(.slow(.seconds(slow)), at: at - 1000, 90)
    measure(draws.pick([31, 37, 42]), at: at)
    measure(draws.pick([45, 49, 53]), at: at + draws.draw(2...slow - 3) * 1000)
  }

  /// A meter sends what it measured some time ago to a device that has just started and does not know the time.
  private mutating func drawReadingBeforeTheTime() {
    let at = draws.draw(10 * SwarmHurry.minute...busy - 4 * SwarmHurry.hour)
    let off = draws.draw(5...120)
    let blind = off + draws.draw(120...600)
    fault(.timeless, at: at, blind)
    fault(.noNetworkTime, at: at, blind)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: at, off)
    let age = draws.draw(3...100) * SwarmHurry.minute
    let moment = at + off * 1000 + draws.draw(10...100) * 1000
    measure(draws.pick([58, 88, 123, 254]), at: moment, age: age)
  }

  /// A reading is written down with a date ahead. A low is measured before that date, and the device starts again
  /// behind it.
  private mutating func drawDateThatPasses() {
    let at = draws.draw(10 * SwarmHurry.minute...busy - 4 * SwarmHurry.hour)
    let ahead = draws.draw(25...80)
    add(.temper(SwarmHurry.idle), at: at - 1000)
    write(draws.pick([92, 118, 143]), minutes: ahead, at: at)
    measure(draws.pick([43, 54, 62]), at: at + draws.draw(1...ahead - 15) * SwarmHurry.minute)
    let cut = at + (ahead + draws.draw(-10...30)) * SwarmHurry.minute
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, draws.draw(600...1500))
    add(
      .temper(Temper(answers: 80, after: .seconds(60))),
      at: at + (ahead + 70) * SwarmHurry.minute)
  }

  // MARK: Reminders

  /// A reminder waits when the power goes. It is put off while only a calendar clock speaks, and then a true one does.
  private mutating func drawPutOffUnderDoubt(_ plan: inout Plan) {
    let due = draws.draw(20 * SwarmHurry.minute...busy - 4 * SwarmHurry.hour)
    guard remind(at: due, id: 93, asks: false, &plan) else { return }
    if plan.calendarError == nil { plan.calendarError = .seconds(draws.draw(-300...300)) }
    unanswered(from: due - 90_000, for: SwarmHurry.hour)
    let cut = due + draws.draw(60...180) * 1000
    let off = draws.draw(3...30)
    let press = off + draws.draw(8...60)
    let blind = press + draws.draw(5...240)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, off)
    fault(.timeless, at: cut, blind)
    fault(.noNetworkTime, at: cut, blind)
    add(.press(KeyPress(.ok, isLong: true)), at: cut + press * 1000)
  }

  /// A reminder is due while the device is off, comes late, and nobody answers it for hours.
  private mutating func drawLateReminder(_ plan: inout Plan) {
    let due = draws.draw(20 * SwarmHurry.minute...busy - 6 * SwarmHurry.hour)
    guard remind(at: due, id: 90, asks: false, &plan) else { return }
    let before = draws.draw(1...5) * SwarmHurry.minute
    let late = draws.draw(6...50) * SwarmHurry.minute
    fault(.powerCut(afterActions: 0, tornWords: 0), at: due - before, (before + late) / 1000)
    unanswered(from: due - before, for: 4 * SwarmHurry.hour)
  }

  /// The power goes between the answer to a question and the confirmation of its reminder.
  private mutating func drawCutAnswer(_ plan: inout Plan) {
    let due = draws.draw(20 * SwarmHurry.minute...busy - 4 * SwarmHurry.hour)
    guard plan.household.keys == .all, remind(at: due, id: 91, asks: true, &plan) else { return }
    unanswered(from: due - 90_000, for: SwarmHurry.hour)
    let press = due + draws.draw(5...200) * 1000
    fault(
      .powerCut(afterActions: draws.draw(1...3), tornWords: draws.draw(0...4)), at: press - 20,
      draws.draw(5...300))
    add(.press(KeyPress(.ok)), at: press)
  }

  /// A reminder is due while the device is off. Afterwards only a calendar clock speaks, which leads, and then a true
  /// one.
  private mutating func drawLateByTheCalendar(_ plan: inout Plan) {
    let at = draws.draw(SwarmHurry.hour...busy - 6 * SwarmHurry.hour)
    let off = draws.draw(10...25)
    let error = draws.draw(11...25)
    let blind = off + draws.draw(10...60)
    let due = at + draws.draw(3...off + error - 6) * SwarmHurry.minute
    guard remind(at: due, id: 92, asks: false, &plan) else { return }
    plan.calendarError = Milliseconds(error * SwarmHurry.minute)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: at, off * 60)
    fault(.timeless, at: at, blind * 60)
    fault(.noNetworkTime, at: at, blind * 60)
  }

  private mutating func unanswered(from begin: Int64, for span: Int64) {
    add(.temper(SwarmHurry.idle), at: begin)
    add(.temper(Temper(answers: 80, after: .seconds(60))), at: begin + span)
  }

  /// Adds one that is due in the minute of that moment, in each version of the profile; false where there is no room.
  private mutating func remind(
    at moment: Int64, id: UInt16, asks: Bool, _ plan: inout Plan
  ) -> Bool {
    guard plan.household.reminders.count < 32 else { return false }
    let start = plan.start.milliseconds
    let local = start / SwarmHurry.minute + plan.household.zone.offset(at: plan.start)
    let first = local + (start % SwarmHurry.minute + moment) / SwarmHurry.minute
    var reminder = Reminder(
      id: id, kind: draws.chance(1, in: 2) ? .medication : .reminder,
      first: CivilMinute(Int32(first)), repeats: .once, tellsCaregiver: draws.chance(1, in: 2))
    if asks { reminder.question = ReminderQuestion(from: 0, to: 10, start: 5) }
    plan.household.reminders.append(reminder)
    for i in plan.items.indices {
      guard case .act(.reload(var other)) = plan.items[i].kind else { continue }
      other.reminders.append(reminder)
      plan.items[i].kind = .act(.reload(other))
    }
    return true
  }

  // MARK: Readings

  private mutating func write(_ amount: Int64, minutes: Int64, at moment: Int64) {
    let dated = Milliseconds(minutes * SwarmHurry.minute)
    add(.diary(DiaryEdit(.addReading(result(amount), .other), dated: dated)), at: moment)
  }
}
