/// The sum of the ports, with the one method that waits.
///
/// A board turns what its hardware does into the core's events, stamps each with its arrival on
/// the board's clock, and hands them over one at a time in the order of that stamp.
public protocol Board {
  associatedtype Event
  associatedtype ClockPort: Clock
  associatedtype GPSPort: GPS
  associatedtype SpeakerPort: Speaker
  associatedtype NetworkPort: Network

  var clock: ClockPort { get }
  var gps: GPSPort { get set }
  var speaker: SpeakerPort { get set }
  var network: NetworkPort { get set }

  /// Waits for the next thing that happens, but not beyond `deadline`.
  ///
  /// What arrives at the very moment of the deadline comes first. When the deadline passes with
  /// nothing else, the event says so. Nil means that nothing will ever happen again: power off, or
  /// the end of a trace.
  mutating func nextEvent(before deadline: Instant?) -> Event?
}
