/// One sign of the plan and what it means.
struct LegendEntry {
  /// SVG.
  var swatch: String
  var text: String

  /// Four dots, as on a track.
  private static let row = "m-6 3h.1m4-2h.1m4-2h.1m4-2h.1"

  /// Only what the plan shows.
  static func entries(_ data: ReportData, _ list: EventList) -> [LegendEntry] {
    let accuracies = AccuracyClass.allCases.compactMap { accuracy -> LegendEntry? in
      let count = data.samples.countByAccuracy[accuracy.rawValue]
      guard count > 0 else { return nil }
      return LegendEntry(
        swatch: key("<path class=\"dot \(accuracy.style)\" d=\"\(row)\"/>"),
        text: accuracy.label + ": " + Numbers.count(count, "fix", "fixes"))
    }
    let refused = data.samples.refusedCount
    let refusals =
      refused == 0
      ? []
      : [
        LegendEntry(
          swatch: key(
            "<path class=\"refused\" d=\"M0 0h.1\"/><path class=\"refused hole\" d=\"M0 0h.1\"/>"),
          text: "refused: " + Numbers.count(refused, "fix", "fixes"))
      ]
    let marks = MarkKind.allCases.compactMap { kind -> LegendEntry? in
      let count = list.marks.filter { $0.kind == kind }.count
      guard count > 0 else { return nil }
      return LegendEntry(
        swatch: Symbols.key(kind),
        text: kind.label + (count > 1 ? ": " + Numbers.count(count) : ""))
    }
    return accuracies + refusals + marks
  }

  /// The signs that the lanes show.
  static func entries(_ lanes: Lanes) -> [LegendEntry] {
    LaneSign.allCases.filter(lanes.signs.contains).map {
      LegendEntry(swatch: Symbols.key($0), text: $0.label)
    }
  }

  private static func key(_ content: String) -> String {
    "<svg class=\"key\" viewBox=\"-9 -9 18 18\" aria-hidden=\"true\">\(content)</svg>"
  }
}
