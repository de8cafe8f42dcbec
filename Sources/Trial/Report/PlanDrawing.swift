import Findings
import Glibc

/// A plan as SVG: circle, track, fixes by accuracy, events, scale bar and north.
struct PlanDrawing {
  private static let stripHeight = 44.0
  /// A smaller circle gets a ring round it, or nobody would find it.
  private static let findable = 9.0

  let plan: Plan
  let canvas: Canvas
  private let frame: PlanFrame
  /// The frame of the wide drawing, whose lines every size shows.
  private let wide: PlanFrame
  private let narrow: PlanFrame

  init(_ plan: Plan, _ extent: Plan.Extent, _ canvas: Canvas) {
    self.plan = plan
    self.canvas = canvas
    frame = PlanFrame(extent, canvas)
    wide = PlanFrame(extent, .wide)
    narrow = PlanFrame(extent, .narrow)
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
      plan.events.map(\.mark), at: plan.events.map { visible($0.at) }, plan.clock, plan.text)
    layer.occupy(&placer)
    let marks = layer.svg(&placer)
    let labels = terminals(&placer) + circleLabel(&placer)
    // The inner picture clips what reaches beyond the frame.
    let size =
      "width=\"\(PathData.number(frame.box.width))\" height=\"\(PathData.number(frame.box.height))\""
    let body =
      Drawing.rect("ground", frame.box) + "<svg \(size)>" + circle + lines(of: id) + labels
      + crossings + marks + "</svg>" + emptyNote + strip
    return Drawing.svg(
      canvas, id: id, height: frame.box.bottom + PlanDrawing.stripHeight, title: title,
      description: description, body: body)
  }

  private func lines(of id: String) -> String {
    let shared = SharedLines(of: id)
    if canvas.name == Canvas.wide.name { return shared.held(track + dots) }
    let ground = [
      GroundPoint(east: 0, north: 0), GroundPoint(east: plan.radius, north: plan.radius),
    ]
    return shared.shown(
      (wide.point(ground[0]), frame.point(ground[0])),
      (wide.point(ground[1]), frame.point(ground[1])))
  }

  private var crossings: String {
    plan.crossings.compactMap { visible($0) }.map {
      Drawing.circle("crossmark", $0, radius: 4.5)
    }.joined()
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
      cross.line(
        through: Point(x: center.x - x, y: center.y - y), Point(x: center.x + x, y: center.y + y))
    }
    let finder =
      circleRadius < PlanDrawing.findable
      ? Drawing.circle("finder", center, radius: PlanDrawing.findable + 3) : ""
    return Drawing.circle("perimeter", center, radius: circleRadius) + finder
      + Drawing.path("cross", cross)
  }

  private func circleLabel(_ placer: inout LabelPlacer) -> String {
    let text = plan.text.words(
      .radiusLabel, (.distance, plan.text.numbers.roundLength(plan.radius)))
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
    var placeBefore: GroundPoint?
    for fix in plan.fixes {
      let point = wide.point(fix.at)
      defer { (before, placeBefore) = (point, fix.at) }
      guard let start = before, let from = placeBefore, isSeen(from, fix.at) else {
        isDrawing = false
        continue
      }
      if fix.followsGap {
        gaps.line(through: start, point)
        isDrawing = false
        continue
      }
      if !isDrawing { followed.move(to: start) }
      followed.line(to: point)
      isDrawing = true
    }
    return Drawing.path("gap", gaps) + Drawing.path("track", followed)
  }

  /// Whether one of the drawings shows it: beyond the extent they show different ground.
  private func isSeen(_ a: GroundPoint, _ b: GroundPoint) -> Bool {
    wide.crosses(a, b) || narrow.crosses(a, b)
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

  /// One dot in each unit: dots are three units wide and more, and a second one there could not be seen.
  private func dotPath(_ places: [GroundPoint]) -> PathData {
    var path = PathData()
    var seen: Set<Int> = []
    for place in places where isSeen(place, place) {
      let point = wide.point(place)
      let cell = Int(point.y.rounded()) * 4096 + Int(point.x.rounded())
      if seen.insert(cell).inserted { path.dot(at: point) }
    }
    return path
  }

  private func terminals(_ placer: inout LabelPlacer) -> String {
    guard let first = plan.fixes.first, let last = plan.fixes.last else { return "" }
    let ends =
      plan.fixes.count == 1
      ? [(first, plan.text(.onlyFix))]
      : [(first, plan.text(.start)), (last, plan.text(.end))]
    var svg = ""
    for (fix, text) in ends {
      guard let at = visible(fix.at) else { continue }
      guard
        let placement = placer.place(
          width: Double(text.count) * 7.4, height: 14, spots: [.init(at: at)],
          clearance: 4, reach: [6, 18, 34, 52])
      else { continue }
      var leader = PathData()
      leader.line(through: at, placement.edge)
      svg +=
        Drawing.path("leader", leader) + Drawing.circle("terminal", at, radius: 2.6)
        + Drawing.text(text, "label mid", x: placement.center.x, y: placement.center.y + 4.5)
    }
    return svg
  }

  private var emptyNote: String {
    guard plan.fixes.isEmpty else { return "" }
    let text = plan.text(plan.refused.isEmpty ? .emptyPlan : .emptyPlanRefused)
    return Drawing.text(text, "label mid", x: center.x, y: center.y + 24)
  }

  private var strip: String {
    let y = frame.box.bottom + 22
    let metres = Ticks.roundStep(upTo: canvas.width / 3.5 / frame.scale)
    let length = metres * frame.scale
    var bar = PathData()
    bar.line(
      through: Point(x: 1, y: y - 5), Point(x: 1, y: y), Point(x: 1 + length, y: y),
      Point(x: 1 + length, y: y - 5))
    let x = canvas.width - 12
    var arrow = PathData()
    arrow.line(
      through: Point(x: x, y: y - 16), Point(x: x + 6, y: y + 2), Point(x: x, y: y - 2.5),
      Point(x: x - 6, y: y + 2))
    arrow.close()
    return Drawing.path("scale", bar)
      + Drawing.text(plan.text.numbers.roundLength(metres), "label", x: 0, y: y + 17)
      + Drawing.path("north", arrow) + Drawing.text("N", "label mid", x: x, y: y + 17)
  }
}

