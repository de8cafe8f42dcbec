import Checkers
import Device
import HAL

/// A mild low is on the page, and the meter sends a very low reading from before it. Somebody writes down the low, or
/// the reading that ended it.
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
    if part.draws.chance(1, in: 6) { part.drawWrittenDown(&plan) }
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

  /// One reading ends a low. The low or that reading is written down with its time, and nobody measures again.
  private mutating func drawWrittenDown(_ plan: inout Plan) {
    let low = draws.draw(Self.hour...busy - 4 * Self.hour)
    let end = low + draws.draw(70...700) * Self.second
    let written = end + draws.draw(5...170) * Self.second
    leaveAlone(&plan, from: low - 8 * Self.minute, to: low + 45 * Self.minute)
    add(.temper(Self.idle), at: low - 8 * Self.minute)
    let lower: Int64 = draws.pick([41, 52, 57, 64, 69])
    let higher: Int64 = draws.pick([82, 104, 137, 171])
    measure(lower, at: low)
    measure(higher, at: end)
    let isOfLow = draws.chance(1, in: 2)
    let dated = Milliseconds((isOfLow ? low : end) - written)
    let edit = DiaryEdit(.addReading(result(isOfLow ? lower : higher), .other), dated: dated)
    add(.diary(edit), at: written)
    add(.temper(Self.usual), at: low + 46 * Self.minute)
  }
}
