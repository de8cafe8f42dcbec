import Device
import HAL
import HeapModule

/// Where a simulated board's events come from, in the order of their stamps.
public protocol EventSource {
  /// The next event, nil when there are no more.
  mutating func next() -> Event?
}

/// Not nested in the board: there, each event would look up the metadata of a generic type.
private struct Scheduled: Comparable {
  var event: Event
  var sequence: Int
  static func < (a: Self, b: Self) -> Bool {
    (a.event.at, a.sequence) < (b.event.at, b.sequence)
  }
  static func == (a: Self, b: Self) -> Bool {
    a.event.at == b.event.at && a.sequence == b.sequence
  }
}

/// A board without hardware: a source of events, a queue of scheduled ones, and a clock that jumps.
///
/// Events come in the order of (stamp, sequence). At the same moment scheduled ones come before
/// the source's, and both before the deadline.
public struct SimulatedBoard<Source: EventSource>: Board {
  public private(set) var clock = SimulatedClock()
  public var gps = SimulatedGPS()
  public var speaker = SimulatedSpeaker()
  public var network = SimulatedNetwork()
  public private(set) var source: Source

  private var queue = Heap<Scheduled>()
  private var sequence = 0
  private var pending: Event?
  private var isExhausted = false

  public init(_ source: Source) { self.source = source }

  /// Makes an event happen at its stamp, or now when that is past.
  public mutating func schedule(_ event: Event) {
    queue.insert(Scheduled(event: event, sequence: sequence))
    sequence += 1
  }

  public mutating func nextEvent(before deadline: Instant?) -> Event? {
    while true {
      if pending == nil, !isExhausted {
        pending = source.next()
        isExhausted = pending == nil
      }
      let fromQueue = queue.min.map { q in pending.map { q.event.at <= $0.at } ?? true } ?? false
      let upcoming = fromQueue ? queue.min?.event : pending
      // The trace is the whole world: when it ends, no deadline comes any more.
      guard var event = upcoming else { return nil }
      if let deadline, deadline < event.at {
        clock.advance(to: max(clock.now, deadline))
        return Event(at: clock.now, .deadline)
      }
      if fromQueue { queue.removeMin() } else { pending = nil }
      clock.advance(to: max(clock.now, event.at))
      event.at = clock.now
      guard case .fix(let fix) = event.kind else { return event }
      gps.arrive(fix)
      // A fix that the receiver swallowed never happened.
      if let read = try? gps.read() { return Event(at: event.at, .fix(read)) }
    }
  }
}
