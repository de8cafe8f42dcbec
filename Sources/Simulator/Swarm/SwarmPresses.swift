import Checkers
import Device
import HAL

/// Keys that are pressed again. Help is called once more while somebody knows, while nobody can be reached, while one
/// way refuses, or while none goes through. Ok comes twice where two reminders wait, and on "not through" before
/// another alarm. A call goes on while no position comes.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmPresses: BusyPart {
  /// A wearer who leaves every page as it is.
  private static let idle = Temper(answers: 0, after: .seconds(60))
  private static let mostReminders = 32

  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmPresses(draws: Generator(seed: plan.seed, for: .presses), busy: busy)
    if part.draws.chance(1, in: 24) { part.drawToldAgain(plan) }
    if part.draws.chance(1, in: 24) { part.drawNobodyAtFirst() }
    if part.draws.chance(1, in: 24) { part.drawRefusedWay(&plan) }
    if part.draws.chance(1, in: 24) { part.drawNotThrough() }
    if part.draws.chance(1, in: 24) { part.drawTrailInTheDark(plan) }
    if part.draws.chance(1, in: 24) { part.drawSilenced(plan) }
    if part.draws.chance(1, in: 24) { part.drawTwoReminders(&plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  // MARK: Calls

  /// Somebody was told of the call, and the wearer left that page; the next press brings it back for five minutes.
  private mutating func drawToldAgain(_ plan: Plan) {
    guard plan.household.keys.contains(.ok) else { return }
    let at = moment()
    leaveAlone(plan, from: at - SwarmPresses.second, to: at + 11 * SwarmPresses.minute)
    press(.help, at: at)
    press(.ok, at: at + draws.draw(30...100) * SwarmPresses.second)
    press(.help, at: at + draws.draw(110...280) * SwarmPresses.second)
  }

  /// A device without any profile is called by; then it gets one, and the network fails for another while.
  private mutating func drawNobodyAtFirst() {
    let found = draws.draw(150...1500)
    items.append(
      Item(
        at: Milliseconds(0), lasts: .seconds(found),
        .people(.badProfile(isInsulinSure: draws.chance(1, in: 2)))))
    press(.help, at: draws.draw(60...found - 5) * SwarmPresses.second)
    fault(.outage, at: (found - 30) * SwarmPresses.second, draws.draw(105...330))
  }

  /// All mail servers refuse for good, and the relay puts it off. Pressed again, the mail servers are asked again.
  private mutating func drawRefusedWay(_ plan: inout Plan) {
    giveBothWays(&plan)
    let at = moment()
    let lasts = draws.draw(300...480)
    for trouble in [
      ServerTrouble(.permanent, of: nil, by: .mail), ServerTrouble(.transient, of: nil, by: .relay),
    ] {
      fault(.people(.servers(trouble)), at: at - 5 * SwarmPresses.second, lasts)
    }
    press(.help, at: at)
    for _ in 0..<draws.draw(1...2) {
      press(.help, at: at + draws.draw(20...280) * SwarmPresses.second)
    }
  }

  /// The first caregiver has mail and the relay, in every version of the profile.
  private func giveBothWays(_ plan: inout Plan) {
    guard let before = plan.household.caregivers.first else { return }
    var new = before
    (new.hasMail, new.hasRelay) = (true, true)
    if let known = SwarmPeople.name(of: before.who) {
      new.who = SwarmPeople.number(name: known.name, address: known.address, new)
    }
    func change(_ household: inout Household) {
      let same = household.caregivers.indices.filter { household.caregivers[$0] == before }
      let isKnown = before.who != 0
      for i in same where isKnown || i == 0 { household.caregivers[i] = new }
    }
    change(&plan.household)
    changeAll(&plan, change)
  }

  /// Nobody's server takes the call, and the wearer presses again once the page says so.
  private mutating func drawNotThrough() {
    let at = moment()
    let trouble = draws.pick([
      Fault.refusal(.transient), .outage, .people(.servers(ServerTrouble(.transient))),
    ])
    fault(trouble, at: at - 20 * SwarmPresses.second, draws.draw(360...600))
    press(.help, at: at)
    for _ in 0..<draws.draw(1...3) {
      press(.help, at: at + draws.draw(70...280) * SwarmPresses.second)
    }
  }

  /// No position comes from before the call until after the next place is due; then they come again.
  private mutating func drawTrailInTheDark(_ plan: Plan) {
    let interval = Int64(plan.household.limits.breadcrumbs) * 60
    guard interval >= 180, interval <= 1800 else { return }
    let at = max(moment(), 20 * SwarmPresses.minute)
    leaveAlone(
      plan, from: at - SwarmPresses.second, to: at + (2 * interval + 300) * SwarmPresses.second)
    fault(.noPosition, at: at - 5 * SwarmPresses.second, interval + draws.draw(10...50))
    press(.help, at: at)
  }

  /// The wearer has silenced "not through" a moment before the battery falls.
  private mutating func drawSilenced(_ plan: Plan) {
    guard plan.household.keys.contains(.ok) else { return }
    let at = moment()
    leaveAlone(plan, from: at - SwarmPresses.minute, to: at + 10 * SwarmPresses.minute)
    fault(.outage, at: at - 10 * SwarmPresses.second, 600)
    add(.battery(BatteryLevel(percent: 80, isCharging: true)), at: at - SwarmPresses.minute)
    press(.help, at: at)
    let heard = at + draws.draw(66...90) * SwarmPresses.second
    press(.ok, at: heard)
    let percent = UInt8(draws.pick([3, 9, 10, 15, 20]))
    add(
      .battery(BatteryLevel(percent: percent, isCharging: false)),
      at: heard + draws.draw(3...100) * SwarmPresses.second)
    add(
      .battery(BatteryLevel(percent: 90, isCharging: true)),
      at: at + draws.draw(15...60) * SwarmPresses.minute)
  }

  // MARK: Reminders

  /// Two reminders are due in one minute. The finger that answers the first comes down once more.
  private mutating func drawTwoReminders(_ plan: inout Plan) {
    guard plan.household.keys.contains(.ok),
      plan.household.reminders.count <= SwarmPresses.mostReminders - 2
    else { return }
    let minutes = moment() / SwarmPresses.minute
    let at = minutes * SwarmPresses.minute
    let wall = WallTime(milliseconds: plan.start.milliseconds + at)
    let local = wall.milliseconds / SwarmPresses.minute + plan.household.zone.offset(at: wall)
    let kind = draws.pick([Reminder.Kind.medication, .reminder])
    let tells = draws.chance(1, in: 2)
    func addTwo(_ household: inout Household) {
      var id: UInt16 = 70
      for _ in 0..<2 where household.reminders.count < SwarmPresses.mostReminders {
        while household.reminders.contains(where: { $0.id == id }) { id += 1 }
        household.reminders.append(
          Reminder(
            id: id, kind: kind, first: CivilMinute(Int32(local)), repeats: .once,
            tellsCaregiver: tells))
      }
    }
    addTwo(&plan.household)
    changeAll(&plan, addTwo)
    add(.temper(SwarmPresses.idle), at: at - 3 * SwarmPresses.minute)
    let first = at + draws.draw(4...30) * SwarmPresses.second
    press(.ok, at: first)
    press(.ok, at: first + draws.draw(60...450))
    add(.temper(SwarmPresses.usual), at: at + SwarmPresses.minute)
  }

  // MARK: Into the plan

  /// A moment with some time before it, and four hours of the busy part after it.
  private mutating func moment() -> Int64 { draws.draw(600_000...busy - 4 * SwarmPresses.hour) }

  /// Nobody answers, and the wearer presses what is drawn here only.
  private mutating func leaveAlone(_ plan: Plan, from: Int64, to: Int64) {
    add(.temper(SwarmPresses.idle), at: from)
    add(.temper(SwarmPresses.usual), at: to)
    for caregiver in plan.household.caregivers.indices {
      add(.answers(caregiver: UInt8(caregiver), after: nil), at: from)
      let after = Milliseconds.seconds(draws.draw(20...600))
      add(.answers(caregiver: UInt8(caregiver), after: after), at: to)
    }
  }

  /// Changes the later versions of the profile, too.
  private func changeAll(_ plan: inout Plan, _ change: (inout Household) -> Void) {
    for i in plan.items.indices {
      if case .act(.reload(var other)) = plan.items[i].kind {
        change(&other)
        plan.items[i].kind = .act(.reload(other))
      } else if case .act(.portalProfile(var other)) = plan.items[i].kind {
        change(&other)
        plan.items[i].kind = .act(.portalProfile(other))
      }
    }
  }
}
