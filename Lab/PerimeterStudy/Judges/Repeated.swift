import HAL

/// B4: two fixes in a row with d - min(accuracy, 50 m) > R + max(0.1 R, 20 m); in again at d <= R.
/// Tracelet 3.6.
struct Repeated: Judge {
  static let mostAccuracy = 50.0
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
