import Device
import HAL
import Words

/// A wish on its way to the device, for the template "request".
struct RequestPart {
  struct Step {
    var name: String
    var style: String
    var state: String
    var isNow: Bool
  }

  var wishTitle: Rich
  var wishAge: Rich
  /// A wish that has come to its end stays for this long with all its steps.
  private static let recent = Milliseconds.seconds(600)

  var tone: String
  var steps: [Step]
  var hasSteps: Bool
  var detail: Rich

  init(_ request: RequestView, _ speak: PageWording) {
    wishTitle = RequestPart.title(request, speak)
    wishAge = speak.age(request.asked)
    detail = RequestPart.detail(request, speak)
    let reached: Int
    let last: RequestPhrase
    switch request.fate {
    case .queued: (reached, last, tone) = (1, .stepKnows, "under-way")
    case .fetched: (reached, last, tone) = (2, .stepKnows, "under-way")
    case .applied: (reached, last, tone) = (3, .stepKnows, "known")
    case .refused: (reached, last, tone) = (3, .stepRefused, "ended")
    case .expired: (reached, last, tone) = (3, .stepExpired, "ended")
    }
    let isOver = tone == "ended"
    // Nobody knows whether a wish that ended badly was ever fetched.
    let names: [RequestPhrase] =
      isOver ? [.stepPortal, last] : [.stepPortal, .stepFetched, last]
    let done = isOver ? 2 : reached
    let age = speak.now.milliseconds - request.asked.milliseconds
    hasSteps = request.isUnderWay || age < RequestPart.recent.count
    steps = names.enumerated().map { index, name in
      Step(
        name: speak.plain(name), style: index < done ? "done" : "open",
        state: speak.plain(index < done ? RequestPhrase.done : .open), isNow: index == done - 1)
    }
  }

  static func title(_ request: RequestView, _ speak: PageWording) -> Rich {
    let name = (Gap.name, Rich(request.by))
    let isYours = request.isYours
    return switch request.wish {
    case .take: speak(isYours ? RequestPhrase.takeYou : .take, name)
    case .place: speak(isYours ? RequestPhrase.placeYou : .place, name)
    case .company(let until):
      speak(isYours ? RequestPhrase.companyYou : .company, name, (.until, speak.moment(until)))
    case .companyOver: speak(isYours ? RequestPhrase.overYou : .over, name)
    case .testAlert: speak(isYours ? RequestPhrase.testYou : .test, name)
    case .advice: speak(isYours ? RequestPhrase.adviceYou : .advice, name)
    case .diary(let change):
      speak(
        RequestPart.diary(change.kind, isYours: isYours), name,
        (.title, DiaryEntryWords.text(change, speak)))
    }
  }

  private static func diary(_ kind: DiaryChange.Kind, isYours: Bool) -> RequestPhrase {
    switch kind {
    case .added: isYours ? .diaryAddedYou : .diaryAdded
    case .changed: isYours ? .diaryChangeYou : .diaryChange
    case .removed: isYours ? .diaryRemovedYou : .diaryRemoved
    }
  }

  static func detail(_ request: RequestView, _ speak: PageWording) -> Rich {
    switch request.fate {
    case .queued(nil): speak(RequestPhrase.queued)
    case .queued(let due?):
      speak(
        due <= speak.now ? RequestPhrase.queuedOverdue : .queuedDue, (.until, speak.moment(due)))
    case .fetched(let at): speak(RequestPhrase.fetched, (.time, speak.moment(at)))
    case .applied(let at): speak(RequestPhrase.applied, (.time, speak.moment(at)))
    case .refused(let at, let why):
      speak(RequestPhrase.refused, (.time, speak.moment(at)), (.reason, reason(why, speak)))
    case .expired(let at): speak(RequestPhrase.expired, (.time, speak.moment(at)))
    }
  }

  static func reason(_ why: RequestView.Refusal, _ speak: PageWording) -> Rich {
    switch why {
    case .clockUntrusted: speak(RequestPhrase.clockUntrusted)
    case .alreadyOver: speak(RequestPhrase.alreadyOver)
    case .unknownAlert: speak(RequestPhrase.unknownAlert)
    case .past: speak(RequestPhrase.past)
    case .tooFar: speak(RequestPhrase.tooFar)
    case .unknownCaregiver: speak(RequestPhrase.unknownCaregiver)
    case .noRight: speak(RequestPhrase.noRight)
    case .unknownWord: speak(RequestPhrase.unknownWord)
    case .nobodyToTell: speak(RequestPhrase.nobodyToTell)
    case .noRecording: speak(RequestPhrase.noRecording)
    case .noHome: speak(RequestPhrase.noHome)
    case .noAdvice: speak(RequestPhrase.noAdvice)
    case .diaryChanged: speak(RequestPhrase.diaryChanged)
    case .entryAhead: speak(RequestPhrase.entryAhead)
    case .entryGone: speak(RequestPhrase.entryGone)
    case .entryUnfit: speak(RequestPhrase.entryUnfit)
    case .other(let words): speak(RequestPhrase.other, (.reason, words))
    }
  }
}

