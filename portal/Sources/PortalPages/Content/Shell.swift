import HAL
import Names

/// The outside of a page, ready for the template "shell".
struct Shell {
  struct Link {
    var path: String
    var name: String
    var isHere: Bool
  }

  var language: String
  var title: String
  var style: String
  var script: String
  var sign: String
  var worker: String
  /// The files of Leaflet, where the page has a map.
  var leaflet: String?
  var now: String
  var pace: String
  /// The next change of the zone's clocks, for the script.
  var turn: String?
  /// The stream of the page; nil where nothing is live.
  var live: String?
  /// The page asks for itself anew each minute.
  var renews: Bool
  var ago: String
  var agoShort: String
  var ahead: String
  var stale: String
  var clock: Rich
  var zone: Rich
  var asOf: Rich
  var wearer: String?
  var pages: [Link]
  var hasPages: Bool
  var more: [Link]
  var account: Rich?
  var trouble: String?
  var home = Path.home
  var logout = Path.logout
  var reload: String

  init(_ page: Page, _ frame: Frame, _ speak: PageWording, title: String) {
    language = frame.language.rawValue
    self.title = title
    style = Asset.style.path
    script = Asset.script.path
    sign = Asset.sign.path
    worker = Asset.worker.path
    leaflet = page.ground?.map == nil ? nil : Path.leaflet
    now = String(frame.now.milliseconds)
    pace = String(frame.pace)
    turn = speak.turn
    live = page.isLive ? frame.wearer.map { Path.live($0.id) } : nil
    renews = page.renews
    ago = frame.language.say(MomentPhrase.ago.phrase)
    agoShort = frame.language.say(MomentPhrase.agoShort.phrase)
    ahead = frame.language.say(MomentPhrase.ahead.phrase)
    stale = frame.language.say(FramePhrase.stale.phrase)
    clock = speak(
      FramePhrase.clock,
      (.time, Rich(html: "<span id=\"clock\">\(speak.clock(frame.now))</span>")),
      (.zone, Rich(speak.city)))
    zone = speak(FramePhrase.zone, (.zone, "\(speak.city) (\(speak.zoneName))"))
    asOf = speak(FramePhrase.notLive, (.time, speak.moment(frame.now)))
    wearer = frame.wearer?.name
    let here = page.path(frame, speak)
    reload = here ?? Path.home
    pages =
      frame.wearer.map { wearer in
        [
          (Path.wearer(wearer.id), FramePhrase.now), (Path.alerts(wearer.id), .alerts),
          (Path.day(wearer.id, speak.day(frame.now)), .day),
          (Path.reminders(wearer.id), .reminders), (Path.company(wearer.id), .company),
        ].map { Link(path: $0.0, name: speak.plain($0.1), isHere: $0.0 == here) }
      } ?? []
    hasPages = !pages.isEmpty
    let quitting = Shell.diary(frame, speak) + Shell.quitting(page, frame, speak)
    var more: [(String, FramePhrase)] = []
    if let wearer = frame.wearer {
      if wearer.right >= .help { more.append((Path.testAlert(wearer.id), .test)) }
      if wearer.right >= .administer {
        more += [
          (Path.perimeter(wearer.id), .perimeter),
          (Path.settings(wearer.id, .settings), .settings), (Path.people(wearer.id), .people),
          (Path.device(wearer.id), .device),
          (Path.audit(wearer.id), .audit),
        ]
      }
    }
    if frame.account != nil {
      if frame.wearers.count > 1 { more.append((Path.home, .wearers)) }
      more.append((Path.account, .account))
    }
    self.more =
      (quitting + more.map { ($0.0, speak.plain($0.1)) })
      .map { Link(path: $0.0, name: $0.1, isHere: $0.0 == here) }
    account = frame.account.map { speak(FramePhrase.signedInAs, (.name, $0)) }
    trouble = frame.trouble.map { trouble in
      switch trouble {
      case .cannotStore: speak.plain(FramePhrase.cannotStore)
      }
    }
  }
}

