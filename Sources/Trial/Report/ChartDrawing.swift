import HAL

/// The distance chart as SVG: line, accuracy band, radius, excursions, events and three axes.
struct ChartDrawing {
  let chart: DistanceChart
  let canvas: Canvas
  private let box: Box

  init(_ chart: DistanceChart, _ canvas: Canvas) {
    self.chart = chart
    self.canvas = canvas
    box = ChartDrawing.box(chart, canvas)
  }

  private static func box(_ chart: DistanceChart, _ canvas: Canvas) -> Box {
    // "2,500 m" needs more room than "50 m".
    let label = ChartDrawing.label(chart.top, chart, withUnit: true)
    return Box(
      left: Double(label.count) * 8 + 12, top: 26, right: canvas.width - 10,
      bottom: canvas.chartHeight - 40)
  }

  private static func label(_ metres: Double, _ chart: DistanceChart, withUnit: Bool) -> String {
    let inKilometres = chart.step >= 1000
    return chart.text.numbers.trimmed(inKilometres ? metres / 1000 : metres, 1)
      + (withUnit ? inKilometres ? " km" : " m" : "")
  }

  func svg(id: String, title: String, description: String) -> String {
    var placer = LabelPlacer(frame: box)
    for fix in chart.fixes { placer.addCrowd(at: point(fix)) }
    let layer = MarkLayer(
      chart.marks, at: chart.marks.map { point($0.entry.sinceStart, $0.distance.value) },
      chart.clock, chart.text)
    layer.occupy(&placer)
    let radiusText = radiusLabel(&placer)
    let marks = layer.svg(&placer)
    let outside = outside(&placer)
    let told =
      outside + distanceAxis + lines(of: id) + radiusText + crossings + marks
    let body = timeAxis + elapsedAxis + "<g class=\"told\">\(told)</g>" + lanes
    return Drawing.svg(
      canvas, id: id, height: canvas.chartHeight + LaneDrawing.height(chart.lanes), title: title,
      description: description,
      axis: TimeAxis(box: box, from: 0, to: chart.span.count, metres: chart.top), body: body)
  }

  private func lines(of id: String) -> String {
    let shared = SharedLines(of: id)
    if canvas.name == Canvas.wide.name { return shared.held(band + refused + radiusLine + line) }
    return shared.shown(from: ChartDrawing.box(chart, .wide), to: box)
  }

  private var lanes: String {
    LaneDrawing(
      lanes: chart.lanes, text: chart.text, start: chart.start, clock: chart.clock, left: box.left,
      right: box.right,
      top: canvas.chartHeight, x: { x($0) }
    ).svg
  }

  private var crossings: String {
    chart.crossings.map {
      Drawing.circle("crossmark", point($0, chart.radius), radius: 4)
    }.joined()
  }

  private func x(_ sinceStart: Milliseconds) -> Double {
    box.left + box.width * Double(sinceStart.count) / Double(chart.span.count)
  }

  private func y(_ metres: Double) -> Double {
    box.bottom - box.height * min(max(metres, 0), chart.top) / chart.top
  }

  private func point(_ sinceStart: Milliseconds, _ metres: Double) -> Point {
    Point(x: x(sinceStart), y: y(metres))
  }

  private func point(_ sample: TrackSample) -> Point {
    point(sample.sinceStart, sample.distance.value)
  }

  private var line: String {
    var path = PathData()
    var lone = PathData()
    for (i, sample) in chart.fixes.enumerated() {
      let isAlone =
        (i == 0 || sample.followsGap)
        && (i + 1 == chart.fixes.count || chart.fixes[i + 1].followsGap)
      if isAlone {
        lone.dot(at: point(sample))
      } else if i == 0 || sample.followsGap {
        path.move(to: point(sample))
      } else {
        path.line(to: point(sample))
      }
    }
    return Drawing.path("distance", path) + Drawing.path("distance lone", lone)
  }

  /// Distance ± eph, where eph is known, without a bridge across gaps.
  private var band: String {
    var path = PathData()
    var run: [TrackSample] = []
    for sample in chart.fixes {
      if sample.followsGap || sample.meaningfulEph == nil { close(&run, &path) }
      if sample.meaningfulEph != nil { run.append(sample) }
    }
    close(&run, &path)
    return Drawing.path("band", path)
  }

