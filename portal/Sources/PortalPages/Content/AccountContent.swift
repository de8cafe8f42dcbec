import HAL
import Words

/// The page before everything, for the template "login".
struct LoginContent {
  var email: String
  var next: String
  var problem: Rich?
  var notice: String?
  var action = Path.login
  /// Nil: no link could go out.
  var linkAction: String?

  init(_ view: LoginView, _ speak: PageWording) {
    email = view.email
    next = view.next
    linkAction = speak.sendsMails ? Path.loginLink : nil
    problem = view.problem.map { problem in
      switch problem {
      case .wrong: speak(LoginPhrase.wrong)
      case .wait(let seconds):
        speak(LoginPhrase.wait, (.age, speak.language.text(.seconds(Int64(seconds)))))
      }
    }
    notice = view.notice.map { notice in
      switch notice {
      case .signedOut: speak.plain(LoginPhrase.signedOut)
      case .sessionOver: speak.plain(LoginPhrase.sessionOver)
      case .linkSent: speak.plain(LoginPhrase.linkSent)
      }
    }
  }
}

/// A language to choose, for the templates "invitation" and "account".
struct LanguageChoices {
  var isSpanish: Bool
  var isEnglish: Bool

  init(_ chosen: Language) {
    isSpanish = chosen == .spanish
    isEnglish = chosen == .english
  }
}

/// An invitation, for the template "invitation".
struct InvitationContent {
  var lines: [Rich]
  var name: String
  var email: String
  var action: String
  var nameProblem: String?
  var passwordProblem: String?
  /// The fields of a new account; nil: there is one already.
  var languages: LanguageChoices?

  init(_ view: InvitationView, _ speak: PageWording) {
    lines =
      view.wearers.flatMap { wearer in
        [
          view.inviter.map {
            speak(LoginPhrase.invitedBy, (.name, $0), (.wearer, wearer.name))
          } ?? speak(LoginPhrase.invitedFirst, (.wearer, wearer.name)),
          speak(LoginPhrase.rightTo, (.right, speak.right(wearer.right))),
        ]
      } + [
        speak(
          view.hasAccount ? LoginPhrase.invitationKnown : .invitationFor, (.email, view.email)),
        speak(LoginPhrase.invitationUntil, (.until, speak.moment(view.until))),
      ]
    name = view.name
    email = view.email
    action = Path.invitation(view.token)
    languages = view.hasAccount ? nil : LanguageChoices(speak.language)
    switch view.problem {
    case nil: break
    case .nameMissing: nameProblem = speak.plain(LoginPhrase.nameMissing)
    case .nameTooLong: nameProblem = speak.plain(LoginPhrase.nameTooLong)
    case .passwordTooShort: passwordProblem = speak.plain(LoginPhrase.passwordTooShort)
    }
  }
}

/// A one-time link, for the template "link".
struct OneTimeLinkContent {
  var action: String
  var email: Rich
  var until: Rich

  init(_ view: OneTimeLinkView, _ speak: PageWording) {
    action = Path.link(view.token)
    email = speak(LoginPhrase.linkFor, (.email, view.email))
    until = speak(LoginPhrase.linkUntil, (.until, speak.moment(view.until)))
  }
}

/// The wearers of one account, for the template "home".
struct HomeContent {
  struct Row {
    var path: String
    var name: String
    var headline: String
    var tone: String
    var contactWords: Rich
  }

  var rows: [Row]
  var isEmpty: Bool

  init(_ view: HomeView, _ speak: PageWording) {
    rows = view.rows.map { row in
      guard let contact = row.contact else {
        return Row(
          path: Path.wearer(row.wearer.id), name: row.wearer.name,
          headline: speak.plain(OverviewPhrase.unreadable), tone: "warn",
          contactWords: speak(OverviewPhrase.unreadableMeans))
      }
      let part = ContactPart(contact, speak)
      let isWaiting = row.open.contains { $0.isWaiting }
      let headline =
        switch row.open.count {
        case 0: speak.plain(OverviewPhrase.nothingOpen)
        case 1: row.open[0].title
        default:
          speak.plain(OverviewPhrase.openMany).replacingGap(.number, String(row.open.count))
        }
      return Row(
        path: Path.wearer(row.wearer.id), name: row.wearer.name, headline: headline,
        tone: isWaiting
          ? "urgent" : part.lost != nil ? "warn" : row.open.isEmpty ? "calm" : "taken",
        contactWords: part.contactLine ?? part.lost?.lostText ?? Rich(""))
    }
    isEmpty = rows.isEmpty
  }
}

/// The account's own page, for the template "account".
struct AccountContent {
  struct Session {
    var agent: Rich
    var seen: Rich
    var began: Rich
    var isThis: Bool
    var end: String?
  }

  var email: String
  var name: String
  var action = Path.account
  var passwordAction = Path.password
  var notice: String?
  var nameProblem: String?
  var oldProblem: String?
  var newProblem: String?
  /// The quarter of an hour after a link overtook the form.
  var linkOver: String?
  var loginPath = Path.login
  var needsOld: Bool
  var byLink: Rich?
  var languages: LanguageChoices
  var sessions: [Session]
  var endOthers: String?

  init(_ view: AccountView, _ speak: PageWording) {
    email = view.email
    name = view.name
    needsOld = view.needsOld
    byLink = view.linkEnds.map { speak(AccountPhrase.byLink, (.until, speak.moment($0))) }
    languages = LanguageChoices(speak.language)
    notice = view.notice.map { notice in
      switch notice {
      case .saved: speak.plain(AccountPhrase.saved)
      case .passwordChanged: speak.plain(AccountPhrase.changed)
      case .sessionEnded: speak.plain(AccountPhrase.ended)
      }
    }
    switch view.problem {
    case nil: break
    case .nameMissing: nameProblem = speak.plain(LoginPhrase.nameMissing)
    case .nameTooLong: nameProblem = speak.plain(LoginPhrase.nameTooLong)
    case .passwordWrong: oldProblem = speak.plain(AccountPhrase.wrong)
    case .linkOver: linkOver = speak.plain(AccountPhrase.linkOver)
    case .passwordTooShort: newProblem = speak.plain(LoginPhrase.passwordTooShort)
    }
    sessions = view.sessions.map { session in
      Session(
        agent: AccountContent.agent(session.agent, speak),
        seen: speak(
          AccountPhrase.seen, (.time, speak.moment(session.seen)), (.age, speak.age(session.seen))),
        began: speak(AccountPhrase.began, (.time, speak.moment(session.began))),
        isThis: session.isThis, end: session.isThis ? nil : Path.endSession(session.id))
    }
    endOthers = view.sessions.count > 1 ? Path.endSession("others") : nil
  }

  /// "Firefox en Android". A header may claim anything: this only helps to tell one's own apart.
  static func agent(_ header: String, _ speak: PageWording) -> Rich {
    func first(_ names: [(String, String)]) -> String? {
      names.first { header.contains($0.0) }?.1
    }
    // The order counts: Edge also calls itself Chrome, and Chrome Safari.
    let browser = first([
      ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"),
      ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("Chrome", "Chrome"), ("CriOS", "Chrome"),
      ("Safari", "Safari"),
    ])
    let system = first([
      ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
      ("Mac OS", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux"),
    ])
    return switch (browser, system) {
    case (let browser?, let system?):
      speak(AccountPhrase.agent, (.name, browser), (.way, system))
    case (let browser?, nil): Rich(browser)
    case (nil, _): speak(AccountPhrase.agentUnknown)
    }
  }
}
