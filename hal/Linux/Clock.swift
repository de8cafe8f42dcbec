import HAL

/// The device's own clock: CLOCK_BOOTTIME since the device started, in milliseconds.
///
/// For tests it can run several times as fast. Handlers and the core see the moment of the reactor's
/// turn, which does not change while one event is handled.
public final class LinuxClock: Clock {
  private let reactor: Reactor
  private let start: BootTime
  /// Device milliseconds a millisecond; 1 but for tests.
  public let scale: Int64

  public init(_ reactor: Reactor, scale: Int64 = 1) {
    precondition(scale >= 1)
    self.reactor = reactor
    self.scale = scale
    start = reactor.now
  }

  public var now: Instant {
    Instant(milliseconds: (reactor.now.nanoseconds - start.nanoseconds) * scale / 1_000_000)
  }

  /// The first moment at which `now` is `instant` or later.
  public func bootTime(of instant: Instant) -> BootTime {
    let (span, overflow) = instant.milliseconds.multipliedReportingOverflow(by: 1_000_000)
    guard !overflow, span < .max - start.nanoseconds else { return BootTime(nanoseconds: .max) }
    return BootTime(nanoseconds: start.nanoseconds + (span + scale - 1) / scale)
  }
}
