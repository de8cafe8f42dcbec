import HAL

/// All notices, for the template "alerts".
struct AlertsContent {
  var name: String
  var alerts: [AlertRow]
  var isEmpty: Bool
  var olderPath: String?

  init(_ view: AlertsView, _ wearer: WearerLink, _ speak: PageWording) {
    name = wearer.name
    alerts = view.alerts.map { AlertRow($0, of: wearer.id, speak) }
    isEmpty = alerts.isEmpty
    olderPath = view.next.map { "\(Path.alerts(wearer.id))?before=\($0)" }
  }
}

/// One notice, for the template "alert".
struct AlertContent {
  var tone: String
  var headline: String
  var made: Rich
  var state: Rich
  var contact: ContactPart
  var takePath: String?
  var barred: Rich?
  var takes: [RequestPart]
  var advice: [String]
  var hasAdvice: Bool
  var place: PlacePart
  var newer: PlacePart?
  var ground: GroundPart?
  var battery: Rich?
  var routes: [RoutePart]
  var hasRoutes: Bool
  var allPath: String
  let title: String

  init(_ view: AlertView, _ wearer: WearerLink, _ speak: PageWording) {
    var alert = view.summary
    alert.take = alert.take ?? view.takes.first { $0.isUnderWay(at: speak.now) }
    let isLost = view.contact.state == .lost
    tone =
      alert.isWaiting ? "urgent" : AlertContent.isAnswered(alert) ? "taken" : "calm"
    headline = alert.title
    made = AlertRow.made(alert, speak)
    state = AlertRow.state(alert, of: wearer.id, speak, isLost: isLost)
    contact = ContactPart(view.contact, speak)
    takePath =
      view.canTake && wearer.mayHelp ? Path.take(wearer.id, alert.id) : nil
    barred = view.canTake ? speak.barred(wearer) : nil
    takes = view.takes.map { RequestPart($0, speak) }
    advice = view.advice
    hasAdvice = !advice.isEmpty
    place = PlacePart(view.place, speak)
    newer = view.newer.map { PlacePart($0, speak) }
    let known = view.place.place
    ground = GroundPart(view.ground, place: view.newer ?? known, speak)
    battery = view.battery.map { speak(AlertPhrase.battery, (.percent, speak.percent($0))) }
    routes = view.routes.map { RoutePart($0, speak) }
    hasRoutes = !routes.isEmpty
    allPath = Path.alerts(wearer.id)
    title = alert.title
  }

  private static func isAnswered(_ alert: AlertSummary) -> Bool {
    switch alert.state {
    case .answered: true
    case .waiting, .over, .told: false
    }
  }
}

/// The page of company, for the template "company".
struct CompanyContent {
  struct Choice {
    var hours: String
    var value: String
    var label: Rich
  }

  var name: String
  var state: Rich
  var isAccompanied: Bool
  var isUnwatched: Bool
  /// Company is there or on its way to the device, and its end is not.
  var mayEnd: Bool
  var contact: ContactPart
  var lead: Rich
  var quickTitle: Rich
  /// The time from which the choices count, for the form: those of an old page are not said.
  var from: String
  var choices: [Choice]
  var action: String
  var overAction: String
  var zone: Rich
  var entered: String
  var problem: String?
  /// The choices that were pressed are over: those of now stand there.
  var stale: String?
  var mayHelp: Bool
  var barred: Rich?
  var requests: [RequestPart]

  init(_ view: CompanyView, _ wearer: WearerLink, _ speak: PageWording) {
    name = wearer.name
    (state, isAccompanied) = CompanyContent.state(view.state, speak)
    isUnwatched = CompanyContent.isUnwatched(view.state)
    mayEnd = ComingCompany(view.requests, at: speak.now).mayEnd(isAccompanied)
    contact = ContactPart(view.contact, speak)
    lead = speak(CompanyPagePhrase.lead, (.wearer, wearer.name))
    quickTitle = speak(CompanyPagePhrase.quick, (.wearer, wearer.name))
    // The next five minutes are taken, so that nobody reads a crooked time.
    let begin = (speak.now.milliseconds + 299_999) / 300_000 * 300_000
    from = String(begin)
    choices = [1, 2, 4].map { hours in
      let until = WallTime(milliseconds: begin + Int64(hours) * 3_600_000)
      return Choice(
        hours: String(hours), value: String(until.milliseconds),
        label: hours == 1
          ? speak(CompanyPagePhrase.hour, (.until, speak.moment(until)))
          : speak(
            CompanyPagePhrase.hours, (.number, Rich(String(hours))), (.until, speak.moment(until))))
    }
    action = Path.company(wearer.id)
    overAction = Path.companyOver(wearer.id)
    zone = speak(CompanyPagePhrase.zone, (.zone, speak.city))
    // A field for times shows nothing else.
    entered = CompanyContent.isTime(view.entered) ? view.entered : ""
    switch view.problem {
    case nil: break
    case .unreadable: problem = speak.plain(CompanyPagePhrase.unreadable)
    case .past: problem = speak.plain(CompanyPagePhrase.past)
    case .tooFar: problem = speak.plain(CompanyPagePhrase.tooFar)
    case .stale: stale = speak.plain(CompanyPagePhrase.stale)
    }
    mayHelp = wearer.mayHelp
    barred = speak.barred(wearer)
    requests = view.requests.map { RequestPart($0, speak) }
  }

  private static func isTime(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [2, 2], let hour = UInt8(parts[0]),
      let minute = UInt8(parts[1])
    else { return false }
    return hour < 24 && minute < 60
  }

  /// Whether nobody is told of an exit now.
  static func isUnwatched(_ state: CompanyState) -> Bool {
    switch state {
    case .until, .none(.off): true
    case .none(.unknown), .none(.always), .none(.on): false
    }
  }

  static func words(_ watch: WatchState, _ speak: PageWording) -> Rich {
    switch watch {
    case .unknown: speak(CompanyPagePhrase.none)
    case .always: speak(CompanyPagePhrase.watchedAlways)
    case .on(let until): speak(CompanyPagePhrase.watchedUntil, (.until, speak.moment(until)))
    case .off(nil): speak(CompanyPagePhrase.unwatched)
    case .off(let until?):
      speak(CompanyPagePhrase.unwatchedUntil, (.until, speak.moment(until)))
    }
  }

  static func state(_ state: CompanyState, _ speak: PageWording) -> (Rich, Bool) {
    switch state {
    case .none(let watch): (words(watch, speak), false)
    case .until(let until, by: nil):
      (speak(CompanyPagePhrase.until, (.until, speak.moment(until))), true)
    case .until(let until, by: let name?):
      (
        speak(CompanyPagePhrase.untilBy, (.until, speak.moment(until)), (.name, Rich(name))), true
      )
    }
  }
}

/// The page of the test notice, for the template "test".
struct TestAlertContent {
  var contact: ContactPart
  var action: String?
  var barred: Rich?
  var requests: [RequestPart]
  var hasRequests: Bool
  var routes: [RoutePart]
  var hasRoutes: Bool

  init(_ view: TestAlertView, _ wearer: WearerLink, _ speak: PageWording) {
    contact = ContactPart(view.contact, speak)
    action = wearer.mayHelp ? Path.testAlert(wearer.id) : nil
    barred = speak.barred(wearer)
    requests = view.requests.map { RequestPart($0, speak) }
    hasRequests = !requests.isEmpty
    routes = view.routes.map { RoutePart($0, speak) }
    hasRoutes = !routes.isEmpty
  }
}
