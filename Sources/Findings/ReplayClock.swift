import Device
import HAL

/// The times of a replay: moments since its first event, and wall times. Those are what the trace tells, unless the
/// device trusts another date. Where no clock can be believed they go on from the last sign of life.
public struct ReplayClock: Sendable {
  /// A log of sentences that begins inside an epoch tells its date one or two epochs later.
  private static let positionsForDate = 3
  /// A time before it has no date: a log without one counts its days from 1970.
  private static let firstDate: Int64 = 366 * WallClock.day

  /// The first event that is no setting.
  public private(set) var start: Instant?
  /// Wall time of `start`.
  public private(set) var startTime = WallTime(milliseconds: 0)
  /// Wall time minus device time, as of the last epoch handled; nil until a clock or a sign of life brings it.
  public private(set) var offset: Int64?
  /// The first that there was.
  public private(set) var firstOffset: Int64?
  /// The span from the first epoch with a position to the last.
  public private(set) var duration = Milliseconds(0)
  /// The moment of the last epoch with a position, since the start; 0 without any.
  public var endOfPositions: Milliseconds {
    firstPosition.map { sinceStart($0 + duration) } ?? Milliseconds(0)
  }
  private var firstPosition: Instant?
  private var positions = 0
  /// The offset of a trace that has told a time of day so far, and may tell its date soon.
  private var dateless: Int64?
  /// `offset` comes from an epoch, and not from a lesser clock.
  private var isPositioned = false
  /// The last sign of life before a start, as an offset: time has not run backward since.
  private var alive: Int64?
  /// The trace's word that the device does not take for the time; nil while it takes it.
  private var disbelieved: Int64?
  /// The device has not said yet what it makes of the trace's word.
  private var isUnweighed = false

  public init() {}

  /// Something happened that is no setting.
  public mutating func begin(_ instant: Instant) { start = start ?? instant }

  /// The device was told at a start when it was last alive.
  public mutating func restore(alive wall: WallTime, at instant: Instant) {
    alive = wall.milliseconds &- instant.milliseconds
  }

  /// An epoch or a clock is handled.
  /// - Parameter offset: wall time minus device time by the trace; nil where it does not know it.
  public mutating func learn(_ offset: Int64?, at instant: Instant, isPosition: Bool) {
    guard let offset else { return }
    // Another clock may make the device change its mind about what the trace says.
    if !isPosition || !isNear(offset, self.offset) { isUnweighed = true }
    if !isDoubtful(offset) {
      let isDateless = instant.milliseconds &+ offset < ReplayClock.firstDate
      if self.offset == nil, isPosition, isDateless, positions < ReplayClock.positionsForDate {
        dateless = offset
        return
      }
      take(offset, at: instant, isPosition: isPosition)
    } else if self.offset == nil, let alive {
      take(alive, at: instant, isPosition: false)
    }
  }

  private mutating func take(_ offset: Int64, at instant: Instant, isPosition: Bool) {
    if self.offset == nil || isPosition && !isPositioned {
      startTime = WallTime(milliseconds: (start ?? instant).milliseconds &+ offset)
      isPositioned = isPosition
    }
    self.offset = offset
    firstOffset = firstOffset ?? offset
  }

  /// The device has made up its mind about an epoch. Where it trusts another date, events have that one.
  /// - Parameters:
  ///   - offset: as in `learn`.
  ///   - device: asked only where its word can differ from that of the epoch before.
  public mutating func weigh(_ offset: Int64?, at instant: Instant, _ device: inout Device) {
    guard let offset, isUnweighed || isDoubtful(offset) else { return }
    guard let wall = device.trustedTime(at: instant) else { return }
    isUnweighed = false
    let trusted = wall.milliseconds &- instant.milliseconds
    disbelieved = isNear(offset, trusted) ? nil : offset
    take(disbelieved == nil ? offset : trusted, at: instant, isPosition: true)
  }

  /// A receiver whose week counter overflowed, or what the device did not take before.
  private func isDoubtful(_ offset: Int64) -> Bool {
    isNear(offset, disbelieved) || isOverflow(offset, self.offset) || isOverflow(offset, alive)
  }

  private func isOverflow(_ offset: Int64, _ known: Int64?) -> Bool {
    known.map { WallClock.isOverflow(offset &- $0) } ?? false
  }

  private func isNear(_ offset: Int64, _ other: Int64?) -> Bool {
    other.map { (offset &- $0).magnitude <= UInt64(WallClock.day) } ?? false
  }

  /// An epoch with a position is handled.
  public mutating func measure(_ instant: Instant) {
    positions += 1
    let first = firstPosition ?? instant
    firstPosition = first
    duration = instant - first
  }

  /// The replay ended without a word about the time: the last sign of life stands for it, or device time.
  public mutating func finish() {
    if offset == nil, let dateless, let start { take(dateless, at: start, isPosition: true) }
    offset = offset ?? alive ?? 0
  }

  public func sinceStart(_ instant: Instant) -> Milliseconds { instant - (start ?? instant) }
}
