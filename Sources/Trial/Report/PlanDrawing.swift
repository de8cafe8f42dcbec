import Glibc

/// A plan as SVG: circle, track, fixes by accuracy, events, scale bar and north.
struct PlanDrawing {
  private static let stripHeight = 44.0
  /// A smaller circle gets a ring round it, or nobody would find it.
  private static let findable = 9.0

  let plan: Plan
  let canvas: Canvas
  private let frame: PlanFrame

  init(_ plan: Plan, _ extent: Plan.Extent, _ canvas: Canvas) {
    self.plan = plan
    self.canvas = canvas
    frame = PlanFrame(extent, canvas)
  }

  func svg(id: String, title: String, description: String) -> String {
    var placer = LabelPlacer(frame: frame.box)
    for fix in plan.fixes { placer.addCrowd(at: frame.point(fix.at)) }
    for degrees in stride(from: 0.0, to: 360, by: 1) {
      let angle = degrees * .pi / 180
      placer.addCrowd(
        at: Point(x: center.x + cos(angle) * circleRadius, y: center.y + sin(angle) * circleRadius))
    }
    let layer = MarkLayer(
      plan.events.map(\.mark), at: plan.events.map { visible($0.at) }, plan.clock)
    layer.occupy(&placer)
    let marks = layer.svg(&placer)
    let labels = terminals(&placer) + circleLabel(&placer)
    // The inner picture clips what reaches beyond the frame.
    let size =
      "width=\"\(PathData.number(frame.box.width))\" height=\"\(PathData.number(frame.box.height))\""
    let body =
      Drawing.rect("ground", frame.box) + "<svg \(size)>" + circle + track + dots + labels
      + marks + "</svg>" + emptyNote + strip
    return Drawing.svg(
      canvas, id: id, height: frame.box.bottom + PlanDrawing.stripHeight, title: title,
      description: description, body: body)
  }

  private func visible(_ ground: GroundPoint) -> Point? {
    let point = frame.point(ground)
    return frame.box.contains(point) ? point : nil
  }

  private var center: Point { frame.point(GroundPoint(east: 0, north: 0)) }
  private var circleRadius: Double { plan.radius * frame.scale }

  private var circle: String {
    var cross = PathData()
    for (x, y) in [(5.0, 0.0), (0.0, 5.0)] {
      cross.move(to: Point(x: center.x - x, y: center.y - y))
      cross.line(to: Point(x: center.x + x, y: center.y + y))
    }
    let finder =
      circleRadius < PlanDrawing.findable
      ? Drawing.circle("finder", center, radius: PlanDrawing.findable + 3) : ""
    return Drawing.circle("perimeter", center, radius: circleRadius) + finder
      + Drawing.path("cross", cross)
  }

  private func circleLabel(_ placer: inout LabelPlacer) -> String {
    let text = "\(Numbers.roundLength(plan.radius)) radius"
    let radius = max(circleRadius, PlanDrawing.findable + 3)
    let outward: [(x: Double, y: Double)] = [
      (0, -1), (0, 1), (0.71, -0.71), (-0.71, -0.71), (0.71, 0.71), (-0.71, 0.71), (1, 0), (-1, 0),
    ]
    let spots = outward.map { side in
      LabelPlacer.Spot(
        at: Point(x: center.x + side.x * radius, y: center.y + side.y * radius), directions: [side])
    }
    guard
      let at = placer.place(
        width: Double(text.count) * 7.2, height: 15, spots: spots, clearance: 3, reach: [0, 8])?
        .center
    else { return "" }
    return Drawing.text(text, "label mid", x: at.x, y: at.y + 4.5)
  }

