import CLinux
import Glibc
import HAL

/// Nanoseconds on CLOCK_BOOTTIME, which goes on while the board sleeps.
public struct BootTime: Equatable, Comparable, Sendable {
  public var nanoseconds: Int64
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }
  public static func < (a: BootTime, b: BootTime) -> Bool { a.nanoseconds < b.nanoseconds }
  /// Saturates.
  public func after(milliseconds: Int64) -> BootTime {
    let (span, isTooLong) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, isTooLate) = nanoseconds.addingReportingOverflow(span)
    return BootTime(nanoseconds: isTooLong || isTooLate ? .max : sum)
  }
}

/// The order in which ready sources are served.
public enum SourcePriority: UInt8, Sendable {
  case keys, signal, receiver, speaker, network, timer, rest
}

/// Waits for all descriptors and timers of the board at once, on one thread.
///
/// Each turn reads the clock once and serves one source: the most urgent ready one, and among equals
/// the one served longest ago. So a flood on one descriptor delays no button. Every second turn goes to
/// the source served longest ago, even the least urgent one. So a flood delays nothing else either, and
/// a key waits for one turn at most. The reactor sleeps as long as nothing happens. Use it from one
/// thread only.
public final class Reactor {
  private final class Source {
    let id: UInt64
    let descriptor: Int32
    let priority: SourcePriority
    var events: UInt32
    let serve: (UInt32) -> Void
    var served = 0
    /// epoll refuses plain files, which are always ready: it is served by the clock instead.
    var isPolled = false

    init(
      _ id: UInt64, _ descriptor: Int32, _ priority: SourcePriority, _ events: UInt32,
      _ serve: @escaping (UInt32) -> Void
    ) {
      self.id = id
      self.descriptor = descriptor
      self.priority = priority
      self.events = events
      self.serve = serve
    }
  }

  /// A source of its own: registered until `remove`.
  public struct Registration: Equatable, Sendable { fileprivate let id: UInt64 }
  /// A timer that is armed and disarmed.
  public struct Timer: Equatable, Sendable { fileprivate let id: UInt64 }

  private struct Alarm {
    var due: BootTime?
    /// The turn in which it rang last.
    var rung = 0
    let priority: SourcePriority
    let ring: () -> Void
  }

  /// Milliseconds between two looks at a descriptor that epoll refuses.
  static let pollInterval: Int64 = 100

  private let epoll: Int32
  private let timer: Int32
  private var sources: [UInt64: Source] = [:]
  private var alarms: [UInt64: Alarm] = [:]
  private var lastID: UInt64 = 0
  private var turns = 0
  private var armed: BootTime?
  private var ready = [clinux_ready](repeating: clinux_ready(), count: 64)

  /// The moment of this turn, read once.
  public private(set) var now: BootTime
  /// The same in whole milliseconds.
  public var moment: Instant { Instant(milliseconds: now.nanoseconds / 1_000_000) }
  /// The number of times it has been woken, for measurements.
  public private(set) var wakeUps = 0

  /// - Throws: `SystemError` when the kernel has no descriptor left.
  public init() throws(SystemError) {
    epoll = try SystemError.check(clinux_epoll_open(), "epoll_create1")
    timer = try SystemError.check(clinux_timer_open(), "timerfd_create")
    now = BootTime(nanoseconds: clinux_boottime())
    _ = try SystemError.check(
      clinux_epoll_add(epoll, timer, UInt32(CLINUX_READABLE), 0), "epoll_ctl")
  }

  deinit {
    close(timer)
    close(epoll)
  }

  // MARK: Descriptors

  /// Serves `descriptor` from now on. Errors and hang-ups are always reported.
  /// - Parameters:
  ///   - events: bits of `CLINUX_READABLE` and `CLINUX_WRITABLE`; 0 for errors only.
  ///   - serve: gets the events for which the descriptor is ready. It may add and remove sources.
  /// - Throws: `SystemError` for a descriptor that is closed or already here.
  public func add(
    _ descriptor: Int32, _ events: UInt32, _ priority: SourcePriority,
    serve: @escaping (UInt32) -> Void
  ) throws(SystemError) -> Registration {
    lastID += 1
    let source = Source(lastID, descriptor, priority, events, serve)
    let result = clinux_epoll_add(epoll, descriptor, events, source.id)
    if result == -EPERM {
      source.isPolled = true
    } else {
      _ = try SystemError.check(result, "epoll_ctl")
    }
    sources[source.id] = source
    return Registration(id: source.id)
  }

