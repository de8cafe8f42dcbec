import HAL

/// Claims of one source that agree with each other and not with the clock.
struct ClockClaim {
  private var offset: Int64 = 0
  private var since = Instant.start
  var count: UInt8 = 0

  /// True when there are enough, over long enough.
  mutating func add(_ observed: Int64, at now: Instant) -> Bool {
    if count > 0, (observed &- offset).magnitude <= UInt64(WallClock.agreement) {
      count = count < 255 ? count + 1 : 255
    } else {
      count = 1
      offset = observed
      since = now
    }
    return count >= WallClock.claimsNeeded && now - since >= WallClock.claimsOver
  }
}
