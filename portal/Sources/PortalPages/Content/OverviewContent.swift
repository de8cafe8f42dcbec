import HAL

/// The first page of a wearer, for the template "overview".
struct OverviewContent {
  /// An open notice with its button.
  struct Open {
    var row: AlertRow
    var id: String
    var takePath: String?
    var barred: Rich?
    var take: RequestPart?
  }

  struct Button {
    var action: String
    var label: String
  }

  var name: String
  var portrait: Rich?
  var headline: Rich
  var tone: String
  /// The words about lost contact, where nothing else is open.
  var lostLines: [Rich]
  var contact: ContactPart
  var pairPath: String?
  /// The way to changes of the settings that wait for a choice.
  var lostPath: String?
  var noRoute: Rich?
  var open: [Open]
  var hasOpen: Bool
  var barred: Rich?
  var placeTitle: Rich
  var place: PlacePart
  var wear: Rich?
  var ground: GroundPart?
  var ask: Button?
  var company: Rich
  var isAccompanied: Bool
  var isUnwatched: Bool
  var companyPath: String?
  var companyOver: String?
  var requests: [RequestPart]
  var hasRequests: Bool
  var health: HealthPart?
  var quitPath: String?
  var diaryPath: String?
  var earlier: [AlertRow]
  var hasEarlier: Bool
  var alertsPath: String
  let title: String

  init(_ view: OverviewView, _ wearer: WearerLink, _ speak: PageWording) {
    let isLost = view.contact.state == .lost
    let mayHelp = wearer.mayHelp
    let barred = speak.barred(wearer)
    name = wearer.name
    portrait = view.photo.map { .photo(Path.picture(wearer.id, $0), of: wearer.name, speak) }
    contact = ContactPart(view.contact, speak)
    (headline, tone) = OverviewContent.headline(view, speak)
    noRoute = view.hasNoRoute ? speak(OverviewPhrase.noRoute) : nil
    lostLines = []
    if view.open.isEmpty, let lost = contact.lost {
      lostLines = [lost.lostText, lost.lostAsOf] + [lost.lostUntold].compactMap { $0 }
      contact.lost = nil
    }
    pairPath =
      view.contact.state == .never && wearer.right >= .administer ? Path.device(wearer.id) : nil
    lostPath =
      wearer.lostChanges > 0 && wearer.right >= .administer ? Path.changes(wearer.id) : nil
    open = view.open.map { alert in
      Open(
        row: AlertRow(alert, of: wearer.id, speak, isLost: isLost), id: alert.id,
        takePath: mayHelp && alert.isWaiting && alert.take?.isUnderWay(at: speak.now) != true
          ? Path.take(wearer.id, alert.id) : nil,
        barred: alert.isWaiting ? barred : nil,
        take: alert.take.map { RequestPart($0, speak) })
    }
    hasOpen = !open.isEmpty
    // It stands where the first button would be.
    self.barred = open.contains { $0.barred != nil } ? nil : barred
    let known = view.place.place
    let isFresh = !isLost && known.map { PlacePart.isFresh($0, speak) } == true
    placeTitle =
      isFresh || known == nil
      ? speak(PlacePhrase.title, (.wearer, wearer.name)) : speak(PlacePhrase.last)
    place = PlacePart(view.place, speak)
    // Nobody knows whether it moves now.
    wear = isLost ? nil : OverviewContent.wear(view.wear, speak)
    ground = GroundPart(view.ground, place: known, speak)
    ask =
      mayHelp
      ? Button(
        action: Path.askPlace(wearer.id),
        label: speak.language.say(PlacePhrase.ask.phrase).replacingGap(.wearer, wearer.name)) : nil
    (company, isAccompanied) = CompanyContent.state(view.company, speak)
    isUnwatched = CompanyContent.isUnwatched(view.company)
    companyPath = mayHelp && !isAccompanied ? Path.company(wearer.id) : nil
    let mayEnd = ComingCompany(view.companyWords, at: speak.now).mayEnd(isAccompanied)
    companyOver = mayHelp && mayEnd ? Path.companyOver(wearer.id) : nil
    requests = view.requests.map { RequestPart($0, speak) }
    hasRequests = !requests.isEmpty
    health = view.health.map { HealthPart($0, speak) }
    quitPath = wearer.isQuitting ? Path.quit(wearer.id) : nil
    diaryPath = wearer.hasDiary ? Path.diary(wearer.id) : nil
    earlier = view.earlier.map { AlertRow($0, of: wearer.id, speak, isLost: isLost) }
    hasEarlier = !earlier.isEmpty
    alertsPath = Path.alerts(wearer.id)
    title = "\(wearer.name): \(OverviewContent.bare(view, speak))"
  }

