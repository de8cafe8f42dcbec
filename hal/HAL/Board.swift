/// The sum of the ports, with the one method that waits.
///
/// A board turns what its hardware does into the core's events, stamps each with its arrival on
/// the board's clock, and hands them over one at a time in the order of that stamp.
///
/// A port that a board may lack is optional: what is not there is nil, and never a fake that
/// swallows what it is given. A port that is there and fails says so by an error.
public protocol Board {
  associatedtype Event
  associatedtype ClockPort: Clock
  associatedtype GPSPort: GPS
  associatedtype SpeakerPort: Speaker
  associatedtype NetworkPort: Network
  associatedtype KeysPort: Keys
  associatedtype ScreenPort: Screen
  associatedtype VibratorPort: Vibrator
  associatedtype BatteryPort: Battery
  associatedtype StoragePort: Storage

  var clock: ClockPort { get }
  var gps: GPSPort { get set }
  var speaker: SpeakerPort { get set }
  var network: NetworkPort { get set }
  /// Which of the keys there are, `available` says.
  var keys: KeysPort? { get set }
  var screen: ScreenPort? { get set }
  var vibrator: VibratorPort? { get set }
  /// Nil also when the board hangs on the mains.
  var battery: BatteryPort? { get set }
  /// Nil: nothing outlives a power cut.
  var storage: StoragePort? { get set }

  /// Waits for the next thing that happens, but not beyond `deadline`.
  ///
  /// What arrives at the very moment of the deadline comes first. So does a key that is read while the
  /// deadline is overdue: it is stamped with the deadline's moment. When the deadline passes with
  /// nothing else, the event says so. Nil means that nothing will ever happen again: power off, or
  /// the end of a trace.
  mutating func nextEvent(before deadline: Instant?) -> Event?
}
