import Device
import HAL
import Names
import Simulator
import Traces

/// Acts and faults as steps of a scenario say them.
enum StepText {
  static func text(_ act: Act) -> String {
    switch act {
    case .walk(let target, let speed, let surroundings):
      return "walk_to: \(text(target)), speed_mps: \(speed.value), in: \(surroundings)"
    case .enter(let surroundings): return "enter: \(surroundings)"
    case .press(let press):
      return "press: \(press.key.spelling)" + (press.isLong ? ", long: yes" : "")
    case .measure(let reading):
      let age = reading.age.count == 0 ? "" : ", age: \(SpanText.text(reading.age))"
      return "measure: \(GlucoseText.text(reading.result))\(age)"
    case .temper(let temper): return "wearer: {\(text(temper))}"
    case .answers(let caregiver, let after):
      return "caregiver: \(caregiver + 1), answers_after: "
        + (after.map { SpanText.text($0) } ?? "never")
    case .ask(let message): return text(message)
    case .battery(let level):
      return "battery: \(level.percent) %" + (level.isCharging ? ", charging: yes" : "")
    // A household is told as what changes in it: `ProfileText.changes`.
    case .reload: return "profile: {}"
    case .switchOff(let span): return "power: off, for: \(SpanText.text(span))"
    case .update: return "power: update"
    case .diary(let edit): return DiaryStep.text(edit)
    case .portal(let word, let caregiver, let span):
      return Step.text(word, by: caregiver, for: span)
    case .portalDiary(let edit, let caregiver, let span):
      return "caregiver: \(caregiver + 1), portal_\(DiaryStep.text(edit)), "
        + "valid_for: \(SpanText.text(span))"
    // The changes of a profile are told, and not its text.
    case .portalProfile: return "portal_profile: {}"
    }
  }

  private static func text(_ point: Point) -> String {
    var members: [String] = []
    if point.north != 0 { members.append("north_m: \(point.north)") }
    if point.east != 0 { members.append("east_m: \(point.east)") }
    return members.isEmpty ? "home" : "{\(members.joined(separator: ", "))}"
  }

  private static func text(_ temper: Temper) -> String {
    var text = "answers: "
    switch temper.answers {
    case 0: text += "no"
    case 100: text += "yes"
    case let percent: text += "\(percent) %"
    }
    text += ", after: \(SpanText.text(temper.after))"
    if temper.mistakes > 0 { text += ", mistakes: \(temper.mistakes) %" }
    if temper.glucose != Temper.dutiful.glucose {
      text += ", glucose_mg_dl: [\(temper.glucose.lowerBound), \(temper.glucose.upperBound)]"
    }
    return text
  }

  private static func text(_ message: Message) -> String {
    switch message {
    case .whereIs(let caregiver): return "caregiver: \(caregiver + 1), asks: where"
    case .accompanied(let minute, let caregiver, _):
      let until = minute < 0 ? "over" : "\"\(CivilText.text(minuteOfDay: minute))\""
      return "caregiver: \(caregiver + 1), accompanied_until: \(until)"
    case .acknowledged(let token, let caregiver):
      return "caregiver: \(caregiver + 1), acknowledges: \"\(String(token, radix: 16))\""
    }
  }

