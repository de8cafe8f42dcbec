import Checkers
import Simulator

/// A failing day as a paragraph: what happens in it, in its order.
public enum Story {
  public static func text(_ plan: Plan, _ violation: Violation) -> String {
    var sentences = plan.items.filter { $0.at.count <= violation.at.milliseconds }.map {
      sentence($0)
    }
    sentences.append("Then, \(clock(violation.at.milliseconds)) into it: \(violation.what).")
    return sentences.joined(separator: " ")
  }

  private static func sentence(_ item: Item) -> String {
    let at = clock(item.at.count)
    switch item.kind {
    case .act(let act): return "After \(at) \(phrase(act))."
    case .fault(let fault):
      let lasts = item.lasts.count > 0 ? " for \(clock(item.lasts.count))" : ""
      return "After \(at) \(phrase(fault))\(lasts)."
    }
  }

  private static func phrase(_ act: Act) -> String {
    switch act {
    case .walk(let to, let speed, _):
      "the wearer sets out for a place \(Int(to.distance.value)) m from home at "
        + "\(speed.value) m/s"
    case .enter(let surroundings): "the wearer is \(surroundings)"
    case .press(let press): "\(press.key) is pressed\(press.isLong ? " long" : "")"
    case .measure: "the meter sends a reading"
    case .temper(let temper):
      temper.answers == 0
        ? "the wearer answers nothing any more"
        : "the wearer answers \(temper.answers) of 100 calls, after \(clock(temper.after.count))"
    case .answers(let caregiver, let after):
      after.map { "caregiver \(caregiver + 1) answers mails after \(clock($0.count))" }
        ?? "caregiver \(caregiver + 1) answers no mail"
    case .ask: "a caregiver writes to the device"
    case .battery(let level): "the battery is at \(level.percent) %"
    case .reload: "the profile is changed"
    case .switchOff(let span): "the device is switched off for \(clock(span.count))"
    case .update: "the device is asked to start again for an update"
    case .diary(let edit): DiaryStep.phrase(edit)
    case .portal(let word, let caregiver, _): phrase(word, by: caregiver)
    case .portalDiary(let edit, let caregiver, _):
      "through the portal of caregiver \(caregiver + 1), \(DiaryStep.phrase(edit))"
    case .portalProfile: "the profile is changed through the portal"
    }
  }

  private static func phrase(_ fault: Fault) -> String {
    switch fault {
    case .noPosition: "there is no position"
    case .silence: "the receiver says nothing"
    case .stuck: "the receiver repeats its last epoch"
    case .offset(let point): "positions are \(Int(point.distance.value)) m off"
    case .noise(let factor): "noise is \(factor) times as large"
    case .jammed: "the receiver is jammed"
    case .eph(let claim):
      claim.map { "the receiver claims an error of \($0.value) m" } ?? "no error is claimed"
    case .receiverTime(let span): "the receiver's clock is off by \(span.count / 1000) s"
    case .timeless: "epochs have no time"
    case .undated: "epochs have no date"
    case .flat: "positions have no height"
    case .motionless: "the receiver's speed sticks at nothing"
    case .late(let span): "epochs come \(clock(span.count)) late"
    case .twice: "each epoch comes twice"
    case .interval(let span): "there is one epoch in \(clock(span.count))"
    case .flood(let many): "there are \(many) epochs a second"
    case .outage: "there is no network"
    case .slow(let span): "the network is \(clock(span.count)) slower"
    case .refusal(let outcome): "every server's answer is \(outcome)"
    case .lostAnswer: "servers take mails and their answers are lost"
    case .halfOpen: "connections stand and nothing goes through"
    case .people(let fault): phrase(fault)
    case .networkTime(let span): "the network's time is off by \(span.count / 1000) s"
    case .noNetworkTime: "the network says nothing about the time"
    case .powerCut: "the power goes"
    case .storage(let error): "the disk is \(error)"
    case .lyingStorage: "the disk says it has written what it has not"
    case .noSpeaker: "there is no speaker"
    case .noKeys: "there are no keys"
    case .portal(let trouble): phrase(trouble)
    }
  }

  private static func clock(_ milliseconds: Int64) -> String {
    let seconds = milliseconds / 1000
    if seconds < 120 { return "\(seconds) s" }
    if seconds < 7200 {
      return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
    }
    return "\(seconds / 3600) h \(seconds / 60 % 60) min"
  }
}
