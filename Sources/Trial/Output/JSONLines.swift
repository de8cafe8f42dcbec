import Device
import Findings
import HAL
import Names
import Traces
import Words

/// Timeline and summary as JSON Lines, keys in fixed order: the contract with scripts.
public struct JSONLines {
  let prefix: String

  /// - Parameter trace: leads every line when there are several traces.
  public init(trace: String?) {
    prefix = trace.map { "{\"trace\":\(JSONText.quoted($0))," } ?? "{"
  }

  public func line(_ entry: TimelineEntry) -> String {
    var fields = JSONFields(entry)
    if let screen = entry.screen {
      let lines = screen.map(JSONText.quoted)
      fields.add("lines", raw: "[\(lines.joined(separator: ","))]")
    }
    if let crossing = entry.crossing { fields.add(crossing) }
    return "\(prefix)\"time\":\"\(CivilTime.text(entry.time))\","
      + "\"event\":\"\(entry.name.rawValue)\"\(fields.text)}\n"
  }

  /// - Parameter signOff: how the trace can be replayed again, as JSON; nil for a life that was simulated.
  public func line(_ summary: Summary, verdicts: [Verdict], signOff: String? = nil) -> String {
    var line =
      "\(prefix)\"event\":\"summary\",\"fixes\":\(summary.fixes),\"skipped\":\(summary.skips.damaged)"
      + ",\"duration_s\":\(JSONLines.shortest(summary.duration.seconds))"
      + ",\"exits\":\(summary.exits),\"returns\":\(summary.returns)"
      + ",\"digest\":\"\(summary.digestText)\""
      + ",\"actions\":\"\(Summary.text(summary.actions.value))\",\"suspects\":\(summary.suspects)"
      + ",\"losses\":\(summary.losses)"
    if !verdicts.isEmpty {
      let misses = verdicts.compactMap { verdict in
        verdict.miss.map { JSONText.quoted("expected \(verdict.expectation): \($0)") }
      }
      line +=
        ",\"expected\":\(verdicts.count),\"missed\":\(misses.count)"
        + ",\"misses\":[\(misses.joined(separator: ","))]"
    }
    if let signOff { line += ",\"signoff\":\(signOff)" }
    return line + ",\"unneeded\":\(summary.skips.unneeded)}\n"
  }

