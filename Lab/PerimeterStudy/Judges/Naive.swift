import HAL

/// B0: each fix by itself, d > R. The thesis app, Traccar, OwnTracks Recorder, Tile38, openHAB.
struct Naive: Judge {
  private var decision = Decision()

  mutating func see(_ glimpse: Glimpse, radius: Double) -> Turn? {
    guard glimpse.place != nil else { return nil }
    return decision.settle(glimpse.distance > radius)
  }
}
