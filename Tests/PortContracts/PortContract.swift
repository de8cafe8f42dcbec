import Testing

/// The promises of each port in `hal/HAL`, as tests that any backend of it can run: one source for all
/// boards. Acts of the world outside (a fix arrives, a finger presses, a plug is pulled) are handed in.
public enum PortContract {
  /// Allowed time of a call that "returns at once", which takes microseconds. A forbidden wait (a burst
  /// of seconds, a server that is silent for a minute) takes longer than this; a busy machine does not.
  static let atOnce = Duration.seconds(3)

  static func returnsAtOnce<T>(
    _ what: String, _ act: () throws -> T, at place: SourceLocation
  ) rethrows -> T {
    let clock = ContinuousClock()
    let began = clock.now
    defer { #expect(clock.now - began < atOnce, "\(what) waits", sourceLocation: place) }
    return try act()
  }
}
