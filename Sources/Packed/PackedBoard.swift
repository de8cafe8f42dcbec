import Device
import HAL

/// A packed walk as the world of a device: events in the order of their stamps, and the core's deadline
/// when nothing comes before it. It is `SimulatedBoard` without a queue.
public struct PackedBoard<Source: ByteSource>: Board {
  private var reader: PackedReader<Source>
  private let change: PerimeterChange
  private var now = Instant.start
  private var pending: Event?
  private var offSince: Instant?
  private var isExhausted = false
  /// The reason why the walk ended early.
  public private(set) var failure: PackedError?
  /// Wall time minus device time by the trace, as of the event that was handed over last; nil until the
  /// trace says so.
  public private(set) var offset: Int64?

  /// - Parameter change: of every perimeter of the walk.
  public init(_ source: Source, change: PerimeterChange) throws(PackedError) {
    reader = try PackedReader(source)
    self.change = change
  }

  public mutating func nextEvent(before deadline: Instant?) -> Event? {
    if pending == nil, !isExhausted {
      fetch()
      isExhausted = pending == nil
    }
    guard let at = pending?.at ?? offSince else { return nil }
    if let deadline, deadline < at, !isWaitingKey {
      let wakes = max(now, deadline)
      if offSince.map({ wakes < $0 }) ?? true {
        now = wakes
        return Event(at: now, .deadline)
      }
    }
    guard var event = pending.take() else { return nil }
    now = max(now, at)
    event.at = now
    return event
  }

  /// A press that is there while a deadline is overdue comes before it, as on every board.
  private var isWaitingKey: Bool {
    guard let pending, pending.at <= now, case .key = pending.kind else { return false }
    return true
  }

  private mutating func fetch() {
    offSince = nil
    do throws(PackedError) {
      while let item = try reader.next() {
        switch item {
        case .off(let since): offSince = since
        case .offset(let offset): self.offset = offset
        case .event(var event):
          if case .setting(let setting) = event.kind {
            event.kind = .setting(change.applied(to: setting))
          }
          pending = event
          return
        }
      }
    } catch {
      failure = error
    }
  }
}
