import CLinux
import Device
import Glibc
import HAL
import Mail

/// A Linux single-board computer: all ports round one reactor.
///
/// Ports collect input while the reactor turns. `nextEvent` hands it over, the most urgent first,
/// stamped with the moment of the turn. A deadline carries the time it was due, however late the kernel
/// wakes. Other events with that stamp go first. That is why the written events replay to the same
/// decisions. A key that is read while a deadline is overdue was pressed on the page shown before it.
/// So it gets the deadline's moment too, and comes first.
public final class LinuxBoard: Board, Actuators {
  public let reactor: Reactor
  public let clock: LinuxClock
  public var gps: LinuxGPS
  public var speaker: LinuxSpeaker
  public var network: LinuxNetwork
  public var keys: JoinedKeys?
  public var screen: TerminalScreen?
  public var vibrator: LinuxVibrator?
  public var battery: LinuxBattery?
  public var storage: LinuxStorage?

  /// Finds the commands in a caregiver's mail, if any.
  public var understand: (InboundText) -> [Message] = { _ in [] }
  /// Takes answers to letters that the core does not know; false: the core gets it.
  public var take: (NetworkAnswer) -> Bool = { _ in false }
  /// Told of each event but deadlines just before the core gets it.
  public var handing: (Event) -> Void = { _ in }
  /// Called after each turn of the reactor, for what is no event of the core.
  public var turned: () -> Void = {}
  /// Nil: the wall clock is the receiver's alone.
  private let wallClock: WallClockWatch?
  private var posted: [Event.Kind] = []
  /// Index of the next posted event. Removing the first element would move all the others.
  private var next = 0
  private var end: BootTime?
  private var isEnded = false
  /// The deadline of the core, as of the last call.
  private(set) var deadline: Instant?
  /// Stamps never go back.
  private var latest = Instant.start
  private let log: (String) -> Void

  public init(
    _ reactor: Reactor, _ clock: LinuxClock, gps: LinuxGPS, speaker: LinuxSpeaker,
    network: LinuxNetwork, wallClock: WallClockWatch?, log: @escaping (String) -> Void
  ) {
    self.reactor = reactor
    self.clock = clock
    self.gps = gps
    self.speaker = speaker
    self.network = network
    self.wallClock = wallClock
    self.log = log
  }

  /// All that was posted has happened.
  public var isDrained: Bool { next == posted.count }

  /// Makes something happen at once, after what was posted before.
  public func post(_ kind: Event.Kind) { posted.append(kind) }

  /// The core starts anew, with all its memory gone: what it was told once it is told again.
  public func restart() {
    battery?.restart()
    wallClock?.restart()
  }

  /// Lets the loop end at that moment; an earlier one stands.
  public func finish(at end: BootTime) { self.end = self.end.map { min($0, end) } ?? end }

  /// The loop ends with the next call.
  public func finish() { isEnded = true }

  /// Overdue by more than this, the core or the loop is stuck: no sign of life for the watchdog.
  public func isAlive(within milliseconds: Int64) -> Bool {
    guard let deadline else { return true }
    return reactor.now < clock.bootTime(of: deadline).after(milliseconds: milliseconds)
  }

  public func nextEvent(before deadline: Instant?) -> Event? {
    self.deadline = deadline
    // An input of the same millisecond comes before the deadline, so the deadline passes with the next one.
    let wake = deadline.map { clock.bootTime(of: $0 + Milliseconds(1)) }
    // The core has dealt with all that it was handed.
    if isDrained, storage?.isSettled == true { network.settleAnswers() }
    while !isEnded {
      let now = clock.now
      if let deadline, deadline < now {
        // A key must not overtake events posted before it: they may be the start of another core.
        if isDrained, let press = try? keys?.read() {
          return hand(.key(press), at: max(deadline, latest))
        }
        return Event(at: deadline, .deadline)
      }
      if let kind = collect() { return hand(kind, at: now) }
      if let end, end <= reactor.now { return nil }
      do {
        try reactor.turn(until: [wake, end].compactMap { $0 }.min())
        turned()
      } catch {
        log("the device cannot wait any more: \(error)")
        return nil
      }
    }
    return nil
  }

  private func hand(_ kind: Event.Kind, at stamp: Instant) -> Event {
    latest = max(latest, stamp)
    let event = Event(at: stamp, kind)
    handing(event)
    return event
  }

  private func takePosted() -> Event.Kind? {
    guard next < posted.count else { return nil }
    defer {
      next += 1
      if next == posted.count {
        posted = []
        next = 0
      }
    }
    return posted[next]
  }

  private func collect() -> Event.Kind? {
    if let kind = takePosted() { return kind }
    if let press = try? keys?.read() { return .key(press) }
    while let answer = network.read() { if !take(answer) { return .answer(answer) } }
    while let text = network.readAnswer() { posted += understand(text).map(Event.Kind.message) }
    if let kind = takePosted() { return kind }
    if let fix = try? gps.read() { return .fix(fix) }
    if let (wall, source) = wallClock?.read() { return .clock(wall, source) }
    if let level = try? battery?.read() { return .battery(level) }
    return nil
  }
}
