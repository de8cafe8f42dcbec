import Device
import HAL

/// Caregivers' mails, and their ways to the device. They are late by minutes to hours, overtaken,
/// twice, without a time, from somebody who has left the list, or again and again.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmMail: BusyPart {
  private var draws: Generator
  let busy: Int64
  private let count: Int64
  /// Local time at the start, in minutes since 1970.
  private let local: Int64
  var items: [Item] = []

  static func add(to plan: inout Plan, busy: Int64) {
    guard plan.household.limits.hasInbound, !plan.household.caregivers.isEmpty else { return }
    var mail = SwarmMail(plan, busy: busy)
    if mail.draws.chance(1, in: 6) {
      mail.drawCompany(plan)
      if mail.draws.chance(1, in: 3) { mail.accompany(&plan) }
    }
    if mail.draws.chance(1, in: 12) { mail.drawFlood() }
    plan.items += mail.items
  }

  private init(_ plan: Plan, busy: Int64) {
    draws = Generator(seed: plan.seed, for: .mail)
    self.busy = busy
    count = Int64(plan.household.caregivers.count)
    local = plan.start.milliseconds / SwarmMail.minute + plan.household.zone.offset(at: plan.start)
  }

  private mutating func caregiver() -> UInt8 { UInt8(draws.below(count)) }

  /// Hours that are past, or a night away, when they are read; and what ends them.
  private mutating func drawCompany(_ plan: Plan) {
    for _ in 0..<draws.draw(1...4) {
      let at = draws.draw(1000...busy - 60_000)
      let ahead = draws.pick([-30, 1, 5, 30, 60, 180, 600, 700, 740, 1000, 1100, 1420]) as Int64
      write(ahead, at: at)
      drawTrouble(at: at)
      // A mail that is written later may come first.
      if draws.chance(1, in: 2) {
        write(draws.draw(5...700), at: at + draws.draw(1300...2700) * 1000)
      }
      if draws.chance(1, in: 2) {
        let over = at + draws.draw(1...7200) * 1000
        add(.ask(.accompanied(untilMinute: -1, caregiver: caregiver())), at: over)
        if draws.chance(1, in: 3) { drawTrouble(at: over) }
      }
      if draws.chance(1, in: 3) { write(draws.draw(5...400), at: at + draws.draw(1...1800) * 1000) }
      if draws.chance(1, in: 4) {
        let cut = at + draws.draw(1...7200) * 1000
        fault(
          .powerCut(afterActions: draws.draw(0...8), tornWords: draws.draw(0...10)), at: cut, 600)
        // "Not accompanied" may be read before the clock is known.
        if draws.chance(1, in: 2) {
          add(.ask(.accompanied(untilMinute: -1, caregiver: caregiver())), at: cut)
          fault(.timeless, at: cut, 3600)
          fault(.noNetworkTime, at: cut, 3600)
        }
      }
    }
  }

  /// The profile itself names an hour.
  private mutating func accompany(_ plan: inout Plan) {
    let until = CivilMinute(Int32(local + draws.draw(30...2000)))
    plan.household.accompanied = until
    for i in plan.items.indices {
      guard case .act(.reload(var other)) = plan.items[i].kind else { continue }
      other.accompanied = until
      plan.items[i].kind = .act(.reload(other))
    }
  }

  private mutating func write(_ ahead: Int64, at moment: Int64) {
    let minute = ((local + moment / SwarmMail.minute + ahead) % 1440 + 1440) % 1440
    add(.ask(.accompanied(untilMinute: Int16(minute), caregiver: caregiver())), at: moment)
  }

  private mutating func drawTrouble(at moment: Int64) {
    let begin = moment - draws.draw(0...1200) * 1000
    switch draws.below(6) {
    case 0, 1: fault(.people(.mailboxClosed), at: begin, draws.pick([1800, 7200, 36_000]))
    case 2, 3:
      let late = draws.pick([60, 300, 1800, 7200, 28_800]) as Int64
      fault(.people(.mailLate(.seconds(draws.draw(1...late)))), at: begin, draws.draw(1300...3600))
    case 4:
      fault(.people(.mailTwice(.seconds(draws.draw(1...7200)))), at: begin, draws.draw(1300...3600))
    default: fault(.people(.mailUndated), at: begin, draws.draw(1300...7200))
    }
    if draws.chance(1, in: 3) { fault(.people(.mailUndated), at: begin, draws.draw(1300...36_000)) }
  }

  /// Somebody who writes as a caregiver, as often as they can.
  private mutating func drawFlood() {
    let from = caregiver()
    var at = draws.draw(1000...busy - 1_800_000)
    if draws.chance(1, in: 3) { add(.press(KeyPress(.help)), at: at + draws.draw(0...60_000)) }
    for _ in 0..<draws.draw(6...40) {
      add(.ask(.whereIs(caregiver: draws.chance(7, in: 8) ? from : caregiver())), at: at)
      at += draws.pick([500, 2000, 10_000, 30_000, 60_000])
    }
  }
}
