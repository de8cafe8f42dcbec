import HAL

/// The device says that it lives: a dead one cannot report itself.
public struct Heartbeat: Feature, Sendable {
  /// The relay waits as long again before it calls.
  public static let period = Milliseconds.seconds(15 * 60)

  /// The moment at which the next ping is due; nil: no pings are wanted.
  public private(set) var deadline: Instant?
  private var lastDay: Int32 = 0
  /// Minutes of device time at the newest daily mail of this life, and one more; 0: there was none.
  private var lastMail: UInt32 = 0
  /// The minute since 1970 of the newest daily mail of an earlier life; 0: there was none.
  private var toldBefore: UInt32 = 0

  public init() {}

  /// The first ping goes at once.
  public mutating func configure(_ limits: Limits, at now: Instant) {
    if !limits.hasHeartbeat {
      deadline = nil
    } else if deadline == nil {
      deadline = now
    }
  }

  /// True: ping the relay now.
  public mutating func pass(at now: Instant) -> Bool {
    guard let due = deadline, due <= now else { return false }
    deadline = now + Heartbeat.period
    return true
  }

  /// Minutes after which the next daily mail is another day's, whatever the clock called the day before.
  private static let nearlyDay: UInt32 = 20 * 60

  /// True once for each local day: "all is well" is said once, however the clock steps. A clock that was a day ahead
  /// takes away no mail of the true days.
  /// - Parameter day: days since 1970-01-01.
  public mutating func isNewDay(_ day: Int32, at now: Instant) -> Bool {
    let minute = UInt32(clamping: now.milliseconds / 60_000 + 1)
    let isSoon = lastMail != 0 && minute &- lastMail < Heartbeat.nearlyDay
    if isSoon, day <= lastDay, lastDay - day < 2 { return false }
    lastMail = minute
    lastDay = day
    return true
  }

  /// An earlier life had its daily mail then.
  mutating func restore(told made: WallTime) {
    toldBefore = UInt32(clamping: made.milliseconds.floored(by: 60_000))
  }

  /// Whether an earlier life had the daily mail of that minute by the wall, which goes on, or comes again in an
  /// autumn night.
  func wasTold(at local: CivilMinute, _ zone: Zone) -> Bool {
    toldBefore != 0
      && zone.local(WallTime(milliseconds: Int64(toldBefore) * 60_000)).minute == local
  }

  public func fold(into digest: inout Digest) {
    digest.fold(
      UInt64(bitPattern: deadline?.milliseconds ?? .max),
      (lastMail == 0 ? .max : UInt64(UInt32(bitPattern: lastDay))) ^ UInt64(toldBefore) << 32)
    digest.fold(UInt64(lastMail))
  }
}
