import Checkers
import Device
import HAL

/// Positions hours apart. A receiver indoors gives none for hours, or a single one now and then, true or stray.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmPositions: BusyPart {
  /// A single position is one epoch of a receiver that gives one a second.
  private static let epoch: Int64 = 1000

  /// The single positions of a stretch.
  private enum Singles {
    case none
    case honest
    case sometimesStray
    case stray
  }

  private var draws: Generator
  let busy: Int64
  var items: [Item] = []
  /// The wearer as this part has them walk. Outings of other parts come between.
  private var wearer = Wearer()

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmPositions(draws: Generator(seed: plan.seed, for: .positions), busy: busy)
    guard part.draws.chance(1, in: 9) else { return }
    part.drawDay(plan)
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  /// Draws up to four stretches of one to fourteen hours. The first may begin with the life itself.
  private mutating func drawDay(_ plan: Plan) {
    var begin = draws.chance(1, in: 3) ? 1000 : draws.draw(1_200_000...busy / 2)
    for _ in 0..<draws.draw(1...4) {
      let longest: Int64 = draws.pick([120, 300, 840])
      let lasts = draws.draw(60...longest) * SwarmPositions.minute
      let end = min(begin + lasts, busy - 1_200_000)
      guard end - begin >= 60 * SwarmPositions.minute else { return }
      drawStretch(plan, from: begin, to: end)
      // The wearer has arrived by the time the next one begins.
      begin = max(end, wearer.arrives + 900_000) + draws.draw(5...240) * SwarmPositions.minute
    }
  }

  private mutating func drawStretch(_ plan: Plan, from begin: Int64, to end: Int64) {
    // A lost position worries somebody near the edge of a circle, and nobody deep inside it.
    let room = point(plan, at: draws.pick([0, 0, 30, 60, 85]))
    walk(to: room, speed: 1.2, .street, at: begin - 900_000)
    add(.enter(.indoor), at: begin)
    if draws.chance(1, in: 3) { drawLeaving(plan, from: begin, to: end) }
    drawPositions(plan, from: begin, to: end)
    guard draws.chance(1, in: 3) else { return }
    let off = draws.chance(1, in: 2) ? draws.draw(5...120) : draws.draw(300...3600)
    fault(
      .powerCut(afterActions: draws.draw(0...3), tornWords: draws.draw(0...4)),
      at: draws.draw(begin...end), off)
  }

  /// The wearer leaves where no receiver sees it: the single positions outside are true.
  private mutating func drawLeaving(_ plan: Plan, from begin: Int64, to end: Int64) {
    let leaves = draws.draw(begin + 600_000...begin + (end - begin) / 2)
    let target = point(plan, at: draws.pick([130, 200, 400]))
    walk(to: target, speed: Double(draws.draw(60...150)) / 100, .open, at: leaves)
    guard draws.chance(2, in: 3) else { return }
    let arrives = max(wearer.arrives, leaves)
    let returns = arrives + draws.draw(10...240) * SwarmPositions.minute
    guard returns < busy - 3_600_000 else { return }
    walk(to: Point(), speed: 1.2, .street, at: returns)
    add(.enter(.indoor), at: wearer.arrives)
  }

  /// Darkness with holes of one epoch each, twenty minutes to two hours apart.
  private mutating func drawPositions(_ plan: Plan, from begin: Int64, to end: Int64) {
    let singles = draws.pick([
      Singles.none, .honest, .sometimesStray, .sometimesStray, .stray,
    ])
    let apart = draws.pick([20...40, 20...120, 60...120] as [ClosedRange<Int64>])
    var walks = items.filter(\.isWalk)
    walks.sort { $0.at < $1.at }
    var from = begin
    while singles != .none {
      let at = from + draws.draw(apart) * SwarmPositions.minute + draws.below(60) * 1000
      guard at < end - 2 * SwarmPositions.minute else { break }
      fault(.noPosition, at: from, (at - from) / 1000)
      let isStray = singles == .stray || singles == .sometimesStray && draws.chance(1, in: 3)
      if isStray {
        let place = SwarmPositions.place(at: at, walks)
        let stray = point(plan, at: draws.pick([0, 40, 115, 150, 150, 250, 400]))
        fault(.offset(stray - place), at: at, SwarmPositions.epoch / 1000)
      }
      from = at + SwarmPositions.epoch
    }
    fault(.noPosition, at: from, (end - from) / 1000)
  }

  private mutating func walk(
    to target: Point, speed: Double, _ surroundings: Surroundings, at moment: Int64
  ) {
    add(.walk(to: target, speed: MetresPerSecond(speed), surroundings), at: moment)
    wearer.walk(
      to: target, speed: MetresPerSecond(speed), at: Instant(milliseconds: max(moment, 1000)))
  }

  /// The wearer's place at a moment, by this part's walks up to then.
  private static func place(at moment: Int64, _ walks: [Item]) -> Point {
    var wearer = Wearer()
    for item in walks where item.at.count <= moment {
      guard case .act(.walk(let target, let speed, _)) = item.kind else { continue }
      wearer.walk(to: target, speed: speed, at: Instant(milliseconds: item.at.count))
    }
    return wearer.place(at: Instant(milliseconds: moment))
  }

  /// A point at that many hundredths of the radius, in any direction.
  private mutating func point(_ plan: Plan, at hundredths: Int64) -> Point {
    let distance = plan.household.radius.value * Double(hundredths) / 100
    let north = Double(draws.draw(-100...100)) / 100
    let east = (1 - north * north).squareRoot() * (draws.chance(1, in: 2) ? 1 : -1)
    return Point(north: distance * north, east: distance * east)
  }
}

extension Item {
  fileprivate var isWalk: Bool { if case .act(.walk) = kind { true } else { false } }
}
