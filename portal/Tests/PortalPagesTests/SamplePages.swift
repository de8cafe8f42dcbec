import HAL
import Words

@testable import PortalPages

extension Samples {
  /// Every page in the states that matter, each under a name for files.
  var all: [Sample] { wearer + alerts + family + quitting + settingPages + diary + gate }

  private func sample(_ name: String, _ page: PortalPages.Page, _ right: Right = .administer)
    -> Sample
  {
    Sample(name: name, page: page, frame: frame(right))
  }

  func overview(
    contact: Contact? = nil, open: [AlertSummary] = [], place: PlaceState? = nil,
    trail: [Place] = [], company: CompanyState = .none(.always), health: Health?,
    wear: Wear = .moving,
    requests: [RequestView] = [], photo: String? = nil
  ) -> PortalPages.Page {
    .overview(
      OverviewView(
        contact: contact ?? fine, open: open, earlier: earlier,
        place: place ?? .known(self.place(0.8, north: 2000, east: 900, accuracy: 12)),
        ground: ground(trail), company: company, health: health, wear: wear, requests: requests,
        photo: photo))
  }

  var wearer: [Sample] {
    let waiting = alert("b1", exit, .urgent, 6, .waiting)
    let under = alert(
      "b1", exit, .urgent, 6, .waiting, take: request(.take, .fetched(ago(0.2)), 0.4))
    let helped = alert("b2", help, .urgent, 2, .waiting)
    let lost = Contact(state: .lost, last: ago(783), due: ago(768))
    return [
      sample("now-calm", overview(health: health(), photo: Samples.photo)),
      sample(
        "now-open",
        overview(open: [waiting], place: .known(place(0.4)), trail: trail, health: health())),
      sample(
        "now-two",
        overview(
          open: [helped, under], place: .known(place(12)), trail: trail,
          health: health(battery: 14, night: .notCharged),
          requests: [request(.place, .queued(due: ago(-2)))])),
      sample(
        "now-taken",
        overview(
          open: [alert("b1", exit, .urgent, 6, .answered(answer))], place: .known(place(0.4)),
          trail: trail, health: health()), .look),
      Sample(
        name: "now-unlisted",
        page: overview(open: [waiting], place: .known(place(0.4)), trail: trail, health: health()),
        frame: unlisted),
      sample(
        "now-lost",
        overview(
          contact: lost, place: .known(place(784)), health: health(at: 783, battery: 31),
          wear: .still(since: ago(900)),
          requests: [request(.place, .queued(due: ago(768)), 5)])),
      sample(
        "now-paired",
        overview(
          contact: Contact(
            state: .fine, last: ago(4), due: ago(-11), calledBefore: ago(783)),
          place: .known(place(784)), health: health(at: 783, battery: 31), wear: .unknown)),
      sample(
        "now-paired-lost",
        overview(
          contact: Contact(state: .lost, last: ago(31), due: ago(16), calledBefore: ago(783)),
          place: .known(place(784)), health: health(at: 783, battery: 31), wear: .unknown)),
      sample(
        "now-charger",
        overview(
          place: .notShared(before: nil, isMailed: true),
          company: .until(ago(-95), by: text("Luis")), health: health(),
          wear: .onCharger(since: ago(58)),
          requests: [
            request(.company(until: ago(-95)), .applied(ago(25)), 26, yours: false),
            request(.testAlert, .refused(ago(50), .clockUntrusted), 51),
            request(.place, .expired(ago(100)), 160),
          ])),
      sample(
        "now-shared-before",
        overview(
          place: .notShared(before: place(784), isMailed: true), health: health(), wear: .unknown)),
      Sample(
        name: "now-never",
        page: .overview(
          OverviewView(
            contact: Contact(state: .never, last: nil, due: nil), open: [], earlier: [],
            place: .none, ground: Ground(home: nil, radius: nil), company: .none(.unknown),
            health: nil,
            wear: .unknown, requests: [], hasNoRoute: true)),
        frame: frame(voice: .listUnknown)),
      sample(
        "home",
        .home(
          HomeView(rows: [
            .init(
              wearer: WearerLink(id: "rosa", name: text("Rosa"), right: .administer),
              contact: fine, open: [waiting]),
            .init(
              wearer: WearerLink(id: "pepe", name: text("José María"), right: .look),
              contact: lost, open: []),
            .init(
              wearer: WearerLink(id: "marta", name: text("Marta"), right: .look),
              contact: nil, open: []),
          ]))),
      sample(
        "company",
        .company(
          CompanyView(
            contact: fine, state: .none(.off(until: ago(-300))), requests: [], entered: "25:00",
            problem: .unreadable))),
      sample(
        "company-stale",
        .company(
          CompanyView(contact: fine, state: .none(.always), requests: [], problem: .stale))),
      sample(
        "company-now",
        .company(
          CompanyView(
            contact: fine, state: .until(ago(-95), by: text("Luis")),
            requests: [request(.company(until: ago(-95)), .applied(ago(25)), 26, yours: false)]))),
      sample(
        "company-ending",
        .company(
          CompanyView(
            contact: fine, state: .until(ago(-95), by: text("Luis")),
            requests: [request(.companyOver, .fetched(ago(0.1)))]))),
      sample(
        "test",
        .testAlert(
          TestAlertView(
            contact: fine, requests: [request(.testAlert, .applied(ago(4)), 5)], routes: routes))),
      sample("day", day),
    ]
  }

