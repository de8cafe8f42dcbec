import Checkers
import Device
import HAL

/// An outing that goes on after the hours of the watch, or begins after them. The position is lost outside, and the
/// daily mail comes meanwhile.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else. In the hours before, other
/// walks and faults of the receiver are left out: they would end the outing, or the loss.
struct SwarmAfterHours: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmAfterHours(draws: Generator(seed: plan.seed, for: .afterHours), busy: busy)
    if part.draws.chance(1, in: 12) { part.drawOuting(&plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  private mutating func drawOuting(_ plan: inout Plan) {
    let speed = MetresPerSecond(Double(draws.draw(12...20)) / 10)
    let far = plan.household.radius.value + Double(draws.draw(80...250))
    let way = Int64(far / speed.value * 1000)
    let leaves = draws.draw(20 * Self.minute...busy - 6 * Self.hour - 2 * way)
    let arrives = leaves + way
    // An exit is announced while somebody watches, or nobody looks.
    let isWatched = draws.chance(1, in: 2)
    let hoursEnd =
      isWatched
      ? arrives + draws.draw(4...25) * Self.minute : leaves - draws.draw(2...15) * Self.minute
    let dark = max(arrives, hoursEnd) + draws.draw(3...20) * Self.minute
    let lasts = draws.draw(6...50)
    let mail = dark + draws.draw(3...lasts) * Self.minute
    let found = dark + lasts * Self.minute
    let hoursBegin = found + draws.draw(60...180) * Self.minute
    leaveOut(&plan, from: leaves - 5 * Self.minute, to: found + 10 * Self.minute)
    let end = minuteOfDay(plan, hoursEnd)
    let hours = WeeklyHours(
      weekdays: 127, from: minuteOfDay(plan, hoursBegin), to: end == 0 ? 1440 : end)
    let minute = minuteOfDay(plan, mail)
    plan.changeProfiles {
      $0.watch = [hours]
      $0.accompanied = nil
      $0.limits.allIsWellAt = minute
    }
    let angle = Double(draws.draw(-100...100)) / 100
    let east = (1 - angle * angle).squareRoot() * (draws.chance(1, in: 2) ? 1 : -1)
    let place = Point(north: far * angle, east: far * east)
    add(.walk(to: place, speed: speed, .open), at: leaves)
    fault(.noPosition, at: dark, lasts * 60)
    let home = found + draws.draw(2...30) * Self.minute
    add(.walk(to: Point(), speed: speed, .street), at: home)
    add(.enter(.indoor), at: home + way)
  }

  private func leaveOut(_ plan: inout Plan, from begin: Int64, to end: Int64) {
    plan.items.removeAll { item in
      guard item.at.count < end else { return false }
      switch item.kind {
      case .act(.walk), .act(.enter), .act(.switchOff): return item.at.count >= begin
      case .act: return false
      case .fault(let fault):
        return fault.isOfReceiver && item.at.count + item.lasts.count >= begin
      }
    }
  }

  private func minuteOfDay(_ plan: Plan, _ at: Int64) -> Int16 {
    let minutes = Int64(plan.minute(at: at).count)
    return Int16((minutes % 1440 + 1440) % 1440)
  }
}

extension Fault {
  /// It spoils epochs or their times, or ends the life that receives them.
  var isOfReceiver: Bool {
    switch self {
    case .noPosition, .silence, .stuck, .offset, .noise, .jammed, .eph, .receiverTime, .timeless,
      .undated, .flat,
      .motionless, .late, .twice, .interval, .flood, .powerCut:
      true
    case .outage, .slow, .refusal, .lostAnswer, .halfOpen, .networkTime, .people, .noNetworkTime,
      .portal, .storage,
      .lyingStorage, .noSpeaker, .noKeys:
      false
    }
  }
}
