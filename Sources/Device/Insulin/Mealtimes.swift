import HAL

/// The mealtimes, and the fate of each meal: once per meal and local day, over a restart and over every
/// step of the clock.
struct Mealtimes: Sendable {
  /// The time after the mealtime in which a prompt is of use.
  static let window = Milliseconds.seconds(3600)
  static let minute = Milliseconds.seconds(60)
  private static let windowMinutes: Int32 = 60
  private static let dayMinutes: Int32 = 1440

  struct Mark: Equatable, Sendable {
    var meal: Meal
    var state: MealState
    /// Nobody heard that it has no dose, because glucose was low.
    var isKeptBack = false
    /// A daily mail has said that it has no dose.
    var isListed = false
    /// Days since 1970-01-01, local.
    var day: Int32
    /// The earliest moment stands for nil.
    private var closedOrNone: Instant

    init(meal: Meal, day: Int32, state: MealState, closed: Instant?) {
      self.meal = meal
      self.state = state
      self.day = day
      closedOrNone = closed ?? Instant(milliseconds: .min)
    }

    /// The moment at which the prompt was over, in this boot. A window that opens again by the clock
    /// within half a day opens nothing. Later it is another meal, of a day that a wrong clock had named
    /// too early.
    var closed: Instant? {
      get { closedOrNone.milliseconds == .min ? nil : closedOrNone }
      set { closedOrNone = newValue ?? Instant(milliseconds: .min) }
    }
  }

  struct Due: Equatable, Sendable {
    var meal: Meal
    var day: Int32
    /// The time since the mealtime.
    var late: Milliseconds
  }

  var times = FixedArray<3, Mealtime>()
  /// Four days of three meals: a clock that goes back farther finds the doses themselves.
  private(set) var marks = FixedArray<12, Mark>()

  func mark(_ meal: Meal, _ day: Int32) -> Mark? {
    marks.firstIndex { $0.meal == meal && $0.day == day }.map { marks[$0] }
  }

  mutating func set(_ meal: Meal, _ day: Int32, _ state: MealState) {
    if let index = marks.firstIndex(where: { $0.meal == meal && $0.day == day }) {
      if marks[index].state != state { marks[index].isListed = false }
      marks[index].state = state
      marks[index].isKeptBack = false
      marks[index].closed = nil
    } else {
      marks.push(Mark(meal: meal, day: day, state: state, closed: nil))
    }
  }

  /// The daily mail has said which meals have no dose.
  mutating func list() {
    for i in 0..<marks.count where marks[i].state == .unanswered { marks[i].isListed = true }
  }

  /// The meal has no dose, and its word waits for the end of low glucose.
  mutating func keepBack(_ meal: Meal, _ day: Int32) {
    set(meal, day, .unanswered)
    if let index = marks.firstIndex(where: { $0.meal == meal && $0.day == day }) {
      marks[index].isKeptBack = true
    }
  }

  func isKeptBack(_ meal: Meal) -> Bool {
    marks.firstIndex { $0.meal == meal && $0.isKeptBack } != nil
  }

  /// The word of that meal was given.
  mutating func clearKeptBack(_ meal: Meal) {
    for i in 0..<marks.count where marks[i].meal == meal { marks[i].isKeptBack = false }
  }

  /// A meal whose word waits; each is returned once.
  mutating func takeKeptBack() -> Mark? {
    guard let index = marks.firstIndex(where: { $0.isKeptBack }) else { return nil }
    marks[index].isKeptBack = false
    return marks[index]
  }

  /// The device was off. A word of more than half a day ago is not told any more.
  /// - Parameter deleted: the meal whose dose was deleted: it may have waited for the end of low glucose since.
  mutating func forgetKeptBack(at civil: CivilMinute, besides deleted: Meal?) {
    for i in 0..<marks.count where marks[i].isKeptBack {
      guard let ago = minutes(since: marks[i], at: civil) else { continue }
      let waits = marks[i].meal == deleted ? Int32(LowGlucose.lasts.count / 60_000) : 0
      marks[i].isKeptBack = (0...Mealtimes.dayMinutes / 2 + waits).contains(ago)
    }
  }

  /// Minutes since the mealtime of that day; nil: the meal has no time any more.
  func minutes(since mark: Mark, at civil: CivilMinute) -> Int32? {
    mealtime(of: mark.meal).map {
      civil.count &- (mark.day &* Mealtimes.dayMinutes &+ Int32($0.minute))
    }
  }

  mutating func close(_ meal: Meal, _ day: Int32, at now: Instant) {
    if let index = marks.firstIndex(where: { $0.meal == meal && $0.day == day }) {
      marks[index].closed = now
    } else {
      marks.push(Mark(meal: meal, day: day, state: .prompted, closed: now))
    }
  }

  private func isClosed(_ meal: Meal, _ day: Int32, at now: Instant) -> Bool {
    mark(meal, day)?.closed.map { now - $0 < DoseHistory.sameMeal } ?? false
  }

  /// Its prompt was over in the last half day, whatever the calendar says.
  func wasOver(_ meal: Meal, at now: Instant) -> Bool {
    marks.firstIndex { mark in
      mark.meal == meal && mark.closed.map { now - $0 < DoseHistory.sameMeal } ?? false
    } != nil
  }

