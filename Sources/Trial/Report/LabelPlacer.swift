/// A rectangle of a drawing.
struct Box: Equatable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  init(left: Double, top: Double, right: Double, bottom: Double) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  init(center: Point, width: Double, height: Double) {
    left = center.x - width / 2
    right = center.x + width / 2
    top = center.y - height / 2
    bottom = center.y + height / 2
  }

  var width: Double { right - left }
  var height: Double { bottom - top }

  func overlaps(_ other: Box) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }

  func contains(_ other: Box) -> Bool {
    left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom
  }

  func contains(_ point: Point) -> Bool {
    left <= point.x && point.x <= right && top <= point.y && point.y <= bottom
  }
}

/// Finds room for labels beside their marks: never over a mark or another label, and where the
/// drawing is least crowded.
struct LabelPlacer {
  struct Placement: Equatable {
    var center: Point
    /// The point at which the label comes nearest to its mark.
    var edge: Point
    /// It stands so far off that a line must join them.
    var isFar: Bool
  }

  /// A mark, and on which sides of it a label may stand.
  struct Spot {
    var at: Point
    var directions = LabelPlacer.allAround
  }

  private static let cell = 6.0
  /// The places to try, in the order of preference: right first, as on maps.
  static let allAround: [(x: Double, y: Double)] = [
    (1, 0), (0.71, -0.71), (0.71, 0.71), (0, -1), (-1, 0), (-0.71, -0.71), (-0.71, 0.71), (0, 1),
  ]

  private let frame: Box
  private var taken: [Box] = []
  private let columns: Int
  private var crowd: [Int]

  init(frame: Box) {
    self.frame = frame
    columns = Int(frame.width / LabelPlacer.cell) + 1
    crowd = [Int](repeating: 0, count: columns * (Int(frame.height / LabelPlacer.cell) + 1))
  }

  /// Something that a label should rather not cover.
  mutating func addCrowd(at point: Point) {
    guard frame.contains(point) else { return }
    crowd[cell(point)] = 1
  }

  /// Something that a label must not cover.
  mutating func occupy(_ box: Box) { taken.append(box) }

  /// - Parameters:
  ///   - spots: marks that it may stand beside, the preferred first.
  ///   - clearance: from a mark's centre to its edge.
  ///   - reach: how far from that edge a label may stand; nearer ones are tried first.
  ///   - mayCross: a line that crosses something else is better than no label.
  /// - Returns: Nil when there is no room.
  mutating func place(
    width: Double, height: Double, spots: [Spot], clearance: Double, reach: [Double],
    mayCross: Bool = false
  ) -> Placement? {
    var best: (cost: Double, placement: Placement, box: Box)?
    for (rank, spot) in spots.enumerated() {
      for (ring, gap) in reach.enumerated() {
        for (preference, direction) in spot.directions.enumerated() {
          let center = Point(
            x: spot.at.x + direction.x * (clearance + gap + width / 2),
            y: spot.at.y + direction.y * (clearance + gap + height / 2))
          let box = Box(center: center, width: width, height: height)
          guard frame.contains(box), !taken.contains(where: box.overlaps) else { continue }
          let edge = Point(
            x: center.x - direction.x * width / 2, y: center.y - direction.y * height / 2)
          let isCrossing = ring > 0 && isBlocked(from: spot.at, to: edge)
          if isCrossing, !mayCross { continue }
          let cost =
            Double(crowdedness(of: box) * 4 + ring * 7 + rank * 2 + (isCrossing ? 60 : 0))
            + Double(preference) * 0.5
          if let best, best.cost <= cost { continue }
          best = (cost, Placement(center: center, edge: edge, isFar: ring > 0), box)
        }
      }
    }
    if let best { taken.append(best.box) }
    return best?.placement
  }

  /// True when a leader would cross another mark or label.
  private func isBlocked(from mark: Point, to edge: Point) -> Bool {
    let others = taken.filter { !$0.contains(mark) }
    return (1...8).contains { step in
      let part = Double(step) / 8
      let point = Point(
        x: mark.x + (edge.x - mark.x) * part, y: mark.y + (edge.y - mark.y) * part)
      return others.contains { $0.contains(point) }
    }
  }

  private func crowdedness(of box: Box) -> Int {
    var sum = 0
    var y = box.top
    while y <= box.bottom {
      var x = box.left
      while x <= box.right {
        sum += crowd[cell(Point(x: x, y: y))]
        x += LabelPlacer.cell
      }
      y += LabelPlacer.cell
    }
    return sum
  }

  private func cell(_ point: Point) -> Int {
    Int((point.y - frame.top) / LabelPlacer.cell) * columns
      + Int((point.x - frame.left) / LabelPlacer.cell)
  }
}