  var day: PortalPages.Page {
    let places = (0..<60).map { step in
      place(
        188 - Double(step) * 3.1, north: step * 400 - 2000, east: step % 9 * 700,
        accuracy: Double(8 + step % 7 * 5))
    }
    return .day(
      DayView(
        day: Day(year: 2026, month: 11, day: 24), previous: Day(year: 2026, month: 11, day: 23),
        next: nil,
        events: [
          StoryEvent(at: ago(187), kind: .charging),
          StoryEvent(at: ago(130), kind: .offCharger(percent: 88)),
          StoryEvent(at: ago(60), kind: .contactLost),
          StoryEvent(at: ago(28), kind: .contactBack(after: Milliseconds(32 * 60_000))),
          StoryEvent(
            at: ago(6), kind: .alert(alert("b1", exit, .urgent, 6, .answered(answer))),
            place: place(6, north: 13_500)),
          StoryEvent(
            at: ago(4), kind: .request(request(.take, .applied(ago(3)), 4, yours: false))),
          StoryEvent(
            at: ago(3), kind: .answered(alert("b1", exit, .urgent, 6, .answered(answer)), answer)),
        ],
        places: places, ground: ground(), minute: 3 * 60 + 2))
  }

  func alertPage(
    _ summary: AlertSummary, takes: [RequestView] = [], canTake: Bool = false,
    contact: Contact? = nil
  ) -> PortalPages.Page {
    .alert(
      AlertView(
        summary: summary, advice: [],
        contact: contact ?? fine, place: .known(place(6, north: 13_500)), newer: place(0.4),
        ground: ground(trail), battery: 62, routes: routes, takes: takes, canTake: canTake))
  }

  var alerts: [Sample] {
    let waiting = alert("b1", exit, .urgent, 6, .waiting)
    func take(_ fate: RequestView.Fate, yours: Bool = true) -> PortalPages.Page {
      alertPage(waiting, takes: [request(.take, fate, 0.9, yours: yours)])
    }
    return [
      sample("alert-waiting", alertPage(waiting, canTake: true)),
      Sample(
        name: "alert-unlisted", page: alertPage(waiting, canTake: true), frame: unlisted),
      sample("alert-queued", take(.queued(due: ago(-2)))),
      sample("alert-fetched", take(.fetched(ago(0.3)))),
      sample(
        "alert-known",
        alertPage(
          alert("b1", exit, .urgent, 6, .answered(answer)),
          takes: [request(.take, .applied(ago(3)), 3.2, yours: false)]), .look),
      sample(
        "alert-refused",
        alertPage(
          waiting,
          takes: [
            request(.take, .refused(ago(1), .unknownCaregiver), 2),
            request(.take, .refused(ago(2), .noRight), 30, yours: false),
            request(.take, .expired(ago(3)), 63),
          ], canTake: true)),
      sample(
        "alert-help",
        .alert(
          AlertView(
            summary: alert("b2", help, .urgent, 2, .waiting),
            advice: [text(said("Llama o ve a ver.", "Call, or go and see."))],
            contact: Contact(state: .late, last: ago(3), due: ago(1)), place: .none, newer: nil,
            ground: Ground(home: Samples.home, radius: Metres(150)), battery: nil, routes: [],
            takes: [], canTake: true)), .look),
      sample("alerts", .alerts(AlertsView(alerts: [waiting] + earlier, next: "a1"))),
    ]
  }

  var family: [Sample] {
    [
      sample(
        "people",
        .people(
          PeopleView(
            people: [
              .init(
                id: "1", name: text("Ana Benítez"), email: text("ana@example.org"),
                right: .administer, isYou: true),
              .init(
                id: "2", name: text("Luis"), email: text("luis@example.org"), right: .help,
                isYou: false),
            ],
            invitations: [
              .init(email: text("carmen@example.org"), right: .look, until: ago(-2000))
            ],
            email: text("carmen"), name: text("Carmen"), problem: .emailUnreadable,
            profile: profilePeople, wearer: form(.wearer, ["name": text("Rosa")]),
            wearerPhoto: form(.wearerPhoto, ["photo": "a.jpg"], photo: Samples.photo),
            state: settingState()))),
      sample(
        "device",
        .pairing(
          PairingView(
            paired: .init(name: text("muñeca de Rosa"), since: ago(90_000)), code: nil,
            address: text("https://portal.example.org"), contact: fine, hasLog: true))),
      sample(
        "device-replacement",
        .pairing(
          PairingView(
            paired: .init(name: text("muñeca de Rosa"), since: ago(90_000)),
            code: .init(text: "K7QM-42TX", until: ago(-2880), isReplacement: true),
            address: text("https://portal.example.org"), contact: fine, hasLog: true))),
      sample(
        "device-code",
        .pairing(
          PairingView(
            paired: nil, code: .init(text: "K7QM-42TX", until: ago(-2880)),
            address: text("https://portal.example.org"), contact: fine))),
      sample("account-by-link", accountByLink), sample("account-too-late", accountTooLate),
      sample("audit", .audit(AuditView(rows: audit, next: "12"))),
      sample(
        "account",
        .account(
          AccountView(
            email: text("ana@example.org"), name: text("Ana Benítez"),
            sessions: [
              .init(
                id: "s1", agent: "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Firefox/130.0",
                began: ago(5000), seen: ago(0), isThis: true),
              .init(
                id: "s2", agent: text("curl/7.88"), began: ago(9000), seen: ago(1500), isThis: false
              ),
            ], problem: .passwordTooShort))),
    ]
  }

