import Agenda
import Checkers
import Device
import HAL
import Names
import Profile
import Simulator
import Traces
import Trial
import Words

/// A life that a person wrote down: a file in `simulations/`. docs/scenarios.md
public struct Scenario: Sendable {
  /// The longest that a scenario may last.
  static let longest = Milliseconds.seconds(31 * 86_400)
  /// People need so long to come to an end when nothing goes wrong any more.
  static let leastCalm = Milliseconds.seconds(3600)

  public let title: String
  public let plan: Plan
  public let expectations: Expectations?
  /// The file of the recorded walk that it reads; nil: the receiver is a model.
  public let recording: String?
  /// An observer's remarks, in order of time.
  let marks: [TraceMark]
  /// Words of each household in the plan.
  let words: [HouseholdWords]
  /// The companions' entries, by reminder number.
  let spoken: [UInt16: [AgendaEntry]]

  public init(file: String, seed: UInt64? = nil) throws {
    self = try YAMLValue.parse(file: file) { try Scenario($0, file: file, seed: seed) }
  }

  private init(_ root: YAMLValue, file: String, seed: UInt64?) throws {
    let members = try root.members(known: [
      "title", "covers", "seed", "start", "lasts", "perimeter", "profile", "exact", "board",
      "receiver",
      "gps", "agenda", "day", "expect",
    ])
    func member(_ name: String) throws -> YAMLValue {
      guard let value = members[name] else {
        throw InputError(
          file: file,
          "lacks \"\(name)\"; expected title, start, lasts, day, and a perimeter or a profile")
      }
      return value
    }
    title = try member("title").text()
    let profile = try members["profile"].map { try Profile($0) }
    if profile != nil, let beside = members["perimeter"] {
      throw beside.refuse("stands beside a profile; expected profile.perimeter in its place")
    }
    let board = try ScenarioBoard(members["board"])
    var household =
      try profile.map { Household($0, keys: board.keys) }
      ?? Household(Profile.perimeter(member("perimeter")), keys: board.keys)
    if let exact = members["exact"] { try ExactHousehold.apply(exact, to: &household) }
    let start = try Scenario.start(member("start"))
    let lasts = try Scenario.duration(member("lasts"))
    let clock = ScenarioClock(start: start, zones: household.zone.transitions(around: start))
    var steps = ScenarioSteps(
      clock: clock, lasts: lasts, board: board, isRecorded: members["gps"] != nil,
      members["profile"])
    for step in try member("day").elements() { try steps.read(step) }

    var plan = Plan(
      seed: try seed ?? members["seed"].map { try $0.whole(in: 0...UInt64.max) } ?? 0,
      household: household, start: start, duration: lasts, calm: steps.calm ?? lasts)
    plan.receiver = try members["receiver"].map { try ReceiverPlan($0) } ?? plan.receiver
    plan.recording = try members["gps"].map { try Recording($0, lasts: lasts) }
    recording = plan.recording.map { Recording.path($0.name, beside: file) }
    plan.clockDrift = board.clockDrift
    plan.calendarError = board.calendarError
    plan.clockRestarts = board.clockRestarts
    plan.hasNetworkTime = board.hasNetworkTime
    plan.hasPortal = board.hasPortal
    plan.items = steps.items
    plan.agenda =
      try (members["agenda"].map { try ScenarioAgenda.read($0) } ?? [])
      + ScenarioAgenda.entries(of: profile, from: start, lasting: lasts)
    self.plan = plan
    marks = steps.marks
    words =
      [HouseholdWords(household, profile, around: start)]
      + steps.reloads.map { HouseholdWords($0.household, $0.profile, around: start) }
    spoken = ScenarioAgenda.byNumber(plan.agenda, family: household.reminders)
    expectations = try members["expect"].map { list in
      let expectations = try Expectations(list, file: file)
      try IdleExpectation(plan, steps.reloads.map(\.household)).refuse(list)
      return expectations
    }
  }

