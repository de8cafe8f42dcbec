import HAL

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