/// The events of a drawing as numbered shapes, the same in plan and chart.
///
/// Marks of one kind that would lie on each other become one with several numbers. Marks are always
/// drawn; a number that finds no room is left to the table and, for exits, returns and suspects, to
/// the mark's tooltip. The other kinds share one path each: there may be thousands.
struct MarkLayer {
  private static let symbolSize = 15.0
  private static let smallSize = 9.0
  private static let textHeight = 14.0
  /// Marks of one kind closer than this are one.
  private static let together = 8.0
  private static let mostNumbersShown = 3
  /// Marks of one kind are drawn more quietly if there are more than this.
  private static let many = 60

  private struct Group {
    var kind: MarkKind
    var at: Point
    var marks: [EventMark]
  }

  private var groups: [Group] = []
  private let clock: Clock24
  private let text: ReportText

  /// - Parameter places: where in the drawing each mark is; nil for outside of it.
  init(
    _ marks: [EventMark], at places: [Point?], _ clock: Clock24, _ text: ReportText
  ) {
    self.clock = clock
    self.text = text
    var groupsOfKind: [MarkKind: [Int]] = [:]
    for (mark, place) in zip(marks, places) {
      guard let point = place else { continue }
      let near = groupsOfKind[mark.kind, default: []].first { index in
        let other = groups[index].at
        return (other.x - point.x).magnitude < MarkLayer.together
          && (other.y - point.y).magnitude < MarkLayer.together
      }
      if let near {
        groups[near].marks.append(mark)
      } else {
        groupsOfKind[mark.kind, default: []].append(groups.count)
        groups.append(Group(kind: mark.kind, at: point, marks: [mark]))
      }
    }
    // Drawn later is on top: small marks below, exits above all.
    let order: [MarkKind] = [.regained, .lost, .cleared, .suspect, .return, .exit]
    groups = order.flatMap { kind in groups.filter { $0.kind == kind } }
  }