  static func text(_ fault: Fault) -> String {
    func named(_ verb: String, _ table: [(name: String, value: Fault)]) -> String? {
      table.first { $0.value == fault }.map { "\(verb): \($0.name)" }
    }
    if let text = named("receiver", Step.receiverFaults) ?? named("network", Step.networkFaults)
      ?? named("storage", Step.storageFaults)
    {
      return text
    }
    switch fault {
    case .offset(let point): return "off_by: \(text(point))"
    case .noise(let factor): return "noise_times: \(factor)"
    case .eph(let claim): return "eph_m: " + (claim.map { "\($0.value)" } ?? "none")
    case .receiverTime(let span): return "receiver_clock: \(SpanText.text(span))"
    case .late(let span): return "late: \(SpanText.text(span))"
    case .interval(let span): return "every: \(SpanText.text(span))"
    case .flood(let many): return "flood: \(many)"
    case .slow(let span): return "network_delay: \(SpanText.text(span))"
    case .networkTime(let span): return "network_clock: \(SpanText.text(span))"
    case .powerCut(let actions, let torn):
      return "power: cut" + (actions > 0 ? ", after_actions: \(actions)" : "")
        + (torn > 0 ? ", torn_words: \(torn)" : "")
    case .people(let fault): return Step.text(fault)
    case .noSpeaker: return "speaker: gone"
    case .noKeys: return "keys: gone"
    case .portal(let trouble): return Step.text(trouble)
    // These are in the tables above.
    case .noPosition, .silence, .stuck, .jammed, .timeless, .undated, .flat, .motionless, .twice,
      .outage, .halfOpen, .noNetworkTime, .lostAnswer, .refusal, .storage, .lyingStorage:
      return ""
    }
  }
}

/// Spans of time as people write them: "90 s", "1 h 30 min", "0.25 s".
enum SpanText {
  static let expected = "a span of time such as 90 s, 20 min or 1 h 30 min"
  /// A thousand years.
  private static let longest: Int64 = 31_536_000_000_000

  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("min", 60_000), ("s", 1000), ("ms", 1),
  ]

  /// Reads a span, with a sign for one that may go back. Larger units come first; no unit comes twice.
  static func parse(_ text: String) -> Milliseconds? {
    var rest = text[...]
    let isNegative = rest.first == "-"
    if isNegative || rest.first == "+" { rest.removeFirst() }
    var sum: Int64 = 0
    var smallest = Int64.max
    repeat {
      guard let part = part(&rest), part.unit < smallest, part.amount <= longest - sum else {
        return nil
      }
      smallest = part.unit
      sum += part.amount
    } while !rest.isEmpty
    return Milliseconds(isNegative ? -sum : sum)
  }

  /// Takes "1.5 h" off the front.
  private static func part(_ rest: inout Substring) -> (amount: Int64, unit: Int64)? {
    rest = rest.drop { $0 == " " }
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    rest = rest.dropFirst(digits.count).drop { $0 == " " }
    let name = rest.prefix { $0.isLetter }
    rest = rest.dropFirst(name.count)
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard let unit = units.first(where: { $0.name == name })?.milliseconds, parts.count <= 2,
      parts.allSatisfy({ (1...15).contains($0.count) }), let whole = Int64(parts[0])
    else { return nil }
    let (product, overflow) = whole.multipliedReportingOverflow(by: unit)
    guard !overflow, product <= longest else { return nil }
    guard parts.count == 2 else { return (product, unit) }
    // The fraction goes to the millisecond, and not beyond: no rounding in a file that must mean the
    // same for ever.
    var scale: Int64 = 1
    for _ in parts[1] { scale *= 10 }
    guard parts[1].count <= 9, let fraction = Int64(parts[1]), fraction * unit % scale == 0 else {
      return nil
    }
    return (product + fraction * unit / scale, unit)
  }

  static func text(_ span: Milliseconds) -> String {
    if span.count == 0 { return "0 s" }
    var rest = span.count.magnitude
    var parts: [String] = []
    func take(_ unit: UInt64, _ name: String) {
      if rest >= unit { parts.append("\(rest / unit) \(name)") }
      rest %= unit
    }
    if rest >= 2 * 86_400_000 { take(86_400_000, "d") }
    take(3_600_000, "h")
    take(60_000, "min")
    if rest % 1000 == 0 {
      take(1000, "s")
    } else {
      parts.append("\(rest / 1000).\((rest % 1000).padded(3)) s")
    }
    return (span.count < 0 ? "-" : "") + parts.joined(separator: " ")
  }
}
