import HAL

/// Presses that nobody has read yet, oldest first.
struct PressQueue {
  /// More than a finger makes between two turns of the loop.
  static let capacity = 32
  private var waiting: [KeyPress] = []

  /// What does not fit is lost, but never that help was asked for.
  mutating func append(_ press: KeyPress) {
    if waiting.count < PressQueue.capacity {
      waiting.append(press)
    } else if press.key == .help {
      waiting[PressQueue.capacity - 1] = press
    }
  }

  mutating func next() -> KeyPress? { waiting.isEmpty ? nil : waiting.removeFirst() }
}
