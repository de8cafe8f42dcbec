import Device
import HAL
import Profile
import Simulator
import Traces
import Trial

/// A wearer's walk and the receiver that records it: a file in `simulations/`.
public struct Scenario: Sendable {
  enum Step: Sendable {
    case stay(Milliseconds)
    case walk(to: Point, speed: MetresPerSecond)
  }

  /// Independent noise, slow drift, and what the receiver says of itself.
  struct Receiver: Sendable {
    var interval = Milliseconds(1000)
    /// Standard deviation on each axis, drawn anew for each fix.
    var white = Metres(1)
    /// Standard deviation on each axis of the part that wanders slowly (Gauss-Markov).
    var drift = Metres(3)
    /// Time constant of the drift.
    var driftTime = Milliseconds.seconds(200)
    var hdop = 1.2
    var satellites = 9
    var gaps: [ClosedRange<Int64>] = []
    var spikes: [Spike] = []
  }

  /// The receiver is wrong by so much for a while, and says nothing of it.
  struct Spike: Sendable {
    var during: ClosedRange<Int64>
    var offset: Point
  }

  public let title: String
  public let perimeter: Perimeter
  public let expectations: Expectations?
  var seed: UInt64
  let start: WallTime
  let steps: [Step]
  let receiver: Receiver
  /// Nil for a walk that needs a perimeter only.
  let profile: Profile?
  let script: ScenarioScript

  public init(file: String, seed: UInt64? = nil) throws {
    self = try YAMLValue.parse(file: file) { try Scenario($0, file: file, seed: seed) }
  }

  private init(_ root: YAMLValue, file: String, seed: UInt64?) throws {
    let members = try root.members(
      known: ["title", "covers", "seed", "start", "perimeter", "profile", "wearer", "receiver"]
        + ScenarioScript.keys + ["expect"])
    func member(_ name: String) throws -> YAMLValue {
      guard let value = members[name] else {
        throw InputError(
          file: file,
          "lacks \"\(name)\"; expected title, start, wearer, and a perimeter or a profile")
      }
      return value
    }
    title = try member("title").text()
    profile = try members["profile"].map { try Profile($0) }
    if profile != nil, let beside = members["perimeter"] {
      throw beside.refuse("stands beside a profile; expected it inside, as profile.perimeter")
    }
    perimeter = try profile?.perimeter ?? Profile.perimeter(member("perimeter"))
    script = try ScenarioScript(members)
    let startText = try member("start")
    guard let start = CivilTime.parse(try startText.text()) else {
      throw startText.refuse("is \(startText.shown); expected a time such as 2015-03-21T15:04:05Z")
    }
    self.start = start
    self.seed = try seed ?? members["seed"].map { UInt64(try $0.count()) } ?? 0
    steps = try member("wearer").elements().map { try Scenario.step($0) }
    receiver = try members["receiver"].map { try Scenario.receiver($0) } ?? Receiver()
    expectations = try members["expect"].map { try Expectations($0, file: file) }
  }

  private static func step(_ value: YAMLValue) throws -> Step {
    let members = try value.members(known: ["stay_s", "walk_to", "speed_mps"])
    if let stay = members["stay_s"] {
      guard members.count == 1 else { throw value.refuse("mixes stay_s with a walk") }
      return .stay(Milliseconds(Int64(try stay.number(in: 0...86_400, " s") * 1000)))
    }
    guard let target = members["walk_to"], let speed = members["speed_mps"] else {
      throw value.refuse("needs either stay_s, or walk_to and speed_mps")
    }
    return .walk(
      to: try point(target), speed: MetresPerSecond(try speed.number(in: 0.01...100, " m/s")))
  }

  private static func point(_ value: YAMLValue) throws -> Point {
    let members = try value.members(known: ["north_m", "east_m"])
    let range = -50_000.0...50_000
    return Point(
      north: try members["north_m"]?.number(in: range, " m") ?? 0,
      east: try members["east_m"]?.number(in: range, " m") ?? 0)
  }

  private static func receiver(_ value: YAMLValue) throws -> Receiver {
    let members = try value.members(known: [
      "interval_s", "white_m", "drift_m", "drift_s", "hdop", "satellites", "gaps", "spikes",
    ])
    var receiver = Receiver()
    if let interval = members["interval_s"] {
      receiver.interval = Milliseconds(Int64(try interval.number(in: 0.1...600, " s") * 1000))
    }
    if let white = members["white_m"] { receiver.white = Metres(try white.number(in: 0...100)) }
    if let drift = members["drift_m"] { receiver.drift = Metres(try drift.number(in: 0...100)) }
    if let time = members["drift_s"] {
      receiver.driftTime = Milliseconds(Int64(try time.number(in: 1...100_000, " s") * 1000))
    }
    if let hdop = members["hdop"] { receiver.hdop = try hdop.number(in: 0.5...50) }
    if let count = members["satellites"] { receiver.satellites = try count.count() }
    receiver.gaps = try members["gaps"]?.elements().map { try during($0) } ?? []
    receiver.spikes = try members["spikes"]?.elements().map { try spike($0) } ?? []
    return receiver
  }

  private static func during(_ value: YAMLValue) throws -> ClosedRange<Int64> {
    try during(value.members(known: ["from_s", "to_s"]), value)
  }

  static func during(
    _ members: [String: YAMLValue], _ value: YAMLValue
  ) throws -> ClosedRange<Int64> {
    guard let from = try members["from_s"]?.number(in: 0...1e6, " s"),
      let to = try members["to_s"]?.number(in: 0...1e6, " s"), from <= to
    else { throw value.refuse("needs from_s and a to_s that is not earlier") }
    return Int64(from * 1000)...Int64(to * 1000)
  }

  private static func spike(_ value: YAMLValue) throws -> Spike {
    let members = try value.members(known: ["from_s", "to_s", "north_m", "east_m"])
    let range = -50_000.0...50_000
    return Spike(
      during: try during(members, value),
      offset: Point(
        north: try members["north_m"]?.number(in: range, " m") ?? 0,
        east: try members["east_m"]?.number(in: range, " m") ?? 0))
  }
}
