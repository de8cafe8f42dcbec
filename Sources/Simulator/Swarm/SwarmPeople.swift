import Checkers
import Device
import HAL

/// Servers that fail apart while somebody must be told, and a list of caregivers that changes while a
/// case is open.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
public struct SwarmPeople {
  private static let names: Int64 = 8

  private var draws: Generator
  private let busy: Int64
  private var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var people = SwarmPeople(draws: Generator(seed: plan.seed, for: .people), busy: busy)
    people.name(&plan.household.caregivers)
    people.nameAll(&plan)
    if people.draws.chance(1, in: 6) { people.drawServers(&plan) }
    if people.draws.chance(1, in: 8) { people.drawChanges(plan) }
    if people.draws.chance(1, in: 20) { people.drawLeaving(plan.household) }
    plan.items += people.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  // MARK: Who they are

  /// One of eight people at one of many addresses.
  static func number(name: Int64, address: Int64, _ caregiver: Caregiver) -> UInt32 {
    let routes = (caregiver.hasMail ? 1 : 0) | (caregiver.hasRelay ? 2 : 0)
    return UInt32(1000 + name * 100 + address * 4 + Int64(routes))
  }

  /// Name and address of a number that was drawn; nil: it is another number.
  public static func name(of number: UInt32) -> (name: Int64, address: Int64)? {
    guard (1000..<1000 + UInt32(names) * 100).contains(number) else { return nil }
    let rest = Int64(number) - 1000
    return (rest / 100, rest % 100 / 4)
  }

  /// Most profiles say who their people are; a trace of an older program does not.
  private mutating func name(_ caregivers: inout [Caregiver]) {
    guard draws.chance(7, in: 8) else { return }
    for i in caregivers.indices {
      caregivers[i].who = SwarmPeople.number(name: Int64(i), address: 0, caregivers[i])
    }
  }

  /// People of profiles drawn before are the same people.
  private func nameAll(_ plan: inout Plan) {
    for i in plan.items.indices {
      guard case .act(.reload(var other)) = plan.items[i].kind else { continue }
      other.caregivers = plan.household.caregivers
      plan.items[i].kind = .act(.reload(other))
    }
  }

  // MARK: Servers that fail apart

  private mutating func drawServers(_ plan: inout Plan) {
    // Two ways, or two people, or neither failure is apart from another.
    if draws.chance(2, in: 3) {
      for i in plan.household.caregivers.indices where draws.chance(2, in: 3) {
        plan.household.caregivers[i].hasMail = true
        plan.household.caregivers[i].hasRelay = true
        if plan.household.caregivers[i].who != 0 {
          plan.household.caregivers[i].who = SwarmPeople.number(
            name: Int64(i), address: 0, plan.household.caregivers[i])
        }
      }
      nameAll(&plan)
    }
    for _ in 0..<draws.draw(1...4) {
      let at = draws.draw(60_000...busy - 4_000_000)
      drawTrouble(plan.household, at: at)
      if draws.chance(1, in: 3) { drawTrouble(plan.household, at: at + draws.draw(0...60_000)) }
      drawCase(plan.household, after: at)
    }
  }

  private mutating func drawTrouble(_ household: Household, at moment: Int64) {
    let count = Int64(household.caregivers.count)
    let kind = draws.pick(ServerTrouble.Kind.allCases)
    let caregiver: UInt8? =
      draws.chance(1, in: 3) || count == 0
      ? nil : UInt8(draws.chance(2, in: 3) ? 0 : draws.below(count))
    let route: Route? = draws.pick([.mail, .mail, .relay, nil])
    // Refused for good once, or for a while; the others for minutes or hours.
    let lasts = draws.chance(1, in: 3) ? draws.draw(5...90) : draws.draw(120...14_400)
    add(.servers(ServerTrouble(kind, of: caregiver, by: route)), at: moment, lasts: lasts)
  }

  /// Somebody must be told while that goes on.
  private mutating func drawCase(_ household: Household, after moment: Int64) {
    let at = moment + draws.draw(1...60) * 1000
    if household.insulin != nil, draws.chance(1, in: 4) {
      let amount = Double(draws.draw(30...69))
      let result = MeterResult.amount(
        .milligramsPerDecilitre(MilligramsPerDecilitre(amount)))
      return add(.measure(MeterReading(result: result)), at: at)
    }
    guard draws.chance(3, in: 4) else { return }
    add(.press(KeyPress(.help)), at: at)
    var again = at
    for _ in 0..<draws.below(4) {
      again += draws.draw(2...400) * 1000
      add(.press(KeyPress(.help)), at: again)
    }
  }

