import Device
import HAL
import HeapModule

/// The source of a simulated board's events, in the order of their stamps.
public protocol EventSource {
  /// The next event, nil when there are no more.
  mutating func next() -> Event?
  /// The start of a span without power, in which no deadline wakes the device. The span ends with the
  /// event that `next` gave last, or never if it gave none. Nil: the device has power.
  var offSince: Instant? { get }
}

extension EventSource {
  public var offSince: Instant? { nil }
}

/// A type of its own: nested in the board, each event would look up the metadata of a generic type.
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

/// A board without hardware: a source of events, a queue of scheduled ones, and a clock that jumps. It
/// has no ports. Its events have been through those of the device that recorded them, and the actions
/// of a replay go into the timeline.
///
/// Events come in the order of (stamp, sequence). At the same moment, scheduled ones come before the
/// source's, and both before the deadline. A key that waits while a deadline is overdue comes before
/// that deadline, as on every board.
public struct SimulatedBoard<Source: EventSource>: Board {
  public private(set) var clock = SimulatedClock()
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
    if pending == nil, !isExhausted {
      pending = source.next()
      isExhausted = pending == nil
    }
    let fromQueue = !queue.isEmpty && isQueueFirst
    // The trace is the whole world: when it ends, no deadline comes any more, unless it says until
    // when the device went on.
    let next = pending?.at ?? (isExhausted ? source.offSince : nil)
    guard let at = fromQueue ? queue.min?.event.at : next else { return nil }
    if let deadline, deadline < at, !isWaitingKey(at, fromQueue) {
      // One that is overdue comes now, unless the power went in this very moment.
      let wakes = max(clock.now, deadline)
      if source.offSince.map({ wakes < $0 }) ?? true {
        clock.advance(to: wakes)
        return Event(at: clock.now, .deadline)
      }
    }
    // An event is large, and there are many: it is moved, not copied.
    guard var event = fromQueue ? queue.popMin()?.event : pending.take() else { return nil }
    clock.advance(to: max(clock.now, at))
    event.at = clock.now
    return event
  }

  /// A press that is there already.
  private func isWaitingKey(_ at: Instant, _ fromQueue: Bool) -> Bool {
    guard at <= clock.now, case .key = fromQueue ? queue.min?.event.kind : pending?.kind else {
      return false
    }
    return true
  }

  private var isQueueFirst: Bool {
    guard let first = queue.min?.event.at else { return false }
    return pending.map { first <= $0.at } ?? true
  }
}
