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
  /// The newest word about company in this life; nil: there was none.
  private(set) var word: Word?
  /// An older program's records speak of company, and not of the profile's end.
  private var isOlder = false
  /// One of them cut the profile's end down to a day, so that the end itself is not known.
  private var wasCapped = false
  /// The second since 1970 of the newest word about company in earlier lives; 0: there was none, or no clock told it.
  private var saidBefore: UInt32 = 0

  /// The time at which somebody spoke of company.
  enum Word: Sendable {
    case at(Instant)
    /// The mailbox or the portal stated it, before the device knew the time.
    case stated(WallTime)
  }

  /// The record by which the company outlives a power cut.
  /// - Parameter wall: the time now; nil: no trusted clock has spoken.
  func record(by wall: WallTime?, at now: Instant) -> Record {
    .accompanied(until: accompaniedUntil, taken: taken, minute: minute, said: newestWord(wall, now))
  }

  private func newestWord(_ wall: WallTime?, _ now: Instant) -> WallTime? {
    if let wall, let said = saidAt(wall: wall, now: now) {
      return Watch.wall(ofSecond: Watch.second(of: wall.advanced(by: said - now)))
    }
    return Watch.wall(ofSecond: saidBefore)
  }

  /// Zero stands for nil, and for all before 1970.
  static func second(of wall: WallTime?) -> UInt32 {
    wall.map { UInt32(clamping: $0.milliseconds.floored(by: 1000)) } ?? 0
  }

  static func wall(ofSecond second: UInt32) -> WallTime? {
    second == 0 ? nil : WallTime(milliseconds: Int64(second) * 1000)
  }

  /// No mail about company counts for longer, in milliseconds.
  private static let longestWait: Int64 = 48 * 3_600_000

  /// Somebody spoke of company then, and not before the newest word. A mail from before may still come.
  mutating func wasSaid(at said: Instant) { word = .at(said) }

  /// The device does not know the time in which a word was said. Beside a moment it counts as said now.
  mutating func wasSaid(at stated: WallTime, heard now: Instant) {
    word =
      switch word {
      case .at: .at(now)
      case .stated(let other): .stated(max(other, stated))
      case nil: .stated(stated)
      }
  }

  /// The moment of the newest word; nil: there was none.
  /// - Parameter wall: the time now, by a clock that is trusted.
  func saidAt(wall: WallTime, now: Instant) -> Instant? {
    switch word {
    case .at(let said): said
    case .stated(let stated): Watch.moment(of: stated, wall: wall, at: now)
    case nil: nil
    }
  }

  /// A mail that waited says when it was taken; a server's clock may run ahead.
  static func moment(of received: WallTime, wall: WallTime, at now: Instant) -> Instant {
    guard received < wall else { return now }
    return now + Milliseconds(-min(received.distance(to: wall).count, longestWait))
  }

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
    var span = Milliseconds(until.milliseconds &- wall.milliseconds)
    if span > Limits.longestCompany {
      span = Limits.longestCompany
      // Cut down to a day it ends between two minutes: `isOfProfile` knows it by that.
      if (wall.milliseconds &+ span.count) % 60_000 == 0 { span = Milliseconds(span.count - 1) }
    }
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

  /// Whether an earlier life had a newer word than one of that time. A clock that led tells nothing of it.
  func isOvertaken(_ received: WallTime, at wall: WallTime) -> Bool {
    Watch.wall(ofSecond: saidBefore).map { received < $0 && $0 <= wall } ?? false
  }

  /// Restores company after a power cut, before any clock has spoken.
  mutating func restore(
    until: WallTime?, taken known: WallTime?, minute: CivilMinute?, said: WallTime?,
    at boot: Instant
  ) {
    saidBefore = Watch.second(of: said)
    accompaniedUntil = until
    deadline = until == nil ? nil : boot + Limits.longestCompany
    guard known == Watch.unsaid else { return take(known, minute) }
    let wasCapped = wasCapped
    if let until { take(taken.map { max($0, until) } ?? until, nil) }
    isOlder = true
    // Written or planned company ends on whole minutes; only "a day from some moment" does not.
    self.wasCapped = wasCapped || until.map { $0.milliseconds % 60_000 != 0 } ?? false
  }

  /// Company of an earlier life lasts no longer than the first clock has it that proves it. A clock that is put back
  /// later prolongs nothing.
  mutating func believe(_ moment: Moment, bootedAt: Instant) {
    guard let until = accompaniedUntil, deadline == bootedAt + Limits.longestCompany,
      moment.isTrusted, let wall = moment.wall, until > wall
    else { return }
    deadline = min(
      bootedAt + Limits.longestCompany,
      moment.at + Milliseconds(until.milliseconds &- wall.milliseconds))
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

  /// Whether the perimeter counts at a moment. Without a clock it always does, or where two clocks contradict
  /// each other: a missed exit is worse than one too many.
  /// - Parameters:
  ///   - local: minute of the week, 0 on Monday at midnight; nil without a trusted clock.
  ///   - hours: of the profile; none: always.
  ///   - isContradicted: two clocks contradict each other. Only company of this life counts then.
  ///   - provesCompany: whether the clock is one by which company of an earlier life may still last.
  func isWatching(
    local: Int?, in hours: borrowing FixedArray<16, WeeklyHours>, isContradicted: Bool,
    provesCompany: Bool
  ) -> Bool {
    if accompaniedUntil != nil, local != nil, provesCompany || word != nil { return false }
    guard let local, !isContradicted, !hours.isEmpty else { return true }
    for i in 0..<hours.count where hours[i].contains(minuteOfWeek: local) { return true }
    return false
  }

  @inline(__always)  // No copy: see LastSeen.swift.
  func fold(into digest: inout Digest) {
    digest.fold(accompaniedUntil.word, deadline.word)
    digest.fold(taken.word, minute.word | UInt64(saidBefore) << 32)
    if case .stated(let stated) = word { digest.fold(UInt64(bitPattern: stated.milliseconds)) }
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
