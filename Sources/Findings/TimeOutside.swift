import HAL

/// The spans outside the perimeter, as the device believed them.
public struct TimeOutside: Sendable {
  /// `to` is nil for one that lasts to the end.
  public private(set) var spans: [(from: Milliseconds, to: Milliseconds?)] = []

  public init() {}

  private var isOut: Bool { spans.last.map { $0.to == nil } ?? false }

  /// Takes the next event of the timeline; only exits and returns count.
  public mutating func add(_ name: EventName, at moment: Milliseconds) {
    if name == .perimeterExit, !isOut { spans.append((moment, nil)) }
    if name == .perimeterReturn, isOut { spans[spans.count - 1].to = moment }
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
