import HAL
import Traces

/// How good a recording is: rate, gaps, accuracy. In constant memory.
public struct TraceQuality: Sendable {
  /// A gap is an interval longer than this.
  public static let gap = Milliseconds.seconds(10)

  /// Epochs with a position.
  public private(set) var epochs = 0
  /// Epochs without one.
  public private(set) var withoutPosition = 0
  public private(set) var withoutEph = 0
  public private(set) var gaps = 0
  public private(set) var longestGap = Milliseconds(0)
  /// Start of the longest gap, since the start of the trace.
  public private(set) var longestGapStart = Milliseconds(0)
  private var last: Milliseconds?
  // One bin a decimetre up to 100 m, then one a metre up to 1100 m, then the rest.
  private var ephBins = [Int](repeating: 0, count: 2001)
  // One bin 100 ms, rounded to the nearest, up to 60 s, then the rest.
  private var intervalBins = [Int](repeating: 0, count: 601)
  private var satelliteBins = [Int](repeating: 0, count: 65)

  public init() {}

  public mutating func add(_ record: TraceRecord, sinceStart now: Milliseconds) {
    guard record.hasPosition else {
      withoutPosition += 1
      return
    }
    epochs += 1
    if let eph = record.fix.eph?.value, eph.isFinite, eph > 0 {
      let bin = eph < 100 ? Int(eph * 10) : eph < 1100 ? 1000 + Int(eph - 100) : 2000
      ephBins[bin] += 1
    } else {
      withoutEph += 1
    }
    if let used = record.satellitesUsed { satelliteBins[min(max(used, 0), 64)] += 1 }
    if let last {
      let interval = Milliseconds(now.count - last.count)
      intervalBins[Int(min((interval.count + 50) / 100, 600))] += 1
      if interval > TraceQuality.gap {
        gaps += 1
        if interval > longestGap {
          longestGap = interval
          longestGapStart = last
        }
      }
    }
    last = now
  }

  /// eph at a percentile from 0 to 100, to 0.1 m below 100 m and to 1 m above, at most 1100 m; nil
  /// without any eph.
  public func ephPercentile(_ percent: Int) -> Metres? {
    guard let bin = TraceQuality.percentile(ephBins, percent) else { return nil }
    return Metres(bin < 1000 ? Double(bin) / 10 : Double(bin - 900))
  }

  /// The median interval between epochs, to 0.1 s, at most 60 s; nil with fewer than two.
  public var medianInterval: Milliseconds? {
    TraceQuality.percentile(intervalBins, 50).map { Milliseconds(Int64($0) * 100) }
  }

  /// The median number of satellites used; nil when the receiver did not say.
  public var medianSatellites: Int? { TraceQuality.percentile(satelliteBins, 50) }

  private static func percentile(_ bins: [Int], _ percent: Int) -> Int? {
    let total = bins.reduce(0, +)
    guard total > 0 else { return nil }
    let rank = max(1, (total * percent + 99) / 100)
    var seen = 0
    for (bin, count) in bins.enumerated() {
      seen += count
      if seen >= rank { return bin }
    }
    return nil
  }
}
