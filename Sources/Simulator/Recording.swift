import HAL

/// The epochs of a real receiver, lived in place of generated ones. Where the wearer truly was nobody
/// knows; the world takes the receiver's word for it.
public struct Recording: Equatable, Sendable {
  public struct Epoch: Equatable, Sendable {
    /// Arrival, from the start of the life. Not before the epoch in front of it.
    public var at: Milliseconds
    /// Its time does not count: the epochs come in the world's own.
    public var fix: Fix

    public init(at: Milliseconds, _ fix: Fix) {
      self.at = at
      self.fix = fix
    }
  }

  /// Where it was read from, for whoever writes the plan down.
  public var name: String
  public var epochs: [Epoch]

  public init(name: String, epochs: [Epoch]) {
    self.name = name
    self.epochs = epochs
  }

  /// The first that arrives then or later.
  func index(from moment: Int64) -> Int {
    var low = 0
    var high = epochs.count
    while low < high {
      let middle = (low + high) / 2
      if epochs[middle].at.count < moment { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
