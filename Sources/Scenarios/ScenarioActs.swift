import Device
import HAL
import Profile
import Simulator

/// Acts of wearer and caregivers, a step each.
extension Step {
  mutating func walk(_ value: YAMLValue) throws -> Act {
    let speed = try need("speed_mps", with: "walk_to").number(in: 0.01...100, " m/s")
    return .walk(
      to: try value.point(), speed: MetresPerSecond(speed),
      try take("in").map { try Step.surroundings($0) } ?? .street)
  }

  mutating func act(_ verb: String, _ value: YAMLValue) throws -> Act {
    switch verb {
    case "enter": return .enter(try Step.surroundings(value))
    case "press":
      return .press(KeyPress(try value.spelled(), isLong: try take("long")?.isYes() ?? false))
    case "measure":
      guard let result = try? Quantity.meterResult(value.text()) else {
        throw value.refuse(
          "is \(value.shown); expected an amount such as 182 mg/dL or 10.1 mmol/L, LO or HI")
      }
      return .measure(
        MeterReading(result: result, age: try take("age")?.span() ?? Milliseconds(0)))
    case "wearer": return .temper(try Step.temper(value))
    case "caregiver": return try caregiver(value)
    case "diary": return .diary(try diary(value))
    default:
      let percent = try Step.percent(value)
      return .battery(
        BatteryLevel(percent: percent, isCharging: try take("charging")?.isYes() ?? false))
    }
  }

  private static func surroundings(_ value: YAMLValue) throws -> Surroundings {
    switch try value.text() {
    case "open": return .open
    case "street": return .street
    case "indoor": return .indoor
    default: throw value.refuse("is \(value.shown); expected open, street or indoor")
    }
  }

  /// "80 %", "80", "yes" for all, "no" for none.
  private static func percent(_ value: YAMLValue) throws -> UInt8 {
    var text = try value.text()[...]
    if text.hasSuffix("%") { text = text.dropLast() }
    while text.last == " " { text.removeLast() }
    guard let percent = UInt8(text), percent <= 100 else {
      throw value.refuse("is \(value.shown); expected 0 % to 100 %")
    }
    return percent
  }

  private static func temper(_ value: YAMLValue) throws -> Temper {
    let members = try value.members(known: ["answers", "after", "mistakes", "glucose_mg_dl"])
    guard let answers = members["answers"] else {
      throw value.refuse("lacks answers; expected yes, no or a part such as 80 %")
    }
    var temper = Temper.dutiful
    if let flag = try? answers.isYes() {
      temper.answers = flag ? 100 : 0
    } else {
      temper.answers = try percent(answers)
    }
    if let after = members["after"] { temper.after = try after.span() }
    if let mistakes = members["mistakes"] { temper.mistakes = try percent(mistakes) }
    if let glucose = members["glucose_mg_dl"] {
      let ends: [Int64] = try glucose.elements().map { try $0.whole(in: 1...1000) }
      guard ends.count == 2, ends[0] <= ends[1] else {
        throw glucose.refuse("is no range; expected two numbers such as [90, 180]")
      }
      temper.glucose = ends[0]...ends[1]
    }
    return temper
  }

  private mutating func caregiver(_ value: YAMLValue) throws -> Act {
    let number: UInt8 = try value.whole(in: 1...4)
    let caregiver = number - 1
    if let word = take("portal") { return try portal(word, by: caregiver) }
    if let change = take("portal_diary") {
      let edit = try diary(change)
      return .portalDiary(edit, by: caregiver, for: try take("valid_for")?.span() ?? .seconds(300))
    }
    if let after = take("answers_after") {
      if case "never"? = try? after.text() { return .answers(caregiver: caregiver, after: nil) }
      return .answers(caregiver: caregiver, after: try after.span())
    }
    if let asks = take("asks") {
      guard case "where" = try asks.text() else {
        throw asks.refuse("is \(asks.shown); expected where")
      }
      return .ask(.whereIs(caregiver: caregiver))
    }
    if let until = take("accompanied_until") {
      // "No longer" has no time of day.
      if case "over"? = try? until.text() {
        return .ask(.accompanied(untilMinute: -1, caregiver: caregiver))
      }
      return .ask(
        .accompanied(untilMinute: try until.minuteOfDay(in: 0...1439), caregiver: caregiver))
    }
    if let token = take("acknowledges") {
      let text = try token.text()
      guard text.utf8.count <= 16, let number = UInt64(text, radix: 16), text.first != "+" else {
        throw token.refuse("is \(token.shown); expected up to sixteen hexadecimal digits")
      }
      return .ask(.acknowledged(token: number, caregiver: caregiver))
    }
    throw self.value.refuse(
      "has a caregiver who does nothing; expected answers_after, asks, accompanied_until, "
        + "acknowledges, portal or portal_diary")
  }

  // MARK: Faults

  static let receiverFaults: [(name: String, value: Fault)] = [
    ("no_position", .noPosition), ("silence", .silence), ("stuck", .stuck), ("jammed", .jammed),
    ("timeless", .timeless), ("undated", .undated), ("flat", .flat),
    ("motionless", .motionless), ("twice", .twice),
  ]
  static let networkFaults: [(name: String, value: Fault)] = [
    ("down", .outage), ("half_open", .halfOpen), ("lost_answers", .lostAnswer),
    ("transient", .refusal(.transient)), ("permanent", .refusal(.permanent)),
    ("accepted", .refusal(.accepted)), ("timeless", .noNetworkTime),
  ]
  static let storageFaults: [(name: String, value: Fault)] = [
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
    default: return try portalFault(verb, value) ?? peopleFault(verb, value)
    }
  }

  private mutating func power(_ value: YAMLValue) throws -> Fault? {
    switch try value.text() {
    case "cut":
      return .powerCut(
        afterActions: try take("after_actions")?.whole(in: 0...1_000_000) ?? 0,
        tornWords: try take("torn_words")?.whole(in: 0...10) ?? 0)
    case "off", "update": return nil
    default:
      throw value.refuse(
        "is \(value.shown); expected cut, update, or off for a device that is told to end")
    }
  }
}
