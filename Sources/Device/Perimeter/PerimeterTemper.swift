import HAL

/// How soon the device believes that the wearer has left: the caregiver's one knob. What each costs in
/// metres, seconds and false alarms is in docs/perimeter.md.
public enum PerimeterTemper: UInt8, Sendable {
  /// Later, and hardly ever wrong.
  case calm
  case normal
  /// Soonest; for a wearer who is in danger at once.
  case quick

  /// Who is this far beyond the edge, and as far again as the receiver has erred in the last half hour,
  /// is announced within 60 s, also without a walk that was seen; and within 5 minutes if it erred
  /// only before.
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
