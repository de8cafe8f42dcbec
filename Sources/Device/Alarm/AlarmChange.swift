import HAL

/// What an alarm does.
public enum AlarmChange: Equatable, Sendable {
  /// It was off and is on. Whether it sounds now is another matter.
  case started(AlarmKind, AlarmPriority)
  /// A key silenced it.
  case silenced(AlarmKind)
  /// Play it now; what still sounds gives way.
  case burst(Burst)
  /// With each burst: as many as it has pulses.
  case vibrate(pulses: UInt8)
  /// Stop the burst that still sounds, and the shaking.
  case hush
}
