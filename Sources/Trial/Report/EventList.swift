import Device
import Findings
import HAL
import Words

/// The event behind a mark in the drawings.
enum MarkKind: String, CaseIterable {
  case exit, `return`, suspect, cleared, lost, regained

  init?(_ name: EventName) {
    switch name {
    case .perimeterExit: self = .exit
    case .perimeterReturn: self = .return
    case .perimeterSuspect: self = .suspect
    case .perimeterCleared: self = .cleared
    case .positionLost: self = .lost
    case .positionRegained: self = .regained
    case .deviceStarted, .clockTrusted, .clockUntrusted, .clockDisagrees, .reminderDue,
      .reminderAcknowledged, .reminderAnswered, .reminderSnoozed, .reminderMissed, .helpRequested,
      .accompanied,
      .companyRefused, .dosePrompted, .doseProposed, .doseConfirmed, .doseUndone, .doseRefused,
      .glucoseLow, .glucoseHigh, .glucoseLowOver, .entryAhead, .alarmStarted, .alarmSilenced,
      .batteryLow, .profileKept, .noticeQueued, .noticeDelivered, .noticeFailed,
      .noticeAcknowledged, .screen, .mail:
      return nil
    }
  }

  /// Whether the trial is about it: then it is never left out, and never without a mark of its own size.
  var isMajor: Bool { self == .exit || self == .return || self == .suspect }

  var label: ReportPhrase {
    switch self {
    case .exit: .exit
    case .return: .return
    case .suspect: .suspect
    case .cleared: .cleared
    case .lost: .lost
    case .regained: .regained
    }
  }
}

/// An event with a place, as the drawings mark it.
struct EventMark {
  var kind: MarkKind
  /// The number of its row in the table; nil when the table leaves the row out.
  var number: Int?
  var entry: TimelineEntry
  var place: Whereabouts
  var distance: Metres
}

/// The timeline as rows and marks with common numbers.
///
/// Exits, returns, suspects and other events that nobody may miss are all listed. Only the first
/// `mostOtherRows` of the other rows are listed, so that a receiver that comes and goes all day does
/// not bury them.
struct EventList {
  static let mostOtherRows = 500
  /// The number of new positions in a row that share one line.
  private static let leastRun = 3

  struct Row {
    enum Content {
      case entry(TimelineEntry)
      /// Several new positions for the caregivers.
      case newPositions(count: Int, until: WallTime, first: TimelineEntry)
      /// An observer's remark.
      case note(String)
    }
    /// Nil for what happened nowhere, or together with the row before it.
    var number: Int?
    var time: WallTime
    var sinceStart: Milliseconds
    var content: Content
  }

  private(set) var rows: [Row] = []
  private(set) var marks: [EventMark] = []
  private(set) var rowsLeftOut = 0
  let clock: Clock24
  let text: ReportText

  init(_ data: ReportData) {
    self.init(data.timeline, data.marks, data.start, data.perimeter, data.clock, data.text)
  }

  private init(
    _ timeline: [TimelineEntry], _ notes: [ObserverMark], _ start: WallTime, _ perimeter: Perimeter,
    _ clock: Clock24, _ text: ReportText
  ) {
    self.clock = clock
    self.text = text
    var notes = notes.sorted { $0.sinceStart < $1.sinceStart }[...]
    func note(upTo moment: Milliseconds) {
      while let note = notes.first, note.sinceStart <= moment {
        notes.removeFirst()
        let time = WallTime(milliseconds: start.milliseconds &+ note.sinceStart.count)
        rows.append(
          Row(number: nil, time: time, sinceStart: note.sinceStart, content: .note(note.text)))
      }
    }
    var number = 0
    var others = 0
    let told = timeline.filter { $0.name != .screen && $0.name != .mail }[...]
    var rest = told
    while let entry = rest.first {
      note(upTo: entry.sinceStart)
      let run = EventList.newPositions(rest, before: notes.first?.sinceStart)
      if run.count > 1, let last = run.last {
        let count = run.count { $0.name == .noticeQueued }
        others += 1
        rows.append(
          Row(
            number: nil, time: entry.time, sinceStart: entry.sinceStart,
            content: .newPositions(count: count, until: last.time, first: entry)))
        rest = rest.dropFirst(run.count)
        continue
      }
      rest = rest.dropFirst()
      let kind = MarkKind(entry.name)
      if kind != nil { number += 1 }
      var isListed = true
      if kind?.isMajor != true, !EventList.isKept(entry.name) {
        others += 1
        isListed = others <= EventList.mostOtherRows
      }
      if isListed {
        rows.append(
          Row(
            number: kind == nil ? nil : number, time: entry.time, sinceStart: entry.sinceStart,
            content: .entry(entry)))
      } else {
        rowsLeftOut += 1
      }
      guard let kind, let place = entry.action.whereabouts else { continue }
      marks.append(
        EventMark(
          kind: kind, number: isListed ? number : nil, entry: entry, place: place,
          distance: place.distance ?? perimeter.distance(of: place.position)))
    }
    note(upTo: Milliseconds(.max))
  }

  /// The new positions that the caregivers got one after the other, with their deliveries; empty unless
  /// there are several.
  private static func newPositions(
    _ entries: ArraySlice<TimelineEntry>, before note: Milliseconds?
  ) -> ArraySlice<TimelineEntry> {
    let run = entries.prefix { entry in
      guard entry.about == .location, note.map({ entry.sinceStart < $0 }) ?? true else {
        return false
      }
      return entry.name == .noticeQueued || entry.name == .noticeDelivered
    }
    return run.count { $0.name == .noticeQueued } < leastRun ? [] : run
  }

  /// Whether it is one that nobody may miss among the rest.
  static func isKept(_ name: EventName) -> Bool {
    switch name {
    case .helpRequested, .reminderMissed, .doseConfirmed, .doseRefused, .glucoseLow, .noticeFailed:
      true
    case .deviceStarted, .perimeterSuspect, .perimeterCleared, .perimeterExit, .perimeterReturn,
      .positionLost, .positionRegained, .clockTrusted, .clockUntrusted, .clockDisagrees,
      .reminderDue, .reminderAcknowledged, .reminderAnswered, .reminderSnoozed, .accompanied,
      .companyRefused,
      .dosePrompted, .doseProposed, .doseUndone, .glucoseHigh, .glucoseLowOver, .entryAhead,
      .alarmStarted, .alarmSilenced, .batteryLow, .profileKept, .noticeQueued, .noticeDelivered,
      .noticeAcknowledged, .screen, .mail:
      false
    }
  }
}
