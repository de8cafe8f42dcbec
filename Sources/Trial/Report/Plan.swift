import Device
import Findings
import Glibc
import HAL

/// The track on the ground, before anyone says how large to draw it.
struct Plan {
  struct Fix {
    var at: GroundPoint
    var accuracy: AccuracyClass
    var followsGap: Bool
  }

  struct Extent {
    var west: Double
    var south: Double
    var east: Double
    var north: Double

    /// The square round the centre.
    init(reach: Double) { (west, south, east, north) = (-reach, -reach, reach, reach) }

    mutating func add(_ point: GroundPoint) {
      west = min(west, point.east)
      east = max(east, point.east)
      south = min(south, point.north)
      north = max(north, point.north)
    }

    mutating func widen(by margin: Double) {
      west -= margin
      south -= margin
      east += margin
      north += margin
    }

    func contains(_ point: GroundPoint) -> Bool {
      (west...east).contains(point.east) && (south...north).contains(point.north)
    }
  }

  let clock: Clock24
  let text: ReportText
  let radius: Double
  let fixes: [Fix]
  let refused: [GroundPoint]
  let events: [(mark: EventMark, at: GroundPoint)]
  /// The places at which the edge was crossed.
  let crossings: [GroundPoint]
  /// The circle, all accepted fixes and all events, with the refused fixes that are not much farther
  /// away. If no fix was accepted, with all refused ones.
  let whole: Extent

  init(_ data: ReportData, _ marks: [EventMark]) {
    clock = data.clock
    text = data.text
    let projection = Projection(data.perimeter)
    radius = data.perimeter.radius.value
    fixes = data.samples.accepted.map {
      Fix(
        at: projection.point($0.position), accuracy: AccuracyClass($0.eph),
        followsGap: $0.followsGap)
    }
    refused = data.samples.refused.map { projection.point($0.position) }
    crossings = data.timeline.compactMap { $0.crossing?.crossing?.place }
    events = marks.map { ($0, projection.point($0.place.position)) }
    var extent = Extent(reach: radius)
    for fix in fixes { extent.add(fix.at) }
    for event in events { extent.add(event.at) }
    let farthest = max(radius, fixes.map(\.at.distance).max() ?? .infinity)
    for point in refused where point.distance < 1.5 * farthest { extent.add(point) }
    whole = extent
  }

  /// The circle with what was decided near it.
  var closeUp: Extent {
    var extent = Extent(reach: radius)
    for event in events
    where event.mark.kind.isMajor && event.mark.distance.value < 5 * radius {
      extent.add(event.at)
    }
    extent.widen(by: radius / 4)
    return extent
  }

  /// True when the circle is so small in the plan of everything that it wants one of its own.
  var needsCloseUp: Bool {
    let scale = PlanFrame(whole, .wide).scale
    return radius * scale < 64
      && (fixes.contains { closeUp.contains($0.at) } || events.contains { closeUp.contains($0.at) })
  }

  /// Metres to the farthest refused fix outside the plan; nil when there is none.
  var farthestRefusedOutside: Double? {
    refused.filter { !whole.contains($0) }
      .map(\.distance).max()
  }
}

/// A piece of ground on a piece of paper, equally scaled both ways, north up.
struct PlanFrame {
  /// Room for labels round the ground.
  private static let padding = 36.0

  /// Units a metre.
  let scale: Double
  /// The box of the ground; the strip for the scale bar is below it.
  let box: Box
  private let origin: Point

  init(_ extent: Plan.Extent, _ canvas: Canvas) {
    let (wide, high) = (extent.east - extent.west, extent.north - extent.south)
    let mostHigh = canvas.planHeights.upperBound
    scale = min(
      (canvas.width - 2 * PlanFrame.padding) / wide, (mostHigh - 2 * PlanFrame.padding) / high)
    let height = min(
      max(high * scale + 2 * PlanFrame.padding, canvas.planHeights.lowerBound), mostHigh)
    box = Box(left: 0, top: 0, right: canvas.width, bottom: height)
    origin = Point(
      x: canvas.width / 2 - (extent.west + extent.east) / 2 * scale,
      y: height / 2 + (extent.south + extent.north) / 2 * scale)
  }

  func point(_ ground: GroundPoint) -> Point {
    Point(x: origin.x + ground.east * scale, y: origin.y - ground.north * scale)
  }

  /// A straight way between two places may reach into the box.
  func crosses(_ from: GroundPoint, _ to: GroundPoint) -> Bool {
    let (a, b) = (point(from), point(to))
    return min(a.x, b.x) <= box.right && max(a.x, b.x) >= box.left
      && min(a.y, b.y) <= box.bottom && max(a.y, b.y) >= box.top
  }
}
