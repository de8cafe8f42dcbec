import Checkers
import Device
import HAL
import Names
import Profile
import Simulator
import Traces
import Trial

/// A life that a person wrote down: a file in `simulations/`. docs/scenarios.md
public struct Scenario: Sendable {
  /// The longest that a scenario may last.
  static let longest = Milliseconds.seconds(31 * 86_400)
  /// People need so long to come to an end when nothing goes wrong any more.
  static let leastCalm = Milliseconds.seconds(3600)

  public let title: String
  public let plan: Plan
  public let expectations: Expectations?
  /// What an observer noted, in order of time.
  let marks: [TraceMark]
  /// Of each household in the plan.
  let words: [HouseholdWords]

  public init(file: String, seed: UInt64? = nil) throws {
    self = try YAMLValue.parse(file: file) { try Scenario($0, file: file, seed: seed) }
  }

  private init(_ root: YAMLValue, file: String, seed: UInt64?) throws {
    let members = try root.members(known: [
      "title", "covers", "seed", "start", "lasts", "perimeter", "profile", "exact", "board",
      "receiver",
      "gps", "day", "expect",
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
      throw beside.refuse("stands beside a profile; expected it inside, as profile.perimeter")
    }
    let board = try ScenarioBoard(members["board"])
    var household =
      try profile.map { Household($0, keys: board.keys) }
      ?? Household(Profile.perimeter(member("perimeter")), keys: board.keys)
    if let exact = members["exact"] { try ExactHousehold.apply(exact, to: &household) }
    let start = try Scenario.start(member("start"))
    let lasts = try Scenario.duration(member("lasts"))
    let clock = ScenarioClock(start: start, zones: household.zone.transitions(around: start))
    var steps = ScenarioSteps(clock: clock, lasts: lasts, keys: board.keys, members["profile"])
    for step in try member("day").elements() { try steps.read(step) }

    var plan = Plan(
      seed: try seed ?? members["seed"].map { try $0.whole(in: 0...UInt64.max) } ?? 0,
      household: household, start: start, duration: lasts, calm: steps.calm ?? lasts)
    plan.receiver = try members["receiver"].map { try ReceiverPlan($0) } ?? plan.receiver
    plan.recording = try members["gps"].map { try Recording($0, lasts: lasts) }
    plan.clockDrift = board.clockDrift
    plan.calendarError = board.calendarError
    plan.hasNetworkTime = board.hasNetworkTime
    plan.items = steps.items
    self.plan = plan
    marks = steps.marks
    words =
      [HouseholdWords(household, profile, around: start)]
      + steps.reloads.map { HouseholdWords($0.household, $0.profile, around: start) }
    expectations = try members["expect"].map { try Expectations($0, file: file) }
  }

  private static func start(_ value: YAMLValue) throws -> WallTime {
    guard let start = CivilTime.parse(try value.text()) else {
      throw value.refuse("is \(value.shown); expected a time such as 2015-03-21T15:04:05Z")
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
      throw refuse("is \(shown); expected \(SpanText.expected), or back with a minus before it")
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
