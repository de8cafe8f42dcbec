import HAL
import Mustache

/// The report of a trial: one HTML page that needs nothing but itself, for a screen, a phone or
/// paper.
///
/// The same data make the same bytes.
public struct ReportPage {
  private struct Line {
    var anchor: String
    var label: String
    var lineTone: String
    var lineGlyph: String?
    var lineVerdict: String
    var numbers: [Number]
  }

  private struct Number {
    var column: String
    var value: String
  }

  private struct Overview {
    var headline: String
    var tone: String
    var glyph: String?
    var verdict: String
    var columns: [String]
    var lines: [Line]
  }

  private struct Page {
    var title: String
    var css: String
    var symbols: String
    var overview: Overview?
    var traces: [TraceView]
  }

  private let traces: [ReportData]

  /// One section a trace, in this order; with an overview first when there are several.
  public init(_ traces: [ReportData]) { self.traces = traces }

  public init(_ traces: ReportData...) { self.init(traces) }

  /// The page, in UTF-8 under 1 MB for a day of fixes.
  /// - Throws: never but by a mistake in the templates.
  public func html() throws -> String {
    let isAlone = traces.count == 1
    let views = traces.enumerated().map {
      TraceView($0.element, id: "trace-\($0.offset + 1)", isAlone: isAlone)
    }
    let overview = isAlone ? nil : self.overview(views)
    let title = overview.map { "\($0.headline): \($0.verdict)" }
    let page = Page(
      title: title ?? views.map { "\($0.title): \($0.head.verdict)" }.joined(),
      css: StyleSheet.text, symbols: Symbols.svg, overview: overview, traces: views)
    let library = MustacheLibrary(
      templates: ["trace": try MustacheTemplate(string: TraceTemplate.text)])
    return try MustacheTemplate(string: PageTemplate.text).render(page, library: library)
  }

  private func overview(_ views: [TraceView]) -> Overview {
    let asked = traces.filter { !$0.verdicts.isEmpty }
    let missed = asked.filter { data in data.verdicts.contains { $0.miss != nil } }.count
    let verdict: (String, String?, String) =
      asked.isEmpty
      ? ("neutral", nil, "Nothing was expected")
      : missed > 0
        ? ("bad", "✗", "\(missed) of \(asked.count) traces missed an expectation")
        : ("good", "✓", "Every expectation was met")
    return Overview(
      headline: Numbers.count(traces.count, "trace"), tone: verdict.0, glyph: verdict.1,
      verdict: verdict.2, columns: ReportPage.columns,
      lines: zip(traces, views).map { data, view in
        Line(
          anchor: view.id, label: view.name, lineTone: view.head.tone, lineGlyph: view.head.glyph,
          lineVerdict: view.head.verdict,
          numbers: zip(ReportPage.columns, ReportPage.numbers(data)).map(Number.init))
      })
  }

  private static let columns = ["Exits", "Returns", "Suspects", "Position lost", "Duration"]

  private static func numbers(_ data: ReportData) -> [String] {
    let summary = data.summary
    return [summary.exits, summary.returns, summary.suspects, summary.losses].map(Numbers.count)
      + [Numbers.duration(Milliseconds.seconds((data.end.count + 500) / 1000))]
  }
}