extension Shell {
  /// The link to the diary of a wearer who has one.
  private static func diary(_ frame: Frame, _ speak: PageWording) -> [(String, String)] {
    guard frame.account != nil, let wearer = frame.wearer, wearer.hasDiary else { return [] }
    return [(Path.diary(wearer.id), speak.plain(DiaryPhrase.title))]
  }

  /// The links about giving up smoking: only for those whom it concerns.
  private static func quitting(
    _ page: Page, _ frame: Frame, _ speak: PageWording
  ) -> [(String, String)] {
    guard frame.account != nil else { return [] }
    var links: [(String, String)] = []
    if let wearer = frame.wearer, wearer.isQuitting {
      links.append((Path.quit(wearer.id), speak.plain(QuitPhrase.title)))
    }
    if !links.isEmpty || page.isAboutQuitting || frame.waitingTestimonies != nil {
      links.append((Path.testimonies, speak.plain(TestimonyPhrase.title)))
    }
    if let waiting = frame.waitingTestimonies {
      let name =
        waiting == 0
        ? speak.plain(TestimonyPhrase.moderation)
        : speak.plain(TestimonyPhrase.moderationCount).replacingGap(.number, String(waiting))
      links.append((Path.moderation, name))
    }
    return links
  }
}

extension Page {
  /// Whether a page shows things that change while somebody looks.
  var isLive: Bool {
    switch self {
    case .overview, .alert, .alerts, .company, .testAlert, .reminders, .changes, .diary: true
    case .settings(let view): view.isLive
    case .login, .invitation, .oneTimeLink, .home, .account, .day, .audit, .people, .pairing,
      .quit, .diaryForm, .testimonies, .moderation, .conflict, .refusal:
      false
    }
  }

  /// Whether a page changes by the time alone, or shows several wearers, for whom there is no one stream.
  var renews: Bool {
    switch self {
    case .home, .company: true
    case .login, .invitation, .oneTimeLink, .account, .overview, .alerts, .alert, .testAlert, .day,
      .audit, .people, .pairing, .quit, .reminders, .settings, .conflict, .changes, .diary,
      .diaryForm, .testimonies, .moderation, .refusal:
      false
    }
  }

  var ground: Ground? {
    switch self {
    case .overview(let view): view.ground
    case .alert(let view): view.ground
    case .day(let view): view.ground
    case .settings(let view): view.ground
    case .login, .invitation, .oneTimeLink, .home, .account, .alerts, .company, .testAlert, .audit,
      .people, .pairing, .quit, .diary, .diaryForm, .testimonies, .moderation, .reminders,
      .conflict, .changes, .refusal:
      nil
    }
  }

  /// Whether a page is about giving up smoking.
  var isAboutQuitting: Bool {
    switch self {
    case .quit, .testimonies, .moderation: true
    case .login, .invitation, .oneTimeLink, .home, .account, .overview, .alerts, .alert, .company,
      .testAlert, .day, .audit, .people, .pairing, .reminders, .settings, .conflict, .changes,
      .diary, .diaryForm, .refusal:
      false
    }
  }

  /// Its own address; nil where it has none that GET answers.
  func path(_ frame: Frame, _ speak: PageWording) -> String? {
    let id = frame.wearer?.id ?? ""
    return switch self {
    case .login: Path.login
    case .invitation, .oneTimeLink, .refusal: nil
    case .home: Path.home
    case .account: Path.account
    case .overview: Path.wearer(id)
    case .alerts: Path.alerts(id)
    case .alert(let view): Path.alert(id, view.summary.id)
    case .company: Path.company(id)
    case .testAlert: Path.testAlert(id)
    case .day(let view): Path.day(id, view.day)
    case .audit: Path.audit(id)
    case .people: Path.people(id)
    case .pairing: Path.device(id)
    case .quit: Path.quit(id)
    case .reminders: Path.reminders(id)
    case .settings(let view):
      view.forms.first?.form.hasTarget == true || view.forms.first?.form == .reminderAdd
        || view.forms.count == 1 && view.home == .people ? nil : Path.settings(id, view.home)
    case .conflict: nil
    case .changes: Path.changes(id)
    case .diary: Path.diary(id)
    case .diaryForm: nil
    case .testimonies: Path.testimonies
    case .moderation: Path.moderation
    }
  }
}
