import Linux

/// The time that a test waits, from its first turn of the reactor on. Before that turn the reactor's
/// moment may be half a minute old: so long a server takes to start on a busy machine.
final class Patience {
  private let milliseconds: Int64
  private var isAsked = false
  private var end: BootTime?

  init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// It is asked before each turn.
  func isLeft(_ reactor: Reactor) -> Bool {
    defer { isAsked = true }
    guard isAsked else { return true }
    let end = end ?? reactor.now.after(milliseconds: milliseconds)
    self.end = end
    return reactor.now < end
  }
}
