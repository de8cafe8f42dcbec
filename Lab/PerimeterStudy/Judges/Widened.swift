import HAL

/// B2: out when d > R + accuracy. OwnTracks, Home Assistant, Radar.
struct Widened: Judge {
  private var decision = Decision()

  mutating func see(_ glimpse: Glimpse, radius: Double) -> Turn? {
    guard glimpse.place != nil else { return nil }
    return decision.settle(glimpse.distance > radius + glimpse.accuracy)
  }
}
