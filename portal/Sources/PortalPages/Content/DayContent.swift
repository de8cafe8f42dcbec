import HAL

/// A day's story, for the template "day".
struct DayContent {
  struct Event {
    var eventTime: String
    var eventMinute: String
    var eventText: Rich
    var eventPath: String?
    var eventPlace: Rich?
    var isNow: Bool
    var style: String
  }

  struct Spot {
    var spotMinute: String
    var spotPosition: String
    var spotReach: String
    var spotAccuracy: Rich
    var spotClock: String
    var spotText: Rich
  }

  struct Tick {
    var minute: String
  }

  var heading: Rich
  var name: String
  var previousPath: String?
  var nextPath: String?
  var action: String
  var minute: String
  var clock: String
  var beforePath: String?
  var afterPath: String?
  var shown: Rich
  var ground: GroundPart?
  var ticks: [Tick]
  var events: [Event]
  var hasEvents: Bool
  var spots: [Spot]
  var hasSpots: Bool
  var spotCount: Rich
  let title: String

  init(_ view: DayView, _ wearer: WearerLink, _ speak: PageWording) {
    let minute = min(max(view.minute, 0), 1439)
    let isToday = view.day == speak.day(speak.now)
    heading = speak(isToday ? DayPhrase.today : .title, (.date, speak.date(view.day)))
    name = wearer.name
    previousPath = view.previous.map { Path.day(wearer.id, $0) }
    nextPath = view.next.map { Path.day(wearer.id, $0) }
    action = Path.day(wearer.id, view.day)
    self.minute = String(minute)
    clock = DayContent.clock(minute)
    let minutes = view.events.map { speak.minute($0.at) }
    func path(_ minute: Int?) -> String? {
      minute.map { "\(Path.day(wearer.id, view.day))?minute=\($0)#moment" }
    }
    beforePath = path(minutes.last { $0 < minute })
    afterPath = path(minutes.first { $0 > minute })
    let dated = view.places.compactMap { place in place.at.map { (speak.minute($0), place) } }
    let place = dated.last { $0.0 <= minute }?.1
    shown = place.map { DayContent.spot($0, speak) } ?? speak(DayPhrase.shownNone)
    var land = view.ground
    land.trail = view.places
    ground = GroundPart(
      land,
      mark: (place ?? dated.first?.1).map {
        PlanMark(story: $0, isHidden: place == nil, speak)
      }, speak)
    ticks = minutes.map { Tick(minute: String($0)) }
    let current = minutes.lastIndex { $0 <= minute }
    events = view.events.enumerated().map { index, event in
      Event(
        eventTime: speak.clock(event.at), eventMinute: String(minutes[index]),
        eventText: DayContent.text(event.kind, speak),
        eventPath: event.isOfDeviceBefore
          ? nil : DayContent.alert(event.kind).map { Path.alert(wearer.id, $0.id) },
        eventPlace: event.place.flatMap { DayContent.where($0, speak) }, isNow: index == current,
        style: DayContent.alert(event.kind).map { AlertRow.urgency($0) } ?? "quiet")
    }
    hasEvents = !events.isEmpty
    spots = dated.map { minute, place in
      Spot(
        spotMinute: String(minute), spotPosition: GroundPart.text(place.position),
        spotReach: place.accuracy.map { String($0.value) } ?? "",
        spotAccuracy: PlacePart.accuracy(place, speak),
        spotClock: place.at.map { speak.clock($0) } ?? "",
        spotText: DayContent.spot(place, speak))
    }
    hasSpots = !spots.isEmpty
    spotCount = speak(DayPhrase.positions, (.number, String(spots.count)))
    title = "\(wearer.name): \(speak.date(view.day))"
  }

  static func clock(_ minute: Int) -> String {
    (minute / 60 < 10 ? "0" : "") + String(minute / 60) + (minute % 60 < 10 ? ":0" : ":")
      + String(minute % 60)
  }

  /// "A las 12:58, ± 24 m. A 195 m de casa, al norte."
  private static func spot(_ place: Place, _ speak: PageWording) -> Rich {
    let figures = speak(
      DayPhrase.at, (.time, speak.moment(place.at)), (.title, PlacePart.accuracy(place, speak)))
    return PlacePart.spot(place, speak).map { figures + Rich(". ") + $0 } ?? figures
  }

  private static func `where`(_ place: Place, _ speak: PageWording) -> Rich? {
    PlacePart.spot(place, speak).map { $0 + Rich(" ") + PlacePart.accuracy(place, speak) }
  }

  private static func alert(_ kind: StoryEvent.Kind) -> AlertSummary? {
    switch kind {
    case .alert(let alert), .answered(let alert, _): alert
    case .request, .company, .companyOver, .contactLost, .contactBack, .charging, .offCharger,
      .started:
      nil
    }
  }

  private static func text(_ kind: StoryEvent.Kind, _ speak: PageWording) -> Rich {
    switch kind {
    case .alert(let alert): Rich(alert.title)
    case .answered(let alert, let answer):
      answer.by.map {
        speak(DayPhrase.answered, (.name, $0), (.title, alert.title))
      } ?? speak(DayPhrase.answeredSomebody, (.title, alert.title))
    case .request(let request):
      RequestPart.title(request, speak) + Rich(". ") + RequestPart.detail(request, speak)
    case .company(let until, by: nil):
      speak(DayPhrase.company, (.until, speak.moment(until)))
    case .company(let until, by: let name?):
      speak(DayPhrase.companyBy, (.until, speak.moment(until)), (.name, Rich(name)))
    case .companyOver: speak(DayPhrase.companyOver)
    case .contactLost: speak(DayPhrase.contactLost)
    case .contactBack(let gap): speak(DayPhrase.contactBack, (.age, speak.span(gap)))
    case .charging: speak(DayPhrase.charging)
    case .offCharger(nil): speak(DayPhrase.offCharger)
    case .offCharger(let percent?):
      speak(DayPhrase.offChargerAt, (.percent, speak.percent(percent)))
    case .started: speak(DayPhrase.started)
    }
  }
}
