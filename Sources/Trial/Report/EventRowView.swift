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
  /// Milliseconds since the first event.
  var at: Int64
  var time: String
  /// The same in UTC; nil where that is what `time` says.
  var otherTime: String?
  var since: String
  var words: String
  var distance: String
  var accuracy: String
  var link: String?
  var place: String?
  /// The name of a link that says only "map".
  var placeLabel: String?

  static func rows(_ list: EventList) -> [EventRowView] {
    var day: String?
    var before: Whereabouts?
    return list.rows.map { row in
      let date = list.clock.date(row.time)
      // A row without a number, at the place of the row above it, need not state the place again.
      let place = row.entry?.action.whereabouts
      let isKept = row.entry.map { EventList.isKept($0.name) } ?? false
      let isSamePlace = row.number == nil && !isKept && place == before
      defer { (day, before) = (date, place ?? before) }
      return EventRowView(
        row, list.clock, list.text, date: date == day || !Clock24.isDated(row.time) ? nil : date,
        place: isSamePlace ? nil : place)
    }
  }

  private init(
    _ row: EventList.Row, _ clock: Clock24, _ text: ReportText, date: String?, place: Whereabouts?
  ) {
    number = row.number.map { String($0) }
    self.date = date
    at = row.sinceStart.count
    time = clock.time(row.time)
    otherTime = clock.otherTime(row.time)
    since = text.numbers.seconds(row.sinceStart)
    switch row.content {
    case .entry(let entry):
      let kind = MarkKind(entry.name)
      let isMajor = kind?.isMajor == true || EventList.isKept(entry.name)
      style = (isMajor ? "major" : "minor") + (kind.map { " is-\($0)" } ?? "")
      symbol = kind.map(Symbols.key) ?? LanePlace(entry.name).map { Symbols.key($0.sign) }
      words = text.words.language.label(
        entry.told, names: entry.words.names, zone: clock.zone)
    case .newPositions(let count, let until, let first):
      style = "minor"
      symbol = LanePlace(first.name).map { Symbols.key($0.sign) }
      words = text.words(
        .newPositions, (.number, text.numbers.count(count)),
        (.time, text.hour(clock.wholeSeconds(until))))
    case .note(let note):
      style = "minor"
      symbol = Symbols.key(.begins)
      words = text.words(.observer, (.text, note))
    }
    distance = place?.distance.map { text.numbers.length($0) } ?? ""
    accuracy = place.map { EventRowView.accuracy($0.eph, text) } ?? ""
    if let position = place?.position {
      link = mapLink(position)
      self.place = EventRowView.degrees(position)
    } else if let position = row.entry?.position {
      // The event says no place of its own; the wearer was somewhere all the same.
      link = mapLink(position)
      self.place = text(.map)
      placeLabel = "\(text(.map)): \(EventRowView.degrees(position))"
    }
  }

  private static func degrees(_ position: Position) -> String {
    sixDecimals(position.latitudeE7) + ", " + sixDecimals(position.longitudeE7)
  }

  private static func accuracy(_ eph: Metres?, _ text: ReportText) -> String {
    guard let eph, AccuracyClass(eph) != .unknown else { return text(.unknown) }
    return "± " + text.numbers.length(eph)
  }
}

extension EventList.Row {
  /// Nil for an observer's remark.
  fileprivate var entry: TimelineEntry? {
    switch content {
    case .entry(let entry), .newPositions(_, _, let entry): entry
    case .note: nil
    }
  }
}
