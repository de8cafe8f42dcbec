import Diary

/// The shares of readings by their range, as one bar. The list beside it has the same shares in words.
struct RangeBar {
  /// The classes of the style sheet, from very low to very high.
  static let classes = ["range-1", "range-2", "range-3", "range-4", "range-5"]
  private static let width = 1000

  let bands: GlucoseBands

  static func counts(_ bands: GlucoseBands) -> [Int] {
    [bands.veryLow, bands.low, bands.inRange, bands.high, bands.veryHigh]
  }

  /// - Parameter id: tells this drawing from others of a page.
  func svg(id: String, title: Rich, text: Rich) -> Rich {
    var html =
      "<svg class=\"rangebar\" role=\"img\" aria-labelledby=\"\(id)-title\" aria-describedby=\"\(id)-text\" "
      + "viewBox=\"0 0 \(RangeBar.width) 40\" preserveAspectRatio=\"none\">"
      + "<title id=\"\(id)-title\">\(title.html)</title><desc id=\"\(id)-text\">\(text.html)</desc>"
    var before = 0
    for (count, name) in zip(RangeBar.counts(bands), RangeBar.classes) where count > 0 {
      let from = RangeBar.width * before / bands.total
      before += count
      let to = RangeBar.width * before / bands.total
      html += "<rect class=\"\(name)\" x=\"\(from)\" y=\"1\" width=\"\(to - from)\" height=\"38\"/>"
    }
    return Rich(html: html + "</svg>")
  }

  /// The colour of a range before its words.
  static func swatch(_ name: String) -> Rich {
    Rich(
      html: "<svg class=\"swatch\" aria-hidden=\"true\" viewBox=\"0 0 20 20\">"
        + "<rect class=\"\(name)\" x=\"1\" y=\"1\" width=\"18\" height=\"18\"/></svg>")
  }
}
