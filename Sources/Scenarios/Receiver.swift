import Device
import HAL
import Simulator
import Traces

/// A GPS receiver that errs as real ones do: a little from fix to fix, and slowly over minutes.
struct SimulatedReceiver {
  private let model: Scenario.Receiver
  private var generator: Generator
  private var drift: Point
  /// How much of the drift is left after one interval.
  private let keep: Double
  private let renew: Double

  init(_ model: Scenario.Receiver, seed: UInt64) {
    self.model = model
    generator = Generator(seed: seed)
    // exp(-dt/tau) to first order; an interval is short against the drift or the drift is forgotten.
    keep = max(0, 1 - model.interval.seconds / model.driftTime.seconds)
    renew = model.drift.value * (1 - keep * keep).squareRoot()
    drift = Point(
      north: model.drift.value * generator.normal(), east: model.drift.value * generator.normal())
  }

  /// What the receiver reports when the wearer is truly at `truth`.
  mutating func observe(
    _ truth: (place: Point, speed: Double), at time: Milliseconds, wall: WallTime,
    home: LocalPlane, line: Int
  ) -> TraceRecord {
    drift.north = drift.north * keep + renew * generator.normal()
    drift.east = drift.east * keep + renew * generator.normal()
    let white = Point(
      north: model.white.value * generator.normal(), east: model.white.value * generator.normal())
    let doppler = max(0, truth.speed + 0.05 * generator.normal())
    let hdop = ((model.hdop + 0.1 * generator.normal()) * 10).rounded() / 10

    var seen = truth.place
    seen.north += drift.north + white.north
    seen.east += drift.east + white.east
    for spike in model.spikes where spike.during.contains(time.count) {
      seen.north += spike.offset.north
      seen.east += spike.offset.east
    }
    let isBlind = model.gaps.contains { $0.contains(time.count) }
    var fix = Fix(mode: isBlind ? .none : .threeD, time: FixTime(wall, isDated: true))
    if !isBlind {
      fix.position = home.position(of: seen)
      fix.eph = Metres((max(hdop, 0.5) * 190).rounded() / 10)
      fix.speed = MetresPerSecond((doppler * 100).rounded() / 100)
    }
    var record = TraceRecord(fix: fix, line: line)
    record.atMilliseconds = time.count
    if !isBlind {
      record.hdop = max(hdop, 0.5)
      record.satellitesUsed = model.satellites
    }
    return record
  }
}
