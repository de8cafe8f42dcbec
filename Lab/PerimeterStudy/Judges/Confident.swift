import HAL

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
