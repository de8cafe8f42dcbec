import Device
import HAL

/// Somebody beside the device who writes down what they hear, feel and see, with the second.
struct Ear {
  var alarm = Alarm()
  private(set) var changes: [(second: Double, change: AlarmAction)] = []
  private(set) var now = Instant.start

  init(_ raised: [(AlarmKind, AlarmPriority)] = []) {
    var priorities = AlarmPriorities()
    for (kind, priority) in raised { priorities.raise(kind, to: priority) }
    act { $0.configure(priorities, at: $1, $2) }
  }

  private mutating func act(
    _ body: (inout Alarm, Instant, (AlarmAction) -> Void) -> Void
  ) {
    var told: [AlarmAction] = []
    body(&alarm, now) { told.append($0) }
    let second = (now - .start).seconds
    changes += told.map { (second, $0) }
  }

  /// Time goes by; the device wakes whenever the alarm asks for it.
  mutating func wait(until second: Double) {
    let end = Instant(milliseconds: Int64(second * 1000))
    while let deadline = alarm.deadline, deadline <= end {
      precondition(deadline > now, "a deadline that does not move on")
      now = deadline
      act { $0.pass(at: $1, $2) }
    }
    now = end
  }

  mutating func raise(_ kind: AlarmKind, at second: Double) {
    wait(until: second)
    act { $0.raise(kind, at: $1, $2) }
  }
  mutating func present(_ kind: AlarmKind, at second: Double) {
    wait(until: second)
    act { $0.present(kind, at: $1, $2) }
  }
  mutating func clear(_ kind: AlarmKind, at second: Double) {
    wait(until: second)
    act { $0.clear(kind, at: $1, $2) }
  }
  @discardableResult mutating func ok(at second: Double) -> AlarmKind? {
    wait(until: second)
    var silenced: AlarmKind?
    act { silenced = $0.silence(at: $1, $2) }
    return silenced
  }
  mutating func quiet(_ isQuiet: Bool, at second: Double) {
    wait(until: second)
    act { $0.setQuiet(isQuiet, at: $1, $2) }
  }
  mutating func configure(_ kind: AlarmKind, _ priority: AlarmPriority?, at second: Double) {
    wait(until: second)
    var priorities = AlarmPriorities()
    if let priority { priorities.raise(kind, to: priority) }
    act { $0.configure(priorities, at: $1, $2) }
  }

  /// The seconds at which a burst was heard to begin.
  func bursts(_ burst: Burst) -> [Double] {
    changes.filter { $0.change == .sound(burst) }.map(\.second)
  }
  var lastHigh: Double { changes.last { $0.change == .sound(.high) }?.second ?? 0 }
  var sounds: [Burst] {
    changes.compactMap { if case .sound(let burst) = $0.change { burst } else { nil } }
  }
  func seconds(of change: AlarmAction) -> [Double] {
    changes.filter { $0.change == change }.map(\.second)
  }
  var digest: UInt64 {
    var digest = Digest()
    alarm.fold(into: &digest)
    return digest.value
  }
}
