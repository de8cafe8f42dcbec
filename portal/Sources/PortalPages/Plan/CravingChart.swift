/// The strengths of cravings as bars, the newest on the right. All that it shows also stands in a list.
struct CravingChart {
  /// 0 to 10 each, the oldest first.
  let strengths: [Int]

  private static let height = 150
  /// The left edge of the first bar: the scale stands before it.
  private static let left = 34
  private static let (top, bottom) = (14, 134)

  /// Both sizes; the style sheet shows one, so that letters stay 18 px and more.
  func svg(label: Rich) -> Rich {
    Rich(html: svg("wide", width: 440, label) + svg("narrow", width: 244, label))
  }

  private func svg(_ size: String, width: Int, _ label: Rich) -> String {
    var html =
      "<svg class=\"plan \(size) chart\" role=\"img\" aria-label=\"\(label.html)\" "
      + "viewBox=\"0 0 \(width) \(CravingChart.height)\">"
    for mark in [0, 5, 10] {
      let y = CravingChart.y(mark)
      html +=
        "<path class=\"scale\" d=\"M\(CravingChart.left) \(y)H\(width)\"/>"
        + "<text class=\"label\" x=\"\(CravingChart.left - 8)\" y=\"\(y + 6)\">\(mark)</text>"
    }
    let room = width - CravingChart.left - 4
    // Few answers have bars as wide as a finger, and not as wide as the chart.
    let step = min(Double(room) / Double(max(strengths.count, 1)), 28)
    for (index, strength) in strengths.enumerated() {
      let y = CravingChart.y(min(max(strength, 0), 10))
      let x = Double(CravingChart.left + 4) + step * Double(index)
      // A craving of 0 is an answer, too, and stays visible.
      html +=
        "<rect class=\"craving\" x=\"\(CravingChart.text(x))\" y=\"\(min(y, CravingChart.bottom - 2))\" "
        + "width=\"\(CravingChart.text(step * 0.75))\" height=\"\(max(CravingChart.bottom - y, 2))\"/>"
    }
    return html + "</svg>"
  }

  private static func y(_ strength: Int) -> Int { bottom - (bottom - top) * strength / 10 }

  private static func text(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
