import HAL
import Simulator

/// B1: Traccar with its filters on: accuracy up to 50 m, implied speed up to 40 m/s, no fix twice and
/// none out of order; then d > R.
struct Filtered: Judge {
  static let worstAccuracy = 50.0
  static let fastest = 40.0

  private var decision = Decision()
  private var last: (seconds: Double, place: Point)?

  mutating func see(_ glimpse: Glimpse, radius: Double) -> Turn? {
    guard let place = glimpse.place else { return nil }
    if let eph = glimpse.fix.eph?.value, !(eph <= Filtered.worstAccuracy) { return nil }
    let seconds = glimpse.epochSeconds
    if let last {
      guard seconds > last.seconds else { return nil }
      let speed = (place - last.place).distance.value / (seconds - last.seconds)
      guard speed <= Filtered.fastest else { return nil }
    }
    last = (seconds, place)
    return decision.settle(glimpse.distance > radius)
  }
}

extension Glimpse {
  /// The receiver's own time, or the arrival of a fix that has none.
  var epochSeconds: Double { Double(fix.time?.wall.milliseconds ?? at.milliseconds) / 1000 }

  /// What the receiver claims; 0 when it claims nothing, as the systems modelled here take it.
  var accuracy: Double {
    guard let eph = fix.eph?.value, eph.isFinite, eph > 0 else { return 0 }
    return eph
  }
}
