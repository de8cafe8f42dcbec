import Device

/// The figures of somebody who quit: whole numbers, worked out from minutes of the wall. QUIT-2.
public struct QuitStatus: Equatable, Sendable {
  /// Minutes since the quit date; negative before it.
  public var minutes: Int64
  /// Cigarettes not smoked, those of slips taken off; never negative.
  public var notSmoked: Int64
  /// Money not spent, those of slips taken off, rounded down; never negative.
  public var saved: Money
  /// The highest that the two above ever were: a slip takes no badge away.
  public var mostNotSmoked: Int64
  public var mostSaved: Money
  /// Cigarettes of all slips.
  public var slipped: Int64
  /// The slips by the profile and by the evening's answers, in order of time.
  public var slips: [QuitPlan.Slip]
  /// Minutes since the last cigarette, and the longest time without one since the quit date.
  public var streak: Int64
  public var longestStreak: Int64
  /// The longest time without one after a slip; 0 before the first slip.
  public var longestSinceSlip: Int64

  private static let day: Int64 = 1440

  /// - Parameter now: the highest minute that the wall has shown: `Zone.highest(at:)`.
  public init(
    _ plan: QuitPlan, slips: [QuitPlan.Slip] = [], checkIns: [CheckIn] = [], at now: CivilMinute
  ) {
    let start = plan.quitAt
    minutes = Int64(now.count) - Int64(start.count)
    // The evening's answer tells of no cigarette from before the quit date.
    let all = QuitStatus.merged(slips.filter { start <= $0.at }, checkIns)
      .filter { start <= $0.at && $0.at <= now }
    self.slips = all
    slipped = QuitStatus.cigarettes(all[...])
    notSmoked = QuitStatus.notSmoked(plan, all[...], now)
    saved = QuitStatus.saved(plan, all[...], now)
    mostNotSmoked = notSmoked
    mostSaved = saved
    for (index, slip) in all.enumerated() {
      mostNotSmoked = max(mostNotSmoked, QuitStatus.notSmoked(plan, all[..<index], slip.at))
      mostSaved = max(mostSaved, QuitStatus.saved(plan, all[..<index], slip.at))
    }
    let marks = [start] + all.map(\.at) + [max(now, start)]
    let gaps = zip(marks, marks.dropFirst()).map { Int64($1.count) - Int64($0.count) }
    streak = gaps.last ?? 0
    longestStreak = gaps.max() ?? 0
    longestSinceSlip = gaps.dropFirst().max() ?? 0
  }

  /// The slips of both, in the order of time.
  ///
  /// A day has the larger of its slips and its evening's answer: both tell of the same cigarettes.
  static func merged(_ slips: [QuitPlan.Slip], _ checkIns: [CheckIn]) -> [QuitPlan.Slip] {
    var all = slips
    var answers: [Int32: CheckIn] = [:]
    // The last answer of a day counts.
    for answer in checkIns.sorted(by: { $0.at < $1.at }) { answers[answer.day] = answer }
    for (day, answer) in answers {
      let known = slips.filter { $0.at.day == day }.reduce(0) { $0 + $1.cigarettes }
      if answer.cigarettes > known {
        // An answer after midnight tells of nothing later than its day.
        let at = min(answer.at, CivilMinute(day: day, minute: 1439))
        all.append(QuitPlan.Slip(at: at, cigarettes: answer.cigarettes - known))
      }
    }
    return all.sorted { ($0.at.count, $0.cigarettes) < ($1.at.count, $1.cigarettes) }
  }

  private static func cigarettes(_ slips: ArraySlice<QuitPlan.Slip>) -> Int64 {
    slips.reduce(0) { $0 + Int64($1.cigarettes) }
  }

  private static func notSmoked(
    _ plan: QuitPlan, _ slips: ArraySlice<QuitPlan.Slip>, _ now: CivilMinute
  ) -> Int64 {
    let passed = max(Int64(now.count) - Int64(plan.quitAt.count), 0)
    return max(Int64(plan.perDay) * passed / day - cigarettes(slips), 0)
  }

  /// The sum is exact until its only division, at the end.
  private static func saved(
    _ plan: QuitPlan, _ slips: ArraySlice<QuitPlan.Slip>, _ now: CivilMinute
  ) -> Money {
    // Counted in 1/1440 of ten-thousandths of the currency.
    var sum: Int64 = 0
    for (index, price) in plan.prices.enumerated() {
      let isLast = index + 1 == plan.prices.count
      let from = index == 0 ? plan.quitAt : max(price.from, plan.quitAt)
      let to = isLast ? now : min(plan.prices[index + 1].from, now)
      let minutes = Int64(to.count) - Int64(from.count)
      if minutes > 0 { sum += Int64(plan.perDay) * minutes * price.each.tenThousandths }
    }
    for slip in slips {
      sum -= Int64(slip.cigarettes) * day * plan.price(at: slip.at).tenThousandths
    }
    // A currency has at most three decimals, so its scale divides the ten-thousandths.
    return Money(units: max(sum, 0) / (day * (UnitPrice.scale / plan.currency.scale)))
  }
}

/// Life regained, by the rate of one study. QUIT-2.
public struct LifeRate: Equatable, Sendable {
  /// Minutes of life that one cigarette costs.
  public let minutes: Int64
  public let source: Source

  /// The older figure, then the newer one: they are shown side by side.
  public static let all = [
    LifeRate(minutes: 11, source: .shaw2000), LifeRate(minutes: 20, source: .jackson2024),
  ]

  /// Minutes of life for so many cigarettes.
  public func regained(_ cigarettes: Int64) -> Int64 { cigarettes * minutes }
}

/// The rank by money saved, 4 the first and 1 the highest. QUIT-3.
public struct Rank: Equatable, Sendable {
  public let number: Int
  /// The money that is missing to the next rank; nil: there is none.
  public let missing: Money?

  public init(_ saved: Money, of plan: QuitPlan) {
    let limits = plan.ranks.map { Money(units: $0 * plan.currency.scale) }
    let reached = limits.count { $0 <= saved }
    number = limits.count + 1 - reached
    missing = reached < limits.count ? Money(units: limits[reached].units - saved.units) : nil
  }
}
