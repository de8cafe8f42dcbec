import HAL

/// What the drawings say in words: to those who see them, what the signs mean; to those who do not,
/// what there is to see.
struct FigureText {
  let data: ReportData

  init(_ data: ReportData) { self.data = data }

  var planCaption: String {
    "North is up, and lengths are to scale. Numbers are those of the table of events;"
      + " a dashed line crosses a gap of more than \(Numbers.seconds(TrackSample.gap))."
  }

  func chartCaption(_ chart: DistanceChart) -> String {
    var text = "Below, the time of the trace; above, the time since its start."
    if chart.fixes.contains(where: { $0.meaningfulEph != nil }) {
      text += " The band is the distance ± eph."
    }
    if !chart.excursions.isEmpty {
      text += " The stretch marked outside is what the device believed."
    }
    if !chart.lanes.isEmpty {
      text +=
        " Below the distance, what else happened at that time; what finds no room there is in"
        + " the table."
    }
    if chart.radiusIsLow {
      text += " At this scale the radius lies close to the axis."
    }
    return text
  }

  var planDescription: String {
    let accepted = data.samples.count - data.samples.refusedCount
    return "The perimeter, a circle of \(Numbers.roundLength(data.perimeter.radius.value)) radius,"
      + " and a track of \(Numbers.count(accepted, "fix", "fixes"))"
      + (data.samples.refusedCount > 0
        ? " and \(Numbers.count(data.samples.refusedCount)) that the device refused" : "")
      + ". " + farthest + events
  }

  var closeUpDescription: String {
    "The same track near the circle of \(Numbers.roundLength(data.perimeter.radius.value)) radius."
  }

  var chartDescription: String {
    "\(Numbers.duration(data.end)) of trace. " + farthest + events
  }

  private var farthest: String {
    guard let sample = data.samples.accepted.max(by: { $0.distance < $1.distance }) else {
      return ""
    }
    return "The farthest fix is \(Numbers.length(sample.distance)) from the centre,"
      + " \(Numbers.seconds(sample.sinceStart)) after the start. "
  }

  private var events: String {
    let names: [(EventName, String, String?)] = [
      (.perimeterExit, "Exit", "No exit"), (.perimeterReturn, "Return", "No return"),
      (.helpRequested, "Help", nil), (.reminderDue, "Reminder", nil),
    ]
    return names.compactMap { name, one, none in
      let times = data.timeline.filter { $0.name == name }.map { Numbers.seconds($0.sinceStart) }
      guard !times.isEmpty else { return none.map { $0 + "." } }
      let shown = times.prefix(10).joined(separator: ", ")
      return "\(one) after \(shown)" + (times.count > 10 ? " and \(times.count - 10) more." : ".")
    }.joined(separator: " ")
  }
}
