import HAL

/// The lanes below the chart as SVG, on the chart's own axis of time.
struct LaneDrawing {
  static let laneHeight = 36.0
  /// Between the chart's axis and the first lane.
  static let gap = 12.0

  let lanes: Lanes
  let left: Double
  let right: Double
  let top: Double
  /// Where a moment is.
  let x: (Milliseconds) -> Double

  static func height(_ lanes: Lanes) -> Double {
    lanes.isEmpty ? 0 : gap + Double(lanes.all.count) * laneHeight + 4
  }

  var svg: String { lanes.all.enumerated().map { lane($0.element, $0.offset) }.joined() }

  private func lane(_ lane: Lanes.Lane, _ index: Int) -> String {
    let y = top + LaneDrawing.gap + Double(index) * LaneDrawing.laneHeight + 26
    var base = PathData()
    base.move(to: Point(x: left, y: y))
    base.line(to: Point(x: right, y: y))
    var paths: [LaneSign: PathData] = [:]
    var lastAt: [LaneSign: Double] = [:]
    for (sign, moment) in lane.signs {
      let at = x(moment)
      // Signs of a kind on the same spot are one.
      if let last = lastAt[sign], at - last < 1 { continue }
      lastAt[sign] = at
      Symbols.add(sign, at: Point(x: at, y: y), to: &paths[sign, default: PathData()])
    }
    let signs = LaneSign.allCases.map { sign in
      paths[sign].map { Symbols.path(sign, $0) } ?? ""
    }
    return Drawing.path("grid", base)
      + Drawing.text(lane.kind.label, "label lane", x: left, y: y - 11) + signs.joined()
  }
}
