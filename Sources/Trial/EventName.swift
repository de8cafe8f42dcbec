import Device

/// The names of events in JSON, in expectations and in scenarios: the contract with scripts.
public enum EventName: String, CaseIterable, Sendable {
  case deviceStarted = "device.started"
  case perimeterSuspect = "perimeter.suspect"
  case perimeterCleared = "perimeter.cleared"
  case perimeterExit = "perimeter.exit"
  case perimeterReturn = "perimeter.return"
  case positionLost = "position.lost"
  case positionRegained = "position.regained"
  case noticeQueued = "notice.queued"

  /// Nil for what only sounds: it is part of another event.
  init?(_ action: Action) {
    switch action {
    case .started: self = .deviceStarted
    case .suspected: self = .perimeterSuspect
    case .cleared: self = .perimeterCleared
    case .left: self = .perimeterExit
    case .returned: self = .perimeterReturn
    case .positionLost: self = .positionLost
    case .positionRegained: self = .positionRegained
    case .notify: self = .noticeQueued
    case .sound: return nil
    }
  }
}
