import HAL
import Names
import Words

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

/// Moments as the report prints them: by the clock on the wearer's wall, else in UTC.
struct Clock24: Sendable {
  static let utc = Clock24(LocalClock(.gmt))

  private let wall: LocalClock

  init(_ wall: LocalClock) { self.wall = wall }

  var isUTC: Bool { wall.name == "UTC" }
  /// The zone of times inside a sentence.
  var zone: ZoneOffset { wall.zone }

  /// Local time as if it were UTC.
  func local(_ time: WallTime) -> WallTime { wall.local(time) }

  /// "2004-12-14"
  func date(_ time: WallTime) -> String { CivilDate(milliseconds: local(time).milliseconds).date }

  /// "10:44:26", with as many decimals as it has.
  func time(_ time: WallTime) -> String {
    var text = String(CivilTime.text(local(time)).dropFirst(11).prefix(12))
    while text.last == "0", text.contains(".") { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// "10:44:26", cut off.
  func wholeSeconds(_ time: WallTime) -> String { String(self.time(time).prefix(8)) }

  /// "10:44"
  func minutes(_ time: WallTime) -> String { String(self.time(time).prefix(5)) }

  /// "15:44:26 UTC", with its date where that is another; nil where the wall shows UTC.
  func otherTime(_ time: WallTime) -> String? {
    guard !isUTC else { return nil }
    let (here, there) = (date(time), Clock24.utc.date(time))
    return (here == there ? "" : there + " ") + Clock24.utc.time(time) + " UTC"
  }

  /// "UTC", "UTC−05:00": what the wall showed at a moment.
  func offset(_ time: WallTime) -> String {
    let minutes = (local(time).milliseconds &- time.milliseconds) / 60_000
    guard minutes != 0 else { return "UTC" }
    let size = minutes.magnitude
    return "UTC\(minutes < 0 ? "−" : "+")\((size / 60).padded()):\((size % 60).padded())"
  }

  /// "UTC", "America/Guayaquil, UTC−05:00"
  func name(_ time: WallTime) -> String {
    isUTC ? "UTC" : "\(wall.name), \(offset(time))"
  }

  /// False for a log that gave a time of day only: its days count from 1970-01-01.
  static func isDated(_ time: WallTime) -> Bool { time.milliseconds >= 366 * CivilTime.day }

  /// Whole days since 1970-01-01 on the wall.
  func days(_ time: WallTime) -> Int64 {
    floorDivide(local(time).milliseconds, CivilTime.day)
  }
}