  /// The one line that counts at three in the morning.
  private static func headline(_ view: OverviewView, _ speak: PageWording) -> (Rich, String) {
    let tone: String =
      if view.open.contains(where: \.isWaiting) {
        "urgent"
      } else if view.contact.state == .lost {
        "warn"
      } else {
        view.open.isEmpty ? "calm" : "taken"
      }
    return (Rich(bare(view, speak)), tone)
  }

  private static func bare(_ view: OverviewView, _ speak: PageWording) -> String {
    switch (view.open.count, view.contact.state) {
    case (0, .never): speak.plain(OverviewPhrase.never)
    case (0, .lost):
      speak.plain(OverviewPhrase.lostTitle)
        .replacingGap(.time, view.contact.last.map { speak.momentText($0) } ?? "")
    case (0, _): speak.plain(OverviewPhrase.nothingOpen)
    case (1, _): view.open[0].title
    case (let count, _):
      speak.plain(OverviewPhrase.openMany).replacingGap(.number, String(count))
    }
  }

  private static func wear(_ wear: Wear, _ speak: PageWording) -> Rich? {
    switch wear {
    case .unknown, .moving: nil
    case .onCharger(nil): speak(PlacePhrase.onCharger)
    case .onCharger(let since?):
      speak(PlacePhrase.onChargerSince, (.time, speak.moment(since)))
    case .still(nil): speak(PlacePhrase.still)
    case .still(let since?): speak(PlacePhrase.stillSince, (.time, speak.moment(since)))
    }
  }
}

extension AlertSummary {
  var isWaiting: Bool {
    switch state {
    case .waiting: true
    case .answered, .over, .told: false
    }
  }
}

extension String {
  /// The same in a text that a template escapes.
  func replacingGap(_ gap: Gap, _ value: String) -> String {
    replacing("{\(gap.rawValue)}", with: value, maxReplacements: 1)
  }
}

/// The state of a device, for the template "health".
struct HealthPart {
  struct Fact {
    var term: String
    var value: Rich
    var isWorrying: Bool
  }

  var told: Rich
  var facts: [Fact]

  init(_ health: Health, _ speak: PageWording) {
    told = speak(HealthPhrase.asOf, (.age, speak.age(health.at)))
    var facts: [Fact] = []
    func add(_ term: HealthPhrase, _ value: Rich, worrying: Bool = false) {
      facts.append(Fact(term: speak.plain(term), value: value, isWorrying: worrying))
    }
    add(
      .battery, HealthPart.battery(health, speak),
      worrying: (health.battery ?? 100) <= 20 && health.isCharging != true)
    add(.night, HealthPart.night(health.lastNight, speak))
    let (positioning, isWorrying) = HealthPart.positioning(health.positioning)
    add(.positioning, speak(positioning), worrying: isWorrying)
    add(
      .moved,
      health.movedMinutes.map { speak(HealthPhrase.minutes, (.number, String($0))) }
        ?? speak(HealthPhrase.notTold))
    if !health.isClockTrusted { add(.clock, speak(HealthPhrase.clockUntrusted), worrying: true) }
    if health.waiting > 0 {
      add(.waiting, Rich(String(health.waiting)))
    } else {
      add(.waiting, speak(HealthPhrase.waitingNone))
    }
    if let free = health.freeMegabytes {
      add(
        .storage, speak(HealthPhrase.megabytes, (.number, String(free))), worrying: free < 20)
    }
    add(
      .settings,
      health.settingsMade.map { speak(HealthPhrase.settingsMade, (.time, speak.moment($0))) }
        ?? speak(HealthPhrase.settingsOwn))
    if !health.version.isEmpty { add(.program, Rich(health.version)) }
    self.facts = facts
  }

  private static func battery(_ health: Health, _ speak: PageWording) -> Rich {
    guard let battery = health.battery else { return speak(HealthPhrase.batteryNone) }
    let percent = speak.percent(battery)
    return switch health.isCharging {
    case true?: speak(HealthPhrase.charging, (.percent, percent))
    case false?: speak(HealthPhrase.notCharging, (.percent, percent))
    case nil: percent
    }
  }

  private static func positioning(_ state: Health.Positioning) -> (HealthPhrase, Bool) {
    switch state {
    case .ok: (.positioningOK, false)
    case .none: (.positioningNone, false)
    case .lost: (.positioningLost, true)
    }
  }

  private static func night(_ night: Health.Night, _ speak: PageWording) -> Rich {
    switch night {
    case .notCharged: speak(HealthPhrase.nightNot)
    case .unknown: speak(HealthPhrase.nightUnknown)
    case .charged(let from, let to, let percent):
      [
        [
          speak(HealthPhrase.nightCharged),
          from.map { speak(HealthPhrase.nightFrom, (.time, speak.moment($0))) },
          to.map { speak(HealthPhrase.nightTo, (.time, speak.moment($0))) },
        ].compactMap { $0 }.joined(" "),
        percent.map { speak(HealthPhrase.nightFull, (.percent, speak.percent($0))) },
      ].compactMap { $0 }.joined(", ")
    }
  }
}
