import Checkers
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
    case .diary(let edit): return DiaryStep.text(edit)
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
    func named(_ verb: String, _ table: [(name: String, fault: Fault)]) -> String? {
      table.first { $0.fault == fault }.map { "\(verb): \($0.name)" }
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
    // In the tables above.
    case .noPosition, .silence, .stuck, .jammed, .timeless, .undated, .flat, .twice, .outage,
      .halfOpen,
      .noNetworkTime, .lostAnswer, .refusal, .storage, .lyingStorage:
      return ""
    }
  }
}