  /// The marks' places, for the placer to keep free.
  func occupy(_ placer: inout LabelPlacer) {
    for group in groups {
      let size = group.kind.isMajor ? MarkLayer.symbolSize : MarkLayer.smallSize
      placer.occupy(Box(center: group.at, width: size, height: size))
    }
  }

  func svg(_ placer: inout LabelPlacer) -> String {
    var shapes: [String] = []
    var small: [MarkKind: PathData] = [:]
    var leaders = PathData()
    var texts: [String] = []
    let reach = groups.count > MarkLayer.many ? [0.0] : [0, 12, 24, 40, 60]
    // The most important find room first.
    for group in groups.reversed() {
      if group.kind.isMajor {
        shapes.append(shape(group))
      } else {
        Symbols.add(group.kind, at: group.at, to: &small[group.kind, default: PathData()])
      }
      guard let text = MarkLayer.numbers(group.marks) else { continue }
      let isMajor = group.kind.isMajor
      guard
        let placement = placer.place(
          width: Double(text.count) * 7.6 + 3, height: MarkLayer.textHeight,
          spots: [.init(at: group.at)], clearance: isMajor ? 8 : 4.5,
          reach: isMajor ? reach : Array(reach.prefix(3)), mayCross: isMajor)
      else { continue }
      if placement.isFar {
        leaders.line(through: group.at, placement.edge)
      }
      let style = isMajor ? "n" : "n small"
      texts.append(
        Drawing.text(text, style, x: placement.center.x, y: placement.center.y + 4.5))
    }
    let smallShapes = MarkKind.allCases.map { kind in
      let isMany = groups.filter { $0.kind == kind }.count > MarkLayer.many
      return small[kind].map { Drawing.path(kind.rawValue + (isMany ? " many" : ""), $0) } ?? ""
    }
    return smallShapes.joined() + Drawing.path("leader", leaders) + shapes.reversed().joined()
      + texts.joined()
  }

  private func shape(_ group: Group) -> String {
    "<use href=\"#\(group.kind)\" class=\"\(group.kind)\" x=\"\(PathData.number(group.at.x))\""
      + " y=\"\(PathData.number(group.at.y))\"><title>"
      + Markup.escaped(tip(group.kind, group.marks)) + "</title></use>"
  }

  /// "3", "3, 7", "3, 7 … 41"; nil when the table lists none of them.
  private static func numbers(_ marks: [EventMark]) -> String? {
    let numbers = marks.compactMap(\.number).map(String.init)
    guard let last = numbers.last else { return nil }
    if numbers.count <= mostNumbersShown { return numbers.joined(separator: ", ") }
    return numbers.prefix(mostNumbersShown - 1).joined(separator: ", ") + " … " + last
  }

  private func tip(_ kind: MarkKind, _ marks: [EventMark]) -> String {
    if marks.count == 1, let mark = marks.first {
      let number = mark.number.map { "\($0): " } ?? ""
      return number
        + text.words(
          .tip, (.text, text(kind.label)), (.time, clock.time(mark.entry.time)),
          (.distance, text.numbers.length(mark.distance)))
    }
    let numbers = marks.compactMap(\.number).map(String.init).joined(separator: ", ")
    return text.words(
      .several, (.number, text.numbers.count(marks.count)), (.text, text(kind.label)))
      + (numbers.isEmpty ? "" : ": " + numbers)
  }
}
