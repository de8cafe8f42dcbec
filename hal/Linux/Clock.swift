import CLinux
import Device
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

/// The system's wall clock, and the moments at which somebody sets it.
///
/// It speaks at the start, after each step (TFD_TIMER_CANCEL_ON_SET), when NTP first has the clock in
/// step, and then every ten minutes. So a clock that nobody keeps in step loses its trust. A clock that
/// the kernel does not call synchronized counts as one of the board's own.
public final class WallClockWatch {
  /// Milliseconds between two looks at a clock that NTP keeps.
  static let confirms: Int64 = 600_000
  /// Milliseconds between two looks at a clock that NTP does not keep yet.
  static let looks: Int64 = 30_000

  private let reactor: Reactor
  private let descriptor: Int32
  private var registration: Reactor.Registration?
  private var timer: Reactor.Timer?
  private var isRead = false
  private var saidRTC = false

  /// - Throws: `SystemError` when the kernel has no descriptor left.
  public init(_ reactor: Reactor) throws(SystemError) {
    self.reactor = reactor
    descriptor = try SystemError.check(clinux_clock_watch_open(), "timerfd_create")
    registration = try reactor.add(descriptor, UInt32(CLINUX_READABLE), .timer) {
      [unowned self] _ in
      if clinux_timer_read(descriptor) == 1 { restart() }
      clinux_clock_watch_arm(descriptor)
    }
    clinux_clock_watch_arm(descriptor)
    timer = reactor.addTimer { [unowned self] in isRead = false }
  }

  /// Lets the clock say everything again, because its reader has forgotten it.
  public func restart() {
    isRead = false
    saidRTC = false
  }

  /// Returns the news since the last read, if any.
  public func read() -> (WallTime, ClockSource)? {
    guard !isRead else { return nil }
    isRead = true
    let isKept = clinux_clock_is_synchronized()
    if let timer {
      reactor.set(
        timer,
        at: reactor.now.after(
          milliseconds: isKept ? WallClockWatch.confirms : WallClockWatch.looks))
    }
    guard isKept || !saidRTC else { return nil }
    saidRTC = !isKept
    return (WallTime(milliseconds: clinux_realtime()), isKept ? .ntp : .rtc)
  }
}