  private static func start(_ value: YAMLValue) throws -> WallTime {
    // A time without a zone would be read as UTC, whatever the wearer's zone is.
    let text = try value.text()
    guard let start = CivilTime.parse(text),
      text.dropFirst(11).contains(where: { "Z+-".contains($0) }),
      (2000...2049).contains(CivilDate(milliseconds: start.milliseconds).year)
    else {
      throw value.refuse(
        "is \(value.shown); expected a time from 2000 to 2049 with its zone, such as "
          + "2015-03-21T15:04:05Z")
    }
    return start
  }

  private static func duration(_ value: YAMLValue) throws -> Milliseconds {
    let span = try value.span()
    guard span.count > 0, span <= longest else {
      throw value.refuse("is \(value.shown); expected more than 0 s and at most 31 d")
    }
    return span
  }
}

extension YAMLValue {
  func span() throws -> Milliseconds {
    guard let span = SpanText.parse(try text()), span.count >= 0 else {
      throw refuse("is \(shown); expected \(SpanText.expected)")
    }
    return span
  }

  /// One that may go back.
  func signedSpan() throws -> Milliseconds {
    guard let span = SpanText.parse(try text()) else {
      throw refuse("is \(shown); expected \(SpanText.expected), with a minus before it to go back")
    }
    return span
  }

  func point() throws -> Point {
    if case "home"? = try? text() { return Point() }
    let members = try members(known: ["north_m", "east_m"])
    let range = -50_000.0...50_000
    return Point(
      north: try members["north_m"]?.number(in: range, " m") ?? 0,
      east: try members["east_m"]?.number(in: range, " m") ?? 0)
  }
}

extension Scenario {
  /// Lives the scenario, with the checkers looking on, and writes what the device saw as a trace that
  /// replays alone. The same scenario and seed write the same bytes on every machine.
  public func live(
    by live: Life.Way = Life.ordinary, writingTo write: @escaping (String) throws -> Void
  ) throws -> Life {
    var log = ScenarioLog(self, TraceWriter(plain: write))
    let life = live(plan) { event, action, _ in
      if action == nil { log.note(event) }
    }
    try log.finish()
    return life
  }
}

/// Writes down what the device sees, as a black box does, and also when it had no power.
private struct ScenarioLog {
  private let writer: TraceWriter
  private let words: [HouseholdWords]
  private let spoken: [UInt16: [AgendaEntry]]
  private var marks: ArraySlice<TraceMark>
  private var row: [Setting] = []
  private var failure: (any Error)?
  /// The last event, and whether it was a deadline.
  private var last: (at: Instant, isDeadline: Bool)?

  init(_ scenario: Scenario, _ writer: TraceWriter) {
    self.writer = writer
    words = scenario.words
    spoken = scenario.spoken
    marks = scenario.marks[...]
  }

  mutating func note(_ event: Event) {
    guard failure == nil else { return }
    do {
      while let mark = marks.first, mark.at <= event.at { try writer.write(marks.removeFirst()) }
      try write(event)
    } catch { failure = error }
    var isDeadline = false
    if case .deadline = event.kind { isDeadline = true }
    last = (event.at, isDeadline)
  }

  private mutating func write(_ event: Event) throws {
    switch event.kind {
    // The board of a replay wakes the device itself.
    case .deadline: break
    case .booted:
      try noteOff()
      try writer.write(event)
    // The row is written as a whole, with its words.
    case .setting(let setting):
      // It stands behind its row.
      if case .changed = setting { return try writer.write(event) }
      if setting == .begin { row.removeAll() }
      row.append(setting)
      guard setting == .end else { return }
      let household = words.first { $0.fits(row, besides: spoken.keys) } ?? words[0]
      try writer.configure(row, household.words.speaking(spoken, in: row), at: event.at)
    case .restored, .fix, .clock, .keys, .key, .reading, .edited, .answer, .message, .battery,
      .storage, .shuttingDown:
      try writer.write(event)
    }
  }

  /// Notes that the device goes off right after its last event. A deadline needs a millisecond more, so that it is
  /// served.
  private func noteOff() throws {
    guard let last else { return }
    try writer.writeOff(at: last.at + Milliseconds(last.isDeadline ? 1 : 0))
  }

  mutating func finish() throws {
    while failure == nil, let mark = marks.popFirst() { try writer.write(mark) }
    if failure == nil { try noteOff() }
    if let failure { throw failure }
  }
}
