import Checkers
import Device
import HAL

/// Makes a failing plan small: leaves out what it can fail without, and shortens what is left.
///
/// Delta debugging (Zeller and Hildebrandt 2002) over the list of acts and faults, then over what the
/// household has, then over lengths and moments.
public struct Shrinker {
  /// The smallest plan found so far.
  public private(set) var plan: Plan
  public private(set) var violation: Violation
  /// Lives lived for it.
  public private(set) var lives = 0
  private let most: Int
  private let live: Life.Way

  /// Nil when the plan does not fail.
  /// - Parameter most: lives to spend.
  public init?(_ plan: Plan, most: Int = 3000, by live: @escaping Life.Way = Life.ordinary) {
    guard let violation = live(plan, nil).violation else { return nil }
    self.plan = plan
    self.violation = violation
    self.most = most
    self.live = live
  }

  public mutating func shrink() {
    cutOff()
    var before: Plan
    repeat {
      before = plan
      dropItems()
      simplifyHousehold()
      simplifyBoard()
      shortenItems()
      cutOff()
    } while plan != before && lives < most
  }

  /// Keeps a plan that fails in the same way.
  private mutating func keep(_ candidate: Plan) -> Bool {
    guard lives < most, candidate != plan else { return false }
    lives += 1
    guard let found = live(candidate, nil).violation, found.invariant == violation.invariant else {
      return false
    }
    plan = candidate
    violation = found
    return true
  }

  /// Cuts off the time after the failure, as long as the calm is not what failed.
  private mutating func cutOff() {
    let end = violation.at.milliseconds + 1000
    var candidate = plan
    candidate.duration = Milliseconds(end)
    candidate.calm = min(plan.calm, candidate.duration)
    candidate.items.removeAll { $0.at >= candidate.duration }
    if candidate.duration < plan.duration { _ = keep(candidate) }
  }

  private mutating func dropItems() {
    var size = max(plan.items.count / 2, 1)
    while true {
      var start = 0
      while start < plan.items.count {
        var candidate = plan
        candidate.items.removeSubrange(start..<min(start + size, plan.items.count))
        if !keep(candidate) { start += size }
      }
      if size == 1 { return }
      size = max(size / 2, 1)
    }
  }

  private mutating func simplifyHousehold() {
    attempt { $0.household.insulin = nil }
    attempt { $0.household.mealtimes = [] }
    attempt { $0.household.watch = [] }
    attempt { $0.household.quiet = [] }
    attempt { $0.household.limits = Limits() }
    attempt { $0.household.keys = .all }
    attempt { $0.household.zone = .guayaquil }
    attempt { $0.household.accompanied = nil }
    // Nobody can tell people apart without numbers where the list changes.
    if !plan.items.contains(where: \.isReload) {
      attempt { plan in
        for i in plan.household.caregivers.indices { plan.household.caregivers[i].who = 0 }
      }
    }
    attempt {
      let who = $0.household.caregivers.first?.who ?? 0
      $0.household.caregivers = [Caregiver(hasMail: true, hasRelay: false, who: who)]
      $0.items.removeAll { $0.isOfLaterCaregiver }
    }
    for i in (0..<plan.household.reminders.count).reversed() {
      attempt { $0.household.reminders.remove(at: i) }
    }
    attempt { $0.agenda = [] }
    for i in (0..<plan.agenda.count).reversed() { attempt { $0.agenda.remove(at: i) } }
    for i in (0..<plan.household.mealtimes.count).reversed() {
      attempt { $0.household.mealtimes.remove(at: i) }
    }
  }

  private mutating func simplifyBoard() {
    attempt {
      $0.hasPortal = false
      $0.items.removeAll(where: \.isOfPortal)
    }
    attempt { $0.clockDrift = 0 }
    attempt { $0.calendarError = nil }
    attempt { $0.clockRestarts = false }
    attempt { $0.hasNetworkTime = true }
    attempt { $0.receiver = ReceiverPlan() }
    // The quietest noise under which it still fails.
    attempt { $0.receiver.noise = .open }
  }

  private mutating func shortenItems() {
    for i in 0..<plan.items.count {
      let length = plan.items[i].lasts.count
      for shorter in [1000, length / 4, length / 2, length * 3 / 4] where shorter < length {
        let rounded = max(shorter / 1000 * 1000, 1000)
        guard rounded < length else { continue }
        var candidate = plan
        candidate.items[i].lasts = Milliseconds(rounded)
        if keep(candidate) { break }
      }
      // A whole minute, or at least a whole second, reads better.
      for unit in [60_000, 1000] as [Int64] where i < plan.items.count {
        let at = plan.items[i].at.count
        guard at % unit != 0 else { break }
        var candidate = plan
        candidate.items[i].at = Milliseconds((at + unit / 2) / unit * unit)
        candidate.items.sort { $0.at < $1.at }
        if keep(candidate) { break }
      }
    }
  }

  private mutating func attempt(_ change: (inout Plan) -> Void) {
    var candidate = plan
    change(&candidate)
    _ = keep(candidate)
  }
}

extension Item {
  fileprivate var isOfPortal: Bool {
    switch kind {
    case .act(.portal), .act(.portalDiary), .act(.portalProfile), .fault(.portal): true
    case .act, .fault: false
    }
  }

  fileprivate var isReload: Bool { if case .act(.reload) = kind { true } else { false } }

  /// Somebody who is not there in a household with one caregiver.
  fileprivate var isOfLaterCaregiver: Bool {
    if case .fault(.people(.servers(let trouble))) = kind { return (trouble.caregiver ?? 0) > 0 }
    guard case .act(let act) = kind else { return false }
    switch act {
    case .answers(let caregiver, _): return caregiver > 0
    case .ask(.whereIs(let caregiver)): return caregiver > 0
    case .ask(.accompanied(_, let caregiver, _)): return caregiver > 0
    case .ask(.acknowledged(_, let caregiver)): return caregiver > 0
    case .portal(_, let caregiver, _), .portalDiary(_, let caregiver, _): return caregiver > 0
    case .walk, .enter, .press, .measure, .temper, .ask, .battery, .reload, .switchOff, .update,
      .diary, .portalProfile:
      return false
    }
  }
}
