import Device
import HAL
import Traces
import Words

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
    if let interval = quality.medianInterval {
      rows.append(Row(term: "Median interval", value: intervalText(interval)))
    }
    rows.append(
      Row(
        term: "Gaps over \(Numbers.seconds(TraceQuality.gap))", value: Numbers.count(quality.gaps),
        note: quality.gaps == 0 ? nil : longestGap(data)))
    return rows
  }

  private static func intervalText(_ interval: Milliseconds) -> String {
    if interval.count >= 60_000 { return "60 s or more" }
    guard interval.count > 0, interval.count < 1000 else { return Numbers.seconds(interval) }
    return Numbers.seconds(interval) + " (" + Numbers.trimmed(1 / interval.seconds, 1) + " Hz)"
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
    let skipped = SkipReason.allCases.filter { summary.skips[$0] > 0 }
      .map { "\($0.rawValue): \(Numbers.count(summary.skips[$0]))" }
    let refused = Refusal.allCases.filter { summary.refusals[Int($0.rawValue)] > 0 }
      .map { "\(Language.english.label($0)): \(Numbers.count(summary.refusals[Int($0.rawValue)]))" }
    return [
      Row(
        term: "Lines skipped", value: Numbers.count(summary.skips.total),
        note: skipped.isEmpty ? nil : skipped.joined(separator: "; ")),
      Row(
        term: "Epochs refused", value: Numbers.count(summary.refusals.reduce(0, +)),
        note: refused.isEmpty ? nil : refused.joined(separator: "; ")),
    ]
  }
}
