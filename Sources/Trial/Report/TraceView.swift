import HAL

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
  /// Both escaped already.
  var name: String
  var title: String
  var head: HeadlineView
  var hasVerdicts: Bool
  /// Else nothing stands in the column of what happened instead.
  var hasMiss: Bool
  var verdicts: [Outcome]
  var crossings: CrossingSection?
  var plans: [Figure]
  var chart: Figure?
  var hasEvents: Bool
  /// The zone of times in the table.
  var zone: String
  var events: [EventRowView]
  var leftOut: String?
  var quality: [QualityView.Row]

  /// - Parameter isAlone: the page shows no other trace, so this one has its title.
  init(_ data: ReportData, id: String, isAlone: Bool) {
    let list = EventList(data)
    self.id = id
    kicker = isAlone ? "Field trial" : nil
    level = isAlone ? 1 : 2
    sublevel = level + 1
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
        result: verdict.miss == nil ? "met" : "missed",
        expected: Markup.escaped(verdict.expectation),
        instead: hasMiss ? Markup.escaped(verdict.miss ?? "") : nil)
    }
    crossings = CrossingSection(data, id: id)
    plans = TraceView.plans(data, list, id)
    chart = TraceView.chart(data, list, id)
    hasEvents = !list.rows.isEmpty
    zone = data.clock.offset(data.start)
    events = EventRowView.rows(list)
    leftOut =
      list.rowsLeftOut == 0
      ? nil
      : "\(Numbers.count(list.rowsLeftOut, "further row")) left out: after the first "
        + "\(EventList.mostOtherRows) only exits, returns, suspects and what nobody may miss are listed."
    quality = QualityView.rows(data)
  }

  private static func plans(_ data: ReportData, _ list: EventList, _ id: String) -> [Figure] {
    let plan = Plan(data, list.marks)
    let legend = Legend(entries: LegendEntry.entries(data, list))
    let text = FigureText(data)
    var caption = text.planCaption
    if let farthest = plan.farthestRefusedOutside {
      caption +=
        " Refused fixes lie as far away as \(Numbers.length(Metres(farthest))),"
        + " outside of this plan."
    }
    var figures = [
      Figure(
        caption: caption,
        drawing: Canvas.all.map {
          PlanDrawing(plan, plan.whole, $0).svg(
            id: id + "-plan", title: "Plan of the track", description: text.planDescription)
        }.joined(separator: "\n"), legend: legend)
    ]
    if plan.needsCloseUp {
      figures.append(
        Figure(
          caption: "Close-up of the perimeter, with the same signs.",
          drawing: Canvas.all.map {
            PlanDrawing(plan, plan.closeUp, $0).svg(
              id: id + "-near", title: "Plan of the perimeter",
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
          id: id + "-distance", title: "Distance from the centre over time",
          description: text.chartDescription)
      }.joined(separator: "\n"),
      legend: chart.lanes.isEmpty ? nil : Legend(entries: LegendEntry.entries(chart.lanes)))
  }
}
