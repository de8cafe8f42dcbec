import Checkers
import Device
import HAL

/// Times that are wrong for a while and then are set right. The receiver contradicts the network and falls silent. Its
/// date is wrong for hours in which reminders are due. Company is announced by a clock that leads.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmWrongTimes: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmWrongTimes(draws: Generator(seed: plan.seed, for: .wrongTimes), busy: busy)
    switch part.draws.below(36) {
    case 0, 1: part.drawSilentAfterAContradiction(&plan)
    case 2, 3, 4: part.drawWrongDate(&plan)
    case 5, 6: part.drawCompanyByAClockAhead(&plan)
    default: break
    }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  /// The network's word is old. The receiver contradicts it for some minutes, and then says no time for more than an
  /// hour.
  private mutating func drawSilentAfterAContradiction(_ plan: inout Plan) {
    plan.hasNetworkTime = true
    let at = draws.draw(2 * Self.hour...busy - 4 * Self.hour)
    let says = draws.draw(30...300)
    let silent = draws.draw(63...100) * 60
    let span = draws.draw(3...180) * Self.minute * (draws.chance(1, in: 2) ? -1 : 1)
    let before = draws.draw(63...100) * 60
    fault(.noNetworkTime, at: at - before * Self.second, before + says + silent)
    fault(.receiverTime(Milliseconds(span)), at: at, says + 5)
    let how = draws.pick([Fault.silence, .noPosition, .timeless])
    fault(how, at: at + says * Self.second, silent)
  }

  /// The receiver's date is wrong by days for hours. Reminders are due by the true one meanwhile.
  private mutating func drawWrongDate(_ plan: inout Plan) {
    plan.hasNetworkTime = true
    let at = draws.draw(2 * Self.hour...busy - 6 * Self.hour)
    let lasts = draws.draw(60...240)
    let days = draws.draw(2...40) * (draws.chance(1, in: 2) ? -1 : 1)
    let span = days * 24 * Self.hour + draws.draw(-600...600) * Self.minute
    let before = draws.draw(63...100)
    fault(.noNetworkTime, at: at - before * Self.minute, (before + lasts + 10) * 60)
    fault(.receiverTime(Milliseconds(span)), at: at, lasts * 60)
    for _ in 0..<draws.draw(1...3) {
      let due = plan.minute(at: at + draws.draw(5...lasts - 5) * Self.minute)
      let repeats: Reminder.Repeat = draws.chance(1, in: 2) ? .once : .daily
      let kind: Reminder.Kind = draws.chance(1, in: 2) ? .medication : .reminder
      plan.remind(due, kind, repeats, numbersFrom: 140, tellsCaregiver: draws.chance(1, in: 2))
    }
  }

  /// The network is hours ahead in the first minutes of the life, and no other clock speaks. Somebody announces company
  /// by that clock, which is set right while it lasts.
  private mutating func drawCompanyByAClockAhead(_ plan: inout Plan) {
    plan.hasNetworkTime = true
    let ahead = draws.draw(60...300)
    let lasts = draws.draw(10...40)
    let said = draws.draw(4...lasts - 4)
    fault(.timeless, at: 0, lasts * 60)
    fault(.networkTime(Milliseconds(ahead * Self.minute)), at: 0, lasts * 60)
    let until = plan.minute(at: (said + ahead + draws.draw(lasts...150)) * Self.minute)
    let minute = Int16(until.count % 1440)
    add(.ask(.accompanied(untilMinute: minute, caregiver: 0)), at: said * Self.minute)
  }
}
