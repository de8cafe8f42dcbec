import HAL

/// B3c: the circle of 68 % round the fix lies inside the fence to 85 % or more: in; to 15 % or less:
/// out (75 and 25 % when the fence is the smaller circle). Google Play Services, as ProximityKit tells.
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
