import CLinux
import Glibc

/// Signals as a source of the reactor. They are blocked for this thread and all that it starts.
public final class Signals {
  private let reactor: Reactor
  private let descriptor: Int32
  private var registration: Reactor.Registration?
  /// Told which one came.
  public var arrived: (Int32) -> Void = { _ in }

  /// SIGTERM, SIGINT, SIGHUP, SIGUSR1 and SIGWINCH; SIGPIPE and SIGXFSZ are ignored.
  /// - Throws: `SystemError` when the kernel has no descriptor left.
  public init(_ reactor: Reactor) throws(SystemError) {
    self.reactor = reactor
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    let wanted = [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGWINCH]
    descriptor = try SystemError.check(
      clinux_signals_open(wanted, Int32(wanted.count)), "signalfd")
    registration = try reactor.add(descriptor, UInt32(CLINUX_READABLE), .signal) {
      [unowned self] _ in
      let number = clinux_signals_read(descriptor)
      if number != 0 { arrived(number) }
    }
  }

  deinit {
    if let registration { reactor.remove(registration) }
    close(descriptor)
  }
}