  /// The day of that meal that was asked for last.
  func newestDay(_ meal: Meal) -> Int32? {
    var newest: Int32?
    for i in 0..<marks.count where marks[i].meal == meal {
      newest = max(newest ?? marks[i].day, marks[i].day)
    }
    return newest
  }

  func mealtime(of meal: Meal) -> Mealtime? {
    times.firstIndex { $0.meal == meal }.map { times[$0] }
  }

  /// The day of the last such mealtime; nil without one, or without a clock.
  func lastDay(_ meal: Meal, at civil: CivilMinute?) -> Int32? {
    guard let civil, let time = mealtime(of: meal) else { return nil }
    return Mealtimes.latest(time, at: civil).0
  }

  /// Minutes since that mealtime; nil without one, or without a clock.
  private func late(_ meal: Meal, at civil: CivilMinute?) -> Int32? {
    guard let civil, let time = mealtime(of: meal) else { return nil }
    return Mealtimes.latest(time, at: civil).1
  }

  func isOpen(_ meal: Meal, at civil: CivilMinute?) -> Bool {
    late(meal, at: civil).map { $0 < Mealtimes.windowMinutes } ?? false
  }

  /// The next such mealtime is nearer than the last: it will be asked for.
  func isComing(_ meal: Meal, after civil: CivilMinute?) -> Bool {
    late(meal, at: civil).map { $0 > Mealtimes.dayMinutes / 2 } ?? false
  }

  /// The meal whose window is open and that is not over; of several the one that came last.
  func due(at civil: CivilMinute, now: Instant) -> Due? {
    var due: Due?
    for i in 0..<times.count {
      guard let one = self.due(times[i], at: civil, now: now) else { continue }
      if due.map({ one.late < $0.late }) ?? true { due = one }
    }
    return due
  }

  /// The due of that meal; nil unless its window is open and it is not over.
  func due(_ time: Mealtime, at civil: CivilMinute, now: Instant) -> Due? {
    let (day, minutes) = Mealtimes.latest(time, at: civil)
    guard minutes < Mealtimes.windowMinutes, !isClosed(time.meal, day, at: now) else { return nil }
    return Due(meal: time.meal, day: day, late: Milliseconds.seconds(Int64(minutes) * 60))
  }

  /// The last window of that mealtime, when it is over by `civil` and was not before `alive`: its day. A sign
  /// of life in the very minute of its end says nothing of whether anybody was told.
  func passed(_ time: Mealtime, since alive: CivilMinute, until civil: CivilMinute) -> Int32? {
    let over = CivilMinute(civil.count &- Mealtimes.windowMinutes)
    let (day, late) = Mealtimes.latest(time, at: over)
    return civil.count &- late >= alive.count ? day : nil
  }

  /// The day of the last window of that mealtime, where it ended in the last half day.
  func passedOfLate(_ time: Mealtime, until civil: CivilMinute) -> Int32? {
    let halfDayAgo = CivilMinute(civil.count &- Mealtimes.dayMinutes / 2)
    return passed(time, since: halfDayAgo, until: civil)
  }

  /// Other times had the hour of that meal of that day end later than now.
  func isMoved(
    _ time: Mealtime, of day: Int32, from before: FixedArray<3, Mealtime>, until civil: CivilMinute
  ) -> Bool {
    before.firstIndex { other in
      let end = day &* Mealtimes.dayMinutes &+ Int32(other.minute) &+ Mealtimes.windowMinutes
      return other.meal == time.meal && end > civil.count
    } != nil
  }

  /// The time since the last window of that mealtime ended.
  func minutesSinceEnd(of time: Mealtime, at civil: CivilMinute) -> Int32 {
    Mealtimes.latest(time, at: CivilMinute(civil.count &- Mealtimes.windowMinutes)).1
  }

  /// The moment at which the hour of that meal ends or ended; nil: the meal has no time any more.
  func end(of mark: Mark, at civil: CivilMinute, _ now: Instant) -> Instant? {
    guard let index = times.firstIndex(where: { $0.meal == mark.meal }) else { return nil }
    let mealtime = mark.day &* Mealtimes.dayMinutes &+ Int32(times[index].minute)
    let left = mealtime &+ Mealtimes.windowMinutes &- civil.count
    return now + Milliseconds.seconds(60 * Int64(left))
  }

  /// Its window is open still, but a later mealtime, after `alive`, has taken its place: its day.
  func overtaken(_ time: Mealtime, since alive: CivilMinute, until civil: CivilMinute) -> Int32? {
    let (day, late) = Mealtimes.latest(time, at: civil)
    guard late < Mealtimes.windowMinutes else { return nil }
    for i in 0..<times.count {
      let (_, later) = Mealtimes.latest(times[i], at: civil)
      if later < late, civil.count &- later > alive.count { return day }
    }
    return nil
  }

  /// The day of the last such mealtime up to `civil`, and the minutes since.
  private static func latest(_ time: Mealtime, at civil: CivilMinute) -> (Int32, Int32) {
    let shifted = civil.count &- Int32(time.minute)
    let rest = shifted % dayMinutes
    let late = rest < 0 ? rest + dayMinutes : rest
    return ((shifted &- late) / dayMinutes, late)
  }
}