  // MARK: A list that changes

  private mutating func drawChanges(_ plan: Plan) {
    for _ in 0..<draws.draw(1...3) {
      var at = draws.draw(60_000...busy - 4_000_000)
      if draws.chance(2, in: 3) { drawCase(plan.household, after: at) }
      var other = plan.household
      for _ in 0..<draws.draw(1...3) {
        at += draws.chance(1, in: 2) ? draws.draw(200...6000) : draws.draw(6...600) * 1000
        change(&other.caregivers)
        add(.reload(other), at: at)
        if draws.chance(1, in: 3) {
          add(.press(KeyPress(.help)), at: at + draws.draw(1...300) * 1000)
        }
      }
      if draws.chance(1, in: 4) {
        cutPower(at: at + draws.draw(-60...60) * 1000, for: draws.draw(5...600))
      }
    }
  }

  /// Whoever the screen names leaves the list, after others were told of the same call.
  private mutating func drawLeaving(_ household: Household) {
    guard household.caregivers.count > 1 else { return }
    var at = draws.draw(60_000...busy - 4_000_000)
    for caregiver in household.caregivers.indices {
      add(.answers(caregiver: UInt8(caregiver), after: nil), at: at - 1000)
    }
    add(.press(KeyPress(.help)), at: at)
    // Pressed again, the page that names somebody stays for longer.
    at += draws.draw(180...290) * 1000
    add(.press(KeyPress(.help)), at: at)
    var other = household
    other.caregivers.removeFirst()
    add(.reload(other), at: at + draws.draw(1...250) * 1000)
  }

  private mutating func change(_ people: inout [Caregiver]) {
    let isKnown = people.allSatisfy { $0.who != 0 }
    func free(_ draws: inout Generator, _ caregiver: Caregiver) -> UInt32 {
      guard isKnown else { return 0 }
      return SwarmPeople.number(
        name: draws.below(SwarmPeople.names), address: draws.draw(1...20), caregiver)
    }
    let i = people.isEmpty ? 0 : Int(draws.below(Int64(people.count)))
    switch people.isEmpty ? 0 : draws.below(6) {
    case 0 where people.count < 4:
      var new = Caregiver(hasMail: true, hasRelay: draws.chance(1, in: 4))
      new.who = free(&draws, new)
      people.insert(new, at: draws.chance(1, in: 2) ? 0 : i)
    case 1 where people.count > 1: people.remove(at: i)
    case 2, 3: people.swapAt(i, Int(draws.below(Int64(people.count))))
    // The caregiver gets another address.
    case 4: people[i].who = free(&draws, people[i])
    default:
      // The caregiver gets another route.
      people[i].hasRelay.toggle()
      people[i].hasMail = !people[i].hasRelay || draws.chance(1, in: 2)
      people[i].who = free(&draws, people[i])
    }
    // Nobody stands in a list twice.
    var seen: Set<UInt32> = []
    people.removeAll { $0.who != 0 && !seen.insert($0.who).inserted }
  }

  // MARK: Into the plan

  private func inside(_ moment: Int64) -> Int64 { min(max(moment, 1000), busy - 1000) }

  private mutating func add(_ act: Act, at moment: Int64) {
    items.append(Item(at: Milliseconds(inside(moment)), act))
  }

  private mutating func add(_ fault: PeopleFault, at moment: Int64, lasts seconds: Int64) {
    add(.people(fault), from: inside(moment), seconds)
  }

  private mutating func cutPower(at moment: Int64, for seconds: Int64) {
    add(
      .powerCut(afterActions: draws.draw(0...8), tornWords: draws.draw(0...10)),
      from: inside(moment), seconds)
  }

  private mutating func add(_ fault: Fault, from moment: Int64, _ seconds: Int64) {
    let lasts = min(seconds * 1000, busy - moment)
    items.append(Item(at: Milliseconds(moment), lasts: Milliseconds(lasts), fault))
  }
}
