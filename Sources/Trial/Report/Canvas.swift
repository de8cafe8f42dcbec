/// A size that drawings are made for. Each is drawn twice, and the style sheet shows one. So text and
/// marks keep their size on a phone, and ticks and labels fit the room there is. Lines of many positions
/// stand once, in the wide drawing: the narrow one shows the same, moved and scaled (`SharedLines`).
struct Canvas {
  var name: String
  var width: Double
  var planHeights: ClosedRange<Double>
  var chartHeight: Double
  /// The number of labels that fit below a time axis.
  var mostTimeLabels: Int

  static let wide = Canvas(
    name: "wide", width: 880, planHeights: 380...640, chartHeight: 360, mostTimeLabels: 11)
  static let narrow = Canvas(
    name: "narrow", width: 360, planHeights: 260...460, chartHeight: 300, mostTimeLabels: 5)
  static let all = [wide, narrow]
}

/// The place of time in a drawing, for the page's script.
struct TimeAxis {
  var box: Box
  /// Milliseconds since the first event at the box's left and right.
  var from: Int64
  var to: Int64
  /// Metres at the top of the box; nil where it does not begin at zero.
  var metres: Double?

  fileprivate var attributes: String {
    let sides = [box.left, box.right, box.top, box.bottom].map(PathData.number)
    return " data-axis=\"\((sides + [String(from), String(to)]).joined(separator: " "))\""
      + (metres.map { " data-metres=\"\(PathData.number($0))\"" } ?? "")
  }
}

/// The outside of a drawing: a picture with a name and a description.
enum Drawing {
  static func svg(
    _ canvas: Canvas, id: String, height: Double, title: String, description: String,
    axis: TimeAxis? = nil, body: String
  ) -> String {
    let id = "\(id)-\(canvas.name)"
    let size = "\(PathData.number(canvas.width)) \(PathData.number(height))"
    return """
      <svg class="\(canvas.name)" viewBox="0 0 \(size)"\(axis?.attributes ?? "") role="img" \
      aria-labelledby="\(id)-t \(id)-d"><title id="\(id)-t">\(Markup.escaped(title))</title>\
      <desc id="\(id)-d">\(Markup.escaped(description))</desc>\(body)</svg>
      """
  }

  static func text(_ text: String, _ style: String, x: Double, y: Double) -> String {
    "<text class=\"\(style)\" x=\"\(PathData.number(x))\" y=\"\(PathData.number(y))\">"
      + Markup.escaped(text) + "</text>"
  }

  static func path(_ style: String, _ path: PathData) -> String {
    path.isEmpty ? "" : "<path class=\"\(style)\" d=\"\(path.text)\"/>"
  }

  static func rect(_ style: String, _ box: Box) -> String {
    "<rect class=\"\(style)\" x=\"\(PathData.number(box.left))\" y=\"\(PathData.number(box.top))\""
      + " width=\"\(PathData.number(box.width))\" height=\"\(PathData.number(box.height))\"/>"
  }

  static func circle(_ style: String, _ center: Point, radius: Double) -> String {
    "<circle class=\"\(style)\" cx=\"\(PathData.number(center.x))\""
      + " cy=\"\(PathData.number(center.y))\" r=\"\(PathData.number(radius))\"/>"
  }
}

/// Lines that both sizes of a drawing show. The wide one holds them; the narrow one refers to them.
struct SharedLines {
  private let id: String

  init(of drawing: String) { id = drawing + "-lines" }

  func held(_ lines: String) -> String { "<g id=\"\(id)\">\(lines)</g>" }

  /// The same lines, with two of their points at other places of another drawing.
  func shown(_ one: (from: Point, to: Point), _ other: (from: Point, to: Point)) -> String {
    let x = SharedLines.map(one.from.x, other.from.x, to: one.to.x, other.to.x)
    let y = SharedLines.map(one.from.y, other.from.y, to: one.to.y, other.to.y)
    let numbers = [x.scale, 0, 0, y.scale, x.shift, y.shift].map(SharedLines.number)
    return "<use href=\"#\(id)\" transform=\"matrix(\(numbers.joined(separator: " ")))\"/>"
  }

  /// The same lines, in a box of another drawing.
  func shown(from box: Box, to other: Box) -> String {
    shown(
      (Point(x: box.left, y: box.top), Point(x: other.left, y: other.top)),
      (Point(x: box.right, y: box.bottom), Point(x: other.right, y: other.bottom)))
  }

  private static func map(
    _ a: Double, _ b: Double, to c: Double, _ d: Double
  ) -> (scale: Double, shift: Double) {
    let scale = (d - c) / (b - a)
    return (scale, c - a * scale)
  }

  /// Five decimals: at the far side of a drawing a hundredth of a unit.
  private static func number(_ value: Double) -> String {
    let digits = Int64((value * 1e5).rounded())
    let (whole, part) = digits.magnitude.quotientAndRemainder(dividingBy: 100_000)
    return (digits < 0 ? "-" : "") + "\(whole)" + (part == 0 ? "" : "." + part.padded(5))
  }
}

/// Text as HTML and SVG want it.
package enum Markup {
  /// Escaped, and free to break a long file name where a reader would.
  static func breakable(_ name: String) -> String {
    var out = ""
    for scalar in escaped(name).unicodeScalars {
      out.unicodeScalars.append(scalar)
      if scalar == "_" || scalar == "-" || scalar == "." { out += "<wbr/>" }
    }
    return out
  }

  /// Escapes scalar by scalar. (Mustache escapes by grapheme cluster, and a bracket with a combining
  /// mark on it is another cluster.) Control characters, which no XML may hold, become U+FFFD; so do
  /// those that turn the direction of the text after them.
  package static func escaped(_ text: String) -> String {
    var out = ""
    out.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: out += "&amp;"
      case 0x3C: out += "&lt;"
      case 0x3E: out += "&gt;"
      case 0x22: out += "&quot;"
      case 0x27: out += "&#39;"
      case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE, 0xFFFF:
        out += "\u{FFFD}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}

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

  /// A line through points of its own.
  mutating func line(through points: Point...) {
    for (i, point) in points.enumerated() {
      if i == 0 { move(to: point) } else { line(to: point) }
    }
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

  /// Tenths of a unit. The bounds lie far beyond any drawing, and are safe to add and subtract.
  private static func tenths(_ value: Double) -> Int {
    Int((min(max(value, -1e6), 1e6) * 10).rounded())
  }

  /// One coordinate as an attribute, to a tenth.
  static func number(_ value: Double) -> String {
    let tenths = tenths(value)
    return (tenths < 0 ? "-" : "") + unsigned(tenths.magnitude)
  }
}
