import HAL

/// B0: each fix by itself, d > R. The thesis app, Traccar, OwnTracks Recorder, Tile38, openHAB.
struct Naive: Judge {
  private var decision = Decision()

  mutating func see(_ glimpse: Glimpse, radius: Double) -> Turn? {
    guard glimpse.place != nil else { return nil }
    return decision.settle(glimpse.distance > radius)
  }
}

/// B2: out when d > R + accuracy. OwnTracks, Home Assistant, Radar.
struct Widened: Judge {
  private var decision = Decision()

  mutating func see(_ glimpse: Glimpse, radius: Double) -> Turn? {
    guard glimpse.place != nil else { return nil }
    return decision.settle(glimpse.distance > radius + glimpse.accuracy)
  }
}

/// B6: out when that is 95 % sure, in when that is, else as before. AOSP's GNSS HAL.
struct Confident: Judge {
  /// One-sided 95 % of a normal distribution, in standard deviations.
  static let sure = 1.645

  private var decision = Decision()

  mutating func see(_ glimpse: Glimpse, radius: Double) -> Turn? {
    guard glimpse.place != nil else { return nil }
    let sigma = max(glimpse.accuracy / 2.45, 0.1)
    let score = (glimpse.distance - radius) / sigma
    if score >= Confident.sure { return decision.settle(true) }
    if score <= -Confident.sure { return decision.settle(false) }
    return nil
  }
}

/// B4: two fixes in a row with d - min(accuracy, 50 m) > R + max(0.1 R, 20 m); in again at d <= R.
/// Tracelet 3.6.
struct Repeated: Judge {
  private static let mostAccuracy = 50.0
  static let fixes = 2

  private var decision = Decision()
  private var outside = 0

  mutating func see(_ glimpse: Glimpse, radius: Double) -> Turn? {
    guard glimpse.place != nil else { return nil }
    let accuracy = min(glimpse.accuracy, Repeated.mostAccuracy)
    if glimpse.distance - accuracy > radius + max(0.1 * radius, 20) {
      outside += 1
      return outside >= Repeated.fixes ? decision.settle(true) : nil
    }
    outside = 0
    return glimpse.distance <= radius ? decision.settle(false) : nil
  }
}

/// B3a and b: beyond the edge and a cushion without a break for a while, both ways. Apple with 50 m
/// and 20 s, ThingsBoard with 0 m and 60 s.
struct Dwelling: Judge {
  static let apple = Dwelling(cushion: 50, dwell: .seconds(20))
  static let thingsBoard = Dwelling(cushion: 0, dwell: .seconds(60))

  private let cushion: Double
  private let dwell: Milliseconds
  private var decision = Decision()
  private var outSince: Instant?
  private var inSince: Instant?

  init(cushion: Double, dwell: Milliseconds) {
    self.cushion = cushion
    self.dwell = dwell
  }

  mutating func see(_ glimpse: Glimpse, radius: Double) -> Turn? {
    guard glimpse.place != nil else { return nil }
    let beyond = glimpse.distance - radius
    outSince = beyond > cushion ? outSince ?? glimpse.at : nil
    // Half the cushion is left of a circle that is no larger than it.
    inSince = beyond <= -min(cushion, radius / 2) ? inSince ?? glimpse.at : nil
    if let since = outSince, glimpse.at - since >= dwell { return decision.settle(true) }
    if let since = inSince, glimpse.at - since >= dwell { return decision.settle(false) }
    return nil
  }
}

/// B3c: the circle of 68 % round the fix decides. Inside the fence to 85 % or more: in; to 15 % or
/// less: out (75 and 25 % when the fence is the smaller circle). Google Play Services, as ProximityKit
/// tells.
struct Overlap: Judge {
  private static let strips = 32

  private var decision = Decision()

  mutating func see(_ glimpse: Glimpse, radius: Double) -> Turn? {
    guard glimpse.place != nil else { return nil }
    // 1.51 of 2.45 standard deviations: 68 % instead of 95 % of the fixes.
    let accuracy = max(glimpse.accuracy * 1.51 / 2.45, 0.1)
    let share = Overlap.share(of: accuracy, at: glimpse.distance, inside: radius)
    let (most, least) = radius < accuracy ? (0.75, 0.25) : (0.85, 0.15)
    if share <= least { return decision.settle(true) }
    if share >= most { return decision.settle(false) }
    return nil
  }

  /// The share of a disc round a point that lies within a circle round the centre, by strips.
  static func share(of accuracy: Double, at distance: Double, inside radius: Double) -> Double {
    if distance + accuracy <= radius { return 1 }
    if distance - accuracy >= radius { return 0 }
    var inside = 0.0
    var whole = 0.0
    for strip in 0..<strips {
      let x = accuracy * (Double(2 * strip + 1) / Double(strips) - 1)
      let half = (accuracy * accuracy - x * x).squareRoot()
      let reach = radius * radius - (distance + x) * (distance + x)
      whole += half
      if reach > 0 { inside += min(half, reach.squareRoot()) }
    }
    return inside / whole
  }
}