  /// One decimal place, always.
  static func tenths(_ length: Metres) -> String {
    guard length.value.magnitude < 1e15 else { return "null" }
    let tenths = Int64((length.value * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }

  /// The number without a decimal point when it is whole.
  static func shortest(_ value: Double) -> String {
    value == value.rounded() && value.magnitude < 1e15 ? String(Int64(value)) : String(value)
  }
}

/// The fields of an action behind its name, in fixed order.
private struct JSONFields {
  private(set) var text = ""

  init(_ entry: TimelineEntry) {
    add(place: entry.action)
    switch entry.action {
    case .perimeter(.left(_, initial: true)): add("initial", true)
    case .position(.lost(_, let age)): add("age_s", raw: Thousandths.text(age.count))
    case .reminder(.due(let occurrence, let kind, let call, let isUnsure)):
      add(occurrence)
      add("kind", kind.spelling)
      add("call", JSONFields.name(call))
      if isUnsure { add("unsure", true) }
    case .reminder(.acknowledged(let occurrence)), .reminder(.missed(let occurrence)):
      add(occurrence)
    case .reminder(.answered(let occurrence, let value)):
      add(occurrence)
      add("answer", raw: String(value))
    case .reminder(.snoozed(let occurrence, let until)):
      add(occurrence)
      add("until", CivilTime.text(until))
    case .company(.accompanied(let until)):
      add("until", raw: until.map { "\"\(CivilTime.text($0))\"" } ?? "null")
    case .company(.refused(let refusal, let caregiver)):
      add(caregiver: caregiver)
      add("until", CivilText.text(minuteOfDay: refusal.minute))
      add("reason", refusal.reason.spelling)
    case .clock(.disagrees(let by)): add("by_s", raw: Thousandths.text(by.count))
    case .dose(.prompted(let meal)): add("meal", meal.spelling)
    case .dose(.proposed(let offer)): add(offer)
    case .dose(.confirmed(let dose)), .dose(.undone(let dose)): add(dose)
    case .dose(.refused(let meal, let refusal)):
      add("meal", meal.spelling)
      add("reason", refusal.reason)
    case .glucose(.low(let result, let isVery)):
      add("glucose", GlucoseText.text(result))
      if isVery { add("very", true) }
    case .glucose(.high(let result)): add("glucose", GlucoseText.text(result))
    case .glucose(.lowOver(let over)): add(over)
    case .dose(.entryAhead(let entry)): add(entry)
    case .alarm(.started(let alarm, let priority)):
      add("alarm", alarm.spelling)
      add("priority", priority.spelling)
    case .alarm(.silenced(let alarm)): add("alarm", alarm.spelling)
    case .batteryLow(let percent): add("percent", raw: String(percent))
    case .profileKept(let since): add("since", CivilTime.text(since))
    case .outbox(.queued(let notice)): add(notice)
    case .outbox(.delivered(let id, let recipient)):
      add(id, entry.about)
      add(caregiver: recipient.caregiver)
      add("route", recipient.route.spelling)
    case .outbox(.failed(let id, let caregiver)), .outbox(.acknowledged(let id, let caregiver)):
      add(id, entry.about)
      add(caregiver: caregiver)
    case .show(let page): add("page", PageName(page).rawValue)
    case .started, .perimeter, .position, .clock, .reminder, .helpRequested, .company, .dose,
      .glucose, .alarm, .outbox, .store, .heartbeat:
      break
    }
    if let reminder = entry.action.occurrence?.reminder,
      let name = entry.words.names.reminders[reminder]?.name
    {
      add("name", name)
    }
  }

  mutating func add(_ key: String, raw: String) { text += ",\"\(key)\":\(raw)" }
  mutating func add(_ key: String, _ value: String) { add(key, raw: JSONText.quoted(value)) }
  private mutating func add(_ key: String, _ value: Bool) { add(key, raw: "\(value)") }

  /// The crossing that an exit or a return announced.
  mutating func add(_ verdict: CrossingVerdict) {
    add("crossed", raw: verdict.crossing.map { "\"\(CivilTime.text($0.time))\"" } ?? "null")
    if let crossing = verdict.crossing {
      add("crossed_pm_s", raw: Thousandths.text(crossing.uncertainty.count))
    }
    add("late_s", raw: verdict.late.map { Thousandths.text($0.count) } ?? "null")
    add("beyond_m", raw: verdict.beyond.map { JSONLines.tenths($0) } ?? "null")
    add("why", verdict.why(in: .english))
    let causes = verdict.parts.map { "\"\($0.cause.rawValue)\":\($0.seconds)" }
    add("why_s", raw: "{\(causes.joined(separator: ","))}")
  }

  private mutating func add(place action: Action) {
    // A notice tells its place as a link, like the mail.
    if case .outbox(.queued) = action { return }
    guard let place = action.whereabouts else { return }
    add("lat", raw: place.position.latitudeText)
    add("lon", raw: place.position.longitudeText)
    if let distance = place.distance { add("distance_m", raw: JSONLines.tenths(distance)) }
    if let radius = place.radius { add("radius_m", raw: JSONLines.shortest(radius.value)) }
    if let eph = place.eph { add("eph_m", raw: JSONLines.tenths(eph)) }
  }

  private mutating func add(_ occurrence: Occurrence) {
    add("reminder", raw: String(occurrence.reminder))
    add("due", occurrence.due.text)
  }

  /// Counted from 1, in the order in which they are told.
  private mutating func add(caregiver: UInt8) { add("caregiver", raw: String(Int(caregiver) + 1)) }

  private mutating func add(_ id: NoticeID, _ about: MatterName?) {
    add("notice", raw: String(id.number))
    if id.boot > 0 { add("boot", raw: String(id.boot)) }
    if let about { add("about", about.rawValue) }
  }

  private mutating func add(_ notice: Notice) {
    add(notice.id, MatterName(notice.matter))
    if let occurrence = notice.matter.occurrence { add(occurrence) }
    add(notice.matter)
    if case .reminder(.unsure(let unsure)) = notice.matter {
      add("unsure", true)
      add("announced", unsure.announced.text)
    }
    if let place = notice.whereabouts { add("map", mapLink(place.position)) }
  }

  /// Adds a matter's own fields.
  private mutating func add(_ matter: Notice.Matter) {
    switch matter {
    case .glucose(.low(_, _, .minutes(let minutes))): add("age_min", raw: String(minutes))
    case .glucose(.low(_, _, .unclear)): add("unclear", true)
    case .glucose(.lowOver(let over)): add(over)
    case .dose(.entryAhead(let entry)): add(entry)
    case .dose(.unanswered(_, let deleted?)):
      add("deleted_u", raw: Thousandths.text(deleted.units.milliunits))
      add("taken", CivilTime.text(deleted.taken))
    case .perimeter, .help, .location, .position, .reminder, .glucose, .dose, .clock,
      .batteryLow, .power, .day, .storageFailed, .profileKept, .companyRefused:
      break
    case .profileChanged(let changes):
      add("addresses", changes.contains(.addresses))
      add("perimeter", changes.contains(.perimeter))
      add("company", changes.contains(.company))
      if changes.contains(.reminders) { add("reminders", true) }
    }
  }

  private mutating func add(_ over: LowGlucoseOver) {
    add("was", GlucoseText.text(over.low))
    if let ended = over.ended { add("glucose", GlucoseText.text(ended)) }
    switch over.cause {
    case .measured: break
    case .corrected: add("corrected", true)
    case .removed: add("removed", true)
    case .old: add("old", true)
    }
    if over.isUnconfirmed { add("unconfirmed", true) }
  }

  private mutating func add(_ entry: EntryAhead) {
    add("entry", entry.isDose ? "dose" : "reading")
    add("ahead_s", raw: String(entry.ahead.count / 1000))
  }

  private mutating func add(_ offer: DoseOffer) {
    let proposal = offer.proposal
    let isByCarbohydrates = proposal.isByCarbohydrates
    add("meal", offer.meal.spelling)
    add("glucose", GlucoseText.text(offer.reading))
    add("base_u", raw: JSONFields.millionths(isByCarbohydrates ? 0 : proposal.meal))
    add("carbs_u", raw: JSONFields.millionths(isByCarbohydrates ? proposal.meal : 0))
    add("correction_u", raw: JSONFields.millionths(proposal.correction))
    add("iob_u", raw: JSONFields.millionths(proposal.insulinOnBoard))
    add("total_u", raw: Thousandths.text(proposal.total.milliunits))
    if proposal.isCapped { add("capped", true) }
  }

  private mutating func add(_ dose: DiaryDose) {
    func units(_ key: String, _ amount: InsulinUnits) {
      add(key, raw: Thousandths.text(amount.milliunits))
    }
    add("meal", dose.meal.spelling)
    units("meal_u", dose.mealPart)
    units("correction_u", dose.correction)
    units("iob_u", dose.insulinOnBoard)
    units("total_u", dose.proposed)
    units("confirmed_u", dose.confirmed)
  }

  /// The value to the millionth of a unit, as in `vigia dose`.
  private static func millionths(_ value: Double) -> String {
    JSONLines.shortest((value * 1_000_000).rounded() / 1_000_000)
  }

  private static func name(_ call: ReminderCall) -> String {
    switch call {
    case .first: "first"
    case .again: "again"
    case .late: "late"
    }
  }
}

extension CompanyRefusal.Reason {
  fileprivate var spelling: String {
    switch self {
    case .past: "past"
    case .tooFar: "too far ahead"
    case .timeUnknown: "time unknown"
    case .overtaken: "overtaken"
    case .clocksContradict: "clocks contradict each other"
    }
  }
}

extension DoseRefusal {
  /// The reason, for scripts; people read a sentence with advice.
  public var reason: String {
    switch self {
    case .noReading: "no reading"
    case .veryLow: "glucose below 54 mg/dL"
    case .low: "glucose below 70 mg/dL"
    case .notMeasurable: "glucose beyond what a meter measures"
    case .staleReading: "reading older than 15 minutes"
    case .secondDoseForMeal: "second dose for the same meal"
    case .clockUntrusted: "clock not trusted"
    case .implausibleProfile: "implausible profile"
    case .doseTimeUnclear: "time of a dose unclear"
    case .profileKept: "profile kept"
    }
  }
}
