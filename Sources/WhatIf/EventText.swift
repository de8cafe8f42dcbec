import Device
import Findings
import HAL

/// The members of an event, as the lines of a replay spell them (docs/module.md).
extension JSONBuffer {
  /// Adds the action; false where the page has nothing to show or to play for it.
  /// - Parameter matters: notices made so far: later ones tell of their fate.
  mutating func add(
    _ action: Action, _ matters: inout [(id: NoticeID, name: MatterName)], _ plan: Projection
  ) -> Bool {
    if let name = EventName(action) {
      add("\"event\":", name: name.rawValue)
      add(place: action, plan)
    }
    switch action {
    case .perimeter(.left(_, initial: true)): add(",\"initial\":true")
    case .position(.lost(_, let age)): add(",\"age_s\":", thousandths: age.count)
    case .reminder(.due(let occurrence, _, let call, _)):
      add(occurrence)
      add(",\"call\":")
      switch call {
      case .first: add("\"first\"")
      case .again: add("\"again\"")
      case .late: add("\"late\"")
      }
    case .reminder(.acknowledged(let occurrence)), .reminder(.missed(let occurrence)),
      .reminder(.snoozed(let occurrence, _)), .reminder(.answered(let occurrence, _)):
      add(occurrence)
    case .alarm(.started(let alarm, let priority)):
      add(",\"alarm\":", name: alarm.name)
      add(",\"priority\":", name: priority.name)
    case .alarm(.silenced(let alarm)): add(",\"alarm\":", name: alarm.name)
    case .alarm(.sound(let burst)):
      add("\"event\":\"sound\",\"burst\":", Int64(burst.rawValue))
    case .alarm(.vibrate(let pulses)):
      add("\"event\":\"vibrate\",\"pulses\":", Int64(pulses))
    case .alarm(.hush): add("\"event\":\"hush\"")
    case .batteryLow(let percent): add(",\"percent\":", Int64(percent))
    case .show(let page):
      add(",\"page\":", name: PageName(page).rawValue)
      add(",\"key\":")
      add(hex: PageKey(page).number)
      if case .home(let showsTime, _, _) = page {
        if showsTime { add(",\"shows_time\":true") } else { add(",\"shows_time\":false") }
      }
    case .outbox(.queued(let notice)):
      matters.append((notice.id, MatterName(notice.matter)))
      add(notice.id, matters)
      if let occurrence = notice.matter.occurrence { add(occurrence) }
    case .outbox(.delivered(let id, let recipient)):
      add(id, matters)
      add(",\"caregiver\":", Int64(recipient.caregiver) + 1)
      switch recipient.route {
      case .mail: add(",\"route\":\"mail\"")
      case .relay: add(",\"route\":\"relay\"")
      }
    case .outbox(.failed(let id, let caregiver)), .outbox(.acknowledged(let id, let caregiver)):
      add(id, matters)
      add(",\"caregiver\":", Int64(caregiver) + 1)
    case .outbox(.send), .store, .heartbeat: return false
    case .started, .perimeter, .position, .clock, .helpRequested, .company, .dose, .glucose,
      .profileKept:
      break
    }
    return true
  }

  private mutating func add(place action: Action, _ plan: Projection) {
    guard let place = action.whereabouts else { return }
    add(",\"lat\":")
    add(degreesE7: place.position.latitudeE7)
    add(",\"lon\":")
    add(degreesE7: place.position.longitudeE7)
    add(",\"east\":", ",\"north\":", plan.point(place.position))
    if let distance = place.distance {
      add(",\"distance_m\":")
      add(tenths: distance)
    }
    if let radius = place.radius {
      add(",\"radius_m\":", thousandths: Int64(nearest: radius.value * 1000))
    }
    if let eph = place.eph {
      add(",\"eph_m\":")
      add(tenths: eph)
    }
  }

  /// Metres on the plan, to the centimetre.
  mutating func add(_ east: StaticString, _ north: StaticString, _ place: GroundPoint) {
    add(east, thousandths: Int64(nearest: place.east * 100) * 10)
    add(north, thousandths: Int64(nearest: place.north * 100) * 10)
  }

  private mutating func add(_ occurrence: Occurrence) {
    add(",\"reminder\":", Int64(occurrence.reminder))
  }

  private mutating func add(_ id: NoticeID, _ matters: [(id: NoticeID, name: MatterName)]) {
    add(",\"notice\":", Int64(id.number))
    if id.boot > 0 { add(",\"boot\":", Int64(id.boot)) }
    for matter in matters.reversed() where matter.id == id {
      return add(",\"about\":", name: matter.name.rawValue)
    }
  }

  /// The crossing that an exit or a return announced.
  /// - Parameters:
  ///   - time: of the announcement, wall time.
  ///   - place: of the crossing on the plan.
  mutating func add(
    _ verdict: CrossingVerdict, announced time: Int64, _ clock: ReplayClock, at place: GroundPoint?
  ) {
    add(",\"crossed\":", verdict.late.map { time &- $0.count })
    add(",\"crossed_t\":", verdict.crossing.map { clock.sinceStart($0.at).count })
    if let place { add(",\"crossed_east\":", ",\"crossed_north\":", place) }
    add(",\"crossed_pm_s\":", thousandths: verdict.crossing.map { $0.uncertainty.count })
    add(",\"late_s\":", thousandths: verdict.late.map { $0.count })
    add(",\"beyond_m\":")
    if let beyond = verdict.beyond { add(tenths: beyond) } else { add("null") }
    add(",\"lack\":")
    if let lack = verdict.lack { add(name: lack.rawValue) } else { add("null") }
    add(",\"why_s\":{")
    var isFirst = true
    for part in verdict.parts {
      if !isFirst { add(",") }
      isFirst = false
      add(name: part.cause.rawValue)
      add(":", Int64(part.seconds))
    }
    add("}")
  }
}

extension Action {
  /// The place of the event; nil when it happened nowhere, or when a notice tells it as a link.
  fileprivate var whereabouts: Whereabouts? {
    switch self {
    case .perimeter(.suspected(let place)), .perimeter(.cleared(let place)),
      .perimeter(.left(let place, _)), .perimeter(.returned(let place)),
      .position(.lost(let place, _)), .position(.regained(let place)):
      place
    case .helpRequested(let place): place
    case .started, .clock, .reminder, .company, .dose, .glucose, .alarm, .outbox, .batteryLow,
      .profileKept, .show, .store, .heartbeat:
      nil
    }
  }
}

/// The names are those of `Names`, which holds more than a browser needs. WhatIfTests compares the two.
extension AlarmKind {
  var name: String {
    switch self {
    case .veryLowGlucose: "very_low_glucose"
    case .lowGlucose: "low_glucose"
    case .helpNotThrough: "help_not_through"
    case .help: "help"
    case .leftPerimeter: "left_perimeter"
    case .medication: "medication"
    case .dose: "dose"
    case .positionLost: "position_lost"
    case .batteryLow: "battery_low"
    case .reminder: "reminder"
    case .notDelivered: "not_delivered"
    case .storage: "storage"
    }
  }
}

extension AlarmPriority {
  var name: String {
    switch self {
    case .low: "low"
    case .medium: "medium"
    case .high: "high"
    }
  }
}

extension PerimeterTemper {
  var name: String {
    switch self {
    case .calm: "calm"
    case .normal: "normal"
    case .quick: "quick"
    }
  }
}
