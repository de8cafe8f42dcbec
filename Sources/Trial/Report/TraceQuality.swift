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

/// The accuracy of a fix as the report colours it, from best to worst.
enum AccuracyClass: Int, CaseIterable {
  case within10, within20, within50, beyond50, unknown

  init(_ eph: Metres?) {
    guard let eph, eph.value.isFinite, eph.value > 0 else {
      self = .unknown
      return
    }
    self =
      eph.value <= 10
      ? .within10 : eph.value <= 20 ? .within20 : eph.value <= 50 ? .within50 : .beyond50
  }

  var label: String {
    switch self {
    case .within10: "eph up to 10 m"
    case .within20: "eph 10 to 20 m"
    case .within50: "eph 20 to 50 m"
    case .beyond50: "eph over 50 m"
    case .unknown: "eph unknown"
    }
  }

  /// Style class of its dots.
  var style: String { "a\(rawValue)" }
}

/// The table of what is known of the recording itself.
enum QualityView {
  struct Row {
    var term: String
    var value: String
    var note: String?
    var isCode = false
  }

  static func rows(_ data: ReportData) -> [Row] {
    recording(data) + accuracy(data.quality) + passedOver(data)
      + [
        Row(
          term: "Digest", value: data.summary.digestText,
          note: "equal digests mean equal behaviour", isCode: true)
      ]
  }

  private static func recording(_ data: ReportData) -> [Row] {
    let quality = data.quality
    var rows = [
      Row(term: "Format", value: data.format.rawValue),
      Row(
        term: "Fixes", value: Numbers.count(data.summary.fixes),
        note: quality.withoutPosition == 0
          ? nil : Numbers.count(quality.withoutPosition, "epoch") + " without a position"),
    ]
    let repeats = quality.atSameMoment
    if quality.epochs > 1 {
      rows.append(
        Row(
          term: "Median interval", value: quality.medianInterval.map(intervalText) ?? "none",
          note: repeats == 0
            ? nil
            : Numbers.count(repeats, "fix", "fixes") + " at the moment of the one before"))
    }
    rows.append(
      Row(
        term: "Gaps over \(Numbers.seconds(TraceQuality.gap))", value: Numbers.count(quality.gaps),
        note: quality.gaps == 0 ? nil : longestGap(data)))
    return rows
  }

  private static func intervalText(_ interval: Milliseconds) -> String {
    if interval >= TraceQuality.longestInterval { return "60 s or more" }
    let seconds = Numbers.trimmed(interval.seconds, 2) + "\u{A0}s"
    guard interval.count < 1000 else { return seconds }
    return seconds + " (" + Numbers.trimmed(1 / interval.seconds, 1) + " Hz)"
  }

  private static func longestGap(_ data: ReportData) -> String {
    let quality = data.quality
    let began = WallTime(
      milliseconds: data.start.milliseconds &+ quality.longestGapStart.count)
    return (quality.gaps == 1 ? "" : "the longest ") + Numbers.duration(quality.longestGap)
      + ", from \(data.clock.time(began)) (\(Numbers.seconds(quality.longestGapStart)))"
  }

  private static func accuracy(_ quality: TraceQuality) -> [Row] {
    var rows: [Row] = []
    let percentiles = [(50, "half"), (90, "90 %"), (95, "95 %"), (100, "all")]
      .compactMap { percent, share in quality.ephPercentile(percent).map { (share, $0) } }
    if percentiles.isEmpty {
      rows.append(Row(term: "Accuracy (eph)", value: "none given"))
    } else {
      let values = percentiles.map { share, eph in
        "\(share) up to " + (eph.value >= 1100 ? "1,100 m or more" : Numbers.length(eph))
      }
      rows.append(
        Row(
          term: "Accuracy (eph)", value: values.joined(separator: ", "),
          note: quality.withoutEph == 0
            ? nil : "missing in " + Numbers.count(quality.withoutEph, "fix", "fixes")))
    }
    rows.append(
      Row(
        term: "Satellites used",
        value: quality.medianSatellites.map { "\($0) (median)" } ?? "not given"))
    return rows
  }

  private static func passedOver(_ data: ReportData) -> [Row] {
    let summary = data.summary
    let skipped = SkipReason.allCases.filter { $0 != .otherKind && summary.skips[$0] > 0 }
      .map { "\($0.rawValue): \(Numbers.count(summary.skips[$0]))" }
    let refused = Refusal.allCases.filter { summary.refusals[Int($0.rawValue)] > 0 }
      .map { "\(Language.english.label($0)): \(Numbers.count(summary.refusals[Int($0.rawValue)]))" }
    return [
      Row(
        term: "Lines skipped", value: Numbers.count(summary.skips.damaged),
        note: skipped.isEmpty ? nil : skipped.joined(separator: "; ")),
      Row(
        term: "Lines not needed", value: Numbers.count(summary.skips.unneeded),
        note: summary.skips.unneeded == 0 ? nil : "well formed, of a kind that no replay needs"),
      Row(
        term: "Epochs refused", value: Numbers.count(summary.refusals.reduce(0, +)),
        note: refused.isEmpty ? nil : refused.joined(separator: "; ")),
    ]
  }
}