extension RequestView {
  /// Whether the device may still apply it.
  var isUnderWay: Bool {
    switch fate {
    case .queued, .fetched: true
    case .applied, .refused, .expired: false
    }
  }
}

extension RequestView {
  /// The device may still apply it, and its time has not passed: nobody need say it again.
  func isUnderWay(at now: WallTime) -> Bool { isUnderWay && (until.map { $0 > now } ?? true) }

}

/// The newest word about company that is on its way to the device: it counts after those before it.
enum ComingCompany {
  case none, begins, ends

  /// - Parameter requests: the newest first.
  init(_ requests: [RequestView], at now: WallTime) {
    self = .none
    for request in requests where request.isUnderWay(at: now) {
      switch request.wish {
      case .company: self = .begins
      case .companyOver: self = .ends
      case .take, .place, .testAlert, .advice, .diary: continue
      }
      return
    }
  }

  /// Whether it can be ended: it is there or on its way, and its end is not.
  func mayEnd(_ isAccompanied: Bool) -> Bool {
    switch self {
    case .none: isAccompanied
    case .begins: true
    case .ends: false
    }
  }
}

/// A place in words, for the template "place".
struct PlacePart {
  /// The ages from which a place is no longer fresh, and old.
  private static let aging = Milliseconds.seconds(300)
  private static let old = Milliseconds.seconds(1800)
  /// A place that is dated ahead by more is from before the device's clock was put right: nobody knows its age.
  private static let ahead = Milliseconds.seconds(60)

  var figures: Rich?
  var fade: String = ""
  var fixAt: String?
  var placeLines: [Rich]
  var mapLink: String?

  init(_ state: PlaceState, _ speak: PageWording) {
    switch state {
    case .known(let place): self.init(place, speak)
    case .none: self.init(without: speak(PlacePhrase.none))
    case .notShared(let before, let isMailed):
      let reason = speak(before == nil ? PlacePhrase.notShared : .noLongerShared)
      let words = isMailed ? reason + Rich(" ") + speak(PlacePhrase.mailed) : reason
      if let before {
        self.init(before, speak)
        placeLines.append(words)
      } else {
        self.init(without: words)
      }
    }
  }

  private init(without words: Rich) { placeLines = [words] }

  init(_ place: Place, _ speak: PageWording) {
    let accuracy = PlacePart.accuracy(place, speak)
    if let at = place.at {
      figures = speak(PlacePhrase.figures, (.age, speak.age(at)), (.accuracy, accuracy))
      fixAt = String(at.milliseconds)
    } else {
      figures = speak(PlacePhrase.figuresNoAge, (.accuracy, accuracy))
    }
    fade = PlacePart.fade(place, speak)
    placeLines = [
      PlacePart.spot(place, speak),
      place.at.map { speak(PlacePhrase.time, (.time, speak.moment($0))) },
    ].compactMap { $0 }
    mapLink = Words.mapLink(place.position)
  }

  /// "± 24 m", which no line breaks.
  static func accuracy(_ place: Place, _ speak: PageWording) -> Rich {
    place.accuracy.map { accuracy in
      let words = speak(PlacePhrase.accuracy, (.value, speak.language.text(accuracy)))
      return Rich(html: words.html.replacing(" ", with: "\u{A0}"))
    } ?? speak(PlacePhrase.accuracyUnknown)
  }

  /// "A 195 m de casa, al norte. El perímetro llega a 150 m."
  static func spot(_ place: Place, _ speak: PageWording) -> Rich? {
    guard let distance = place.distance else { return nil }
    let far = (Gap.distance, Rich(speak.language.text(distance)))
    let spot =
      place.direction.map {
        speak(PlacePhrase.fromHomeTowards, far, (.direction, speak(PlacePhrase($0))))
      } ?? speak(PlacePhrase.fromHome, far)
    guard let radius = place.radius else { return spot }
    return spot + Rich(" ")
      + speak(PlacePhrase.perimeter, (.value, speak.language.text(radius)))
  }

  /// "fresh", "aging" or "old": the script keeps to the same ages.
  static func fade(_ place: Place, _ speak: PageWording) -> String {
    guard let at = place.at else { return "old" }
    let (age, overflow) = speak.now.milliseconds.subtractingReportingOverflow(at.milliseconds)
    if overflow || age >= old.count || age < -ahead.count { return "old" }
    return age >= aging.count ? "aging" : "fresh"
  }

  static func isFresh(_ place: Place, _ speak: PageWording) -> Bool {
    fade(place, speak) == "fresh"
  }
}

