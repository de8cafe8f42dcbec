import HAL

/// The caregiver's one knob: it decides how soon an exit is announced. Its costs in metres, seconds and
/// false alarms are in docs/perimeter.md.
public enum PerimeterTemper: UInt8, Sendable {
  /// Later, and hardly ever wrong.
  case calm
  case normal
  /// Soonest; for a wearer who is in danger at once.
  case quick

  /// Metres beyond the edge at which an exit is announced within 60 s, also without a walk that was
  /// seen. The receiver's largest error of the last half hour adds to them. If it erred only before
  /// that, within 5 minutes.
  public var promise: Metres {
    switch self {
    case .calm: Metres(45)
    case .normal: Metres(30)
    case .quick: Metres(20)
    }
  }

  /// Metres beyond the edge at which a position speaks for "outside" that no walk explains.
  var offset: Double {
    switch self {
    case .calm: 30
    case .normal: 22
    case .quick: 14
    }
  }

  /// The same for a position that the wearer was seen to walk to.
  var walkedOffset: Double {
    switch self {
    case .calm: 15
    case .normal: 6
    case .quick: 4
    }
  }

  /// The sum of evidence at which the wearer has left.
  var threshold: Double {
    switch self {
    case .calm: 30
    case .normal: 20
    case .quick: 10
    }
  }
}
