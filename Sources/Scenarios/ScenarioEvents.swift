import Device
import HAL
import Profile
import Traces

/// The events of a scenario's lists, one by one.
extension ScenarioScript {
  static func board(_ value: YAMLValue) throws -> KeySet {
    guard let keys = try value.members(known: ["keys"])["keys"] else {
      throw value.refuse("lacks keys")
    }
    var set = KeySet(bits: 0)
    for key in try keys.elements() { set = set.with(try spelled(key)) }
    return set
  }

  static func press(_ members: [String: YAMLValue], _ value: YAMLValue) throws -> KeyPress {
    guard let key = members["key"] else { throw value.refuse("lacks key") }
    return KeyPress(try spelled(key), isLong: try flag(members["long"]))
  }

  static func reading(_ members: [String: YAMLValue], _ value: YAMLValue) throws -> MeterReading {
    guard let glucose = members["glucose"] else { throw value.refuse("lacks glucose") }
    guard let result = try? Quantity.meterResult(glucose.text()) else {
      throw glucose.refuse(
        "is \(glucose.shown); expected an amount such as 182 mg/dL or 10.1 mmol/L, LO or HI")
    }
    let age = try members["age_s"]?.number(in: 0...86_400, " s") ?? 0
    return MeterReading(result: result, age: Milliseconds(Int64((age * 1000).rounded())))
  }

  static func battery(_ members: [String: YAMLValue], _ value: YAMLValue) throws -> BatteryLevel {
    guard let percent = members["percent"] else { throw value.refuse("lacks percent") }
    let number = try percent.count()
    guard (0...100).contains(number) else {
      throw percent.refuse("is \(number); expected 0 to 100")
    }
    return BatteryLevel(percent: UInt8(number), isCharging: try flag(members["charging"]))
  }

  static func message(_ members: [String: YAMLValue], _ value: YAMLValue) throws -> Message {
    let caregiver = try caregiver(members, value)
    if let until = members["accompanied_until"] {
      guard let minute = CivilMinute(text: "1970-01-01T\(try until.text())"), minute.count < 1440
      else {
        throw until.refuse("is \(until.shown); expected a time of day such as \"18:30\"")
      }
      return .accompanied(untilMinute: Int16(minute.count), caregiver: caregiver)
    }
    guard try flag(members["where"]) else {
      throw value.refuse("says nothing; expected where: yes, or accompanied_until")
    }
    return .whereIs(caregiver: caregiver)
  }

  static func network(_ value: YAMLValue) throws -> Network {
    let members = try value.members(known: ["latency_s", "outcome", "faults"])
    var network = Network()
    if let latency = members["latency_s"] {
      network.latency = Milliseconds(
        Int64((try latency.number(in: 0...3600, " s") * 1000).rounded()))
    }
    if let outcome = members["outcome"] { network.outcome = try spelled(outcome) }
    for value in try members["faults"]?.elements() ?? [] {
      let members = try value.members(known: ["from_s", "to_s", "outcome"])
      let during = try Scenario.during(members, value)
      let outcome = try members["outcome"].map { try spelled($0) as DeliveryOutcome } ?? .transient
      network.faults.append(.init(during: during, outcome: outcome))
    }
    return network
  }

  private static func flag(_ value: YAMLValue?) throws -> Bool {
    guard let value else { return false }
    switch try value.text() {
    case "true", "yes": return true
    case "false", "no": return false
    default: throw value.refuse("is \(value.shown); expected yes or no")
    }
  }
}