extension PlacePhrase {
  init(_ point: CompassPoint) {
    self =
      switch point {
      case .north: .north
      case .northEast: .northEast
      case .east: .east
      case .southEast: .southEast
      case .south: .south
      case .southWest: .southWest
      case .west: .west
      case .northWest: .northWest
      }
  }
}

/// A notice in a list, for the template "row".
struct AlertRow {
  var urgency: String
  var alertPath: String
  var alertTitle: String
  var made: Rich
  var alertState: Rich

  init(_ alert: AlertSummary, of wearer: String, _ speak: PageWording, isLost: Bool = false) {
    urgency = AlertRow.urgency(alert)
    alertPath = Path.alert(wearer, alert.id)
    alertTitle = alert.title
    made = AlertRow.made(alert, speak)
    alertState = AlertRow.state(alert, of: wearer, speak, isLost: isLost)
  }

  static func urgency(_ alert: AlertSummary) -> String {
    switch alert.urgency {
    case .urgent: "urgent"
    case .notable: "notable"
    case .quiet: "quiet"
    }
  }

  static func made(_ alert: AlertSummary, _ speak: PageWording) -> Rich {
    alert.made.map {
      speak(AlertPhrase.made, (.age, speak.age($0)), (.time, speak.moment($0)))
    } ?? speak(AlertPhrase.madeUnknown)
  }

  static func state(
    _ alert: AlertSummary, of wearer: String, _ speak: PageWording, isLost: Bool
  ) -> Rich {
    switch alert.state {
    case .waiting:
      speak(
        isLost
          ? AlertPhrase.waitingUnknown
          : alert.take?.isUnderWay(at: speak.now) == true ? AlertPhrase.waitingTaken : .waiting)
    case .answered(let answer): AlertRow.answer(answer, of: wearer, speak)
    case .over(let at):
      at.map { speak(AlertPhrase.overAt, (.time, speak.moment($0))) } ?? speak(AlertPhrase.over)
    case .told: speak(AlertPhrase.told)
    }
  }

  /// "Luis se encarga. El dispositivo lo sabe desde las 03:04."
  static func answer(_ answer: AlertAnswer, of wearer: String, _ speak: PageWording) -> Rich {
    let photo = answer.photo.map {
      Rich.photo(Path.picture(wearer, $0), of: answer.by ?? "", speak)
    }
    let who =
      answer.by.map { name in
        switch answer.way {
        case .mail: speak(AlertPhrase.answeredMail, (.name, name))
        case .portal, .unknown: speak(AlertPhrase.answered, (.name, name))
        }
      } ?? speak(AlertPhrase.answeredSomebody)
    let known =
      answer.at.map { speak(AlertPhrase.answeredAt, (.time, speak.moment($0))) }
      ?? speak(AlertPhrase.knows)
    return (photo ?? Rich("")) + who + Rich(" ") + known
  }
}

/// The fate of one way, for the templates of alert and test.
struct RoutePart {
  var routeName: Rich
  var routeFate: Rich
  var routeTone: String

  init(_ route: RouteFate, _ speak: PageWording) {
    let way: AlertPhrase =
      switch route.way {
      case .mail: .mail
      case .relay: .relay
      case .portal: .portal
      }
    let person =
      route.kinship.isEmpty
      ? Rich(route.caregiver)
      : speak(AlertPhrase.way, (.name, route.caregiver), (.kinship, route.kinship))
    routeName = person + Rich(": ") + speak(way)
    (routeFate, routeTone) = RoutePart.fate(route, speak)
  }

  private static func fate(_ route: RouteFate, _ speak: PageWording) -> (Rich, String) {
    func time(_ at: WallTime?) -> (Gap, Rich) { (.time, speak.moment(at)) }
    return switch route.fate {
    case .turnAhead: (speak(AlertPhrase.turnAhead), "waits")
    case .trying where route.attempts == 0: (speak(AlertPhrase.tryingNone), "waits")
    case .trying: (speak(AlertPhrase.trying, (.number, String(route.attempts))), "waits")
    case .accepted(let at):
      switch route.way {
      case .mail: (speak(AlertPhrase.accepted, time(at)) + unread(speak), "went")
      case .relay: (speak(AlertPhrase.acceptedRelay, time(at)) + unread(speak), "went")
      case .portal: (speak(AlertPhrase.acceptedPortal, time(at)) + unread(speak), "went")
      }
    case .refused(let at, nil): (speak(AlertPhrase.refused, time(at)), "failed")
    case .refused(let at, let why?):
      (speak(AlertPhrase.refusedWhy, time(at), (.reason, Rich(why))), "failed")
    case .failed(let at): (speak(AlertPhrase.failed, time(at)), "failed")
    case .notNeeded: (speak(AlertPhrase.notNeeded), "waits")
    }
  }

  private static func unread(_ speak: PageWording) -> Rich {
    Rich(" ") + speak(AlertPhrase.notRead)
  }
}
