import Device
import Diary
import HAL
import Names
import Words

/// The frame of a chart of glucose over the hours of a day, with the limits of the consensus on its scale.
struct GlucoseScale {
  static let height = 216
  /// The left edge of the hours: the scale stands before it.
  static let left = 50
  private static let (top, bottom) = (14, 184)
  /// mg/dL at the lower edge. Lower ones and "LO" stand there.
  private static let least = 40.0
  /// mg/dL at the lines, with their text in the other unit.
  private static let lines: [(milligrams: Double, millimoles: Double)] = [
    (70, 3.9), (180, 10), (250, 13.9),
  ]

  let width: Int
  private let unit: GlucoseUnit
  /// mg/dL at the upper edge. Higher ones and "HI" stand there.
  private let most: Double

  /// - Parameter highest: mg/dL of the highest number that is drawn.
  init(width: Int, unit: GlucoseUnit, highest: Double) {
    self.width = width
    self.unit = unit
    most = min(max((highest / 50).rounded(.up) * 50, 300), 600)
  }

  /// - Parameter milligrams: mg/dL; infinite for "LO" and "HI".
  func y(_ milligrams: Double) -> Int {
    let value = min(max(milligrams, GlucoseScale.least), most)
    let share = (value - GlucoseScale.least) / (most - GlucoseScale.least)
    return GlucoseScale.bottom
      - Int((share * Double(GlucoseScale.bottom - GlucoseScale.top)).rounded())
  }

  /// - Parameter minute: of the day, 0 to 1440.
  func x(_ minute: Int) -> Int {
    GlucoseScale.left + 4 + (width - GlucoseScale.left - 12) * minute / 1440
  }

  /// The start of a drawing: the range of the goal, the lines and the hours.
  func head(_ size: String, id: String, title: Rich, text: Rich, _ language: Language) -> String {
    var html =
      "<svg class=\"plan \(size) chart\" role=\"img\" aria-labelledby=\"\(id)-title\" "
      + "aria-describedby=\"\(id)-text\" viewBox=\"0 0 \(width) \(GlucoseScale.height)\">"
      + "<title id=\"\(id)-title\">\(title.html)</title><desc id=\"\(id)-text\">\(text.html)</desc>"
      + "<rect class=\"goal\" x=\"\(GlucoseScale.left)\" y=\"\(y(180))\" "
      + "width=\"\(width - GlucoseScale.left)\" height=\"\(y(70) - y(180))\"/>"
    for line in GlucoseScale.lines {
      let y = y(line.milligrams)
      let label =
        switch unit {
        case .milligrams: language.decimals(line.milligrams, 0)
        case .millimoles: language.decimals(line.millimoles, 1)
        }
      html +=
        "<path class=\"scale\" d=\"M\(GlucoseScale.left) \(y)H\(width)\"/>"
        + "<text class=\"label\" x=\"\(GlucoseScale.left - 8)\" y=\"\(y + 6)\">\(label)</text>"
    }
    html +=
      "<path class=\"scale\" d=\"M\(GlucoseScale.left) \(GlucoseScale.bottom + 1)H\(width)\"/>"
    for hour in [0, 6, 12, 18, 24] {
      html +=
        "<text class=\"label \(hour == 24 ? "" : "hour")\" x=\"\(hour == 24 ? width - 1 : x(hour * 60))\" "
        + "y=\"\(GlucoseScale.height - 6)\">\(hour)</text>"
    }
    return html
  }

  /// Both sizes; the style sheet shows one, so that letters stay 18 px and more.
  static func both(_ draw: (_ size: String, _ width: Int) -> String) -> Rich {
    Rich(html: draw("wide", 440) + draw("narrow", 244))
  }

  /// mg/dL of a result; infinite for "LO" and "HI".
  static func milligrams(_ result: MeterResult) -> Double {
    switch result {
    case .low: -.infinity
    case .high: .infinity
    case .amount(let glucose): glucose.inMilligrams.value
    }
  }
}
