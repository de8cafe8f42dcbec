import Device
import HAL
import Profile
import Traces

/// What happens to the device beside its fixes, as a scenario tells it: presses of keys, readings,
/// the battery, messages, and how network and family answer.
struct ScenarioScript: Sendable {
  static let keys = [
    "board", "keys", "readings", "battery", "messages", "marks", "network", "family",
  ]

  /// What answers a notice that was sent.
  struct Network: Sendable {
    struct Fault: Sendable {
      var during: ClosedRange<Int64>
      var outcome: DeliveryOutcome
    }
    var latency = Milliseconds.seconds(2)
    var outcome = DeliveryOutcome.accepted
    var faults: [Fault] = []

    func outcome(at instant: Instant) -> DeliveryOutcome {
      faults.last { $0.during.contains(instant.milliseconds) }?.outcome ?? outcome
    }
  }

  private(set) var board = KeySet.all
  /// In order of time.
  private(set) var events: [Event] = []
  private(set) var marks: [TraceMark] = []
  /// Nil: nothing ever answers, as without a network.
  private(set) var network: Network?
  /// How long each caregiver takes to answer a notice that arrived; by index.
  private(set) var answerTimes: [UInt8: Milliseconds] = [:]
  /// The scenario tells of more than a walk.
  private(set) var isEmpty: Bool

  init(_ members: [String: YAMLValue]) throws {
    isEmpty = !ScenarioScript.keys.contains { members[$0] != nil }
    if let value = members["board"] { board = try ScenarioScript.board(value) }
    func add(
      _ name: String, _ known: [String],
      _ kind: ([String: YAMLValue], YAMLValue) throws -> Event.Kind
    ) throws {
      for value in try members[name]?.elements() ?? [] {
        let members = try value.members(known: ["at_s"] + known)
        events.append(
          Event(at: try ScenarioScript.moment(members, value), try kind(members, value)))
      }
    }
    try add("keys", ["key", "long"]) { .key(try ScenarioScript.press($0, $1)) }
    try add("readings", ["glucose", "age_s"]) { .reading(try ScenarioScript.reading($0, $1)) }
    try add("battery", ["percent", "charging"]) { .battery(try ScenarioScript.battery($0, $1)) }
    try add("messages", ["caregiver", "where", "accompanied_until"]) {
      .message(try ScenarioScript.message($0, $1))
    }
    // Equal moments keep the order of the file.
    events = events.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element)
    for value in try members["marks"]?.elements() ?? [] {
      let members = try value.members(known: ["at_s", "text"])
      guard let text = members["text"] else { throw value.refuse("lacks text") }
      marks.append(TraceMark(at: try ScenarioScript.moment(members, value), text: try text.text()))
    }
    marks.sort { $0.at < $1.at }
    network = try members["network"].map { try ScenarioScript.network($0) }
    for value in try members["family"]?.elements() ?? [] {
      let members = try value.members(known: ["caregiver", "answers_after_s"])
      guard let after = members["answers_after_s"] else {
        throw value.refuse("lacks answers_after_s")
      }
      answerTimes[try ScenarioScript.caregiver(members, value)] = .seconds(
        Int64(try after.number(in: 0...86_400, " s")))
    }
  }

  /// When something of a list happens, since the start.
  static func moment(_ members: [String: YAMLValue], _ value: YAMLValue) throws -> Instant {
    guard let at = members["at_s"] else { throw value.refuse("lacks at_s") }
    return Instant(milliseconds: Int64((try at.number(in: 0...1e6, " s") * 1000).rounded()))
  }

  /// Counted from 1 in the file.
  static func caregiver(_ members: [String: YAMLValue], _ value: YAMLValue) throws -> UInt8 {
    guard let caregiver = members["caregiver"] else { throw value.refuse("lacks caregiver") }
    let number = try caregiver.count()
    guard (1...4).contains(number) else { throw caregiver.refuse("is \(number); expected 1 to 4") }
    return UInt8(number - 1)
  }

  /// A value with a name in traces has the same in scenarios.
  static func spelled<T: Spelled>(_ value: YAMLValue) throws -> T {
    guard let spelled = T(spelling: try value.text()) else {
      throw value.refuse("is \(value.shown); expected \(T.choices)")
    }
    return spelled
  }
}
