import Findings
import HAL
import Words

/// The chart of one crossing as SVG: positions, smoothed track, the device's estimate, and below them the
/// evidence up to its threshold.
struct CrossingDrawing {
  private static let height = 264.0
  private static let stripTop = 190.0
  private static let stripBottom = 230.0

  let chart: CrossingChart
  let canvas: Canvas
  let words: CrossingWords
  private let box: Box

  init(_ chart: CrossingChart, _ canvas: Canvas, _ words: CrossingWords) {
    self.chart = chart
    self.canvas = canvas
    self.words = words
    box = CrossingDrawing.box(canvas)
  }

  private static func box(_ canvas: Canvas) -> Box {
    Box(left: 52, top: 36, right: canvas.width - 10, bottom: 174)
  }

  func svg(id: String, title: String, description: String) -> String {
    Drawing.svg(
      canvas, id: id, height: CrossingDrawing.height, title: title, description: description,
      axis: TimeAxis(
        box: Box(
          left: box.left, top: box.top, right: box.right, bottom: CrossingDrawing.stripBottom),
        from: chart.sinceStart, to: chart.sinceStart + (chart.to - chart.from).count),
      body: span + axis + lines(of: id) + moments + strip + timeAxis)
  }

  private func lines(of id: String) -> String {
    let shared = SharedLines(of: id)
    if canvas.name == Canvas.wide.name {
      return shared.held(band + edge + dots + estimate + smoothed + share)
    }
    return shared.shown(from: CrossingDrawing.box(.wide), to: box)
  }

  static func legend(_ chart: CrossingChart, _ words: CrossingWords) -> [LegendEntry] {
    var entries = [
      LegendEntry.drawn("<path class=\"fixdot\" d=\"M-5 2h.1m5-4h.1m5 3h.1\"/>", words.position),
      LegendEntry.drawn("<path class=\"distance\" d=\"M-8 4 8-4\"/>", words.smoothed),
    ]
    if chart.samples.contains(where: { $0.estimate != nil }) {
      entries.append(
        LegendEntry.drawn("<path class=\"estimate\" d=\"M-8 4 8-4\"/>", words.estimate))
    }
    if chart.samples.contains(where: { $0.eph != nil }) {
      entries.append(
        LegendEntry.drawn("<path class=\"band\" d=\"M-8-5H8V5H-8z\"/>", words.accuracyBand))
    }
    if chart.crossing != nil {
      entries.append(
        LegendEntry.drawn("<path class=\"crossspan\" d=\"M-8-8H8V8H-8z\"/>", words.crossingSpan))
    }
    return entries
  }

  private func x(_ moment: Instant) -> Double {
    let span = Double(max((chart.to - chart.from).count, 1))
    return box.left + box.width * Double((moment - chart.from).count) / span
  }

  private func y(_ metres: Double) -> Double {
    let part = (metres - chart.bottom) / (chart.top - chart.bottom)
    return box.bottom - box.height * min(max(part, 0), 1)
  }

  private func line(_ style: String, _ value: (CloseSample) -> Double?) -> String {
    var path = PathData()
    var isOpen = false
    for sample in chart.samples {
      guard let metres = value(sample) else {
        isOpen = false
        continue
      }
      let point = Point(x: x(sample.at), y: y(metres))
      if isOpen { path.line(to: point) } else { path.move(to: point) }
      isOpen = true
    }
    return Drawing.path(style, path)
  }

  private var smoothed: String { line("distance", \.smoothed) }
  private var estimate: String { line("estimate", \.estimate) }

  private var dots: String {
    var path = PathData()
    for sample in chart.samples { path.dot(at: Point(x: x(sample.at), y: y(sample.distance))) }
    return Drawing.path("fixdot", path)
  }

  private var band: String {
    let known = chart.samples.filter { $0.eph != nil }
    guard let first = known.first else { return "" }
    var path = PathData()
    path.move(to: edge(first, 1))
    for sample in known.dropFirst() { path.line(to: edge(sample, 1)) }
    for sample in known.reversed() { path.line(to: edge(sample, -1)) }
    path.close()
    return Drawing.path("band", path)
  }

  private func edge(_ sample: CloseSample, _ sign: Double) -> Point {
    Point(x: x(sample.at), y: y(sample.distance + sign * (sample.eph ?? 0)))
  }

  private var edge: String {
    var path = PathData()
    let y = y(chart.radius)
    path.line(through: Point(x: box.left, y: y), Point(x: box.right, y: y))
    return Drawing.path("radius", path)
  }

