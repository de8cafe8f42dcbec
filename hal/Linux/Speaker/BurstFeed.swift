import HAL

/// A burst on its way into a device, a little at a time, and then silence without end.
struct BurstFeed {
  /// Rendered at once.
  private static let milliseconds = 20

  private let gain: Float
  private let size: Int
  private var samples: BurstSamples
  private var rendered: [Int16] = []
  private var taken = 0
  private var hasEnded = false
  private var silence = 0

  /// - Parameters:
  ///   - rate: samples per second, as `BurstSamples` takes them.
  ///   - gain: 0 to 1.
  init(_ burst: Burst, rate: Int, gain: Double) {
    self.gain = Float(gain * 32_767)
    size = rate * BurstFeed.milliseconds / 1000
    samples = BurstSamples(burst, rate: rate)
    rendered.reserveCapacity(size)
  }

  /// Hands the next samples to `device`.
  /// - Returns: false when it is full.
  mutating func give(to device: SoundDevice) throws(SoundError) -> Bool {
    if taken == rendered.count { render() }
    let count = try device.write(rendered.span.extracting(taken..<rendered.count))
    taken += count
    return count > 0
  }

  /// How much silence the device has had behind the burst; nil: it has not had the whole burst.
  var silenceGiven: Int? {
    let given = silence - (rendered.count - taken)
    return hasEnded && given >= 0 ? given : nil
  }

  private mutating func render() {
    rendered.removeAll(keepingCapacity: true)
    taken = 0
    for _ in 0..<size {
      if let sample = samples.next() {
        rendered.append(Int16(clamping: Int((sample * gain).rounded())))
      } else {
        hasEnded = true
        silence += 1
        rendered.append(0)
      }
    }
  }
}
