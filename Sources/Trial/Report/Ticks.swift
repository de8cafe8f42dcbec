import HAL
import Traces

/// Round steps for axes and scale bars.
enum Ticks {
  /// The largest 1, 2 or 5 times a power of ten that is not above `limit`; `limit` above 0.
  static func roundStep(upTo limit: Double) -> Double {
    var unit = 1.0
    while unit * 10 <= limit { unit *= 10 }
    while unit > limit { unit /= 10 }
    return limit >= 5 * unit ? 5 * unit : limit >= 2 * unit ? 2 * unit : unit
  }

  /// The smallest such step that is not below `limit`.
  static func roundStep(atLeast limit: Double) -> Double {
    let step = roundStep(upTo: limit)
    return step < limit ? roundStep(upTo: step * 2.5) : step
  }

  /// Steps of a clock, in milliseconds.
  private static let clockSteps: [Int64] =
    [1, 2, 5, 10, 15, 30].map { $0 * 1000 } + [1, 2, 5, 10, 15, 30].map { $0 * 60_000 }
    + [1, 2, 3, 6, 12].map { $0 * 3_600_000 } + [1, 2, 7, 14, 28, 91, 364].map { $0 * 86_400_000 }

  /// The smallest round step of the clock of at least `limit` milliseconds.
  static func clockStep(atLeast limit: Double) -> Int64 {
    if let step = clockSteps.first(where: { Double($0) >= limit }) { return step }
    return 364 * 86_400_000 * Int64((limit / (364 * 86_400_000)).rounded(.up))
  }
}

/// The ticks below a chart over time, at round moments of the trace's clock.
struct TimeTicks {
  struct Tick: Equatable {
    var sinceStart: Int64
    var label: String
  }

  private(set) var ticks: [Tick] = []
  /// The date changes within the chart, and the ticks say so.
  private(set) var showsDates = false

  /// - Parameters:
  ///   - most: how many labels fit.
  ///   - clock: whose round moments these are.
  init(start: WallTime, span: Milliseconds, most: Int, clock: Clock24 = .utc) {
    let step = Ticks.clockStep(atLeast: Double(span.count) / Double(max(most, 1)))
    let past = clock.local(start).milliseconds % step
    var sinceStart = past > 0 ? step - past : -past
    var day = clock.days(start)
    while sinceStart <= span.count {
      let time = WallTime(milliseconds: start.milliseconds &+ sinceStart)
      var label = step < 60_000 ? clock.time(time) : clock.minutes(time)
      if clock.days(time) != day || step >= 86_400_000 {
        day = clock.days(time)
        showsDates = true
        label = String(clock.date(time).dropFirst(5))
      }
      ticks.append(Tick(sinceStart: sinceStart, label: label))
      let (next, overflow) = sinceStart.addingReportingOverflow(step)
      if overflow { return }
      sinceStart = next
    }
  }
}
