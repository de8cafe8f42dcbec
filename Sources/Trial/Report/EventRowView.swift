import Device
import HAL
import Words

/// One row of the table of events.
struct EventRowView {
  var style: String
  /// SVG, where the row has a mark.
  var symbol: String?
  var number: String?
  var date: String?
  var time: String
  /// The same in UTC; nil where that is what `time` says.
  var otherTime: String?
  var since: String
  var words: String
  /// Nil for what an observer noted.
  var code: String?
  var distance: String
  var accuracy: String
  var link: String?
  var place: String?

  static func rows(_ list: EventList) -> [EventRowView] {
    var day: String?
    var before: Whereabouts?
    return list.rows.map { row in
      let date = list.clock.date(row.time)
      // What follows from the row above, at the same place, need not say so again.
      let place = row.entry?.action.whereabouts
      let isKept = row.entry.map { EventList.isKept($0.name) } ?? false
      let isSamePlace = row.number == nil && !isKept && place == before
      defer { (day, before) = (date, place ?? before) }
      return EventRowView(
        row, list.clock, date: date == day || !Clock24.isDated(row.time) ? nil : date,
        place: isSamePlace ? nil : place)
    }
  }

  private init(_ row: EventList.Row, _ clock: Clock24, date: String?, place: Whereabouts?) {
    number = row.number.map { String($0) }
    self.date = date
    time = clock.time(row.time)
    otherTime = clock.otherTime(row.time)
    since = Numbers.seconds(row.sinceStart)
    switch row.content {
    case .entry(let entry):
      let kind = MarkKind(entry.name)
      style = kind?.isMajor == true || EventList.isKept(entry.name) ? "major" : "minor"
      symbol = kind.map(Symbols.key) ?? LanePlace(entry.name).map { Symbols.key($0.sign) }
      words = Language.english.label(
        entry.action, names: entry.words.names, zone: clock.zone)
      code = entry.name.rawValue
    case .note(let text):
      style = "minor"
      symbol = Symbols.key(.begins)
      words = "Observer: \u{201C}\(text)\u{201D}"
    }
    distance = place?.distance.map { Numbers.length($0) } ?? ""
    accuracy = place.map { EventRowView.accuracy($0.eph) } ?? ""
    if let position = place?.position {
      link = mapLink(position)
      self.place = sixDecimals(position.latitudeE7) + ", " + sixDecimals(position.longitudeE7)
    }
  }

  private static func accuracy(_ eph: Metres?) -> String {
    guard let eph, AccuracyClass(eph) != .unknown else { return "unknown" }
    return "± " + Numbers.length(eph)
  }
}

extension EventList.Row {
  /// Nil for what an observer noted.
  fileprivate var entry: TimelineEntry? {
    if case .entry(let entry) = content { entry } else { nil }
  }
}
