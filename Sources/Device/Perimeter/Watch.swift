import HAL

/// Decides when the perimeter counts: in the hours of the week, and while nobody is at the wearer's side.
struct Watch: Feature, Sendable {
  /// The wearer is accompanied until then, at most `Limits.longestCompany` from when it was said.
  private(set) var accompaniedUntil: WallTime?
  /// The same by the device's own clock, so that no step of the other one makes it last.
  private(set) var deadline: Instant?
  /// The end that the profile named last: it is taken once, over all lives.
  private var taken: WallTime?
  /// The same as the profile writes it. In another zone that is another moment, and still the same end.
  private var minute: CivilMinute?
  /// The moment of the newest word about company in this life; nil: there was none.
  private(set) var saidAt: Instant?
  /// An older program's records speak of company, and not of the profile's end.
  private var isOlder = false
  /// One of them cut the profile's end down to a day, so that the end itself is not known.
  private var wasCapped = false

  /// The record by which the company outlives a power cut.
  var record: Record { .accompanied(until: accompaniedUntil, taken: taken, minute: minute) }

  /// Somebody spoke of company then. A mail from before may still come.
  mutating func wasSaid(at said: Instant) { saidAt = max(saidAt ?? said, said) }

  /// The running company is what the profile named, whole or cut down to a day. Company by mail ends on whole minutes.
  var isOfProfile: Bool {
    guard let until = accompaniedUntil, !isOlder else { return false }
    return until == taken || until.milliseconds % 60_000 != 0
  }

  mutating func endCompany() {
    accompaniedUntil = nil
    deadline = nil
  }

  /// - Parameter wall: the time now.
  mutating func accompany(until: WallTime, from wall: WallTime, at now: Instant) {
    guard until > wall else { return endCompany() }
    let span = min(
      Milliseconds(until.milliseconds &- wall.milliseconds), Limits.longestCompany)
    accompaniedUntil = WallTime(milliseconds: wall.milliseconds &+ span.count)
    deadline = now + span
  }

  /// The end that the profile names counts from now on as taken.
  mutating func take(_ end: WallTime?, _ minute: CivilMinute?) {
    (taken, self.minute) = (end, minute)
    isOlder = false
    wasCapped = false
  }

  /// It is the end that was taken, perhaps in another zone. True where the records do not say so yet.
  mutating func keep(_ end: WallTime, _ minute: CivilMinute) -> Bool {
    guard !isOlder, self.minute != minute else { return false }
    (taken, self.minute) = (end, minute)
    return true
  }

  func hasTaken(_ end: WallTime, _ minute: CivilMinute) -> Bool {
    taken == end || self.minute == minute
  }

  /// Restores company after a power cut, before any clock has spoken.
  mutating func restore(
    until: WallTime?, taken known: WallTime?, minute: CivilMinute?, at boot: Instant
  ) {
    accompaniedUntil = until
    deadline = until == nil ? nil : boot + Limits.longestCompany
    guard known == Watch.unsaid else { return take(known, minute) }
    let wasCapped = wasCapped
    if let until { take(taken.map { max($0, until) } ?? until, nil) }
    isOlder = true
    // Written or planned company ends on whole minutes; only "a day from some moment" does not.
    self.wasCapped = wasCapped || until.map { $0.milliseconds % 60_000 != 0 } ?? false
  }

  /// The profile's end in a record of an older program, which did not state it.
  private static let unsaid = WallTime(milliseconds: 0)

  /// Records of an older program do not show which of the profile's ends it took. It kept each that it
  /// took whole, or a day of it. So an end counts as taken if it is not later than the last, or may be
  /// the rest of such a day. Company that has ended must not come back.
  func wasTakenByOlder(_ end: WallTime) -> Bool {
    isOlder && (wasCapped || taken.map { end <= $0 } ?? false)
  }

  /// True when accompanied time is over now.
  mutating func endAccompanied(_ moment: Moment) -> Bool {
    guard let until = accompaniedUntil, let deadline else { return false }
    let isPast = moment.isTrusted && (moment.wall.map { until <= $0 } ?? false)
    guard isPast || deadline <= moment.at else { return false }
    endCompany()
    return true
  }

  /// Whether the perimeter counts at a moment. Without a clock it always does: a missed exit is
  /// worse than one too many.
  /// - Parameters:
  ///   - provesCompany: whether the clock is one by which company of an earlier life may still last.
  ///   - local: minute of the week, 0 on Monday at midnight; nil without a trusted clock.
  ///   - hours: of the profile; none: always.
  func isWatching(
    local: Int?, in hours: borrowing FixedArray<16, WeeklyHours>, provesCompany: Bool
  ) -> Bool {
    if accompaniedUntil != nil, local != nil, provesCompany || saidAt != nil { return false }
    guard let local, !hours.isEmpty else { return true }
    for i in 0..<hours.count where hours[i].contains(minuteOfWeek: local) { return true }
    return false
  }

  @inline(__always)  // No copy: see LastSeen.swift.
  func fold(into digest: inout Digest) {
    digest.fold(accompaniedUntil.word, deadline.word)
    digest.fold(taken.word, minute.word)
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
