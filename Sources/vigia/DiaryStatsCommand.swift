import ArgumentParser
import Console
import Device
import Diary
import Names
import Profile
import Trial

extension GlucoseUnit: ExpressibleByArgument {
  public init?(argument: String) { self.init(text: argument) }
}

extension GlucoseUnit {
  /// The one in which all of them were measured; else that of DIA-2.
  init(common results: [MeterResult]) {
    let isMillimoles = results.compactMap { result -> Bool? in
      guard case .amount(let glucose) = result else { return nil }
      return glucose.unit == .millimoles
    }
    self = !isMillimoles.isEmpty && isMillimoles.allSatisfy { $0 } ? .millimoles : .milligrams
  }
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
    var format: DiaryFormat = .text

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
