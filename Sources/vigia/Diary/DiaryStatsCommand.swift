import ArgumentParser
import Console
import Device
import Diary
import Names
import Trial

extension GlucoseUnit: ExpressibleByArgument {
  public init?(argument: String) { self.init(text: argument) }
}

extension DiaryCommand {
  struct Stats: ParsableCommand {
    enum Grouping: String, ExpressibleByArgument, CaseIterable { case category }

    static let configuration = CommandConfiguration(
      commandName: "stats", abstract: "Works out statistics of the readings.",
      discussion: """
        The standard deviation is that of a sample (n - 1). LO and HI are counted, and stand below 54 \
        and above 250 mg/dL, but enter no mean. Shares are of readings, not of time.
        """)

    @OptionGroup var place: DiaryPlace
    @OptionGroup var selection: DiarySelection

    @Option(parsing: .unconditional, help: "One block a category.")
    var by: Grouping?

    @Option(
      parsing: .unconditional,
      help: "mg/dL or mmol/L. (default: as measured; mg/dL when both occur)")
    var unit: GlucoseUnit?

    @Option(parsing: .unconditional, help: "For people, for scripts.")
    var format: TextOrJSON = .text

    func run() throws {
      let desk = try place.reading()
      let items = try selection.items(of: desk.book(), desk.moment)
      let readings = items.compactMap { item -> (category: DiaryCategory, result: MeterResult)? in
        guard case .reading(let reading) = item.known else { return nil }
        return (DiaryCategory(item), reading.result)
      }
      let unit = unit ?? GlucoseUnit(common: readings.map(\.result))
      let output = StandardOutput()
      let named = try selection.category.map {
        try DiaryCategory(named: $0, own: desk.book().categories)
      }
      let groups = groups(readings.map(\.category), named)
      if groups.isEmpty, format == .text {
        complain(desk.words.say("no readings", "no hay medidas"))
        return
      }
      // A script gets a block in any case: without readings, one of none.
      for (index, category) in (groups.isEmpty ? [named] : groups).enumerated() {
        let results = readings.filter { category == nil || $0.category == category }
        let statistics = GlucoseStatistics(results.map(\.result), in: unit)
        switch format {
        case .text:
          if index > 0 { try output.write("\n") }
          try output.write(DiaryStatsText(words: desk.words).text(statistics, category))
        case .json: try output.write(DiaryStatsText.json(statistics, category))
        }
      }
      try output.flush()
    }

    /// Nil is all of them together.
    private func groups(
      _ categories: [DiaryCategory], _ named: DiaryCategory?
    ) -> [DiaryCategory?] {
      guard by == .category else { return [named] }
      let common = DiaryCategory.common.map { DiaryCategory.common($0.category) }
      let own = Set(categories.compactMap(\.own)).sorted().map { DiaryCategory.own($0) }
      return (common + own).filter(categories.contains)
    }
  }
}

/// Statistics of readings for people and for scripts.
private struct DiaryStatsText {
  /// The reason why a diary gives no GMI, whatever its mean.
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
      amount(all.maximum, all.unit, all.maximumDecimals)
        + (all.highCount > 0 ? say(", and HI", ", y HI") : ""))
    add(
      say("minimum", "mínimo"),
      amount(all.minimum, all.unit, all.minimumDecimals)
        + (all.lowCount > 0 ? say(", and LO", ", y LO") : ""))
    add(say("mean", "media"), amount(all.mean, all.unit))
    add(
      say("standard deviation", "desviación típica"),
      all.standardDeviation.map { amount($0, all.unit) }
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

  /// - Parameter decimals: nil for one more than a meter shows, as for means.
  private func amount(_ value: Double?, _ unit: GlucoseUnit, _ decimals: Int? = nil) -> String {
    guard let value else { return "-" }
    let text = words.language.decimals(value, decimals ?? unit.usualDecimals + 1)
    return "\(text) \(unit.rawValue)"
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
