import Device
import HAL

/// Fixes in a row that surely lay outside, the newest included.
struct OutsideRow: Sendable {
  /// A jump is held back for 20 s. After a minute the device takes the place for the last one.
  private static let settles = Milliseconds.seconds(60)
  private static let slack = 5.0
  /// The device drops a position that may be off by more than 200 m.
  private static let coarse = 190.0

  private var count = 0
  private var since = Instant.start
  private var last = Instant.start

  var isLong: Bool { count >= 30 && last - since >= OutsideRow.settles }

  mutating func see(_ fix: FixSighting, _ truth: Truth) {
    let isOutside = fix.distance.value > truth.radius.value + OutsideRow.slack
    guard isOutside, fix.isFlawless(truth), !truth.isFlooded,
      (fix.eph?.value ?? 0) <= OutsideRow.coarse
    else {
      count = 0
      return
    }
    if count == 0 { since = truth.now }
    (count, last) = (count + 1, truth.now)
  }
}