  /// Waits for other events of it from now on.
  public func change(_ registration: Registration, _ events: UInt32) {
    guard let source = sources[registration.id], source.events != events else { return }
    source.events = events
    if !source.isPolled {
      _ = clinux_epoll_change(epoll, source.descriptor, events, source.id)
    }
  }

  /// Call it before the descriptor is closed: a new one may get its number.
  public func remove(_ registration: Registration) {
    guard let source = sources.removeValue(forKey: registration.id) else { return }
    if !source.isPolled { _ = clinux_epoll_remove(epoll, source.descriptor) }
  }

  // MARK: Timers

  /// A timer that is not armed yet.
  public func addTimer(
    _ priority: SourcePriority = .timer, ring: @escaping () -> Void
  ) -> Timer {
    lastID += 1
    alarms[lastID] = Alarm(priority: priority, ring: ring)
    return Timer(id: lastID)
  }

  /// Rings once at that moment; nil: never. A moment that is past rings in the next turn.
  public func set(_ timer: Timer, at due: BootTime?) { alarms[timer.id]?.due = due }

  public func remove(_ timer: Timer) { alarms[timer.id] = nil }

  // MARK: A turn

  /// Waits until something is ready, but not beyond `deadline`, and serves one source.
  /// - Returns: false when the deadline came first.
  /// - Throws: `SystemError` when the kernel cannot wait any more.
  @discardableResult public func turn(until deadline: BootTime?) throws(SystemError) -> Bool {
    turns += 1
    now = BootTime(nanoseconds: clinux_boottime())
    let polled = sources.values.contains { $0.isPolled && $0.events != 0 }
    var wake = deadline
    for alarm in alarms.values { wake = Reactor.earlier(wake, alarm.due) }
    if polled { wake = Reactor.earlier(wake, now.after(milliseconds: Reactor.pollInterval)) }
    let isDue = wake.map { $0 <= now } ?? false
    if !isDue { try arm(wake) }
    let count = try SystemError.check(
      clinux_epoll_wait(epoll, &ready, Int32(ready.count), isDue ? 0 : -1), "epoll_wait")
    wakeUps += 1
    now = BootTime(nanoseconds: clinux_boottime())
    return serve(first: Int(count), polled: polled)
  }

  private func arm(_ wake: BootTime?) throws(SystemError) {
    guard wake != armed else { return }
    _ = try SystemError.check(
      clinux_timer_set(timer, wake?.nanoseconds ?? -1), "timerfd_settime")
    armed = wake
  }

  private func serve(first count: Int, polled: Bool) -> Bool {
    var best: (priority: UInt8, served: Int, id: UInt64)?
    var chosen: (() -> Void)?
    let isTurnOfTheRest = turns.isMultiple(of: 2)
    func offer(_ priority: SourcePriority, _ served: Int, _ id: UInt64, _ act: @escaping () -> Void)
    {
      let rank = isTurnOfTheRest ? 0 : priority.rawValue
      if let best, best < (rank, served, id) { return }
      best = (rank, served, id)
      chosen = act
    }
    for i in 0..<count {
      if ready[i].id == 0 {
        _ = clinux_timer_read(timer)
        armed = nil
      } else if let source = sources[ready[i].id] {
        let events = ready[i].events
        offer(source.priority, source.served, source.id) { [turns] in
          source.served = turns
          source.serve(events)
        }
      }
    }
    if polled {
      for source in sources.values where source.isPolled && source.events != 0 {
        offer(source.priority, source.served, source.id) { [turns] in
          source.served = turns
          source.serve(source.events)
        }
      }
    }
    for (id, alarm) in alarms {
      guard let due = alarm.due, due <= now else { continue }
      offer(alarm.priority, alarm.rung, id) { [self] in
        alarms[id]?.due = nil
        alarms[id]?.rung = turns
        alarm.ring()
      }
    }
    chosen?()
    return chosen != nil
  }

  private static func earlier(_ a: BootTime?, _ b: BootTime?) -> BootTime? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }
}
