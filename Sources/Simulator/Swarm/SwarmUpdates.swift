import Checkers
import Device
import HAL

/// A new program is put in place. The device is asked to start again, at any moment, or while only the receiver knows
/// the time and has no position.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmUpdates: BusyPart {
  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmUpdates(draws: Generator(seed: plan.seed, for: .updates), busy: busy)
    if part.draws.chance(1, in: 12) { part.drawAtAnyMoment() }
    if part.draws.chance(1, in: 6), !plan.hasNetworkTime { part.drawInTheDark() }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  private mutating func drawAtAnyMoment() {
    add(.update, at: draws.draw(10 * Self.minute...busy - 2 * Self.hour))
  }

  private mutating func drawInTheDark() {
    let at = draws.draw(20 * Self.minute...busy - 5 * Self.hour)
    let lasts = draws.draw(20...120)
    fault(.noPosition, at: at, lasts * 60)
    add(.update, at: at + draws.draw(2...15) * Self.minute)
  }
}
