import HAL
import Words

/// The sweep on the page: a table, and a small chart for each perimeter.
struct SweepView {
  struct Cell {
    var column: String
    var value: String
  }

  struct Line {
    var name: String
    var cells: [Cell]
  }

  var title: String
  var note: String
  var head: String
  var columns: [String]
  var lines: [Line]
  var charts: [String]

  /// Nil without a sweep.
  init?(_ data: ReportData, id: String) {
    guard !data.sweep.isEmpty else { return nil }
    let words = data.text.words
    let table = SweepTable(data.sweep, data.language)
    title = words.sweep(.section)
    note = words.sweep(.note)
    head = table.heads[0]
    columns = Array(table.heads.dropFirst())
    lines = table.rows.map { row in
      Line(
        name: row[0],
        cells: zip(table.heads, row).dropFirst().map { Cell(column: $0, value: $1) })
    }
    let chart = SweepChart(data)
    charts = zip(data.sweep.indices, table.rows).map { index, cells in
      chart.svg(
        data.sweep[index], id: "\(id)-sweep-\(index + 1)", title: cells[0],
        description: words.sweep(.chart, (.text, cells[0])))
    }
  }
}

/// A small chart: distance over time, the edge, and the time outside.
private struct SweepChart {
  private static let canvas = Canvas(
    name: "mini", width: 240, planHeights: 0...0, chartHeight: 96, mostTimeLabels: 0)
  private static let box = Box(left: 2, top: 20, right: 238, bottom: 94)
  /// Columns in which the nearest and the farthest position are drawn.
  private static let columns = 118

  private let line: String
  private let span: Double
  private let top: Double

  init(_ data: ReportData) {
    let fixes = data.samples.accepted
    let radii = data.sweep.compactMap { $0.perimeter?.radius.value }
    let span = Double(max(data.end.count, 1))
    let farthest = fixes.map(\.distance.value).max() ?? 0
    // An edge near the axis would show nothing.
    let top = max(min(farthest, 2.5 * (radii.max() ?? 1000)), 1.1 * (radii.max() ?? 1000))
    (self.span, self.top) = (span, top)
    var path = PathData()
    var column = -1
    var extremes: (near: TrackSample, far: TrackSample)?
    func draw() {
      guard let (near, far) = extremes else { return }
      for sample in near.sinceStart <= far.sinceStart ? [near, far] : [far, near] {
        let point = SweepChart.point(sample.sinceStart, sample.distance.value, span, top)
        if path.isEmpty { path.move(to: point) } else { path.line(to: point) }
      }
    }
    for fix in fixes {
      let own = Int(Double(fix.sinceStart.count) / span * Double(SweepChart.columns))
      if own != column {
        draw()
        (column, extremes) = (own, (fix, fix))
      } else if let (near, far) = extremes {
        extremes = (
          fix.distance < near.distance ? fix : near, fix.distance > far.distance ? fix : far
        )
      }
    }
    draw()
    line = Drawing.path("distance", path)
  }

  private static func point(
    _ at: Milliseconds, _ metres: Double, _ span: Double, _ top: Double
  ) -> Point {
    Point(
      x: box.left + box.width * min(Double(at.count) / span, 1),
      y: box.bottom - box.height * min(metres / top, 1))
  }

  func svg(_ row: SweepRow, id: String, title: String, description: String) -> String {
    let box = SweepChart.box
    let shades = row.spans.map { from, to in
      let left = SweepChart.point(from, 0, span, top).x
      let right = to.map { SweepChart.point($0, 0, span, top).x } ?? box.right
      return Drawing.rect(
        "outside", Box(left: left, top: box.top, right: max(right, left + 1), bottom: box.bottom))
    }
    var edge = PathData()
    let y = SweepChart.point(Milliseconds(0), row.perimeter?.radius.value ?? 0, span, top).y
    edge.line(through: Point(x: box.left, y: y), Point(x: box.right, y: y))
    return Drawing.svg(
      SweepChart.canvas, id: id, height: SweepChart.canvas.chartHeight, title: title,
      description: description, axis: TimeAxis(box: box, from: 0, to: Int64(span)),
      body: shades.joined() + Drawing.path("radius", edge) + line
        + Drawing.text(title, "label", x: 2, y: 14))
  }
}
