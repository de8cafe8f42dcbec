import Checkers
import Device
import HAL

/// Faults that last for hours or for good, bursts, winding walks and odd receivers. It also draws zones
/// that are not whole hours from UTC, and settings that change again and again.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmExtremes: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var extremes = SwarmExtremes(draws: Generator(seed: plan.seed, for: .extremes), busy: busy)
    extremes.drawZone(&plan)
    if extremes.draws.chance(1, in: 6) { extremes.drawReceiver(&plan.receiver) }
    if extremes.draws.chance(1, in: 12) { extremes.drawDarknessThenOut(plan) }
    if extremes.draws.chance(1, in: 12) { extremes.drawLasting(plan) }
    if extremes.draws.chance(1, in: 12) { extremes.drawKeys() }
    if extremes.draws.chance(1, in: 16) { extremes.drawBootLoop() }
    if extremes.draws.chance(1, in: 10) { extremes.drawWindingWalk(plan) }
    if extremes.draws.chance(1, in: 10) { extremes.drawSettings(plan) }
    plan.items += extremes.items
    if extremes.draws.chance(1, in: 8) { extremes.drawPriorities(&plan) }
    extremes.items = []
    if extremes.draws.chance(1, in: 8) { extremes.drawChangesOnTheWay(plan) }
    if extremes.draws.chance(1, in: 12) { extremes.drawHelpBeforeTheFirstFix(&plan) }
    if extremes.draws.chance(1, in: 16) { extremes.drawNoFirstFix(plan) }
    if extremes.draws.chance(1, in: 8) { extremes.drawChangesWhileOff(plan) }
    plan.items += extremes.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  // MARK: What the life is like

  /// The profile keeps its own zone in every version of it.
  private mutating func drawZone(_ plan: inout Plan) {
    guard draws.chance(1, in: 12) else { return }
    let zone = draws.pick([Household.ZoneName.kathmandu, .lordHowe])
    plan.household.zone = zone
    for i in plan.items.indices {
      guard case .act(.reload(var other)) = plan.items[i].kind else { continue }
      other.zone = zone
      plan.items[i].kind = .act(.reload(other))
    }
  }

  private mutating func drawReceiver(_ receiver: inout ReceiverPlan) {
    receiver.speed = draws.pick([.none, .positions])
    for _ in 0..<draws.below(3) {
      fault(.flat, at: draws.draw(1000...busy - 1000), draws.draw(10...7200))
    }
  }

  // MARK: What lasts

  /// Hours at home without reception; then out of the door, with it or soon before it.
  private mutating func drawDarknessThenOut(_ plan: Plan) {
    let begin = draws.draw(1000...busy / 2)
    let lasts = draws.draw(7200...36_000)
    let end = min(begin + lasts * 1000, busy - 3_600_000)
    add(.walk(to: Point(), speed: MetresPerSecond(1.2), .street), at: begin - 900_000)
    add(.enter(.indoor), at: begin)
    fault(.noPosition, at: begin, max((end - begin) / 1000, 1))
    let target = point(plan, at: draws.pick([130, 200, 400]))
    add(
      .walk(to: target, speed: MetresPerSecond(Double(draws.draw(60...150)) / 100), .open),
      at: end + draws.draw(-1200...60) * 1000)
    guard draws.chance(1, in: 2) else { return }
    add(
      .walk(to: Point(), speed: MetresPerSecond(1), .street),
      at: end + draws.draw(1800...7200) * 1000
    )
  }

  /// Draws a fault that lasts from some moment to the very end, through the calm as well.
  private mutating func drawLasting(_ plan: Plan) {
    let at = draws.draw(1000...busy - 1000)
    let fault = draws.pick([
      Fault.storage(.readOnly), .storage(.full), .noSpeaker, .noPosition, .silence, .outage,
      .noKeys, .jammed, .undated, .interval(.seconds(10)),
    ])
    items.append(
      Item(at: Milliseconds(at), lasts: Milliseconds(plan.duration.count - at), fault))
  }

  // MARK: What comes in bursts

  private mutating func drawKeys() {
    for _ in 0..<draws.draw(1...4) {
      var at = draws.draw(1000...busy - 200_000)
      switch draws.below(3) {
      case 0:
        // A contact that bounces.
        let key = draws.pick([Key.help, .ok, .plus, .minus])
        for _ in 0..<draws.draw(2...6) {
          add(.press(KeyPress(key)), at: at)
          at += draws.draw(1...40)
        }
      case 1:
        for _ in 0..<draws.draw(20...60) {
          let key = draws.pick([Key.help, .ok, .ok, .plus, .plus, .minus])
          add(.press(KeyPress(key, isLong: draws.chance(1, in: 10))), at: at)
          at += draws.draw(300...3000)
        }
      default:
        for _ in 0..<draws.draw(1...3) {
          fault(.noKeys, at: at, draws.draw(1...120))
          add(.press(KeyPress(draws.pick([.help, .ok]))), at: at + draws.draw(500...180_000))
          at += draws.draw(60...600) * 1000
        }
      }
    }
  }

  /// A battery at its end: the board starts, draws power, and goes off again.
  private mutating func drawBootLoop() {
    var at = draws.draw(1000...busy - 3_600_000)
    var percent = draws.draw(3...25)
    for _ in 0..<draws.draw(8...40) {
      fault(
        .powerCut(afterActions: draws.draw(0...8), tornWords: draws.draw(0...10)), at: at,
        draws.draw(1...20))
      at += draws.draw(2...90) * 1000
      if draws.chance(1, in: 3), percent > 1 {
        percent -= 1
        add(.battery(BatteryLevel(percent: UInt8(percent), isCharging: false)), at: at)
      }
    }
    add(.battery(BatteryLevel(percent: UInt8(percent), isCharging: true)), at: at + 60_000)
  }

  // MARK: The wearer

  /// Corners and stops, along the edge and across it.
  private mutating func drawWindingWalk(_ plan: Plan) {
    var at = draws.draw(1000...busy - 7_200_000)
    let radius = plan.household.radius.value
    var last = Point()
    for _ in 0..<draws.draw(8...30) {
      let next = point(plan, at: draws.pick([30, 60, 80, 90, 95, 100, 105, 110, 120, 150]))
      let speed = Double(draws.draw(40...160)) / 100
      add(.walk(to: next, speed: MetresPerSecond(speed), draws.pick([.open, .street])), at: at)
      let way = min((next - last).distance.value, 3 * radius)
      at += Int64(way / speed * 1000)
      if draws.chance(1, in: 3) { at += draws.draw(5...600) * 1000 }
      last = next
    }
    add(.walk(to: Point(), speed: MetresPerSecond(1.2), .street), at: at)
    add(.enter(.indoor), at: at + Int64(2 * radius / 1.2 * 1000))
  }

  /// A point at that many hundredths of the radius, in any direction.
  private mutating func point(_ plan: Plan, at hundredths: Int64) -> Point {
    let distance = plan.household.radius.value * Double(hundredths) / 100
    let north = Double(draws.draw(-100...100)) / 100
    let east = (1 - north * north).squareRoot() * (draws.chance(1, in: 2) ? 1 : -1)
    return Point(north: distance * north, east: distance * east)
  }

  // MARK: The profile

  /// Each time one or two settings are others; all of them come about.
  private mutating func drawSettings(_ plan: Plan) {
    var household = plan.household
    var at = draws.draw(1000...busy / 2)
    for _ in 0..<draws.draw(2...5) {
      for _ in 0..<draws.draw(1...2) { change(&household) }
      add(.reload(household), at: at)
      at += draws.draw(30...10_800) * 1000
      guard at < busy - 1000 else { return }
    }
  }

  /// The device is off while somebody changes its settings: it has nothing to compare the new ones with.
  private mutating func drawChangesWhileOff(_ plan: Plan) {
    for item in plan.items {
      guard case .act(.reload) = item.kind, draws.chance(1, in: 2) else { continue }
      fault(
        .powerCut(afterActions: 0, tornWords: 0), at: item.at.count - draws.draw(1...60) * 1000,
        draws.draw(61...900))
    }
  }

  /// No position comes for a long time after the start. Whoever hears of that may go there.
  private mutating func drawNoFirstFix(_ plan: Plan) {
    let fault: Fault = draws.chance(1, in: 2) ? .noPosition : .jammed
    self.fault(fault, at: 1000, draws.draw(1080...7200))
    guard draws.chance(2, in: 3) else { return }
    let at = draws.draw(920...1800) * 1000
    let local =
      (plan.start.milliseconds + at) / 60_000 + plan.household.zone.offset(at: plan.start)
    let until = (local + draws.draw(30...180)) % 1440
    add(.ask(.accompanied(untilMinute: Int16(until), caregiver: 0, received: nil)), at: at)
  }

  /// Help is called before the device has any place; after its place was told the power goes. Nobody answers.
  private mutating func drawHelpBeforeTheFirstFix(_ plan: inout Plan) {
    let first = draws.draw(60...240) * 1000
    plan.receiver.firstFix = Milliseconds(first)
    let answers = draws.draw(30...600)
    for c in plan.household.caregivers.indices {
      add(.answers(caregiver: UInt8(c), after: nil), at: 1)
      add(.answers(caregiver: UInt8(c), after: .seconds(answers)), at: 4 * first + 1_800_000)
    }
    add(.press(KeyPress(.help)), at: draws.draw(5000...first - 5000))
    fault(
      .powerCut(afterActions: 0, tornWords: 0), at: first + draws.draw(15...300) * 1000,
      draws.draw(5...120))
  }

  /// The circle becomes another one while the wearer walks through its edge, and once more soon after.
  private mutating func drawChangesOnTheWay(_ plan: Plan) {
    for item in plan.items {
      guard case .act(.walk(let point, let speed, _)) = item.kind, speed.value > 0,
        draws.chance(1, in: 2)
      else { continue }
      guard point.distance > plan.household.radius else { continue }
      var at = item.at.count + Int64(plan.household.radius.value / speed.value * 1000)
      var household = plan.household
      for _ in 0..<draws.draw(1...2) {
        at += draws.draw(-60...60) * 1000
        let radius = plan.household.radius.value * Double(draws.draw(90...110)) / 100
        household.radius = Metres(min(max(radius.rounded(), 100), 1000))
        household.temper = draws.pick([.calm, .normal, .quick])
        if at > 1000, at < busy - 1000 { add(.reload(household), at: at) }
      }
    }
  }

  private mutating func change(_ household: inout Household) {
    switch draws.below(14) {
    case 0: household.radius = Metres(Double(draws.pick([100, 150, 300, 1000])))
    case 1: household.temper = draws.pick([.calm, .normal, .quick])
    case 2: household.watch = draws.chance(1, in: 2) ? [] : [hours()]
    case 3: household.quiet = draws.chance(1, in: 2) ? [] : [hours()]
    case 4: household.limits.escalateAfter = Int16(draws.pick([1, 5, 15]))
    case 5: household.limits.hasInbound.toggle()
    case 6: household.limits.hasHeartbeat.toggle()
    case 7: household.limits.allIsWellAt = draws.chance(1, in: 3) ? -1 : minute()
    case 8: household.limits.reminderLimit = Int16(draws.pick([5, 15, 30]))
    case 9:
      for i in household.mealtimes.indices where draws.chance(1, in: 2) {
        let hour: Int64 =
          switch household.mealtimes[i].meal {
          case .breakfast: 5
          case .lunch: 11
          case .dinner: 17
          }
        household.mealtimes[i].minute = Int16(hour * 60 + draws.below(300))
      }
    case 10:
      household.insulin?.sensitivity = Double(draws.draw(20...80))
      household.insulin?.lunch = draws.draw(4...18) * 500
    case 11: household.limits.asksCarbohydrates = false
    case 12:
      for i in household.reminders.indices where draws.chance(1, in: 2) {
        household.reminders[i].tellsCaregiver.toggle()
      }
    default: household.reminders.shuffle(with: &draws)
    }
  }

  /// Some versions of the profile raise alarms, and not all the same.
  private mutating func drawPriorities(_ plan: inout Plan) {
    plan.household.raised = priorities()
    for i in plan.items.indices {
      guard case .act(.reload(var other)) = plan.items[i].kind else { continue }
      other.raised = draws.chance(1, in: 2) ? plan.household.raised : priorities()
      plan.items[i].kind = .act(.reload(other))
    }
  }

  private mutating func priorities() -> [Household.RaisedAlarm] {
    var raised: [Household.RaisedAlarm] = []
    for kind in UInt8(1)...12 where draws.chance(1, in: 4) {
      let priority = draws.pick([AlarmPriority.medium, .high])
      guard let kind = AlarmKind(rawValue: kind), priority > kind.ownPriority else { continue }
      raised.append(Household.RaisedAlarm(kind, priority))
    }
    return raised
  }

  private mutating func minute() -> Int16 { Int16(draws.draw(0...1439)) }

  private mutating func hours() -> WeeklyHours {
    WeeklyHours(
      weekdays: UInt8(draws.draw(1...127)), from: minute(), to: Int16(draws.draw(1...1440)))
  }
}

extension Array {
  /// Fisher and Yates.
  fileprivate mutating func shuffle(with draws: inout Generator) {
    guard count > 1 else { return }
    for i in stride(from: count - 1, to: 0, by: -1) { swapAt(i, Int(draws.draw(0...Int64(i)))) }
  }
}
