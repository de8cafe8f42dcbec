import Device
import HAL

/// What a mark in the drawings stands for.
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
    case .deviceStarted, .noticeQueued: return nil
    }
  }

  /// What the trial is about: never left out, never without a mark of its own size.
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
/// Exits, returns and suspects are all listed, however many; of the other rows the first
/// `mostOtherRows`, so that a receiver that comes and goes all day does not bury them.
struct EventList {
  static let mostOtherRows = 500

  struct Row {
    /// Nil for what happened nowhere, or together with the row before it.
    var number: Int?
    var entry: TimelineEntry
  }

  private(set) var rows: [Row] = []
  private(set) var marks: [EventMark] = []
  private(set) var rowsLeftOut = 0

  init(_ timeline: [TimelineEntry], perimeter: Perimeter) {
    var number = 0
    var others = 0
    for entry in timeline {
      let kind = MarkKind(entry.name)
      if kind != nil { number += 1 }
      var isListed = true
      if kind?.isMajor != true {
        others += 1
        isListed = others <= EventList.mostOtherRows
      }
      if isListed {
        rows.append(Row(number: kind == nil ? nil : number, entry: entry))
      } else {
        rowsLeftOut += 1
      }
      guard let kind, let place = entry.action.whereabouts else { continue }
      marks.append(
        EventMark(
          kind: kind, number: isListed ? number : nil, entry: entry, place: place,
          distance: place.distance ?? perimeter.distance(of: place.position)))
    }
  }

  /// From when to when the device held the wearer to be outside; nil: to the end of the trace.
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
