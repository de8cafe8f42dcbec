import HAL

/// The wearer's place before the power went. Notices state it, with its age, until there is a fix, so
/// that the caregiver has somewhere to go to.
struct LastSeen: Sendable {
  var position: Position
  var eph: Metres?
  /// The time at which it was measured.
  var measured: WallTime
  /// The age of a place that is dated ahead: no clock of a later life passes a date 35 years from now.
  static let ahead = Milliseconds(-(1 << 40))
  /// The stored decision about the wearer's place is newer than this position.
  var isBeforeDecision = false

  init(_ place: LastPlace, alive: WallTime) {
    position = place.position
    eph = place.eph
    measured = WallTime(milliseconds: alive.milliseconds &- place.age.count)
  }

  /// The age by a trusted clock; without one, at least as long as the device has been on.
  func age(by clock: WallClock, bootedAt: Instant, at now: Instant) -> Milliseconds {
    let sure = max(now - bootedAt, Milliseconds(0))
    guard clock.isTrusted, let wall = clock.wall(at: now) else { return sure }
    return max(measured.distance(to: wall), sure)
  }

  /// Whether no clock tells its age: none is trusted, or it was measured, by its date, after this start.
  /// Then the clock of its life was ahead, and nobody knows by how much.
  func isAgeUnknown(by clock: WallClock, bootedAt: Instant) -> Bool {
    !clock.isTrusted || isAhead(of: clock, bootedAt, by: Outbox.clockDifference)
  }

  func isAhead(of clock: WallClock, _ bootedAt: Instant, by most: Milliseconds) -> Bool {
    clock.wall(at: bootedAt).map { $0.distance(to: measured) > most } ?? true
  }
}

// Each call would copy the whole device, 28 KB, onto the stack without `@inline(__always)`.
extension Device {
  /// The place that the next sign of life keeps; nil: nothing is known.
  @inline(__always)
  func lastPlace(_ wall: WallTime, at now: Instant) -> LastPlace? {
    if let good = filter.lastGood {
      return LastPlace(
        position: good.position, eph: good.eph, age: max(now - good.epoch, Milliseconds(0)))
    }
    guard let lastSeen else { return nil }
    // An old place is better than none. Of one that is dated far ahead nobody can tell the age, by later clocks either.
    let isAhead = clock.isTrusted && lastSeen.isAhead(of: clock, bootedAt, by: Placing.tolerance)
    let age = isAhead ? LastSeen.ahead : lastSeen.measured.distance(to: wall)
    return LastPlace(position: lastSeen.position, eph: lastSeen.eph, age: age)
  }

  /// The moment at which the last position was measured, as far as is known; nil: none in this life or
  /// the one before.
  @inline(__always)
  func lastFound(at now: Instant) -> Instant? {
    if let good = filter.lastGood { return good.epoch }
    return lastSeen.map {
      now + Milliseconds(-$0.age(by: clock, bootedAt: bootedAt, at: now).count)
    }
  }

  @inline(__always)
  func whereabouts(of seen: LastSeen) -> Whereabouts {
    let place = EarthVector(seen.position)
    return Whereabouts(
      position: seen.position,
      distance: configuration.perimeter.map { $0.centerVector.distance(to: place) },
      radius: configuration.perimeter?.radius, eph: seen.eph,
      direction: configuration.perimeter?.direction(of: place))
  }
}
