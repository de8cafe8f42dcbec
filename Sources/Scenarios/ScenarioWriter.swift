import Checkers
import HAL
import Names
import Simulator
import Traces

/// Writes any plan as a scenario file that people can read, and that reads back as the same plan.
///
/// Names and addresses, which a plan does not know, are made up; what no profile may say stands
/// beside it, word for word. Times of reminders lie within the years 2000 to 2049.
public struct ScenarioWriter {
  private let plan: Plan
  private let clock: ScenarioClock

  public init(_ plan: Plan) {
    self.plan = plan
    clock = ScenarioClock(
      start: plan.start, zones: plan.household.zone.transitions(around: plan.start))
  }

  /// - Parameters:
  ///   - title: one line.
  ///   - violation: what did not hold; it stands in front of everything, as a comment.
  ///   - story: a paragraph for people; it becomes a comment, too.
  ///   - covers: requirements by their numbers.
  public func text(
    title: String, violation: Violation? = nil, story: String? = nil, covers: [String] = []
  ) -> String {
    var lines: [String] = []
    if let violation {
      lines += ScenarioWriter.comment(
        "Breaks \(violation.invariant.rawValue) at "
          + "\(SpanText.text(Milliseconds(violation.at.milliseconds))): \(violation.what)")
    }
    if let story { lines += ScenarioWriter.comment(story) }
    lines.append("title: \(JSONText.quoted(title))")
    if !covers.isEmpty { lines.append("covers: [\(covers.joined(separator: ", "))]") }
    lines.append("seed: \(plan.seed)")
    lines.append("start: \(CivilTime.text(plan.start))")
    lines.append("lasts: \(SpanText.text(plan.duration))")
    lines.append("profile:")
    for section in ProfileText.sections(of: plan.household) { lines += section.lines }
    let exact = ExactHousehold.text(plan.household)
    if !exact.isEmpty { lines.append("exact: {\(exact)}") }
    lines += board + receiver
    if let recording = plan.recording {
      lines.append("gps: {trace: \(JSONText.quoted(recording.name))}")
    }
    if !plan.agenda.isEmpty {
      lines.append("agenda:")
      lines += plan.agenda.map { "- {\(ScenarioAgenda.text($0))}" }
    }
    let day = self.day
    lines += day.isEmpty ? ["day: []"] : ["day:"] + day
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: What is so from the beginning

  private var board: [String] {
    var members: [String] = []
    let keys = plan.household.keys
    if keys != .all {
      let names = Key.spellings.filter { keys.contains($0.value) }.map(\.name)
      members.append("keys: [\(names.joined(separator: ", "))]")
    }
    if plan.clockDrift != 0 { members.append("clock_drift_ppm: \(plan.clockDrift)") }
    if let error = plan.calendarError { members.append("calendar_error: \(SpanText.text(error))") }
    if plan.clockRestarts { members.append("clock_restarts: yes") }
    if !plan.hasNetworkTime { members.append("network_time: no") }
    if plan.hasPortal { members.append("portal: yes") }
    return members.isEmpty ? [] : ["board: {\(members.joined(separator: ", "))}"]
  }

  private var receiver: [String] {
    let standard = ReceiverPlan()
    let receiver = plan.receiver
    var members: [String] = []
    func span(_ name: String, _ path: KeyPath<ReceiverPlan, Milliseconds>) {
      guard receiver[keyPath: path] != standard[keyPath: path] else { return }
      members.append("\(name): \(SpanText.text(receiver[keyPath: path]))")
    }
    span("interval", \.interval)
    span("latency", \.latency)
    span("first_fix", \.firstFix)
    if receiver.speed != standard.speed { members.append("speed: \(receiver.speed)") }
    if let noise = receiver.noise {
      members.append(
        "noise: {white_m: \(noise.white.value), drift_m: \(noise.drift.value), "
          + "drift_s: \(noise.driftTime.seconds), bias_m: \(noise.bias.value), "
          + "bias_s: \(noise.biasTime.seconds), smoothing_s: \(noise.smoothing.seconds), "
          + "spikes_per_hour: \(noise.spikesPerHour), eph_m: \(noise.eph.value), "
          + "doppler_mps: \(noise.doppler.value)}")
    }
    return members.isEmpty ? [] : ["receiver: {\(members.joined(separator: ", "))}"]
  }

  // MARK: The day

  private var day: [String] {
    var lines: [String] = []
    var calm: Milliseconds? = plan.calm < plan.duration ? plan.calm : nil
    var household = plan.household
    func beCalm(before at: Milliseconds) {
      guard let moment = calm, moment <= at else { return }
      lines.append("- {at: \(clock.text(moment)), calm: yes}")
      calm = nil
    }
    for item in plan.items {
      beCalm(before: item.at)
      let step: String
      switch item.kind {
      case .act(.reload(let other)):
        let exact = ExactHousehold.text(other)
        step =
          "profile: {\(ProfileText.changes(from: household, to: other))}"
          + (exact.isEmpty ? "" : ", exact: {\(exact)}")
        household = other
      case .act(.portalProfile(let other)):
        let exact = ExactHousehold.text(other)
        step =
          "portal_profile: {\(ProfileText.changes(from: household, to: other))}"
          + (exact.isEmpty ? "" : ", exact: {\(exact)}")
        household = other
      case .act(let act): step = StepText.text(act)
      case .fault(let fault): step = "for: \(SpanText.text(item.lasts)), \(StepText.text(fault))"
      }
      lines.append("- {at: \(clock.text(item.at)), \(step)}")
    }
    beCalm(before: plan.duration)
    return lines
  }

  private static func comment(_ text: String) -> [String] {
    var lines: [String] = []
    var line = "#"
    for word in text.split(whereSeparator: \.isWhitespace) {
      if line.count + 1 + word.count > 100 {
        lines.append(line)
        line = "#"
      }
      line += " " + word
    }
    return lines + [line]
  }
}
