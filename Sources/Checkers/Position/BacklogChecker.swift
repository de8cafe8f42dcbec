import Device
import HAL

/// Old positions that come out of a backlog are no place of now. A lost position is found again by one
/// that is ten seconds old at most. An older one counts where all came with the same delay for half a
/// minute.
///
/// Judged is a receiver that was right up to the loss, with fixes in the order of their times, all of them dated.
struct BacklogChecker: Checker {
  var violation: Violation?

  /// Fixes without a fault after which the device surely has the receiver's time.
  private static let enough = 120
  /// Milliseconds. A position counts up to 10 s, the device's measure of it may be off by a little.
  private static let oldest: Int64 = 13_000
  /// Milliseconds. The delay may change by 2 s to either side.
  private static let spread: Int64 = 5000
  /// Milliseconds by which the time of an epoch may differ from its measurement, and be right.
  private static let right: UInt64 = 2000
  private static let dwell = Milliseconds.seconds(29)
  /// Milliseconds. A younger position surely counts.
  private static let young: Int64 = 8000

  private var sureFixes = 0
  private var isPlain = false
  /// The moment at which the newest fix was measured.
  private var newest = Instant.start
  /// The delays of the last half minute.
  private var delays: [(at: Instant, age: Int64)] = []
  private var isSure = false
  /// The moment since which no young position has come.
  private var lateSince: Instant?

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    guard fix.hasPosition else { return }
    let measured = truth.now + Milliseconds(-fix.age.count)
    let isInOrder = measured > newest
    newest = max(newest, measured)
    isSure = fix.isFlawless(truth)
    sureFixes = isSure ? sureFixes + 1 : 0
    if sureFixes >= BacklogChecker.enough { isPlain = true }
    guard isPlain else { return }
    // A jump is held back, while its time may already count.
    let isJump = !isSure && fix.step.value >= 30
    if !isInOrder || fix.isRepeated || isTimeOff(fix, truth) || truth.isFlooded || isJump {
      return forget()
    }
    if isSure, delays.isEmpty {
      lateSince = nil
      return
    }
    lateSince = fix.age.count < BacklogChecker.young ? nil : lateSince ?? truth.now
    delays.removeAll { truth.now - $0.at > BacklogChecker.dwell }
    if !isSure { delays.append((truth.now, fix.age.count)) }
  }

  /// The receiver's clock is off, or was when it measured an epoch that comes late. Nobody can tell its age.
  private func isTimeOff(_ fix: FixSighting, _ truth: Truth) -> Bool {
    guard fix.timeOff == 0, let time = fix.time, time.isDated else { return fix.timeOff != 0 }
    let measured = truth.wall.milliseconds - fix.age.count
    return (time.wall.milliseconds - measured).magnitude > BacklogChecker.right
  }

  private mutating func forget() { (isPlain, sureFixes, delays, lateSince) = (false, 0, [], nil) }

  mutating func see(_ event: Event, _ truth: Truth) {
    if case .booted = event.kind { self = BacklogChecker(violation: violation) }
  }

  mutating func see(_ action: Action, during event: Event, _ truth: Truth) {
    guard case .position(.regained) = action, isPlain, !isSure else { return }
    defer { forget() }
    guard case .fix(let fix) = event.kind, fix.time?.isDated == true, let last = delays.last,
      last.at == truth.now, last.age > BacklogChecker.oldest,
      let least = delays.map(\.age).min(), let most = delays.map(\.age).max(),
      most - least > BacklogChecker.spread || isNew(at: truth.now)
    else { return }
    fail(
      .lostPositionIsTold, at: truth.now,
      "a position \(last.age / 1000) s old is taken for the place of now, out of a backlog")
  }

  /// Old positions have come for less than half a minute.
  private func isNew(at now: Instant) -> Bool {
    lateSince.map { now - $0 < BacklogChecker.dwell } ?? false
  }

  mutating func see(_ change: WorldChange, _ truth: Truth) {
    if case .powerCut = change { self = BacklogChecker(violation: violation) }
  }
}
