import Checkers
import Device
import HAL

/// One change of a drawn day, which makes it one that no seed draws. Two things come at once, a thing comes once
/// more, or a stretch or a setting is that of another day.
struct PlanChange {
  private static let minute: Int64 = 60_000
  /// Things that change places are rarely more than so far apart.
  private static let near = 5 * minute

  private(set) var plan: Plan
  private var draws: Generator
  /// Nothing is moved out of the time in which things happen.
  private var busy: ClosedRange<Int64> { 1000...max(plan.calm.count - 1000, 1000) }

  /// - Parameter number: seeds what is done.
  init(of plan: Plan, number: UInt64) {
    self.plan = plan
    draws = Generator(seed: number, for: .changes)
    for _ in 0..<draws.draw(1...3) { change() }
    self.plan.items.sort { $0.at < $1.at }
  }

  private mutating func change() {
    switch draws.below(10) {
    case 0, 1: meet()
    case 2: repeatItem()
    case 3: moveItem()
    case 4: lengthen()
    case 5: cutBehind()
    case 6: leaveOut()
    case 7, 8: takeStretch()
    default: takeSetting()
    }
  }

  /// Items between the settings of the first moment and the calm.
  private var movable: [Int] {
    plan.items.indices.filter { busy.contains(plan.items[$0].at.count) }
  }

  private func clamped(_ at: Int64) -> Milliseconds {
    Milliseconds(min(max(at, busy.lowerBound), busy.upperBound))
  }

  private mutating func put(_ item: Item, at moment: Int64) {
    var item = item
    let isForEver = lastsForEver(item)
    item.at = clamped(moment)
    let end = isForEver ? plan.duration : plan.calm
    item.lasts = Milliseconds(min(item.lasts.count, max(end.count - item.at.count, 0)))
    plan.items.append(item)
  }

  /// Some faults go on through the calm.
  private func lastsForEver(_ item: Item) -> Bool {
    item.at.count + item.lasts.count > plan.calm.count
  }

  /// A moment at, right before or right after another one.
  private mutating func moment(near other: Int64) -> Int64 {
    switch draws.below(4) {
    case 0: other
    case 1: other + draws.draw(-1000...1000)
    case 2: other + draws.draw(-PlanChange.minute...PlanChange.minute)
    default: other + draws.draw(-PlanChange.near...PlanChange.near)
    }
  }

  /// One item moves to the moment of another.
  private mutating func meet() {
    let movable = movable
    guard movable.count > 1 else { return }
    let i = draws.pick(movable)
    let other = plan.items[draws.pick(movable)].at.count
    let item = plan.items.remove(at: i)
    put(item, at: moment(near: other))
  }

  private mutating func repeatItem() {
    guard let i = movable.isEmpty ? nil : draws.pick(movable) else { return }
    let item = plan.items[i]
    put(item, at: draws.chance(1, in: 2) ? moment(near: item.at.count) : draws.draw(busy))
  }

  private mutating func moveItem() {
    guard let i = movable.isEmpty ? nil : draws.pick(movable) else { return }
    let item = plan.items.remove(at: i)
    put(item, at: draws.draw(busy))
  }

  /// A fault lasts longer or shorter, at the most until the calm.
  private mutating func lengthen() {
    let faults = movable.filter {
      plan.items[$0].lasts.count > 0 && !lastsForEver(plan.items[$0])
    }
    guard !faults.isEmpty else { return }
    let i = draws.pick(faults)
    let rest = plan.calm.count - plan.items[i].at.count
    let length = plan.items[i].lasts.count
    let other = draws.pick([length / 8, length / 2, length * 2, length * 8, rest])
    plan.items[i].lasts = Milliseconds(min(max(other, 1000), rest))
  }

  /// The power goes while the device acts on an item, or shortly after.
  private mutating func cutBehind() {
    guard let i = movable.isEmpty ? nil : draws.pick(movable) else { return }
    let at = plan.items[i].at.count
    let after = draws.pick([0, 0, 1000, 20_000, 2 * PlanChange.minute, 20 * PlanChange.minute])
    let cut = Fault.powerCut(
      afterActions: draws.draw(0...8), tornWords: draws.draw(0...10))
    put(
      Item(at: Milliseconds(at), lasts: .seconds(draws.pick([1, 30, 600, 5400])), cut),
      at: at + after)
  }

  private mutating func leaveOut() {
    guard let i = movable.isEmpty ? nil : draws.pick(movable) else { return }
    plan.items.remove(at: i)
  }

  // MARK: Of another day

  private mutating func otherDay() -> Plan { Swarm.plan(seed: UInt64(draws.below(100_000))) }

  /// It takes up to three hours of another day, at their own time or beside an item of this one.
  private mutating func takeStretch() {
    let other = otherDay()
    let own = movable
    let items = other.items.filter { busy.contains($0.at.count) && canTake($0) }
    guard let first = items.isEmpty ? nil : draws.pick(items) else { return }
    let length = draws.draw(0...180) * PlanChange.minute
    var lead: Int64 = 0
    if draws.chance(1, in: 2), !own.isEmpty {
      lead = moment(near: plan.items[draws.pick(own)].at.count) - first.at.count
    }
    for item in items where (first.at.count...first.at.count + length).contains(item.at.count) {
      let at = item.at.count + lead
      if busy.contains(at) { put(item, at: at) }
    }
  }

  /// Whether an item of another household means something in this one.
  private func canTake(_ item: Item) -> Bool {
    func isHere(_ caregiver: UInt8) -> Bool { caregiver < plan.household.caregivers.count }
    switch item.kind {
    case .fault(.people(.servers(let trouble))): return trouble.caregiver.map(isHere) ?? true
    case .fault(.portal): return plan.hasPortal
    case .fault: return true
    case .act(let act):
      switch act {
      case .answers(let caregiver, _), .ask(.whereIs(let caregiver)),
        .ask(.accompanied(_, let caregiver, _)), .ask(.acknowledged(_, let caregiver)):
        return isHere(caregiver)
      case .portal(_, let caregiver, _), .portalDiary(_, let caregiver, _):
        return plan.hasPortal && isHere(caregiver)
      // Another household is another home.
      case .reload, .portalProfile: return false
      case .diary, .measure: return plan.household.insulin != nil
      case .walk, .enter, .press, .temper, .battery, .switchOff, .update: return true
      }
    }
  }

  /// A setting of the family or of the board is that of another day, before and after each change of the profile.
  private mutating func takeSetting() {
    let other = otherDay()
    switch draws.below(8) {
    case 0: inEachHousehold { $0.keys = other.household.keys }
    case 1: inEachHousehold { $0.quiet = other.household.quiet }
    case 2: inEachHousehold { $0.watch = other.household.watch }
    case 3: inEachHousehold { $0.raised = other.household.raised }
    case 4: inEachHousehold { $0.temper = other.household.temper }
    case 5: plan.receiver = other.receiver
    case 6: (plan.calendarError, plan.clockRestarts) = (other.calendarError, other.clockRestarts)
    default: (plan.hasNetworkTime, plan.clockDrift) = (other.hasNetworkTime, other.clockDrift)
    }
  }

  private mutating func inEachHousehold(_ set: (inout Household) -> Void) {
    set(&plan.household)
    for i in plan.items.indices {
      switch plan.items[i].kind {
      case .act(.reload(var household)):
        set(&household)
        plan.items[i].kind = .act(.reload(household))
      case .act(.portalProfile(var household)):
        set(&household)
        plan.items[i].kind = .act(.portalProfile(household))
      case .act, .fault: break
      }
    }
  }
}
