/// The core's environment: one method that waits.
///
/// A board turns the acts of its hardware into the core's events. It stamps each with its arrival on
/// the board's clock, and hands them over one at a time in the order of that stamp. The ports that it
/// listens to (receiver, keys, battery) are its own business; their contracts state what it can count
/// on.
public protocol Board {
  associatedtype Event

  /// Waits for the next thing that happens, but not beyond `deadline`.
  ///
  /// An input at the very moment of the deadline comes first. So does a key that is read while the
  /// deadline is overdue: it is stamped with the deadline's moment. When the deadline passes with
  /// nothing else, the event says so. Nil means that nothing will ever happen again: power off, or the
  /// end of a trace.
  mutating func nextEvent(before deadline: Instant?) -> Event?
}

/// The ports by which a device acts.
///
/// A port that may be lacking is optional: what is not there is nil, and never a fake that swallows
/// what it is given. A port that is there and fails says so by an error.
public protocol Actuators {
  associatedtype SpeakerPort: Speaker
  associatedtype VibratorPort: Vibrator
  associatedtype ScreenPort: Screen
  associatedtype NetworkPort: Network
  associatedtype StoragePort: Storage

  var speaker: SpeakerPort { get set }
  var vibrator: VibratorPort? { get set }
  var screen: ScreenPort? { get set }
  var network: NetworkPort { get set }
  /// Nil: nothing outlives a power cut.
  var storage: StoragePort? { get set }
}
