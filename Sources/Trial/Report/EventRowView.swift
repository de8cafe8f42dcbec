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
  var since: String
  var words: String
  var name: String
  var distance: String
  var accuracy: String
  var link: String?
  var place: String?

  static func rows(_ list: EventList) -> [EventRowView] {
    var day: String?
    var before: Whereabouts?
    return list.rows.map { row in
      let date = Clock24.date(row.entry.time)
      // What follows from the row above, at the same place, need not say so again.
      let place = row.entry.action.whereabouts
      let isSamePlace = row.number == nil && place == before
      defer { (day, before) = (date, place) }
      return EventRowView(
        row, date: date == day || !Clock24.isDated(row.entry.time) ? nil : date,
        place: isSamePlace ? nil : place)
    }
  }

  private init(_ row: EventList.Row, date: String?, place: Whereabouts?) {
    let entry = row.entry
    let kind = MarkKind(entry.name)
    style = kind?.isMajor == true ? "major" : "minor"
    symbol = kind.map(Symbols.key)
    number = row.number.map { String($0) }
    self.date = date
    time = Clock24.time(entry.time)
    since = Numbers.seconds(entry.sinceStart)
    words = EventWords.text(entry.action)
    name = entry.name.rawValue
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
