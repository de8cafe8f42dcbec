import Device
import HAL
import Traces
import Words

/// Quality of a recording: rate, gaps, accuracy. It takes constant memory.
public struct TraceQuality: Sendable {
  /// A gap is an interval longer than this.
  public static let gap = Milliseconds.seconds(10)
  /// Longer intervals count as this one.
  static let longestInterval = Milliseconds.seconds(60)

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
  /// Fixes with a position that came at the moment of the one before.
  public private(set) var atSameMoment = 0
  // One bin a decimetre up to 100 m, then one a metre up to 1100 m, then the rest; each to the nearest.
  private var ephBins = [Int](repeating: 0, count: 2001)
  // One bin a millisecond, as far as there was need, up to 60 s, then the rest.
  private var intervalBins: [Int] = []
  private var satelliteBins = [Int](repeating: 0, count: 65)

  public init() {}

  public mutating func add(_ record: TraceRecord, sinceStart now: Milliseconds) {
    guard record.hasPosition else {
      withoutPosition += 1
      return
    }
    epochs += 1
    if let eph = record.fix.eph?.value, eph.isFinite, eph > 0 {
      let bin =
        eph < 99.95
        ? Int((eph * 10).rounded()) : eph < 1099.5 ? 900 + Int(eph.rounded()) : 2000
      ephBins[bin] += 1
    } else {
      withoutEph += 1
    }
    if let used = record.satellitesUsed { satelliteBins[min(max(used, 0), 64)] += 1 }
    if let last {
      let interval = Milliseconds(now.count - last.count)
      count(interval)
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

  /// Counts an interval. Two fixes of one moment have none between them.
  private mutating func count(_ interval: Milliseconds) {
    guard interval.count > 0 else {
      atSameMoment += 1
      return
    }
    let bin = Int(min(interval.count, TraceQuality.longestInterval.count))
    if bin >= intervalBins.count {
      intervalBins += [Int](repeating: 0, count: bin + 1 - intervalBins.count)
    }
    intervalBins[bin] += 1
  }

  /// eph at a percentile from 0 to 100, to 0.1 m below 100 m and to 1 m above. At most 1100 m; nil
  /// without any eph.
  public func ephPercentile(_ percent: Int) -> Metres? {
    guard let bin = TraceQuality.percentile(ephBins, percent) else { return nil }
    return Metres(bin < 1000 ? Double(bin) / 10 : Double(bin - 900))
  }

  /// The median interval between fixes at different moments, at most 60 s; nil with fewer than two.
  public var medianInterval: Milliseconds? {
    TraceQuality.percentile(intervalBins, 50).map { Milliseconds(Int64($0)) }
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
