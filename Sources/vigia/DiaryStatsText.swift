import Diary
import Names

/// Statistics of readings for people and for scripts.
struct DiaryStatsText {
  /// Why a diary gives no GMI, whatever its mean.
  private static let noIndicator =
    "for continuous sensors with 70 % of 14 days only, not for single readings"

  let words: DiaryWords

  func text(_ all: GlucoseStatistics, _ category: DiaryCategory?) -> String {
    let say = words.say
    var lines = [category.map { words.text($0) } ?? say("all readings", "todas las medidas")]
    func add(_ name: String, _ value: String) {
      lines.append("  " + name + String(repeating: " ", count: max(26 - name.count, 1)) + value)
    }
    var count = String(all.count)
    if all.lowCount + all.highCount > 0 {
      count += say(", of these ", ", de ellas ") + "\(all.lowCount) LO, \(all.highCount) HI"
    }
    add(say("readings", "medidas"), count)
    // A reader must not take the least number for the lowest glucose when a LO is among them.
    add(
      say("maximum", "máximo"),
      amount(all.maximum, all.unit, mean: false)
        + (all.highCount > 0 ? say(", and HI", ", y HI") : ""))
    add(
      say("minimum", "mínimo"),
      amount(all.minimum, all.unit, mean: false)
        + (all.lowCount > 0 ? say(", and LO", ", y LO") : ""))
    add(say("mean", "media"), amount(all.mean, all.unit, mean: true))
    add(
      say("standard deviation", "desviación típica"),
      all.standardDeviation.map { amount($0, all.unit, mean: true) }
        ?? say("none: fewer than two numbers", "no hay: menos de dos números"))
    add(
      say("coefficient of variation", "coeficiente de variación"),
      all.coefficientOfVariation.map {
        percent($0) + say(" (aim: 36 % or less)", " (objetivo: 36 % o menos)")
      } ?? "-")
    let limits = all.unit == .milligrams ? ["54", "70", "180", "250"] : millimoleLimits
    let bands = all.bands
    for (name, part) in [
      (say("below ", "menos de ") + limits[0], bands.veryLow),
      (
        say("\(limits[0]) to below \(limits[1])", "\(limits[0]) a menos de \(limits[1])"), bands.low
      ),
      (
        say("\(limits[1]) to \(limits[2]), in range", "\(limits[1]) a \(limits[2]), en rango"),
        bands.inRange
      ),
      (
        say("above \(limits[2]) to \(limits[3])", "más de \(limits[2]), hasta \(limits[3])"),
        bands.high
      ),
      (say("above ", "más de ") + limits[3], bands.veryHigh),
    ] {
      add(name, bands.share(part).map { "\(percent($0)) (\(part))" } ?? "-")
    }
    add(
      "GMI",
      say(
        "none: " + DiaryStatsText.noIndicator,
        "no hay: solo con sensor continuo, el 70 % de 14 días; no con medidas sueltas"))
    return lines.joined(separator: "\n") + "\n"
  }

  private var millimoleLimits: [String] {
    ["3.0", "3.9", "10.0", "13.9"].map { words.say($0, $0.replacing(".", with: ",")) }
  }

  private func amount(_ value: Double?, _ unit: GlucoseUnit, mean: Bool) -> String {
    guard let value else { return "-" }
    let places = unit == .milligrams ? (mean ? 1 : 0) : (mean ? 2 : 1)
    let number =
      places == 0 ? String(Int(value.rounded())) : words.language.decimals(value, places)
    return "\(number) \(unit.rawValue)"
  }

  private func percent(_ value: Double) -> String { "\(words.language.decimals(value, 1)) %" }

  static func json(_ all: GlucoseStatistics, _ category: DiaryCategory?) -> String {
    var object = JSONObject()
    object.set("category", category?.name)
    object.set("unit", all.unit.rawValue)
    object.set("count", all.count)
    object.set("lo", all.lowCount)
    object.set("hi", all.highCount)
    object.set("maximum", all.maximum)
    object.set("minimum", all.minimum)
    object.set("mean", all.mean)
    object.set("sd", all.standardDeviation)
    object.set("cv_percent", all.coefficientOfVariation)
    object.set("very_low", all.bands.veryLow)
    object.set("low", all.bands.low)
    object.set("in_range", all.bands.inRange)
    object.set("high", all.bands.high)
    object.set("very_high", all.bands.veryHigh)
    object.set("in_range_percent", all.bands.share(all.bands.inRange))
    object.set("below_percent", all.bands.share(all.bands.veryLow + all.bands.low))
    object.set("above_percent", all.bands.share(all.bands.high + all.bands.veryHigh))
    object.set("gmi_percent", all.indicator(nil)?.percent)
    object.set("gmi_refused", noIndicator)
    return object.line
  }
}
