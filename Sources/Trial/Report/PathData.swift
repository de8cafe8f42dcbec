/// A point of a drawing, in its units, y downward.
struct Point: Equatable {
  var x: Double
  var y: Double
}

/// The `d` of an SVG path, in tenths of a unit and relative steps: about six bytes a point.
struct PathData {
  private(set) var text = ""
  private var at = (x: 0, y: 0)
  private var start = (x: 0, y: 0)
  private var hasLine = false

  var isEmpty: Bool { text.isEmpty }

  mutating func move(to point: Point) {
    // The first is absolute all the same; an "M" would make the lines after it absolute too.
    text += "m"
    step(to: point, afterLetter: true)
    start = at
    hasLine = false
  }

  /// Goes on from the last move or line. Steps too short to see are left out, but for the first:
  /// with round line ends it shows as a dot.
  mutating func line(to point: Point) {
    precondition(!isEmpty)
    if hasLine, PathData.tenths(point.x) == at.x, PathData.tenths(point.y) == at.y { return }
    // After a move, pairs of numbers without a letter are relative lines.
    step(to: point, afterLetter: false)
    hasLine = true
  }

  /// A dot, where the style has round or square line ends. Not quite of no length: printers do not
  /// draw those with square ends.
  mutating func dot(at point: Point) {
    move(to: point)
    text += "h.1"
    at.x += 1
  }

  /// Back to the last move, and only a move may follow.
  mutating func close() {
    text += "z"
    at = start
  }

  private mutating func step(to point: Point, afterLetter: Bool) {
    let next = (x: PathData.tenths(point.x), y: PathData.tenths(point.y))
    append(next.x - at.x, afterLetter: afterLetter)
    append(next.y - at.y, afterLetter: false)
    at = next
  }

  private mutating func append(_ tenths: Int, afterLetter: Bool) {
    if tenths < 0 { text += "-" } else if !afterLetter { text += " " }
    text += PathData.unsigned(tenths.magnitude)
  }

  private static func unsigned(_ tenths: UInt) -> String {
    let (whole, tenth) = tenths.quotientAndRemainder(dividingBy: 10)
    if tenth == 0 { return String(whole) }
    return (whole > 0 ? String(whole) : "") + "." + String(tenth)
  }

  /// Far beyond any drawing, but safe to add and subtract.
  private static func tenths(_ value: Double) -> Int {
    Int((min(max(value, -1e6), 1e6) * 10).rounded())
  }

  /// One coordinate as an attribute, to a tenth.
  static func number(_ value: Double) -> String {
    let tenths = tenths(value)
    return (tenths < 0 ? "-" : "") + unsigned(tenths.magnitude)
  }
}
