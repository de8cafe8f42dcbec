import Checkers
import Device
import HAL

/// A portal that caregivers use, and what can go wrong with it and on the way to it.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmPortal: BusyPart {
  private var draws: Generator
  let busy: Int64
  private let count: Int64
  var items: [Item] = []

  static func add(to plan: inout Plan, busy: Int64) {
    var portal = SwarmPortal(plan, busy: busy)
    guard portal.count > 0, portal.draws.chance(1, in: 6) else { return }
    plan.hasPortal = true
    portal.drawWords()
    portal.drawTroubles()
    if portal.draws.chance(1, in: 3) { portal.drawProfiles(plan) }
    if portal.draws.chance(1, in: 4) { portal.drawOtherOrder(plan) }
    if portal.draws.chance(1, in: 2) {
      portal.drawDiary()
      portal.drawSameDeletions()
    }
    plan.items += portal.items
  }

  private init(_ plan: Plan, busy: Int64) {
    draws = Generator(seed: plan.seed, for: .portal)
    self.busy = busy
    count = Int64(plan.household.caregivers.count)
  }

  private mutating func drawWords() {
    for _ in 0..<draws.draw(2...16) {
      let at = draws.draw(1000...busy - 60_000)
      say(at: at)
      // Somebody presses twice, or two caregivers at once.
      if draws.chance(1, in: 4) { say(at: at + draws.draw(0...5000)) }
      if draws.chance(1, in: 6) {
        fault(
          .powerCut(afterActions: draws.draw(0...8), tornWords: draws.draw(0...10)),
          at: at + draws.draw(0...4000), draws.draw(1...600))
      }
      if draws.chance(1, in: 6) { add(.press(KeyPress(.help)), at: at - draws.draw(0...300_000)) }
      if draws.chance(1, in: 8) {
        fault(.timeless, at: at, 3600)
        fault(.noNetworkTime, at: at, 3600)
      }
    }
  }

  private mutating func say(at moment: Int64) {
    let word: PortalWord =
      switch draws.below(6) {
      case 0, 1: .acknowledges
      case 2, 3: .asks
      case 4: .company(.seconds(draws.pick([120, 600, 7200, 36_000, 50_000, 70_000, 100_000])))
      default: .companyOver
      }
    let span = Milliseconds.seconds(draws.pick([10, 60, 300, 300, 1800, 7200]))
    add(.portal(word, by: UInt8(draws.below(count)), for: span), at: moment)
  }

  /// Somebody works on the diary on the page; others do on the device, and power goes meanwhile.
  private mutating func drawDiary() {
    for _ in 0..<draws.draw(1...8) {
      let at = draws.draw(10_000...busy - 600_000)
      changeDiary(at: at)
      // The same once more, or another change of the same entry, before the device has heard of it.
      if draws.chance(1, in: 3) { changeDiary(at: at + draws.draw(0...90_000)) }
      if draws.chance(1, in: 4) {
        let edit = SwarmPortal.changes(&draws)
        add(.diary(edit), at: at + draws.draw(-20_000...20_000))
      }
      if draws.chance(1, in: 4) {
        fault(
          .powerCut(afterActions: draws.draw(0...4), tornWords: draws.draw(0...10)),
          at: at + draws.draw(0...8000), draws.draw(1...600))
      }
      if draws.chance(1, in: 6) {
        fault(.portal(.losesAnswers), at: at, draws.pick([60, 600, 7200]))
      }
    }
  }

  /// An entry is deleted on the page while the device is out of reach, and on the device. It may come back there.
  private mutating func drawSameDeletions() {
    for _ in 0..<draws.draw(0...2) {
      let at = draws.draw(10_000...busy - 600_000)
      let edit = DiaryEdit(draws.chance(1, in: 2) ? .deleteReading : .deleteDose)
      fault(.portal(.away), at: at - 5000, 60)
      add(.portalDiary(edit, by: UInt8(draws.below(count)), for: .seconds(1800)), at: at)
      add(.diary(edit), at: at + draws.draw(1000...20_000))
      if draws.chance(2, in: 3) { add(.diary(DiaryEdit(.bringBack)), at: at + 30_000) }
    }
  }

  private mutating func changeDiary(at moment: Int64) {
    let span = Milliseconds.seconds(draws.pick([10, 300, 1800, 86_400]))
    let edit = SwarmPortal.changes(&draws)
    add(.portalDiary(edit, by: UInt8(draws.below(count)), for: span), at: moment)
  }

  private static func changes(_ draws: inout Generator) -> DiaryEdit {
    let back = UInt8(draws.pick([0, 0, 0, 1, 2]))
    let dated = Milliseconds(draws.pick([0, 0, -600_000, -7_200_000, 200_000, 400_000]))
    let amount = MilligramsPerDecilitre(Double(draws.pick([50, 69, 85, 110, 240])))
    let result = MeterResult.amount(.milligramsPerDecilitre(amount))
    let units = InsulinUnits(milliunits: draws.draw(1...20) * 500)
    let meal = draws.pick([Meal.breakfast, .lunch, .dinner])
    return switch draws.below(8) {
    case 0, 1: DiaryEdit(.addReading(result, .other), dated: dated)
    case 2, 3: DiaryEdit(.addDose(meal, units), dated: dated)
    case 4: DiaryEdit(.changeReading(result, nil), back: back)
    case 5: DiaryEdit(.changeDose(nil, units), back: back)
    case 6: DiaryEdit(.deleteReading, back: back)
    default: DiaryEdit(.deleteDose, back: back)
    }
  }

  private mutating func drawTroubles() {
    for _ in 0..<draws.draw(0...6) {
      let trouble: PortalTrouble =
        switch draws.below(8) {
        case 0, 1: .away
        case 2, 3: .losesAnswers
        case 4: .late(Milliseconds(draws.draw(100...30_000)))
        case 5, 6: .twice(Milliseconds(draws.draw(0...1_800_000)))
        default: draws.chance(1, in: 2) ? .old : .forgets
        }
      let long = draws.pick([60, 600, 3600, 36_000, 86_400]) as Int64
      fault(.portal(trouble), at: draws.draw(0...busy - 1000), draws.draw(1...long))
    }
  }

  /// Somebody puts the people of the file in another order while a word is on its way.
  private mutating func drawOtherOrder(_ plan: Plan) {
    var household = plan.household
    guard household.caregivers.count > 1 else { return }
    for _ in 0..<draws.draw(1...3) {
      let at = draws.draw(10_000...busy - 60_000)
      say(at: at)
      household.caregivers.swapAt(0, Int(draws.draw(1...count - 1)))
      add(.reload(household), at: at + draws.draw(-2000...20_000))
    }
  }

  /// Somebody saves other settings on the page, or in the file on the device.
  private mutating func drawProfiles(_ plan: Plan) {
    var household = plan.household
    for _ in 0..<draws.draw(1...3) {
      switch draws.below(3) {
      case 0: household.radius = Metres(Double(draws.pick([100, 150, 250, 500, 1000])))
      case 1 where household.caregivers.count > 1: household.caregivers.swapAt(0, 1)
      default: household.limits.snooze = Int16(draws.draw(1...30))
      }
      add(.portalProfile(household), at: draws.draw(1000...busy - 60_000))
    }
  }
}
