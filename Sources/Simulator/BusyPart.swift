import HAL

/// Draws steps for the busy part of a day, which the calm at its end follows.
protocol BusyPart {
  /// Milliseconds from the start of the life.
  var busy: Int64 { get }
  var items: [Item] { get set }
}

extension BusyPart {
  private func inside(_ moment: Int64) -> Int64 { min(max(moment, 1000), busy - 1000) }

  mutating func add(_ act: Act, at moment: Int64) {
    items.append(Item(at: Milliseconds(inside(moment)), act))
  }

  /// The fault ends with the busy part at the latest.
  mutating func fault(_ fault: Fault, at moment: Int64, _ seconds: Int64) {
    let at = inside(moment)
    items.append(
      Item(at: Milliseconds(at), lasts: Milliseconds(min(seconds * 1000, busy - at)), fault))
  }
}
