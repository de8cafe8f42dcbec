import CLinux
import Linux

/// The device as a process among others.
extension LiveDevice {
  /// Forbids core dumps and other processes' looks: this process holds health data, places and secrets.
  public static func forbidDumps() { _ = clinux_forbid_dumps() }

  /// A sign of life only while the core keeps its deadlines.
  func watch() {
    guard let every = service?.watchdog else { return }
    // It only wakes a loop that has nothing to do: a busy loop gets there anyway.
    let timer = reactor.addTimer(.rest) {}
    beat = (every, timer)
    showLife()
  }

  /// Shows life from the loop itself, whatever floods it.
  func showLife() {
    guard let (every, timer) = beat, nextBeat <= reactor.now else { return }
    if board.isAlive(within: 2 * every) { service?.isAlive() }
    nextBeat = reactor.now.after(milliseconds: every)
    reactor.set(timer, at: nextBeat)
  }
}
