import Linux

/// The times to look again for a state that could not be opened: after 2 s, 4 s and so on up to 5 minutes.
struct StateSeek {
  private static let longest: Int64 = 300_000
  private var wait: Int64 = 1_000
  var timer: Reactor.Timer?

  /// Milliseconds until the next look.
  mutating func next() -> Int64 {
    wait = min(2 * wait, StateSeek.longest)
    return wait
  }
}