  /// Draws out along the far edge of the band, and back along the near one.
  private func close(_ run: inout [TrackSample], _ path: inout PathData) {
    guard let first = run.first, let last = run.last else { return }
    // A lone fix has no width in time, but its error should show.
    let width = run.count == 1 ? 0.75 : 0
    path.move(to: edge(first, 1, -width))
    for sample in run { path.line(to: edge(sample, 1, 0)) }
    if width > 0 { path.line(to: edge(last, 1, width)) }
    if width > 0 { path.line(to: edge(last, -1, width)) }
    for sample in run.reversed() { path.line(to: edge(sample, -1, 0)) }
    if width > 0 { path.line(to: edge(first, -1, -width)) }
    path.close()
    run = []
  }

  private func edge(_ sample: TrackSample, _ sign: Double, _ shift: Double) -> Point {
    let error = sample.meaningfulEph?.value ?? 0
    return Point(
      x: x(sample.sinceStart) + shift, y: y(sample.distance.value + sign * error))
  }

  private var refused: String {
    var path = PathData()
    for sample in chart.refused where sample.distance.value <= chart.top {
      path.dot(at: point(sample))
    }
    return path.isEmpty
      ? "" : Drawing.path("refused", path) + Drawing.path("refused hole", path)
  }

  private func outside(_ placer: inout LabelPlacer) -> String {
    let text = chart.text(.outside)
    let width = Double(text.count) * 7.4
    var svg = ""
    for excursion in chart.excursions {
      let right = excursion.to.map { x($0) } ?? box.right
      let left = x(excursion.from)
      let shade = Box(left: left, top: box.top, right: max(right, left + 0.5), bottom: box.bottom)
      svg += Drawing.rect("outside", shade)
      guard shade.width > width + 10 else { continue }
      // The word stands as low as the numbers leave room.
      let spots = stride(from: box.bottom - 12, to: box.top, by: -18).map {
        LabelPlacer.Spot(at: Point(x: left + 5, y: $0), directions: [(1, 0)])
      }
      let placed = placer.place(width: width, height: 14, spots: spots, clearance: 0, reach: [0])
      if let at = placed?.center {
        svg += Drawing.text(text, "label mid exitink", x: at.x, y: at.y + 4.5)
      }
    }
    return svg
  }

  private var radiusLine: String {
    var path = PathData()
    let y = y(chart.radius)
    path.line(through: Point(x: box.left, y: y), Point(x: box.right, y: y))
    return Drawing.path("radius", path)
  }

  private func radiusLabel(_ placer: inout LabelPlacer) -> String {
    let text = chart.text.words(
      .radiusLine, (.distance, chart.text.numbers.roundLength(chart.radius)))
    let width = Double(text.count) * 7.2
    // Anywhere along the line, from the right, above or below.
    let spots = stride(from: 1.0, through: 0, by: -0.1).map { part in
      let x = box.left + width / 2 + 4 + (box.width - width - 8) * part
      return LabelPlacer.Spot(at: Point(x: x, y: y(chart.radius)), directions: [(0, -1), (0, 1)])
    }
    guard
      let at = placer.place(width: width, height: 14, spots: spots, clearance: 2, reach: [0])?
        .center
    else { return "" }
    return Drawing.text(text, "label mid", x: at.x, y: at.y + 4.5)
  }

  private var distanceAxis: String {
    var lines = PathData()
    var labels = ""
    let last = Int((chart.top / chart.step).rounded())
    for i in 0...last {
      let metres = Double(i) * chart.step
      lines.line(through: Point(x: box.left, y: y(metres)), Point(x: box.right, y: y(metres)))
      labels += Drawing.text(
        ChartDrawing.label(metres, chart, withUnit: i == last), "label right",
        x: box.left - 7, y: y(metres) + 4.5)
    }
    return Drawing.path("grid", lines) + labels
  }

