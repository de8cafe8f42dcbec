import Device
import HAL

/// The spans outside the perimeter, as the device believed them.
public struct TimeOutside: Sendable {
  /// `to` is nil for one that lasts to the end.
  public private(set) var spans: [(from: Milliseconds, to: Milliseconds?)] = []
  /// The last start, until the device has taken up its life.
  private var start: Milliseconds?

  public init() {}

  /// Whether the last span is open.
  public var isOut: Bool { spans.last.map { $0.to == nil } ?? false }

  /// Takes the next action of the device. An exit ends by a return, or with the place forgotten: somebody
  /// is with the wearer, or the circle is gone.
  public mutating func add(_ action: Action, at moment: Milliseconds) {
    if case .perimeter(.left) = action, !isOut { spans.append((moment, nil)) }
    guard isOut else { return }
    if case .perimeter(.returned) = action { spans[spans.count - 1].to = moment }
    if case .store(.place(.unknown)) = action { spans[spans.count - 1].to = moment }
  }

  /// Looks at the device after an event. An exit that it has forgotten over a start ends with the start. The
  /// power went before the record was written, or in the middle of the return.
  public mutating func settle(_ event: Event, at moment: Milliseconds, _ device: inout Device) {
    if case .booted = event.kind { start = moment }
    guard let start, let isOpen = device.hasOpenExit() else { return }
    self.start = nil
    if isOut, !isOpen { spans[spans.count - 1].to = start }
  }

  /// The sum of the spans, up to the end of the walk.
  public func total(until end: Milliseconds) -> Milliseconds {
    Milliseconds(spans.reduce(0) { $0 + max(0, ($1.to?.count ?? end.count) - $1.from.count) })
  }

  /// The median of what is known of the exits' lateness: of two in the middle the lower, a lateness that was.
  public static func median(_ late: [Milliseconds]) -> Milliseconds? {
    let sorted = late.inserted { $0 < $1 }
    return sorted.isEmpty ? nil : sorted[(sorted.count - 1) / 2]
  }
}