  /// Somebody who came by a link from the mailbox.
  var accountByLink: PortalPages.Page {
    .account(
      AccountView(
        email: text("ana@example.org"), name: text("Ana Benítez"), sessions: [], needsOld: false,
        linkEnds: ago(-12)))
  }

  /// The same form, sent after the quarter of an hour.
  var accountTooLate: PortalPages.Page {
    .account(
      AccountView(
        email: text("ana@example.org"), name: text("Ana Benítez"), sessions: [], problem: .linkOver)
    )
  }

  var audit: [AuditView.Row] {
    let deeds: [AuditView.Deed] = [
      .deviceAnswered(request(.take, .applied(ago(3)), yours: false)),
      .deviceAnswered(request(.place, .refused(ago(3), .clockUntrusted))),
      .deviceAnswered(request(.testAlert, .expired(ago(3)))), .took(text(exit)), .askedPlace,
      .lookedAtPlace(.firstPage), .lookedAtPlace(.alert),
      .lookedAtPlace(.open(until: ago(-40))),
      .lookedAtPlace(.day(Day(year: 2026, month: 11, day: 21))), .saidCompany(until: ago(-95)),
      .endedCompany, .askedTestAlert, .invited(email: text("carmen@example.org"), .look),
      .endedInvitation(email: text("carmen@example.org")),
      .acceptedInvitation, .changedRight(name: text("Luis"), .help), .removed(name: text("Pedro")),
      .madeReplacementCode, .replaced(device: text("nuevo")),
      .madePairingCode, .paired(device: text("muñeca de Rosa")), .unpaired(device: text("viejo")),
      .signedIn, .signedOut, .linkAsked, .sessionEnded, .passwordChanged,
      .changedSettings(.screen, about: ""), .changedSettings(.reminderEdit, about: text("Agua")),
    ]
    return deeds.enumerated().map { index, deed in
      AuditView.Row(at: ago(Double(index * 97)), by: index < 3 ? nil : text("Luis"), deed: deed)
    }
  }

  var gate: [Sample] {
    func sample(_ name: String, _ page: PortalPages.Page) -> Sample {
      Sample(name: name, page: page, frame: frame(nil, signedIn: false))
    }
    var unmailed = frame(nil, signedIn: false)
    unmailed.sendsMails = false
    return [
      sample("login", .login(LoginView())),
      sample(
        "login-wrong",
        .login(LoginView(email: text("ana@example.org"), next: "/w/rosa", problem: .wrong))),
      sample("login-sent", .login(LoginView(problem: .wait(seconds: 40), notice: .linkSent))),
      Sample(name: "login-no-mail", page: .login(LoginView()), frame: unmailed),
      sample(
        "link",
        .oneTimeLink(OneTimeLinkView(token: "tok", email: text("ana@example.org"), until: ago(-15)))
      ),
      sample(
        "invitation",
        .invitation(
          InvitationView(
            token: "tok", inviter: text("Ana"), email: text("luis@example.org"),
            wearers: [WearerLink(id: "rosa", name: text("Rosa"), right: .help)], until: ago(-2000),
            name: text("Luis"), problem: .passwordTooShort))),
      sample(
        "invitation-known",
        .invitation(
          InvitationView(
            token: "tok", inviter: text("Ana"), email: text("luis@example.org"),
            wearers: [WearerLink(id: "rosa", name: text("Rosa"), right: .help)], until: ago(-2000),
            hasAccount: true))),
    ] + refusals.enumerated().map { sample("refusal-\($0.offset + 1)", .refusal($0.element)) }
  }

  var refusals: [RefusalView] {
    [
      .notFound, .forbidden(needs: .help), .invitationGone, .linkGone, .forged,
      .unreadable(field: text("until is 25:99; expected HH:MM")), .tooLarge, .tooMany(seconds: 90),
      .unavailable, .settingsUnknown, .unheard(.unlisted(email: text("otto@example.org"))),
    ]
  }
}
