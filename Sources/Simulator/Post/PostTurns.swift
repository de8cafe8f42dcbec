import HAL
import Mail

/// A loop whose turns are the moments of a simulated life.
final class PostTurns: Turns {
  final class Timer: RingTimer {
    fileprivate var due = Int64.max
    fileprivate var order = 0
    fileprivate let ring: () -> Void
    private unowned let turns: PostTurns

    fileprivate init(_ turns: PostTurns, _ ring: @escaping () -> Void) {
      self.turns = turns
      self.ring = ring
    }

    func set(at moment: Instant?) {
      due = moment.map { max($0.milliseconds, turns.moment.milliseconds) } ?? .max
      order = turns.nextOrder()
      turns.reckon()
    }

    func remove() { turns.drop(self) }
  }

  private(set) var moment = Instant.start
  /// How many turns there were.
  private(set) var count = 0
  /// When the next turn is.
  private(set) var due = Int64.max
  private var timers: [Timer] = []
  private var lastOrder = 0

  func timer(ring: @escaping () -> Void) -> any RingTimer {
    let timer = Timer(self, ring)
    timers.append(timer)
    return timer
  }

  /// Once, after so many milliseconds. It keeps itself until then.
  func after(_ span: Int64, _ act: @escaping () -> Void) {
    var own: Timer?
    let timer = Timer(self) { [weak self] in
      if let own { self?.drop(own) }
      own = nil
      act()
    }
    own = timer
    timers.append(timer)
    timer.set(at: moment + Milliseconds(span))
  }

  /// Serves one timer that is due then; of those due at one moment the one that was set first.
  /// - Returns: false when none was.
  func turn(at now: Instant) -> Bool {
    moment = max(moment, now)
    guard due <= moment.milliseconds,
      let next = timers.min(by: { ($0.due, $0.order) < ($1.due, $1.order) })
    else { return false }
    next.due = .max
    count += 1
    reckon()
    next.ring()
    return true
  }

  func advance(to now: Instant) { moment = max(moment, now) }

  func forgetAll() {
    timers.removeAll()
    reckon()
  }

  fileprivate func nextOrder() -> Int {
    lastOrder += 1
    return lastOrder
  }

  fileprivate func drop(_ timer: Timer) {
    timers.removeAll { $0 === timer }
    reckon()
  }

  fileprivate func reckon() { due = timers.reduce(.max) { min($0, $1.due) } }
}
