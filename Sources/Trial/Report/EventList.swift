import Device
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

  var label: String {
    switch self {
    case .exit: "exit"
    case .return: "return"
    case .suspect: "suspect"
    case .cleared: "cleared"
    case .lost: "position lost"
    case .regained: "position regained"
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

  struct Row {
    enum Content {
      case entry(TimelineEntry)
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

  init(_ data: ReportData) {
    self.init(data.timeline, data.marks, data.start, data.perimeter, data.clock)
  }

  private init(
    _ timeline: [TimelineEntry], _ notes: [ObserverMark], _ start: WallTime, _ perimeter: Perimeter,
    _ clock: Clock24
  ) {
    self.clock = clock
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
    for entry in timeline where entry.name != .screen && entry.name != .mail {
      note(upTo: entry.sinceStart)
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

  /// The spans in which the device held the wearer to be outside; nil: to the end of the trace.
  var excursions: [(from: Milliseconds, to: Milliseconds?)] {
    var stretches: [(from: Milliseconds, to: Milliseconds?)] = []
    for mark in marks {
      let isOut = stretches.last.map { $0.to == nil } ?? false
      if mark.kind == .exit, !isOut { stretches.append((mark.entry.sinceStart, nil)) }
      if mark.kind == .return, isOut { stretches[stretches.count - 1].to = mark.entry.sinceStart }
    }
    return stretches
  }
}

/// One row of the table of events.
struct EventRowView {
  var style: String
  /// SVG, where the row has a mark.
  var symbol: String?
  var number: String?
  var date: String?
  var time: String
  /// The same in UTC; nil where that is what `time` says.
  var otherTime: String?
  var since: String
  var words: String
  /// Nil for what an observer noted.
  var code: String?
  var distance: String
  var accuracy: String
  var link: String?
  var place: String?

  static func rows(_ list: EventList) -> [EventRowView] {
    var day: String?
    var before: Whereabouts?
    return list.rows.map { row in
      let date = list.clock.date(row.time)
      // A row without a number, at the place of the row above it, need not state the place again.
      let place = row.entry?.action.whereabouts
      let isKept = row.entry.map { EventList.isKept($0.name) } ?? false
      let isSamePlace = row.number == nil && !isKept && place == before
      defer { (day, before) = (date, place ?? before) }
      return EventRowView(
        row, list.clock, date: date == day || !Clock24.isDated(row.time) ? nil : date,
        place: isSamePlace ? nil : place)
    }
  }

  private init(_ row: EventList.Row, _ clock: Clock24, date: String?, place: Whereabouts?) {
    number = row.number.map { String($0) }
    self.date = date
    time = clock.time(row.time)
    otherTime = clock.otherTime(row.time)
    since = Numbers.seconds(row.sinceStart)
    switch row.content {
    case .entry(let entry):
      let kind = MarkKind(entry.name)
      style = kind?.isMajor == true || EventList.isKept(entry.name) ? "major" : "minor"
      symbol = kind.map(Symbols.key) ?? LanePlace(entry.name).map { Symbols.key($0.sign) }
      words = Language.english.label(
        entry.action, names: entry.words.names, zone: clock.zone)
      code = entry.name.rawValue
    case .note(let text):
      style = "minor"
      symbol = Symbols.key(.begins)
      words = "Observer: \u{201C}\(text)\u{201D}"
    }
    distance = place?.distance.map { Numbers.length($0) } ?? ""
    accuracy = place.map { EventRowView.accuracy($0.eph) } ?? ""
    if let position = place?.position {
      link = mapLink(position)
      self.place = sixDecimals(position.latitudeE7) + ", " + sixDecimals(position.longitudeE7)
    }
  }

  private static func accuracy(_ eph: Metres?) -> String {
    guard let eph, AccuracyClass(eph) != .unknown else { return "unknown" }
    return "± " + Numbers.length(eph)
  }
}

extension EventList.Row {
  /// Nil for what an observer noted.
  fileprivate var entry: TimelineEntry? {
    if case .entry(let entry) = content { entry } else { nil }
  }
}
