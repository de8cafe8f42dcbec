/// Why a receiver cannot be read.
public enum GPSError: Error, Equatable, Sendable {
  /// The receiver, or the daemon in front of it, is not there now; it may come back.
  case unavailable
  /// What came cannot be a fix. The next read may succeed.
  case garbled
}

/// A GPS receiver.
///
/// Contract: `read` never waits. It returns each fix that has arrived exactly once, oldest
/// first, and nil when none is waiting. It may return fixes that are old, repeated or wrong:
/// judging them is the core's work. It must not invent a value that the receiver did not send. That
/// the receiver is gone comes as `unavailable`, once or as long as it is gone, behind the fixes that
/// had arrived.
public protocol GPS {
  mutating func read() throws(GPSError) -> Fix?
}
