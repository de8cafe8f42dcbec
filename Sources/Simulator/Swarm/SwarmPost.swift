import Checkers
import HAL

/// Servers of mail and a mailbox that misbehave word by word, with something to say to them, and receivers
/// that flood.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmPost: BusyPart {
  private var draws: Generator
  let busy: Int64
  private let count: Int64
  var items: [Item] = []

  static func add(to plan: inout Plan, busy: Int64) {
    let count = Int64(plan.household.caregivers.count)
    var post = SwarmPost(draws: Generator(seed: plan.seed, for: .post), busy: busy, count: count)
    if post.draws.chance(1, in: 40) { post.drawFloods() }
    guard count > 0 else { return }
    if post.draws.chance(1, in: 24) { post.drawServers(plan) }
    if plan.household.limits.hasInbound, post.draws.chance(1, in: 16) { post.drawMailbox() }
    plan.items += post.items
  }

  private init(draws: Generator, busy: Int64, count: Int64) {
    self.draws = draws
    self.busy = busy
    self.count = count
  }

  private mutating func drawFloods() {
    for _ in 0..<draws.draw(1...3) {
      fault(.flood(draws.pick([40, 100, 300])), at: draws.below(busy), draws.draw(5...120))
    }
  }

  /// Servers misbehave while somebody must be told.
  private mutating func drawServers(_ plan: Plan) {
    for _ in 0..<draws.draw(1...3) {
      let trouble: PostTrouble = draws.pick([
        .saysYesToData, .outOfStep, .serverChatters, .silentAfterMail, .silentAfterMail,
      ])
      let at = draws.below(busy)
      fault(.people(.post(trouble)), at: at, draws.draw(300...7200))
      for _ in 0..<draws.draw(1...6) {
        add(.press(KeyPress(.help)), at: at + draws.draw(0...1800) * 1000)
      }
      if draws.chance(1, in: 2) {
        add(
          .battery(BatteryLevel(percent: UInt8(draws.draw(5...19)), isCharging: false)),
          at: at + draws.below(600_000))
      }
      if draws.chance(1, in: 3) {
        fault(.silence, at: at + draws.below(600_000), draws.draw(1900...3600))
      }
    }
  }

  private mutating func drawMailbox() {
    for _ in 0..<draws.draw(1...3) {
      let at = draws.below(busy)
      let lasts = draws.pick([300, 1200, 3600, 10_800]) as Int64
      fault(.people(.post(drawTrouble())), at: at, lasts)
      if draws.chance(1, in: 4) { fault(.people(.post(drawTrouble())), at: at, lasts) }
      for _ in 0..<draws.draw(2...8) { write(at: at + draws.draw(-300...lasts + 300) * 1000) }
      if draws.chance(1, in: 2) { add(.press(KeyPress(.help)), at: at + draws.below(lasts) * 1000) }
      if draws.chance(1, in: 3) { cut(at: at + draws.draw(60...lasts) * 1000) }
    }
  }

  private mutating func drawTrouble() -> PostTrouble {
    switch draws.below(16) {
    case 0, 1, 2: .refusesTexts
    case 3, 4: .otherReader
    case 5, 6, 7, 8: .breaksOff
    case 9: .mailboxChatters
    case 10, 11, 12: .crowded(Int32(draws.pick([25, 60, 300])))
    case 13: .crowded(draws.chance(1, in: 4) ? 12_000 : 1000)
    case 14: .renumbered
    default: .none
    }
  }

  /// Caregivers write this without being asked; answers to notices come by themselves.
  private mutating func write(at moment: Int64) {
    let caregiver = UInt8(draws.below(count))
    switch draws.below(3) {
    case 0: add(.ask(.whereIs(caregiver: caregiver)), at: moment)
    case 1:
      let minute = Int16(draws.below(1440))
      add(.ask(.accompanied(untilMinute: minute, caregiver: caregiver)), at: moment)
    default: add(.ask(.accompanied(untilMinute: -1, caregiver: caregiver)), at: moment)
    }
    add(.answers(caregiver: caregiver, after: .seconds(draws.draw(10...900))), at: moment)
  }

  /// A disk that refuses what a mail said, and the power goes before it recovers.
  private mutating func cut(at moment: Int64) {
    if draws.chance(2, in: 3) {
      fault(.storage(draws.pick([.full, .readOnly, .failed])), at: moment - 600_000, 700)
    }
    fault(
      .powerCut(afterActions: draws.draw(0...8), tornWords: draws.draw(0...10)), at: moment, 60)
  }
}
