import HAL

/// The drawings in words. Readers who see them learn the meaning of the signs; others learn what there is to see.
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

/// Numbers as the report prints them. They are the same on every machine, whatever its locale, and
/// never torn from their units at the end of a line.
enum Numbers {
  /// Rounded half away from zero to `places` decimals; "–" for what is no number.
  static func decimal(_ value: Double, _ places: Int) -> String {
    var unit: Int64 = 1
    for _ in 0..<places { unit *= 10 }
    let scaled = (value * Double(unit)).rounded()
    guard scaled.magnitude < 9e15 else { return "–" }
    let digits = Int64(scaled)
    let whole = digits.magnitude / unit.magnitude
    let sign = digits < 0 ? "−" : ""
    guard places > 0 else { return sign + grouped(whole) }
    return sign + grouped(whole) + "." + (digits.magnitude % unit.magnitude).padded(places)
  }

  static func count(_ value: Int) -> String {
    (value < 0 ? "−" : "") + grouped(UInt64(value.magnitude))
  }

  /// "1 exit", "2 exits".
  static func count(_ value: Int, _ singular: String, _ plural: String? = nil) -> String {
    count(value) + " " + (value == 1 ? singular : plural ?? singular + "s")
  }

  /// "86,400".
  private static func grouped(_ value: UInt64) -> String {
    value < 1000
      ? String(value) : grouped(value / 1000) + "," + (value % 1000).padded(3)
  }

  /// "131.4 m", "12,345 m", "36.1 km".
  static func length(_ metres: Metres) -> String {
    if metres.value < 1000 { return decimal(metres.value, 1) + "\u{A0}m" }
    return metres.value < 20_000
      ? decimal(metres.value, 0) + "\u{A0}m" : decimal(metres.value / 1000, 1) + "\u{A0}km"
  }

  /// A length that was chosen, not measured: "100 m", "2 km", "0.5 m".
  static func roundLength(_ metres: Double) -> String {
    if metres >= 1000 { return trimmed(metres / 1000, 1) + "\u{A0}km" }
    return trimmed(metres, 2) + "\u{A0}m"
  }

  /// The number without zeros at the end.
  static func trimmed(_ value: Double, _ places: Int) -> String {
    var text = decimal(value, places)
    guard text.contains(".") else { return text }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// "70 s", "70.25 s".
  static func seconds(_ span: Milliseconds) -> String { trimmed(span.seconds, 3) + "\u{A0}s" }

  /// "11 min 14 s", "3 h 2 min", "2 d 4 h"; below a minute with the milliseconds.
  static func duration(_ span: Milliseconds) -> String {
    guard span.count >= 60_000 else { return seconds(span) }
    let total = (span.count + 500) / 1000
    let amounts = [
      (total / 86_400, "d"), (total / 3600 % 24, "h"), (total / 60 % 60, "min"), (total % 60, "s"),
    ]
    let parts = amounts.filter { $0.0 > 0 }.map { "\($0.0)\u{A0}\($0.1)" }
    return parts.joined(separator: " ")
  }
}
