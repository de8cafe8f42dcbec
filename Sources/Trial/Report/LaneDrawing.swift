import HAL

/// The lanes below the chart as SVG, on the chart's own axis of time.
struct LaneDrawing {
  static let laneHeight = 48.0
  /// Between the chart's axis and the first lane.
  static let gap = 12.0
  /// In a lane with more signs than this they have neither words nor tooltips: the table has.
  private static let mostTexts = 60
  private static let longestText = 28

  let lanes: Lanes
  let start: WallTime
  let clock: Clock24
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
    for sign in lane.signs {
      let at = x(sign.at)
      // Signs of a kind on the same spot are one.
      if let last = lastAt[sign.sign], at - last < 1 { continue }
      lastAt[sign.sign] = at
      Symbols.add(sign.sign, at: Point(x: at, y: y), to: &paths[sign.sign, default: PathData()])
    }
    let signs = LaneSign.allCases.map { sign in
      paths[sign].map { Symbols.path(sign, $0) } ?? ""
    }
    return Drawing.path("grid", base)
      + Drawing.text(lane.kind.label, "label lane", x: left, y: y - 11) + signs.joined()
      + texts(lane, y)
  }

  /// Time and words above or below each sign where there is room, else the time, else nothing;
  /// the tooltip says both.
  private func texts(_ lane: Lanes.Lane, _ y: Double) -> String {
    guard lane.signs.count <= LaneDrawing.mostTexts else { return "" }
    var placer = LabelPlacer(frame: Box(left: left, top: y - 22, right: right, bottom: y + 22))
    placer.occupy(
      Box(
        left: left, top: y - 22, right: left + LaneDrawing.width(lane.kind.label) + 6, bottom: y - 7
      ))
    for sign in lane.signs {
      placer.occupy(Box(center: Point(x: x(sign.at), y: y), width: 11, height: 10))
    }
    return lane.signs.map { sign in
      let at = Point(x: x(sign.at), y: y)
      let time = WallTime(milliseconds: start.milliseconds &+ sign.at.count)
      let short = LaneDrawing.shortened(sign.text)
      let hour = clock.minutes(time)
      let label = self.label("\(hour) \(short)", at, &placer) ?? self.label(hour, at, &placer)
      let tip = [clock.wholeSeconds(time), sign.text, clock.otherTime(time).map { "(\($0))" }]
      return (label ?? "")
        + "<circle class=\"hit\" cx=\"\(PathData.number(at.x))\" cy=\"\(PathData.number(y))\" r=\"8\">"
        + "<title>\(Markup.escaped(tip.compactMap { $0 }.joined(separator: " ")))</title></circle>"
    }.joined()
  }

  private func label(_ text: String, _ at: Point, _ placer: inout LabelPlacer) -> String? {
    let directions = [(0.0, -1.0), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1)].map {
      (x: $0.0, y: $0.1)
    }
    let placement = placer.place(
      width: LaneDrawing.width(text), height: 14, spots: [.init(at: at, directions: directions)],
      clearance: 5, reach: [0])
    return placement.map {
      Drawing.text(text, "label mid", x: $0.center.x, y: $0.center.y + 4.5)
    }
  }

  private static func width(_ text: String) -> Double { Double(text.count) * 7 + 4 }

  private static func shortened(_ text: String) -> String {
    text.count <= longestText ? text : text.prefix(longestText - 1) + "…"
  }
}
