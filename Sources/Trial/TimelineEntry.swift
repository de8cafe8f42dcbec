import Device
import HAL

/// One thing that the device did, and when.
public struct TimelineEntry: Sendable {
  public var name: EventName
  /// The moment of the decision, as the trace tells the time.
  public var time: WallTime
  /// The same moment, from the first event of the trace on.
  public var sinceStart: Milliseconds
  public var action: Action
}

extension Action {
  /// Where it happened; nil when it happened nowhere.
  public var whereabouts: Whereabouts? {
    switch self {
    case .started, .sound: nil
    case .suspected(let place), .cleared(let place), .left(let place, _), .returned(let place),
      .positionLost(let place, _), .positionRegained(let place):
      place
    case .notify(let notice): notice.whereabouts
    }
  }
}
