/// A size that drawings are made for. Each is drawn twice, and the style sheet shows one: so text
/// and marks keep their size on a phone, and ticks and labels fit the room there is.
struct Canvas {
  var name: String
  var width: Double
  var planHeights: ClosedRange<Double>
  var chartHeight: Double
  /// How many labels fit below a time axis.
  var mostTimeLabels: Int

  static let wide = Canvas(
    name: "wide", width: 880, planHeights: 380...640, chartHeight: 360, mostTimeLabels: 11)
  static let narrow = Canvas(
    name: "narrow", width: 360, planHeights: 260...460, chartHeight: 300, mostTimeLabels: 5)
  static let all = [wide, narrow]
}

/// The outside of a drawing: a picture with a name and a description.
enum Drawing {
  static func svg(
    _ canvas: Canvas, id: String, height: Double, title: String, description: String, body: String
  ) -> String {
    let id = "\(id)-\(canvas.name)"
    let size = "\(PathData.number(canvas.width)) \(PathData.number(height))"
    return """
      <svg class="\(canvas.name)" viewBox="0 0 \(size)" role="img" \
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
