import Checkers
import Device
import HAL

/// Ways over the edge that need the rule of docs/perimeter.md to the letter. A receiver claims an accuracy of nothing.
/// A wearer who has just come home goes out again. The power goes in the middle of an exit.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else. The first two come in the first
/// life of a day, of which other walks and faults of that time are left out.
struct SwarmDoorsteps: BusyPart {
  private var draws: Generator
  let busy: Int64
  private let radius: Double
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmDoorsteps(
      draws: Generator(seed: plan.seed, for: .doorsteps), busy: busy,
      radius: plan.household.radius.value)
    let isPlain = plan.household.watch.isEmpty && plan.household.accompanied == nil
    switch part.draws.below(32) {
    case 0, 1: if isPlain { part.drawNoughtOfAccuracy(&plan) }
    case 2, 3: if isPlain { part.drawOutAgain(&plan) }
    case 4, 5, 6, 7: part.drawCutInExit()
    default: break
    }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64, radius: Double) {
    self.draws = draws
    self.busy = busy
    self.radius = radius
  }

  /// The receiver says that it is off by nothing, while the wearer goes out and comes back to the edge.
  private mutating func drawNoughtOfAccuracy(_ plan: inout Plan) {
    let speed = Double(draws.draw(10...20)) / 10
    let begin = draws.draw(4...15) * Self.minute
    var at = begin + Self.minute
    go(radius + Double(draws.draw(60...120)), from: 0, speed, .open, &at)
    at += draws.draw(2...5) * Self.minute
    let inside = radius - Double(draws.draw(14...30))
    go(inside, from: radius + 120, speed, .open, &at)
    at += draws.draw(4...8) * Self.minute
    go(0, from: inside, speed, .open, &at)
    clear(&plan, to: at)
    fault(.eph(Metres(0)), at: begin, (at - begin) / 1000)
    add(.enter(.indoor), at: at)
  }

  /// The wearer hurries home, stands inside until that is a return, and walks out once more.
  private mutating func drawOutAgain(_ plan: inout Plan) {
    let far = radius + Double(draws.draw(100...200))
    let inside = radius - Double(draws.draw(32...45))
    var at = draws.draw(4...15) * Self.minute
    go(far, from: 0, 2, .open, &at)
    at += draws.draw(1...4) * Self.minute
    go(inside, from: far, Double(draws.draw(25...35)) / 10, .open, &at)
    at += draws.draw(18...40) * Self.second
    go(far, from: inside, Double(draws.draw(12...18)) / 10, .open, &at)
    at += draws.draw(2...6) * Self.minute
    go(0, from: far, 2, .open, &at)
    clear(&plan, to: at)
    add(.enter(.indoor), at: at)
  }

  /// The power goes between the notice of an exit and the records behind it.
  private mutating func drawCutInExit() {
    let speed = 1.3
    var at = draws.draw(20 * Self.minute...busy - 5 * Self.hour)
    let crosses = at + Int64(radius / speed * 1000)
    let far = radius + Double(draws.draw(90...200))
    go(far, from: 0, speed, .open, &at)
    fault(
      .powerCut(afterActions: draws.draw(2...7), tornWords: 0),
      at: crosses + draws.draw(9...17) * Self.second, draws.draw(2...90))
    at += draws.draw(4...30) * Self.minute
    go(0, from: far, speed, .street, &at)
    add(.enter(.indoor), at: at)
  }

  // MARK: Items

  /// Walks to so many metres north of home.
  /// - Parameter from: where the walk begins, or farther away.
  private mutating func go(
    _ north: Double, from: Double, _ speed: Double, _ surroundings: Surroundings, _ at: inout Int64
  ) {
    add(.walk(to: Point(north: north), speed: MetresPerSecond(speed), surroundings), at: at)
    at += Int64((north - from).magnitude / speed * 1000)
  }

  private func clear(_ plan: inout Plan, to end: Int64) {
    plan.items.removeAll { item in
      guard item.at.count <= end + 5 * Self.minute else { return false }
      switch item.kind {
      case .act(.walk), .act(.enter), .act(.switchOff), .act(.reload): return true
      case .act: return false
      case .fault(let fault): return fault.isOfReceiver
      }
    }
  }
}
