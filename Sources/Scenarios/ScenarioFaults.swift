import Device
import HAL
import Profile
import Simulator
import Traces

/// What goes wrong, a step each.
extension Step {
  static let receiverFaults: [(name: String, fault: Fault)] = [
    ("no_position", .noPosition), ("silence", .silence), ("stuck", .stuck), ("jammed", .jammed),
    ("timeless", .timeless), ("undated", .undated), ("flat", .flat), ("twice", .twice),
  ]
  static let networkFaults: [(name: String, fault: Fault)] = [
    ("down", .outage), ("half_open", .halfOpen), ("lost_answers", .lostAnswer),
    ("transient", .refusal(.transient)), ("permanent", .refusal(.permanent)),
    ("accepted", .refusal(.accepted)), ("timeless", .noNetworkTime),
  ]
  static let storageFaults: [(name: String, fault: Fault)] = [
    ("full", .storage(.full)), ("read-only", .storage(.readOnly)), ("failed", .storage(.failed)),
    ("lying", .lyingStorage),
  ]

  /// Nil for what is an act.
  mutating func fault(_ verb: String, _ value: YAMLValue) throws -> Fault? {
    switch verb {
    case "receiver": return try Step.one(of: Step.receiverFaults, value)
    case "off_by": return .offset(try value.point())
    case "noise_times": return .noise(try value.number(in: 0...100))
    case "eph_m":
      if case "none"? = try? value.text() { return .eph(nil) }
      return .eph(Metres(try value.number(in: 0...100_000, " m")))
    case "receiver_clock": return .receiverTime(try value.signedSpan())
    case "late": return .late(try value.span())
    case "every": return .interval(try value.interval())
    case "flood": return .flood(try value.whole(in: 2...1000))
    case "network": return try Step.one(of: Step.networkFaults, value)
    case "network_delay": return .slow(try value.span())
    case "network_clock": return .networkTime(try value.signedSpan())
    case "storage": return try Step.one(of: Step.storageFaults, value)
    case "speaker": return try Step.one(of: [("gone", .noSpeaker)], value)
    case "keys": return try Step.one(of: [("gone", .noKeys)], value)
    case "power": return try power(value)
    default: return try peopleFault(verb, value)
    }
  }

  private mutating func power(_ value: YAMLValue) throws -> Fault? {
    switch try value.text() {
    case "cut":
      return .powerCut(
        afterActions: try take("after_actions")?.whole(in: 0...1_000_000) ?? 0,
        tornWords: try take("torn_words")?.whole(in: 0...10) ?? 0)
    case "off": return nil
    default:
      throw value.refuse(
        "is \(value.shown); expected cut, or off for a device that is told to end")
    }
  }

  private static func one(
    of faults: [(name: String, fault: Fault)], _ value: YAMLValue
  ) throws -> Fault {
    let text = try value.text()
    guard let found = faults.first(where: { $0.name == text }) else {
      throw value.refuse(
        "is \(value.shown); expected \(faults.map(\.name).joined(separator: ", "))")
    }
    return found.fault
  }
}
