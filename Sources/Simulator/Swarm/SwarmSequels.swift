import Checkers
import Device
import HAL

/// Something comes after a matter that seemed settled. A mail about company comes once more after the word
/// that nobody is there. The list of excursions is on its way as one more ends. The power goes before anybody hears
/// of a call, and no clock speaks afterwards. Places are asked for more often while help is open.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmSequels: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmSequels(draws: Generator(seed: plan.seed, for: .sequels), busy: busy)
    if part.draws.chance(1, in: 20) { part.drawOlderMail(plan) }
    if part.draws.chance(1, in: 20) { part.drawUnheardCall() }
    if part.draws.chance(1, in: 20) { part.drawShorterTrail(plan) }
    if part.draws.chance(1, in: 14) { part.drawListOnItsWay(plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  // MARK: Company

  /// A mail about company is read a second time. Meanwhile somebody has said that nobody is there.
  private mutating func drawOlderMail(_ plan: Plan) {
    guard !plan.household.caregivers.isEmpty else { return }
    let at = draws.draw(20 * SwarmSequels.minute...busy - 6 * SwarmSequels.hour)
    let over = at + draws.draw(3...40) * SwarmSequels.minute
    let again = over + draws.draw(2...40) * SwarmSequels.minute
    fault(.people(.mailTwice(Milliseconds(again - at))), at: at - 1000, 60)
    add(.ask(.accompanied(untilMinute: minute(plan, at, 150...420), caregiver: 0)), at: at)
    add(.ask(.accompanied(untilMinute: -1, caregiver: 0)), at: over)
  }

  private mutating func minute(
    _ plan: Plan, _ moment: Int64, _ ahead: ClosedRange<Int64>
  ) -> Int16 {
    let local =
      plan.start.milliseconds / SwarmSequels.minute + plan.household.zone.offset(at: plan.start)
    let minute = local + moment / SwarmSequels.minute + draws.draw(ahead)
    return Int16((minute % 1440 + 1440) % 1440)
  }

  // MARK: Before any clock

  /// Help is called while nobody can hear it, and the power goes. It goes out before any clock has spoken.
  private mutating func drawUnheardCall() {
    let at = draws.draw(20 * SwarmSequels.minute...busy - 4 * SwarmSequels.hour)
    let cut = at + draws.draw(20...300) * SwarmSequels.second
    let off = draws.draw(5...600)
    let heard = cut + (off + draws.draw(0...60)) * SwarmSequels.second
    fault(.outage, at: at - 10_000, (heard - at) / 1000 + 10)
    add(.press(KeyPress(.help)), at: at)
    fault(.powerCut(afterActions: 0, tornWords: 0), at: cut, off)
    hideTime(from: cut - 1000, to: heard + draws.draw(60...600) * SwarmSequels.second)
  }

  private mutating func hideTime(from begin: Int64, to end: Int64) {
    fault(.timeless, at: begin, (end - begin) / 1000)
    fault(.noNetworkTime, at: begin, (end - begin) / 1000)
  }

  // MARK: Outside

  /// Help is open, and the profile asks for places more often than before.
  private mutating func drawShorterTrail(_ plan: Plan) {
    let at = draws.draw(20 * SwarmSequels.minute...busy - 6 * SwarmSequels.hour)
    answer(plan, nil, at: at - 2000)
    var other = plan.household
    other.limits.breadcrumbs = 60
    add(.reload(other), at: at - 1000)
    add(.press(KeyPress(.help)), at: at)
    other.limits.breadcrumbs = draws.pick([1, 2, 5])
    let changed = at + draws.draw(2...30) * SwarmSequels.minute
    add(.reload(other), at: changed)
    answer(plan, .seconds(60), at: changed + 15 * SwarmSequels.minute)
  }

  /// The wearer goes out and in, and no server takes a mail, but only after some seconds. So the list may be on its
  /// way when one more excursion ends.
  private mutating func drawListOnItsWay(_ plan: Plan) {
    let radius = plan.household.radius.value
    let speed = MetresPerSecond(3)
    let begin = draws.draw(10 * SwarmSequels.minute...busy - 5 * SwarmSequels.hour)
    add(.walk(to: Point(north: radius - 60), speed: speed, .open), at: begin)
    var at = begin + Int64(radius / speed.value * 1000)
    for _ in 0..<6 {
      add(.walk(to: Point(north: radius + 90), speed: speed, .open), at: at)
      at += draws.draw(170...210) * SwarmSequels.second
      add(.walk(to: Point(north: radius - 60), speed: speed, .open), at: at)
      at += draws.draw(200...270) * SwarmSequels.second
    }
    let lasts = (at - begin) / 1000 + draws.draw(10...300)
    fault(.refusal(.transient), at: begin, lasts)
    fault(.slow(.seconds(draws.draw(7...11))), at: begin, lasts)
    goHome(plan, at: at + 60_000)
  }

  private mutating func goHome(_ plan: Plan, at moment: Int64) {
    add(.walk(to: Point(), speed: MetresPerSecond(2.5), .street), at: moment)
    let way = Int64((plan.household.radius.value + 250) / 2.5 * 1000)
    add(.enter(.indoor), at: moment + way)
  }

  private mutating func answer(_ plan: Plan, _ after: Milliseconds?, at moment: Int64) {
    for caregiver in plan.household.caregivers.indices {
      add(.answers(caregiver: UInt8(caregiver), after: after), at: moment)
    }
  }
}
