import HAL

/// Decides when the battery is worth a notice: at 20 percent and once more at 10.
struct BatteryWatch: Feature, Sendable {
  static let low: UInt8 = 20
  static let veryLow: UInt8 = 10
  /// Percent above which the next fall counts anew.
  static let well: UInt8 = 30
  /// A loose plug makes two notices in this time, and no more.
  static let window = Milliseconds.seconds(3600)

  enum Change: Equatable {
    case low(percent: UInt8)
    case well
  }

  private(set) var level: BatteryLevel?
  /// The threshold last told of; 100: none, and no alarm is on; `risen`: none that still counts.
  private var told: UInt8 = 100
  /// The last two moments at which a caregiver was told; long ago: never.
  private var last = BatteryWatch.never
  private var lastButOne = BatteryWatch.never
  private static let risen: UInt8 = 99
  /// A notice waits for the hour to be over.
  private var isOwed = false
  private static let never = Instant(milliseconds: -(1 << 40))
  /// No clock said when; it counts as told in the moment of the start.
  private static let untimed = Instant(milliseconds: 1 << 52)

  /// The moment at which the notice that waits may go.
  var deadline: Instant? { isOwed ? lastButOne + BatteryWatch.window : nil }

  mutating func learn(_ level: BatteryLevel) -> Change? {
    let percent = min(level.percent, 100)
    self.level = BatteryLevel(percent: percent, isCharging: level.isCharging)
    if told < 100, level.isCharging || percent > BatteryWatch.well {
      told = 100
      isOwed = false
      return .well
    }
    if level.isCharging { return nil }
    let threshold = BatteryWatch.threshold(of: percent)
    guard threshold < told else { return nil }
    told = threshold
    return .low(percent: percent)
  }

  /// An earlier life told of it then; nil: without knowing the time. Until `resume` the two moments stand by the wall.
  mutating func restore(told wall: WallTime?) {
    lastButOne = last
    last = wall.map { Instant(milliseconds: $0.milliseconds) } ?? BatteryWatch.untimed
  }

  /// A sign of life came after what was told, which is at least as old, whatever another clock said of it.
  mutating func restore(alive wall: WallTime) {
    let alive = Instant(milliseconds: wall.milliseconds)
    if last > alive { last = alive }
    if lastButOne > alive { lastButOne = alive }
  }

  /// All records are in: a battery that resets the device makes no more notices than another.
  mutating func resume(after life: EarlierLife) {
    func moment(_ wall: Instant) -> Instant {
      if wall == BatteryWatch.never { return wall }
      let told = life.moment(of: WallTime(milliseconds: wall.milliseconds))
      return life.bootedAt - told < BatteryWatch.window ? told : BatteryWatch.never
    }
    last = moment(last)
    lastButOne = moment(lastButOne)
  }

  /// True: tell the caregiver now. Otherwise it waits until two have not been told within the hour.
  mutating func mayTell(at now: Instant) -> Bool {
    isOwed = now - lastButOne < BatteryWatch.window
    guard !isOwed else { return false }
    lastButOne = last
    last = now
    return true
  }

  /// The percent to tell of now, which had to wait; nil: nothing.
  mutating func pass(at now: Instant) -> UInt8? {
    guard let deadline, deadline <= now, let level else { return nil }
    guard level.percent <= BatteryWatch.low, !level.isCharging else {
      // It is not low any more. Nobody was mailed of that fall, so that the next one counts.
      (isOwed, told) = (false, BatteryWatch.risen)
      return nil
    }
    guard mayTell(at: now) else { return nil }
    // It may have risen while it waited: a fall from here counts.
    told = BatteryWatch.threshold(of: level.percent)
    return level.percent
  }

  private static func threshold(of percent: UInt8) -> UInt8 {
    percent <= veryLow ? veryLow : percent <= low ? low : 100
  }

  func fold(into digest: inout Digest) {
    digest.fold(
      UInt64(level?.percent ?? 0xff) | UInt64(told) << 8 | (isOwed ? 1 << 16 : 0), deadline.word)
  }
}