  /// Solid where the wearer was followed, dashed across gaps.
  private var track: String {
    var followed = PathData()
    var gaps = PathData()
    var before: Point?
    var isDrawing = false
    for fix in plan.fixes {
      let point = frame.point(fix.at)
      defer { before = point }
      guard let start = before, crosses(start, point) else {
        isDrawing = false
        continue
      }
      if fix.followsGap {
        gaps.move(to: start)
        gaps.line(to: point)
        isDrawing = false
        continue
      }
      if !isDrawing { followed.move(to: start) }
      followed.line(to: point)
      isDrawing = true
    }
    return Drawing.path("gap", gaps) + Drawing.path("track", followed)
  }

  private func crosses(_ a: Point, _ b: Point) -> Bool {
    min(a.x, b.x) <= frame.box.right && max(a.x, b.x) >= frame.box.left
      && min(a.y, b.y) <= frame.box.bottom && max(a.y, b.y) >= frame.box.top
  }

  /// The rarest accuracy on top, so that none is hidden.
  private var dots: String {
    let refused = dotPath(plan.refused)
    var svg =
      refused.isEmpty
      ? "" : Drawing.path("refused", refused) + Drawing.path("refused hole", refused)
    let classes = AccuracyClass.allCases.map { accuracy in
      (style: accuracy.style, fixes: plan.fixes.filter { $0.accuracy == accuracy })
    }
    for (style, fixes) in classes.sorted(by: { $0.fixes.count > $1.fixes.count }) {
      svg += Drawing.path("dot " + style, dotPath(fixes.map(\.at)))
    }
    return svg
  }

  /// One dot in each half unit: a second one there could not be seen.
  private func dotPath(_ places: [GroundPoint]) -> PathData {
    var path = PathData()
    var seen: Set<Int> = []
    for place in places {
      guard let point = visible(place) else { continue }
      let cell = Int((point.y * 2).rounded()) * 4096 + Int((point.x * 2).rounded())
      if seen.insert(cell).inserted { path.dot(at: point) }
    }
    return path
  }

  private func terminals(_ placer: inout LabelPlacer) -> String {
    guard let first = plan.fixes.first, let last = plan.fixes.last else { return "" }
    let ends = plan.fixes.count == 1 ? [(first, "only fix")] : [(first, "start"), (last, "end")]
    var svg = ""
    for (fix, text) in ends {
      guard let at = visible(fix.at) else { continue }
      guard
        let placement = placer.place(
          width: Double(text.count) * 7.4, height: 14, spots: [.init(at: at)],
          clearance: 4, reach: [6, 18, 34, 52])
      else { continue }
      var leader = PathData()
      leader.move(to: at)
      leader.line(to: placement.edge)
      svg +=
        Drawing.path("leader", leader) + Drawing.circle("terminal", at, radius: 2.6)
        + Drawing.text(text, "label mid", x: placement.center.x, y: placement.center.y + 4.5)
    }
    return svg
  }

  private var emptyNote: String {
    guard plan.fixes.isEmpty else { return "" }
    let text = plan.refused.isEmpty ? "no fix in this trace" : "no fix that counted"
    return Drawing.text(text, "label mid", x: center.x, y: center.y + 24)
  }

  private var strip: String {
    let y = frame.box.bottom + 22
    let metres = Ticks.roundStep(upTo: canvas.width / 3.5 / frame.scale)
    let length = metres * frame.scale
    var bar = PathData()
    bar.move(to: Point(x: 1, y: y - 5))
    bar.line(to: Point(x: 1, y: y))
    bar.line(to: Point(x: 1 + length, y: y))
    bar.line(to: Point(x: 1 + length, y: y - 5))
    let x = canvas.width - 12
    var arrow = PathData()
    arrow.move(to: Point(x: x, y: y - 16))
    arrow.line(to: Point(x: x + 6, y: y + 2))
    arrow.line(to: Point(x: x, y: y - 2.5))
    arrow.line(to: Point(x: x - 6, y: y + 2))
    arrow.close()
    return Drawing.path("scale", bar)
      + Drawing.text(Numbers.roundLength(metres), "label", x: 0, y: y + 17)
      + Drawing.path("north", arrow) + Drawing.text("N", "label mid", x: x, y: y + 17)
  }
}
