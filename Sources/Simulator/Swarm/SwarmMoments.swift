import Checkers
import Device
import HAL

/// A receiver that says another date for seconds, or another time for single epochs. One that contradicts the network
/// and is never steady, until a meal. Half a day without a position that is told before the power goes.
///
/// It draws from a generator of its own, so that one more draw here moves nothing else.
struct SwarmMoments: BusyPart {
  private static let day: Int64 = 86_400

  private var draws: Generator
  let busy: Int64
  var items: [Item] = []

  /// - Parameter busy: from the start; after that nothing is drawn any more.
  static func add(to plan: inout Plan, busy: Int64) {
    var part = SwarmMoments(draws: Generator(seed: plan.seed, for: .moments), busy: busy)
    if part.draws.chance(1, in: 24) {
      part.drawDates()
    } else if part.draws.chance(1, in: 24) {
      part.drawEpochs()
    } else if plan.household.insulin != nil, part.draws.chance(1, in: 8) {
      part.drawUndecided(&plan)
    }
    if part.draws.chance(1, in: 20) { part.drawToldDarkness() }
    plan.items += part.items
  }

  private init(draws: Generator, busy: Int64) {
    self.draws = draws
    self.busy = busy
  }

  /// The network is silent for more than an hour. Then the receiver is days off, again and again, for some seconds.
  private mutating func drawDates() {
    var at = draws.draw(2 * SwarmMoments.hour...busy - 4 * SwarmMoments.hour)
    fault(.noNetworkTime, at: at - 80 * SwarmMoments.minute, 180 * 60)
    for _ in 0..<7 {
      let off = draws.draw(2...300) * (draws.chance(1, in: 2) ? -1 : 1)
      fault(.receiverTime(.seconds(off * SwarmMoments.day)), at: at, draws.draw(9...10))
      at += draws.draw(200...720) * 1000
    }
  }

  /// The receiver is a minute or two off for single epochs, and then for some more. What stood alone does not add up.
  private mutating func drawEpochs() {
    var at = draws.draw(SwarmMoments.hour...busy - 4 * SwarmMoments.hour)
    for _ in 0..<8 {
      let off = draws.draw(60...115) * (draws.chance(1, in: 2) ? -1 : 1)
      for lasts in [1, 1, 4] as [Int64] {
        fault(.receiverTime(.seconds(off)), at: at, lasts)
        at += draws.draw(80...240) * 1000
      }
    }
  }

  /// The network says another time once, and the receiver contradicts it for hours without being steady for one. After
  /// two hours the clock stays as it is, and a meal comes.
  private mutating func drawUndecided(_ plan: inout Plan) {
    guard !plan.household.mealtimes.isEmpty else { return }
    let meal = draws.pick(plan.household.mealtimes)
    let apart = draws.draw(5...25) * (draws.chance(1, in: 2) ? -1 : 1)
    let start = plan.start.milliseconds / SwarmMoments.minute
    let local = start + plan.household.zone.offset(at: plan.start)
    let minutes = ((Int64(meal.minute) - apart - local) % 1440 + 1440) % 1440
    let at = (minutes - draws.draw(140...180)) * SwarmMoments.minute
    let lasts: Int64 = 290
    guard at > 10 * SwarmMoments.minute, at + lasts * SwarmMoments.minute < busy else {
      return
    }
    plan.hasNetworkTime = true
    fault(.networkTime(.seconds(apart * 60)), at: at, 2)
    fault(.noNetworkTime, at: at + 2000, lasts * 60)
    var unsteady = at
    for _ in 0..<6 {
      unsteady += draws.draw(35...42) * SwarmMoments.minute
      fault(.late(.seconds(draws.draw(15...40))), at: unsteady, draws.draw(60...90))
    }
    let prompt = minutes * SwarmMoments.minute
    add(.temper(SwarmMoments.idle), at: prompt - 5 * SwarmMoments.minute)
    for _ in 0..<2 {
      let amount = MilligramsPerDecilitre(Double(draws.draw(100...190)))
      let moment = prompt + draws.draw(30...600) * 1000
      add(
        .measure(
          MeterReading(
            result: .amount(.milligramsPerDecilitre(amount)), age: Milliseconds(0))),
        at: moment)
    }
    add(.temper(SwarmMoments.usual), at: prompt + 50 * SwarmMoments.minute)
  }

  /// Half a day without a position is told, and then the device starts again, and perhaps once more.
  private mutating func drawToldDarkness() {
    let begin = draws.draw(60_000...2 * SwarmMoments.hour)
    var at = begin + 12 * SwarmMoments.hour + draws.draw(5...120) * SwarmMoments.minute
    for _ in 0..<draws.draw(1...2) {
      let off = draws.draw(5...600)
      fault(.powerCut(afterActions: 0, tornWords: 0), at: at, off)
      at += off * 1000 + draws.draw(20...80) * SwarmMoments.minute
    }
    fault(.noPosition, at: begin, (at - begin) / 1000)
  }
}