  /// The time in which the crossing may lie.
  private var span: String {
    guard let crossing = chart.crossing else { return "" }
    let (left, right) = (
      x(Instant(milliseconds: crossing.at.milliseconds - crossing.uncertainty.count)),
      x(Instant(milliseconds: crossing.at.milliseconds + crossing.uncertainty.count))
    )
    return Drawing.rect(
      "crossspan",
      Box(
        left: max(left, box.left), top: box.top, right: min(right, box.right), bottom: box.bottom))
  }

  /// Upright lines where the edge was crossed, and where that was announced.
  private var moments: String {
    var path = PathData()
    let announced = x(chart.announced)
    path.line(
      through: Point(x: announced, y: box.top), Point(x: announced, y: CrossingDrawing.stripBottom))
    var text = label(words.announcement, at: announced, isLeft: false, line: 0)
    if let crossing = chart.crossing {
      let crossed = x(crossing.at)
      path.line(through: Point(x: crossed, y: box.top), Point(x: crossed, y: box.bottom))
      text += label(words.crossingMark, at: crossed, isLeft: crossed < announced, line: 1)
      text += Drawing.circle("crossmark", Point(x: crossed, y: y(chart.radius)), radius: 4.5)
    }
    return Drawing.path("moment", path) + text
  }

  /// A label above the box: each on a line of its own, on the side away from the other label.
  private func label(_ text: String, at x: Double, isLeft: Bool, line: Int) -> String {
    let width = Double(text.count) * 7
    let isEnd = isLeft ? x - width > 2 : x + width > canvas.width - 2
    return Drawing.text(
      text, isEnd ? "label right" : "label", x: x, y: box.top - 8 - Double(line) * 14)
  }

  /// The evidence or the stay that the rule has gathered, from nothing to its threshold.
  private var share: String {
    let (top, bottom) = (CrossingDrawing.stripTop, CrossingDrawing.stripBottom)
    var area = PathData()
    area.move(to: Point(x: x(chart.from), y: bottom))
    for sample in chart.samples {
      let share = min(max(sample.share, 0), 1)
      area.line(to: Point(x: x(sample.at), y: bottom - (bottom - top) * share))
    }
    area.line(to: Point(x: x(chart.to), y: bottom))
    area.close()
    return Drawing.path("share", area)
  }

  private var strip: String {
    let (top, bottom) = (CrossingDrawing.stripTop, CrossingDrawing.stripBottom)
    var frame = PathData()
    frame.line(through: Point(x: box.left, y: top), Point(x: box.right, y: top))
    frame.line(through: Point(x: box.left, y: bottom), Point(x: box.right, y: bottom))
    return Drawing.path("grid", frame)
      + Drawing.text("100 %", "label right", x: box.left - 6, y: top + 4.5)
      + Drawing.text("0", "label right", x: box.left - 6, y: bottom + 4.5)
      + Drawing.text(
        words.share(isReturn: chart.isReturn), "label", x: box.left + 4, y: top + 14)
  }

  private var axis: String {
    let step = Ticks.roundStep(atLeast: (chart.top - chart.bottom) / 4)
    var lines = PathData()
    var labels = ""
    var metres = (chart.bottom / step).rounded(.up) * step
    while metres <= chart.top {
      lines.line(through: Point(x: box.left, y: y(metres)), Point(x: box.right, y: y(metres)))
      labels += Drawing.text(
        chart.text.numbers.trimmed(metres, 0) + "\u{A0}m", "label right", x: box.left - 6,
        y: y(metres) + 4.5)
      metres += step
    }
    return Drawing.path("grid", lines) + labels
  }

  private var timeAxis: String {
    let wall = WallTime(milliseconds: chart.from.milliseconds &+ chart.offset)
    let axis = TimeTicks(
      start: wall, span: chart.to - chart.from, most: canvas.mostTimeLabels, clock: chart.clock)
    var lines = PathData()
    var labels = ""
    for tick in axis.ticks {
      let x = x(chart.from + Milliseconds(tick.sinceStart))
      lines.line(
        through: Point(x: x, y: CrossingDrawing.stripBottom),
        Point(x: x, y: CrossingDrawing.stripBottom + 5))
      guard x > box.left + 12, x < box.right - 26 else { continue }
      labels += Drawing.text(tick.label, "label mid", x: x, y: CrossingDrawing.stripBottom + 19)
    }
    return Drawing.path("tick", lines) + labels
  }
}
