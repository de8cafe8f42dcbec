import Device
import Findings
import HAL
import Words

/// The section about exits and returns: crossed at, announced at, so late, so far, because.
struct CrossingSection {
  /// More charts would make a long day's page heavy.
  static let mostCharts = 24

  var title: String
  var note: String
  var items: [CrossingView]
  var leftOut: String?

  /// Nil where nothing was announced.
  init?(_ data: ReportData, id: String) {
    let words = CrossingWords(data.language)
    let announced = data.timeline.filter { $0.crossing != nil }
    guard !announced.isEmpty else { return nil }
    title = words.section
    note = words.note
    items = announced.enumerated().compactMap { index, entry in
      entry.crossing.map {
        CrossingView(
          entry, $0, data, id: "\(id)-crossing-\(index + 1)",
          isDrawn: index < CrossingSection.mostCharts)
      }
    }
    leftOut =
      items.count > CrossingSection.mostCharts ? words.drawn(CrossingSection.mostCharts) : nil
  }
}

/// One announced exit or return.
struct CrossingView {
  struct Fact {
    var term: String
    var value: String
  }

  var id: String
  var title: String
  var facts: [Fact]
  var cause: String
  var why: String
  var link: String?
  var mapWord: String
  var caption: String
  var drawing: String?
  var legend: [LegendEntry]

  init(
    _ entry: TimelineEntry, _ verdict: CrossingVerdict, _ data: ReportData, id: String,
    isDrawn: Bool
  ) {
    let words = CrossingWords(data.language)
    let clock = data.clock
    self.id = id
    title = words.title(isReturn: verdict.isReturn, time: clock.wholeSeconds(entry.time))
    let crossed = verdict.crossing.map {
      words.crossed(at: clock.wholeSeconds($0.time), uncertainty: $0.uncertainty)
    }
    facts = [
      Fact(term: words.crossed, value: crossed ?? words.unknown),
      Fact(term: words.late, value: verdict.late.map { words.late($0) } ?? words.unknown),
      Fact(
        term: words.beyond(isReturn: verdict.isReturn),
        value: verdict.beyond.map { data.language.decimals($0.value, 1) + "\u{A0}m" }
          ?? words.unknown),
    ]
    cause = words.cause
    why = verdict.why(in: data.language) + "."
    link = entry.action.whereabouts.map { mapLink($0.position) }
    mapWord = words.map
    caption = words.chart(isReturn: verdict.isReturn)
    let chart = isDrawn ? CrossingChart(entry, verdict, data) : nil
    legend = chart.map { CrossingDrawing.legend($0, words) } ?? []
    let (title, description) = (title, "\(caption) \(why)")
    drawing = chart.map {
      CrossingView.drawing($0, words, id: id, title, description: description)
    }
  }

  private static func drawing(
    _ chart: CrossingChart, _ words: CrossingWords, id: String, _ title: String, description: String
  ) -> String {
    Canvas.all.map {
      CrossingDrawing(chart, $0, words).svg(id: id, title: title, description: description)
    }.joined(separator: "\n")
  }
}

/// The content of a crossing's chart, before anyone says how large to draw it.
struct CrossingChart {
  /// Enough for its width; a long wait is thinned to it.
  private static let mostSamples = 120

  let isReturn: Bool
  let samples: [CloseSample]
  let radius: Double
  let announced: Instant
  let crossing: CrossingVerdict.Crossing?
  /// Milliseconds from the first event to the first sample.
  let sinceStart: Int64
  /// Wall time minus device time.
  let offset: Int64
  let clock: Clock24
  let text: ReportText
  let bottom: Double
  let top: Double

  init?(_ entry: TimelineEntry, _ verdict: CrossingVerdict, _ data: ReportData) {
    guard verdict.close.count > 1, let announcedAt = verdict.announcedAt else { return nil }
    isReturn = verdict.isReturn
    let stride = (verdict.close.count - 1) / CrossingChart.mostSamples + 1
    samples = verdict.close.enumerated().filter {
      $0.offset % stride == 0 || $0.offset == verdict.close.count - 1
    }.map(\.element)
    radius = data.perimeter.radius.value
    crossing = verdict.crossing
    announced = announcedAt
    sinceStart = entry.sinceStart.count - (announced - samples[0].at).count
    offset = entry.time.milliseconds &- announced.milliseconds
    clock = data.clock
    text = data.text
    let metres =
      samples.flatMap { [$0.distance, $0.smoothed, $0.estimate ?? $0.smoothed] } + [radius]
    bottom = max(0, (metres.min() ?? 0) - 10)
    top = (metres.max() ?? radius) + 10
  }

  var from: Instant { samples[0].at }
  var to: Instant { samples[samples.count - 1].at }
}
