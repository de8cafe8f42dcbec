import Checkers
import Device
import HAL

/// A mild low is on the page, and the meter sends a very low reading from before it.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmOlderLows: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmOlderLows(draws: Generator(seed: plan.seed, for: .olderLows), busy: busy)
    if part.draws.chance(1, in: 12) { part.drawOlderLow(&plan) }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  private mutating func drawOlderLow(_ plan: inout Plan) {
    let mild = draws.draw(Self.hour...busy - 4 * Self.hour)
    let before = draws.draw(70...900) * Self.second
    let sent = mild + draws.draw(10...1200) * Self.second
    // A reading of 70 mg/dL and more may not lie so near that nobody can put the two in order.
    leaveAlone(&plan, from: mild - before - 8 * Self.minute, to: sent + Self.minute)
    add(.temper(Self.idle), at: mild - before - 8 * Self.minute)
    measure(draws.pick([55, 59, 63, 69]), at: mild)
    measure(draws.pick([28, 38, 45, 53]), at: sent, age: sent - mild + before)
    add(.temper(Self.usual), at: sent + draws.draw(5...40) * Self.minute)
  }
}
