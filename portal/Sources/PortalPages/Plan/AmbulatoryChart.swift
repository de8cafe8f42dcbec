import Device
import Diary
import Names
import Words

/// The ambulatory glucose profile as boxes over the hours, with a line through their medians.
struct AmbulatoryChart {
  let profile: AmbulatoryProfile
  let unit: GlucoseUnit

  /// Both sizes; on paper the wide one.
  /// - Parameter id: tells this drawing from others of a page.
  func svg(id: String, title: Rich, text: Rich, isPaper: Bool = false, _ language: Language) -> Rich
  {
    func draw(_ size: String, _ width: Int) -> String {
      let scale = GlucoseScale(width: width, unit: unit, highest: highest)
      return scale.head(size, id: "\(id)-\(size)", title: title, text: text, language)
        + profile.slots.map { box($0, scale) }.joined() + medians(scale) + "</svg>"
    }
    return isPaper ? Rich(html: draw("paper", 620)) : GlucoseScale.both(draw)
  }

  private var highest: Double {
    profile.slots.compactMap(\.levels).joined().map(milligrams).filter(\.isFinite).max() ?? 0
  }

  private func milligrams(_ level: AmbulatoryProfile.Level) -> Double {
    switch level {
    case .low: -.infinity
    case .high: .infinity
    case .amount(let value):
      switch unit {
      case .milligrams: value
      case .millimoles: value * Glucose.factor
      }
    }
  }

  private func box(_ slot: AmbulatoryProfile.Slot, _ scale: GlucoseScale) -> String {
    guard let levels = slot.levels else { return "" }
    let y = levels.map { scale.y(milligrams($0)) }
    let (from, to) = (scale.x(slot.start) + 1, scale.x(slot.start + AmbulatoryProfile.width) - 1)
    return "<path class=\"most\" d=\"M\(from) \(y[4])H\(to)V\(y[0])H\(from)z\"/>"
      + "<path class=\"half\" d=\"M\(from) \(y[3])H\(to)V\(y[1])H\(from)z\"/>"
      + "<path class=\"median\" d=\"M\(from) \(y[2])H\(to)\"/>"
  }

  /// A line joins the medians of neighbours only.
  private func medians(_ scale: GlucoseScale) -> String {
    zip(profile.slots, profile.slots.dropFirst()).map { a, b in
      guard let first = a.levels, let second = b.levels else { return "" }
      let x = scale.x(b.start)
      return "<path class=\"median\" d=\"M\(x - 1) \(scale.y(milligrams(first[2])))L\(x + 1) "
        + "\(scale.y(milligrams(second[2])))\"/>"
    }.joined()
  }
}
