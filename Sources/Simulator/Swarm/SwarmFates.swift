import Checkers
import Device
import HAL

/// Things that come back, or come to their end. Clocks contradict each other twice within the hour. The profile names
/// company no more. A battery falls before the quiet hours end.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmFates: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmFates(draws: Generator(seed: plan.seed, for: .fates), busy: busy)
    if part.draws.chance(1, in: 24) { part.drawContradictions(&plan) }
    if part.draws.chance(1, in: 24) { part.drawDroppedCompany(plan) }
    if part.draws.chance(1, in: 4) { part.drawBatteryAtNight(plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  /// The network is wrong for some minutes, right again, and wrong once more before the hour is over.
  private mutating func drawContradictions(_ plan: inout Plan) {
    plan.hasNetworkTime = true
    var at = draws.draw(3_600_000...busy - 14_400_000)
    for _ in 0..<2 {
      let apart = Milliseconds.seconds(draws.draw(130...3000) * (draws.chance(1, in: 2) ? 1 : -1))
      let lasts = draws.draw(3...12)
      fault(.networkTime(apart), at: at, lasts * 60)
      at += (lasts + draws.draw(3...30)) * SwarmFates.minute
    }
  }

  /// The profile names an hour until which somebody is there, and a later version of it does not.
  private mutating func drawDroppedCompany(_ plan: Plan) {
    let at = draws.draw(600_000...busy - 14_400_000)
    var other = plan.household
    other.accompanied = CivilMinute(Int32(local(plan, at) + draws.draw(120...420)))
    add(.reload(other), at: at)
    other.accompanied = nil
    add(.reload(other), at: at + draws.draw(1...100) * SwarmFates.minute)
  }

  /// The battery falls shortly before quiet hours end, and nobody answers its page for some hours.
  private mutating func drawBatteryAtNight(_ plan: Plan) {
    guard let quiet = plan.household.quiet.first else { return }
    let ahead = ((Int64(quiet.to) - local(plan, 0)) % 1440 + 1440) % 1440
    let at = (ahead - draws.draw(4...50)) * SwarmFates.minute
    guard at > 600_000, at < busy - 7_200_000 else { return }
    add(
      .temper(
        Temper(answers: 0, after: .seconds(60), mistakes: 0, glucose: 100...150)),
      at: at - 1000)
    let percent = UInt8(draws.pick([3, 9, 10, 15, 20]))
    add(.battery(BatteryLevel(percent: percent, isCharging: false)), at: at)
    let later = at + draws.draw(60...180) * SwarmFates.minute
    add(.battery(BatteryLevel(percent: 90, isCharging: true)), at: later)
    add(
      .temper(
        Temper(answers: 80, after: .seconds(60), mistakes: 10, glucose: 100...200)),
      at: later)
  }

  private func local(_ plan: Plan, _ at: Int64) -> Int64 {
    plan.start.milliseconds / 60_000 + plan.household.zone.offset(at: plan.start) + at / 60_000
  }
}
