import Findings
import HAL
import Words

/// The sign of an event in its lane. The four signs mean the same in every lane.
enum LaneSign: String, CaseIterable {
  /// Something begins or reaches somebody.
  case begins
  /// It waits: queued, put off, silenced.
  case waits
  /// Somebody answered.
  case answered
  /// It was missed, refused, or failed.
  case failed

  var label: ReportPhrase {
    switch self {
    case .begins: .begins
    case .waits: .waits
    case .answered: .answered
    case .failed: .failed
    }
  }
}

/// A row of signs below the chart: what happened to the wearer beside the walk.
enum LaneKind: Int, CaseIterable {
  case help, reminders, glucose, alarms, notices, observer

  var label: ReportPhrase {
    switch self {
    case .help: .laneHelp
    case .reminders: .laneReminders
    case .glucose: .laneGlucose
    case .alarms: .laneAlarms
    case .notices: .laneNotices
    case .observer: .laneObserver
    }
  }
}

/// The place of an event below the chart; nil for an event without a lane.
struct LanePlace: Equatable {
  var lane: LaneKind
  var sign: LaneSign

  init?(_ name: EventName) {
    switch name {
    case .helpRequested: self.init(.help, .begins)
    case .reminderDue: self.init(.reminders, .begins)
    case .reminderSnoozed: self.init(.reminders, .waits)
    case .reminderAcknowledged, .reminderAnswered: self.init(.reminders, .answered)
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
    /// The signs in the order of time.
    var signs: [Sign]
  }

  private(set) var all: [Lane] = []

  init(_ timeline: [TimelineEntry], _ marks: [ObserverMark], _ language: Language) {
    var signs = [[Sign]](repeating: [], count: LaneKind.allCases.count)
    for entry in timeline {
      guard let place = LanePlace(entry.name) else { continue }
      let text = language.tag(entry.action, names: entry.words.names) ?? ""
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

/// The lanes below the chart as SVG, on the chart's own axis of time.
struct LaneDrawing {
  private static let laneHeight = 48.0
  /// Pixels between the chart's axis and the first lane.
  static let gap = 12.0
  /// The number of signs in a lane above which they have neither words nor tooltips: the table has.
  private static let mostTexts = 60
  private static let longestText = 28

  let lanes: Lanes
  let text: ReportText
  let start: WallTime
  let clock: Clock24
  let left: Double
  let right: Double
  let top: Double
  /// The horizontal place of a moment.
  let x: (Milliseconds) -> Double

  static func height(_ lanes: Lanes) -> Double {
    lanes.isEmpty ? 0 : gap + Double(lanes.all.count) * laneHeight + 4
  }

  var svg: String { lanes.all.enumerated().map { lane($0.element, $0.offset) }.joined() }

  private func lane(_ lane: Lanes.Lane, _ index: Int) -> String {
    let y = top + LaneDrawing.gap + Double(index) * LaneDrawing.laneHeight + 26
    var base = PathData()
    base.line(through: Point(x: left, y: y), Point(x: right, y: y))
    var paths: [LaneSign: PathData] = [:]
    var lastAt: [LaneSign: Double] = [:]
    for sign in lane.signs {
      let at = x(sign.at)
      // Signs of a kind on the same spot are one.
      if let last = lastAt[sign.sign], at - last < 1 { continue }
      lastAt[sign.sign] = at
      Symbols.add(sign.sign, at: Point(x: at, y: y), to: &paths[sign.sign, default: PathData()])
    }
    let signs = LaneSign.allCases.map { sign in
      paths[sign].map { Symbols.path(sign, $0) } ?? ""
    }
    return Drawing.path("grid", base)
      + Drawing.text(text(lane.kind.label), "label lane", x: left, y: y - 11) + signs.joined()
      + texts(lane, y)
  }

  /// Time and words above or below each sign where there is room, else the time, else nothing;
  /// the tooltip says both.
  private func texts(_ lane: Lanes.Lane, _ y: Double) -> String {
    guard lane.signs.count <= LaneDrawing.mostTexts else { return "" }
    var placer = LabelPlacer(frame: Box(left: left, top: y - 22, right: right, bottom: y + 22))
    placer.occupy(
      Box(
        left: left, top: y - 22, right: left + LaneDrawing.width(text(lane.kind.label)) + 6,
        bottom: y - 7
      ))
    for sign in lane.signs {
      placer.occupy(Box(center: Point(x: x(sign.at), y: y), width: 11, height: 10))
    }
    return lane.signs.map { sign in
      let at = Point(x: x(sign.at), y: y)
      let time = WallTime(milliseconds: start.milliseconds &+ sign.at.count)
      let short = LaneDrawing.shortened(sign.text)
      let hour = clock.minutes(time)
      let label = self.label("\(hour) \(short)", at, &placer) ?? self.label(hour, at, &placer)
      let tip = [clock.wholeSeconds(time), sign.text, clock.otherTime(time).map { "(\($0))" }]
      return (label ?? "")
        + "<circle class=\"hit\" cx=\"\(PathData.number(at.x))\" cy=\"\(PathData.number(y))\" r=\"8\">"
        + "<title>\(Markup.escaped(tip.compactMap { $0 }.joined(separator: " ")))</title></circle>"
    }.joined()
  }

  private func label(_ text: String, _ at: Point, _ placer: inout LabelPlacer) -> String? {
    let directions = [(0.0, -1.0), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1)].map {
      (x: $0.0, y: $0.1)
    }
    let placement = placer.place(
      width: LaneDrawing.width(text), height: 14, spots: [.init(at: at, directions: directions)],
      clearance: 5, reach: [0])
    return placement.map {
      Drawing.text(text, "label mid", x: $0.center.x, y: $0.center.y + 4.5)
    }
  }

  private static func width(_ text: String) -> Double { Double(text.count) * 7 + 4 }

  private static func shortened(_ text: String) -> String {
    text.count <= longestText ? text : text.prefix(longestText - 1) + "…"
  }
}
