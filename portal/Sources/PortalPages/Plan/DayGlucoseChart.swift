import Device
import Diary
import HAL
import Names
import Words

/// The readings and doses of one day. All that it shows also stands in the day's list.
struct DayGlucoseChart {
  struct Point {
    /// The minute of the day, 0 to 1439.
    var minute: Int
    var result: MeterResult
  }

  let points: [Point]
  /// The minutes of the day at which doses were taken.
  let doses: [Int]
  let unit: GlucoseUnit

  func svg(title: Rich, text: Rich, _ language: Language) -> Rich {
    GlucoseScale.both { size, width in
      let highest = points.map { GlucoseScale.milligrams($0.result) }.filter(\.isFinite).max()
      let scale = GlucoseScale(width: width, unit: unit, highest: highest ?? 0)
      var html = scale.head(size, id: "day-\(size)", title: title, text: text, language)
      for minute in doses {
        let x = scale.x(minute)
        html += "<path class=\"dose\" d=\"M\(x) 166l8 9l-8 9l-8-9z\"/>"
      }
      for point in points { html += DayGlucoseChart.mark(point, scale) }
      return html + "</svg>"
    }
  }

  /// Colours are not alone: low ones point down, high ones up.
  private static func mark(_ point: Point, _ scale: GlucoseScale) -> String {
    let (x, y) = (scale.x(point.minute), scale.y(GlucoseScale.milligrams(point.result)))
    let bands = GlucoseBands([point.result])
    if bands.veryLow + bands.low > 0 {
      return "<path class=\"point below\" d=\"M\(x - 7) \(y - 5)h14l-7 11z\"/>"
    }
    if bands.high + bands.veryHigh > 0 {
      return "<path class=\"point above\" d=\"M\(x - 7) \(y + 5)h14l-7-11z\"/>"
    }
    return "<circle class=\"point within\" cx=\"\(x)\" cy=\"\(y)\" r=\"6\"/>"
  }
}
