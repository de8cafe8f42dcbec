import HAL
import Traces

extension Scenario {
  /// Lives the scenario through and writes what the receiver reported, as a trace that replays
  /// alone. The same scenario and seed write the same bytes on every machine.
  public func writeTrace(to write: @escaping (String) throws -> Void) throws {
    let walk = Walk(steps)
    let home = LocalPlane(perimeter.center)
    var receiver = SimulatedReceiver(self.receiver, seed: seed)
    let writer = try TraceWriter(perimeter: perimeter, to: write)
    var time = Milliseconds(0)
    var line = 2
    while time <= walk.duration {
      let record = receiver.observe(
        walk.state(at: time), at: time,
        wall: WallTime(milliseconds: start.milliseconds + time.count), home: home, line: line)
      try writer.add(record, at: Instant(milliseconds: time.count))
      time = Milliseconds(time.count + self.receiver.interval.count)
      line += 1
    }
  }
}
