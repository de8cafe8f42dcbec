import Advice
import Device
import HAL
import Simulator

/// Transplanted noise: what a receiver that stood still got wrong, with its own timing, gaps and claims,
/// laid over a true path.
public struct NoiseGraft: Sendable {
  public var scale: Double
  /// Claim HDOP x 19 m also where gpsd takes 4.75 for a differential fix.
  public var claimsPlainly: Bool

  static let all = [false, true].flatMap { plainly in
    [1.0, 2, 4].map { NoiseGraft(scale: $0, claimsPlainly: plainly) }
  }
  static let families: [Family] = [
    .still(0), .still(50), .still(80), .still(95), .walkOut, .driveOut, .excursion(30),
    .excursion(50),
  ]

  public var name: String {
    "real x" + Figure.text(scale) + (claimsPlainly ? ", eph HDOP x 19" : ", eph as gpsd")
  }

  /// Moving traces start at many moments of a log; a still one takes all of it.
  func traces(_ log: StillLog, _ family: Family, radius: Double, heading: Int) -> [BenchTrace] {
    let (sine, cosine) = sineCosine(
      degreesE7: Int32(heading * 450_000_000 % 3_600_000_000 - 1_575_000_000))
    let whole = Milliseconds(Int64(log.duration * 1000))
    let route = family.route(
      radius: radius, heading: Point(north: cosine, east: sine), stillFor: whole,
      wait: Milliseconds(0))
    let starts = family.leaves ? min(max(Int(log.duration / 600), 1), 24) : 1
    return (0..<starts).map { number in
      trace(log, family, route, radius: radius, start: number * log.samples.count / starts)
    }
  }

  private func trace(
    _ log: StillLog, _ family: Family, _ route: Route, radius: Double, start: Int
  ) -> BenchTrace {
    var trace = BenchTrace(radius: radius, center: BenchTrace.home)
    let plane = LocalPlane(trace.center)
    let samples = log.samples
    var index = start
    var forward = true
    var now: Int64 = 0
    while now <= route.duration.count {
      let truth = route.truth(at: now)
      trace.glimpses.append(glimpse(samples[index], truth, at: now, plane))
      // The error runs back at an end of the log: it has no step there.
      if forward ? index + 1 >= samples.count : index == 0 { forward.toggle() }
      let next = forward ? min(index + 1, samples.count - 1) : max(index - 1, 0)
      let step = (samples[next].seconds - samples[index].seconds).magnitude
      now += max(Int64((step * 1000).rounded()), 100)
      index = next
    }
    if family.leaves { trace.excursions = route.excursions(radius: radius) }
    return trace
  }

  private func glimpse(
    _ sample: StillLog.Sample, _ truth: Receiver.Truth, at now: Int64, _ plane: LocalPlane
  ) -> Glimpse {
    let place = Point(
      north: truth.place.north + scale * sample.error.north,
      east: truth.place.east + scale * sample.error.east)
    let pace = truth.velocity.distance.value
    let plain = sample.hdop.flatMap { ErrorModel.eph(hdop: $0) }
    var fix = Fix(mode: .threeD, position: plane.position(of: place))
    fix.time = FixTime(WallTime(milliseconds: BenchTrace.epoch + now), isDated: true)
    fix.eph = claimsPlainly ? plain ?? sample.eph : sample.eph
    // Walking, the log's own speed is a small part of the true one.
    fix.speed = sample.speed.map { pace > 0 ? MetresPerSecond(pace) : $0 }
    fix.course = pace > 0 && sample.speed != nil ? truth.velocity.bearing : nil
    return Glimpse(
      at: Instant(milliseconds: now), fix: fix, place: place, distance: place.distance.value,
      trueDistance: truth.place.distance.value)
  }
}