  private var timeAxis: String {
    let axis = TimeTicks(
      start: chart.start, span: chart.span, most: canvas.mostTimeLabels, clock: chart.clock)
    var lines = PathData()
    var labels = ""
    for tick in axis.ticks {
      let x = x(Milliseconds(tick.sinceStart))
      lines.line(through: Point(x: x, y: box.bottom), Point(x: x, y: box.bottom + 5))
      guard x > box.left + 4, x < box.right - 12 else { continue }
      labels += Drawing.text(tick.label, "label mid", x: x, y: box.bottom + 19)
    }
    let date =
      Clock24.isDated(chart.start) ? chart.clock.date(chart.start) : chart.text(.dateUnknown)
    let label = chart.text.words(
      axis.showsDates ? .zoneFrom : .zoneDate, (.text, chart.clock.name(chart.start)),
      (.date, date))
    return Drawing.path("tick", lines) + labels
      + Drawing.text(label, "label", x: box.left, y: box.bottom + 36)
  }

  private var elapsedAxis: String {
    var lines = PathData()
    var labels = ""
    for tick in chart.elapsedTicks {
      let x = x(Milliseconds(tick.sinceStart))
      lines.line(through: Point(x: x, y: box.top), Point(x: x, y: box.top - 5))
      guard x < box.right - 16 else { continue }
      labels += Drawing.text(tick.label, "label mid", x: x, y: box.top - 9)
    }
    return Drawing.path("tick", lines) + labels
  }
}

/// The distance from the centre over time, before anyone says how large to draw it.
struct DistanceChart {
  let clock: Clock24
  let text: ReportText
  let start: WallTime
  /// Never zero, so that a single fix has an axis too.
  let span: Milliseconds
  let radius: Double
  /// Metres at the top of the chart: a round step above the farthest fix, event and radius.
  let top: Double
  let step: Double
  let fixes: [TrackSample]
  let refused: [TrackSample]
  let marks: [EventMark]
  /// The moments at which the edge was crossed.
  let crossings: [Milliseconds]
  /// The spans in which the device held the wearer to be outside; nil: to the end of the trace.
  let excursions: [(from: Milliseconds, to: Milliseconds?)]
  let lanes: Lanes

  init(_ data: ReportData, _ events: EventList) {
    clock = data.clock
    text = data.text
    start = data.start
    fixes = data.samples.accepted
    refused = data.samples.refused
    marks = events.marks
    crossings = data.timeline.compactMap { entry in
      guard let late = entry.crossing?.late else { return nil }
      let since = entry.sinceStart.count - late.count
      return since < 0 ? nil : Milliseconds(since)
    }
    excursions = data.outside.spans
    lanes = Lanes(data.timeline, data.marks, data.language)
    radius = data.perimeter.radius.value
    let moments =
      (fixes + refused).map(\.sinceStart.count) + marks.map(\.entry.sinceStart.count)
      + [lanes.last.count]
    span = Milliseconds(max(moments.max() ?? 0, 10_000))
    let farthest = (fixes.map(\.distance.value) + marks.map(\.distance.value)).max() ?? 0
    let most = max(farthest, radius * 1.2)
    step = Ticks.roundStep(atLeast: most / 5)
    top = step * (most * 1.02 / step).rounded(.up)
  }

  var isEmpty: Bool { fixes.isEmpty && marks.isEmpty }

  /// The radius line lies so close to the axis that the chart cannot show what happens near it.
  var radiusIsLow: Bool { radius / top < 0.05 }

  /// From the first event on, a second axis; expectations count in seconds.
  var elapsedTicks: [(sinceStart: Int64, label: String)] {
    let seconds = span.seconds
    if seconds <= 7200 {
      let step = Int64(Ticks.roundStep(atLeast: max(1, seconds / 6)))
      return stride(from: 0, through: span.count, by: Int(step * 1000)).map {
        (Int64($0), text.numbers.count(Int($0) / 1000) + " s")
      }
    }
    let step = max(Ticks.clockStep(atLeast: Double(span.count) / 7), 1_800_000)
    return stride(from: 0, through: span.count, by: Int(step)).map {
      (Int64($0), text.numbers.trimmed(Double($0) / 3_600_000, 1) + " h")
    }
  }
}
