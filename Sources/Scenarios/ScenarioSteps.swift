import Checkers
import HAL
import Profile
import Simulator
import Traces

/// The list `day`: a line a step, in order of time. Each says when, and one thing that happens.
struct ScenarioSteps {
  /// One of these makes a step; the others say more of it.
  static let acts = [
    "walk_to", "enter", "press", "measure", "wearer", "caregiver", "battery", "profile", "power",
    "calm", "diary", "portal_profile",
  ]
  static let faults =
    [
      "receiver", "off_by", "noise_times", "eph_m", "receiver_clock", "late", "every", "flood",
      "network",
      "network_delay", "network_clock", "storage", "speaker", "keys",
    ] + Step.peopleVerbs + Step.portalVerbs
  private static let details =
    [
      "exact", "speed_mps", "in", "long", "age",
      "answers_after", "asks", "accompanied_until", "acknowledges", "charging", "after_actions",
      "torn_words",
    ] + DiaryStep.details + Step.peopleDetails
    + Step.portalDetails

  let clock: ScenarioClock
  let lasts: Milliseconds
  let keys: KeySet
  let hasPortal: Bool
  /// A recorded trace is the receiver.
  let isRecorded: Bool
  private(set) var items: [Item] = []
  private(set) var marks: [TraceMark] = []
  private(set) var calm: Milliseconds?
  private(set) var reloads: [(household: Household, profile: Profile)] = []
  /// The profile of the last reload; nil: the file has a perimeter only.
  private var profile: YAMLValue?
  private var wearer = Wearer()
  private var last = Milliseconds(0)
  /// The end of the last step.
  private var over = Milliseconds(0)

  init(
    clock: ScenarioClock, lasts: Milliseconds, board: ScenarioBoard, isRecorded: Bool,
    _ profile: YAMLValue?
  ) {
    self.clock = clock
    self.lasts = lasts
    keys = board.keys
    hasPortal = board.hasPortal
    self.isRecorded = isRecorded
    self.profile = profile
  }

  mutating func read(_ value: YAMLValue) throws {
    let verbs = ScenarioSteps.acts + ScenarioSteps.faults
    let members = try value.members(
      known: ["at", "after", "for", "until", "note"] + verbs + ScenarioSteps.details)
    var step = Step(value, members)
    let at = try moment(&step)
    over = at
    if let note = step.take("note") {
      marks.append(TraceMark(at: Instant(milliseconds: at.count), text: try note.text()))
    }
    try refuseIdle(members)
    let found = verbs.filter { members[$0] != nil }
    guard found.count <= 1 else {
      throw value.refuse("does both \(found[0]) and \(found[1]); expected one thing a step")
    }
    guard let verb = found.first, let argument = step.take(verb) else {
      if members["note"] == nil {
        throw value.refuse("does nothing; expected one of \(verbs.joined(separator: ", "))")
      }
      return try step.finish("a note")
    }
    if verb == "calm" {
      try beCalm(argument, at)
    } else if let fault = try step.fault(verb, argument) {
      let lasts = try span(&step, from: at)
      items.append(Item(at: at, lasts: lasts, fault))
      over = Milliseconds(at.count + lasts.count)
    } else {
      items.append(Item(at: at, try act(&step, verb, argument, at)))
    }
    try step.finish(verb)
  }

  /// A step without any effect would let expectations pass for nothing.
  private func refuseIdle(_ members: [String: YAMLValue]) throws {
    if !hasPortal, let idle = Step.portalMembers.lazy.compactMap({ members[$0] }).first {
      throw idle.refuse("needs a portal, and there is none; expected board: {portal: yes}")
    }
    if isRecorded, let idle = members["walk_to"] ?? members["enter"] {
      throw idle.refuse(
        "moves no recorded receiver (gps), whose places are the trace's; expected it in a day without gps"
      )
    }
  }

  // MARK: When

  private mutating func moment(_ step: inout Step) throws -> Milliseconds {
    let at: Milliseconds
    let said: YAMLValue
    switch (step.take("at"), step.take("after")) {
    case (let value?, nil): (at, said) = (try clock.moment(value), value)
    case (nil, let value?):
      (at, said) = (Milliseconds(over.count + (try value.span()).count), value)
    default:
      throw step.value.refuse(
        "needs at, or after for a time since the step before it was over, and not both")
    }
    guard at < lasts else {
      throw said.refuse(
        "is \(said.shown), after the end; expected less than \(SpanText.text(lasts))")
    }
    guard at >= last else {
      throw said.refuse(
        "is \(said.shown), before the step above it; expected steps in order of time")
    }
    last = at
    return at
  }

  private func span(_ step: inout Step, from at: Milliseconds) throws -> Milliseconds {
    switch (step.take("for"), step.take("until")) {
    case (let value?, nil): return try value.span()
    case (nil, let value?):
      let end = try clock.moment(value)
      guard end >= at else {
        throw value.refuse("is \(value.shown), before the step begins; expected a later time")
      }
      return Milliseconds(end.count - at.count)
    default: throw step.value.refuse("needs for, such as 20 min, or until, such as \"10:30\"")
    }
  }

  // MARK: What is more than one step

  private mutating func beCalm(_ value: YAMLValue, _ at: Milliseconds) throws {
    guard try value.isYes() else { throw value.refuse("is \(value.shown); expected yes") }
    guard calm == nil else { throw value.refuse("stands twice; expected it once") }
    guard at.count <= lasts.count - Scenario.leastCalm.count else {
      throw value.refuse("begins less than an hour before the end; expected an hour without steps")
    }
    calm = at
  }

  private mutating func act(
    _ step: inout Step, _ verb: String, _ value: YAMLValue, _ at: Milliseconds
  ) throws -> Act {
    switch verb {
    case "walk_to":
      let act = try step.walk(value)
      if case .walk(let target, let speed, _) = act {
        wearer.walk(to: target, speed: speed, at: Instant(milliseconds: at.count))
        over = Milliseconds(max(wearer.arrives, at.count))
      }
      return act
    case "profile": return .reload(try reload(value, exact: step.take("exact")))
    case "portal_profile": return .portalProfile(try reload(value, exact: step.take("exact")))
    case "power":
      // "cut" is a fault, and was found to be one.
      if try value.text() == "update" { return .update }
      let span = try span(&step, from: at)
      over = Milliseconds(at.count + span.count)
      return .switchOff(for: span)
    default: return try step.act(verb, value)
    }
  }

  /// Sections of the profile that are others from now on.
  private mutating func reload(_ value: YAMLValue, exact: YAMLValue?) throws -> Household {
    guard let before = profile else {
      throw value.refuse("changes a profile; expected one at the top of the file")
    }
    let whole = try before.overlaid(by: value)
    let read = try Profile(whole)
    profile = whole
    var household = Household(read, keys: keys)
    if let exact { try ExactHousehold.apply(exact, to: &household) }
    reloads.append((household, read))
    return household
  }
}

/// The members of one step, each to be taken once.
struct Step {
  let value: YAMLValue
  private var members: [String: YAMLValue]

  init(_ value: YAMLValue, _ members: [String: YAMLValue]) {
    self.value = value
    self.members = members
  }

  mutating func take(_ name: String) -> YAMLValue? { members.removeValue(forKey: name) }

  mutating func need(_ name: String, with verb: String) throws -> YAMLValue {
    guard let member = take(name) else { throw value.refuse("has \(verb) and lacks \(name)") }
    return member
  }

  /// A member that was not asked for does not belong there.
  func finish(_ verb: String) throws {
    guard let name = members.keys.min(), let member = members[name] else { return }
    throw member.refuse("does not go with \(verb)")
  }
}
