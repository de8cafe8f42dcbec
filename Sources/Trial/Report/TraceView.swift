import HAL
import Words

/// One trace of the page, ready for its template.
struct TraceView {
  struct Outcome {
    var resultTone: String
    var resultGlyph: String
    var result: String
    var expected: String
    /// Nil where no expectation was missed.
    var instead: String?
  }

  struct Figure {
    var caption: String
    var drawing: String
    var legend: Legend?
  }

  struct Legend {
    var entries: [LegendEntry]
  }

  var id: String
  var kicker: String?
  var level: Int
  var sublevel: Int
  var lowlevel: Int
  /// Both escaped already.
  var name: String
  var title: String
  var head: HeadlineView
  var hasVerdicts: Bool
  /// Else nothing stands in the column of what happened instead.
  var hasMiss: Bool
  var verdicts: [Outcome]
  var crossings: CrossingSection?
  var living: LivingView
  var sweep: SweepView?
  var plans: [Figure]
  var chart: Figure?
  var hasEvents: Bool
  /// The headings in the page's language.
  var say: Labels
  var events: [EventRowView]
  var leftOut: String?
  /// Each event by its name in JSON, a line each.
  var machine: String
  var quality: [QualityView.Row]

  /// - Parameter isAlone: the page shows no other trace, so this one has its title.
  init(_ data: ReportData, id: String, isAlone: Bool, living: Living) {
    let list = EventList(data)
    self.id = id
    let text = data.text
    say = Labels(text, zone: data.clock.offset(data.start))
    kicker = isAlone ? text(.kicker) : nil
    level = isAlone ? 1 : 2
    (sublevel, lowlevel) = (level + 1, level + 2)
    name = Markup.breakable(data.traceName)
    title = Markup.escaped(data.traceName)
    head = HeadlineView(data)
    hasVerdicts = !data.verdicts.isEmpty
    let hasMiss = data.verdicts.contains { $0.miss != nil }
    self.hasMiss = hasMiss
    verdicts = data.verdicts.map { verdict in
      Outcome(
        resultTone: verdict.miss == nil ? "good" : "bad",
        resultGlyph: verdict.miss == nil ? "✓" : "✗",
        result: text(verdict.miss == nil ? .met : .missed),
        expected: Markup.escaped(verdict.sentence ?? verdict.expectation),
        instead: hasMiss ? Markup.escaped(verdict.reason ?? verdict.miss ?? "") : nil)
    }
    crossings = CrossingSection(data, id: id)
    sweep = SweepView(data, id: id)
    self.living = LivingView(data, list, id: id, living)
    plans = TraceView.plans(data, list, id)
    chart = TraceView.chart(data, list, id)
    hasEvents = !list.rows.isEmpty
    events = EventRowView.rows(list)
    leftOut =
      list.rowsLeftOut == 0
      ? nil
      : text.words(
        .rowsLeftOut, (.number, text.numbers.count(list.rowsLeftOut)),
        (.total, text.numbers.count(EventList.mostOtherRows)))
    machine = TraceView.machine(data)
    quality = QualityView.rows(data)
  }

  private static func plans(_ data: ReportData, _ list: EventList, _ id: String) -> [Figure] {
    let plan = Plan(data, list.marks)
    let legend = Legend(entries: LegendEntry.entries(data, list))
    let text = FigureText(data)
    var figures = [
      Figure(
        caption: text.planCaption(plan),
        drawing: Canvas.all.map {
          PlanDrawing(plan, plan.whole, $0).svg(
            id: id + "-plan", title: data.text(.planTitle), description: text.planDescription)
        }.joined(separator: "\n"), legend: legend)
    ]
    if plan.needsCloseUp {
      figures.append(
        Figure(
          caption: text.closeUpCaption(plan),
          drawing: Canvas.all.map {
            PlanDrawing(plan, plan.closeUp, $0).svg(
              id: id + "-near", title: data.text(.closeUpTitle),
              description: text.closeUpDescription)
          }.joined(separator: "\n"), legend: nil))
    }
    return figures
  }

  private static func chart(_ data: ReportData, _ list: EventList, _ id: String) -> Figure? {
    let chart = DistanceChart(data, list)
    guard !chart.isEmpty else { return nil }
    let text = FigureText(data)
    return Figure(
      caption: text.chartCaption(chart),
      drawing: Canvas.all.map {
        ChartDrawing(chart, $0).svg(
          id: id + "-distance", title: data.text(.chartTitle),
          description: text.chartDescription)
      }.joined(separator: "\n"),
      legend: chart.lanes.isEmpty
        ? nil : Legend(entries: LegendEntry.entries(chart.lanes, data.text)))
  }

  /// More lines would make a long day's page heavy.
  private static let mostLines = 2000

  private static func machine(_ data: ReportData) -> String {
    let told = data.timeline.filter { $0.name != .screen && $0.name != .mail }
    let lines = told.prefix(mostLines).map { "\(data.clock.time($0.time)) \($0.name.rawValue)" }
    let expected =
      data.verdicts.compactMap(\.code) + (data.verdicts.contains { $0.code != nil } ? [""] : [])
    return (expected + lines + (told.count > mostLines ? ["…"] : [])).map(Markup.escaped)
      .joined(separator: "\n")
  }

  struct Labels {
    var expectations, result, expected, instead, plan, chart, legend, events, number, time, since,
      event, distance, accuracy, place, nothingHappened, quality, machine, machineNote: String

    init(_ text: ReportText, zone: String) {
      expectations = text(.expectations)
      result = text(.result)
      expected = text(.expected)
      instead = text(.instead)
      plan = text(.plan)
      chart = text(.chart)
      legend = text(.legend)
      events = text(.events)
      number = text(.number)
      time = text.words(.time, (.text, zone))
      since = text(.since)
      event = text(.event)
      distance = text(.distance)
      accuracy = text(.accuracy)
      place = text(.place)
      nothingHappened = text(.nothingHappened)
      quality = text(.quality)
      machine = text(.machine)
      machineNote = text(.machineNote)
    }
  }
}
