import HAL

/// When the perimeter counts: the hours of the week, and nobody at the wearer's side.
struct Watch: Sendable {
  var hours = FixedArray<16, WeeklyHours>()
  /// The wearer is accompanied until then, at most `Limits.longestCompany` from when it was said.
  private(set) var accompaniedUntil: WallTime?
  /// The same by the device's own clock, so that no step of the other one makes it last.
  private(set) var deadline: Instant?
  /// The end that the profile named last, or that an earlier life knew: it is taken once.
  var taken: WallTime?

  /// - Parameter wall: the time now.
  mutating func accompany(until: WallTime?, from wall: WallTime, at now: Instant) {
    guard let until, until > wall else {
      accompaniedUntil = nil
      deadline = nil
      return
    }
    let span = min(
      Milliseconds(until.milliseconds &- wall.milliseconds), Limits.longestCompany)
    accompaniedUntil = WallTime(milliseconds: wall.milliseconds &+ span.count)
    deadline = now + span
  }

  /// After a power cut, before any clock has spoken.
  mutating func restore(until: WallTime?, at boot: Instant) {
    accompaniedUntil = until
    if let until { taken = until }
    deadline = until == nil ? nil : boot + Limits.longestCompany
  }

  /// True when accompanied time is over now.
  mutating func endAccompanied(_ moment: Moment) -> Bool {
    guard let until = accompaniedUntil, let deadline else { return false }
    let isPast = moment.isTrusted && (moment.wall.map { until <= $0 } ?? false)
    guard isPast || deadline <= moment.at else { return false }
    accompaniedUntil = nil
    self.deadline = nil
    return true
  }

  /// Whether the perimeter counts at a moment. Without a clock it always does: a missed exit is
  /// worse than one too many.
  /// - Parameter local: minute of the week, 0 on Monday at midnight; nil without a trusted clock.
  func isWatching(local: Int?) -> Bool {
    if accompaniedUntil != nil, local != nil { return false }
    guard let local, !hours.isEmpty else { return true }
    for i in 0..<hours.count where hours[i].contains(minuteOfWeek: local) { return true }
    return false
  }

  func fold(into digest: inout Digest) {
    digest.fold(accompaniedUntil.word, deadline.word)
    digest.fold(taken.word)
  }
}

extension WeeklyHours {
  /// - Parameter minuteOfWeek: 0 on Monday at midnight, to 10,079.
  public func contains(minuteOfWeek: Int) -> Bool {
    let day = minuteOfWeek / 1440
    let minute = minuteOfWeek % 1440
    let today = weekdays >> day & 1 == 1
    let yesterday = weekdays >> ((day + 6) % 7) & 1 == 1
    if to > from { return today && minute >= from && minute < to }
    return today && minute >= from || yesterday && minute < to
  }
}
