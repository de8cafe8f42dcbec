import Device
import HAL
import Words

/// How an event stands in its lane. The four signs mean the same in every lane.
enum LaneSign: String, CaseIterable {
  /// Something begins or reaches somebody.
  case begins
  /// It waits: queued, put off, silenced.
  case waits
  /// Somebody answered.
  case answered
  /// It was missed, refused, or failed.
  case failed

  var label: String {
    switch self {
    case .begins: "begins or arrives"
    case .waits: "waits"
    case .answered: "answered"
    case .failed: "missed, refused or failed"
    }
  }
}

/// A row of signs below the chart: what happened to the wearer beside the walk.
enum LaneKind: Int, CaseIterable {
  case help, reminders, glucose, alarms, notices, observer

  var label: String {
    switch self {
    case .help: "Help"
    case .reminders: "Reminders"
    case .glucose: "Glucose and doses"
    case .alarms: "Alarms"
    case .notices: "Notices"
    case .observer: "Observer"
    }
  }
}

/// Where an event stands below the chart; nil for what has no lane.
struct LanePlace: Equatable {
  var lane: LaneKind
  var sign: LaneSign

  init?(_ name: EventName) {
    switch name {
    case .helpRequested: self.init(.help, .begins)
    case .reminderDue: self.init(.reminders, .begins)
    case .reminderSnoozed: self.init(.reminders, .waits)
    case .reminderAcknowledged: self.init(.reminders, .answered)
    case .reminderMissed: self.init(.reminders, .failed)
    case .dosePrompted, .glucoseHigh: self.init(.glucose, .begins)
    case .doseProposed, .doseUndone, .entryAhead: self.init(.glucose, .waits)
    case .doseConfirmed, .glucoseLowOver: self.init(.glucose, .answered)
    case .doseRefused, .glucoseLow: self.init(.glucose, .failed)
    case .alarmStarted, .batteryLow: self.init(.alarms, .begins)
    case .alarmSilenced: self.init(.alarms, .waits)
    case .noticeQueued: self.init(.notices, .waits)
    case .noticeDelivered: self.init(.notices, .begins)
    case .noticeAcknowledged: self.init(.notices, .answered)
    case .noticeFailed: self.init(.notices, .failed)
    case .deviceStarted, .perimeterSuspect, .perimeterCleared, .perimeterExit, .perimeterReturn,
      .positionLost, .positionRegained, .clockTrusted, .clockUntrusted, .clockDisagrees,
      .accompanied, .companyRefused, .screen, .mail, .profileKept:
      return nil
    }
  }

  init(_ lane: LaneKind, _ sign: LaneSign) {
    self.lane = lane
    self.sign = sign
  }
}

/// The lanes that have something in them, from the top down.
struct Lanes {
  struct Sign {
    var sign: LaneSign
    var at: Milliseconds
    /// Two or three words.
    var text: String
  }

  struct Lane {
    var kind: LaneKind
    /// In the order of time.
    var signs: [Sign]
  }

  private(set) var all: [Lane] = []

  init(_ timeline: [TimelineEntry], _ marks: [ObserverMark]) {
    var signs = [[Sign]](repeating: [], count: LaneKind.allCases.count)
    for entry in timeline {
      guard let place = LanePlace(entry.name) else { continue }
      let text = Language.english.tag(entry.action, names: entry.words.names) ?? ""
      signs[place.lane.rawValue].append(
        Sign(sign: place.sign, at: entry.sinceStart, text: text))
    }
    for mark in marks {
      signs[LaneKind.observer.rawValue].append(
        Sign(sign: .begins, at: mark.sinceStart, text: mark.text))
    }
    // A walk of which the caregiver is told is no day: its notices are in the table.
    let hasMore = LaneKind.allCases.contains {
      $0 != .notices && $0 != .alarms && !signs[$0.rawValue].isEmpty
    }
    let hasFate = signs[LaneKind.notices.rawValue].contains { $0.sign != .waits }
    guard hasMore || hasFate else { return }
    all = LaneKind.allCases.filter { !signs[$0.rawValue].isEmpty }
      .map { Lane(kind: $0, signs: signs[$0.rawValue]) }
  }

  var isEmpty: Bool { all.isEmpty }
  var last: Milliseconds { all.flatMap(\.signs).map(\.at).max() ?? Milliseconds(0) }
  var signs: Set<LaneSign> { Set(all.flatMap(\.signs).map(\.sign)) }
}
