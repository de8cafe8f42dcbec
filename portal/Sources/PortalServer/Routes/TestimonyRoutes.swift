import HTTPTypes
import Hummingbird
import PortalPages
import PortalStore
import Words

/// Testimonies of all families, and the page of those who decide about them.
struct TestimonyRoutes {
  /// Testimonies of one page, and those that a moderator sees at once.
  static let perPage = 20
  static let perQueue = 50

  let portal: Portal

  func add(to router: Router<PortalContext>) {
    router.get("/testimonies", use: testimonies)
    router.post("/testimonies", use: send)
    router.post("/testimonies/:number/withdraw", use: withdraw)
    router.get("/moderation", use: moderation)
    router.post("/moderation/:number/publish", use: publish)
    router.post("/moderation/:number/refuse", use: refuse)
  }

  private var database: PortalDatabase { portal.database }

  private func number(_ context: PortalContext) throws -> Int64 {
    guard let number = context.parameters.get("number").flatMap({ Int64($0) }) else {
      throw PageRefusal.notFound
    }
    return number
  }

  // MARK: Everybody with an account

  @Sendable func testimonies(_ request: Request, _ context: PortalContext) async throws -> Response
  {
    let account = try portal.account(request, context)
    let notice: TestimoniesView.Notice? =
      switch request.uri.queryParameters["said"] {
      case "sent": .sent
      case "withdrawn": .withdrawn
      default: nil
      }
    let before = request.uri.queryParameters["before"].flatMap { Int64(String($0)) }
    var view = try await view(account, before: before)
    view.notice = notice
    return await portal.page(.testimonies(view), context)
  }

  private func view(_ account: Account, before: Int64? = nil) async throws -> TestimoniesView {
    let found = try await database.publishedTestimonies(
      before: before, most: TestimonyRoutes.perPage + 1)
    let page = found.prefix(TestimonyRoutes.perPage)
    return TestimoniesView(
      published: page.map(TestimonyView.init),
      next: found.count > page.count ? page.last?.id : nil,
      own: try await database.testimonies(of: account.id).map(TestimonyView.init),
      hasModerator: try await !database.moderators().isEmpty)
  }

  @Sendable func send(_ request: Request, _ context: PortalContext) async throws -> Response {
    let account = try portal.account(request, context)
    let form = try await Form(request)
    let (text, name) = (form.lines("text"), form.text("name"))
    let language = form.text("language") == "en" ? "en" : "es"
    // A text that is refused comes back in its field.
    func again(_ problem: TestimoniesView.Problem) async throws -> Response {
      var view = try await view(account)
      (view.text, view.name, view.problem) = (text, name, problem)
      view.textLanguage = language == "en" ? .english : .spanish
      let isTooOften = problem == .tooOften || problem == .tooManyWaiting
      return await portal.page(
        .testimonies(view), context, status: isTooOften ? .tooManyRequests : .badRequest)
    }
    if text.isEmpty { return try await again(.textMissing) }
    if text.unicodeScalars.count > NewTestimony.longestText {
      return try await again(.textTooLong)
    }
    if name.isEmpty { return try await again(.nameMissing) }
    if name.unicodeScalars.count > NewTestimony.longestName {
      return try await again(.nameTooLong)
    }
    if form.text("consent") != "yes" { return try await again(.consentMissing) }
    do {
      try await database.send(
        NewTestimony(name: name, language: language, text: text), by: account,
        at: portal.clock.now)
    } catch let limit as TestimonyLimit {
      switch limit {
      case .waiting: return try await again(.tooManyWaiting)
      case .daily: return try await again(.tooOften)
      }
    }
    // The testimony is kept, whatever becomes of the mails.
    do { try await tellModerators() } catch { context.logger.error("moderators: \(error)") }
    return Portal.redirect(Path.testimonies + "?said=sent")
  }

  /// Mails the moderators when something comes into an empty queue: what joins it needs no mail of its own.
  private func tellModerators() async throws {
    guard portal.options.mail != nil, try await database.countWaitingTestimonies() == 1 else {
      return
    }
    for account in try await database.moderators() {
      let mail = PortalMail.testimonyWaits(portal.address + Path.moderation, account)
      try await database.send(mail.subject, mail.body, to: account.email, at: PortalClock.real)
    }
  }

  @Sendable func withdraw(_ request: Request, _ context: PortalContext) async throws -> Response {
    let account = try portal.account(request, context)
    let number = try number(context)
    guard try await database.withdraw(number, by: account, at: portal.clock.now) else {
      throw PageRefusal.notFound
    }
    return Portal.redirect(Path.testimonies + "?said=withdrawn")
  }

  // MARK: Moderators

  /// Others are not told that there is such a page.
  private func moderator(_ request: Request, _ context: PortalContext) async throws -> Account {
    let account = try portal.account(request, context)
    guard try await database.isModerator(account.id) else { throw PageRefusal.notFound }
    return account
  }

  @Sendable func moderation(_ request: Request, _ context: PortalContext) async throws -> Response {
    _ = try await moderator(request, context)
    let notice: ModerationView.Notice? =
      switch request.uri.queryParameters["said"] {
      case "published": .published
      case "refused": .refused
      case "gone": .gone
      default: nil
      }
    return try await page(context, notice: notice)
  }

  private func page(
    _ context: PortalContext, notice: ModerationView.Notice? = nil,
    faulty: (id: Int64, reason: String, problem: ModerationView.Problem)? = nil
  ) async throws -> Response {
    let decisions = try await database.testimonyDecisions(most: TestimonyRoutes.perPage)
      .compactMap(ModerationView.Decision.init)
    let view = ModerationView(
      waiting: try await database.waitingTestimonies(most: TestimonyRoutes.perQueue)
        .map(TestimonyView.init),
      published: try await database.publishedTestimonies(
        before: nil, most: TestimonyRoutes.perPage
      ).map(TestimonyView.init),
      decisions: decisions, faulty: faulty, notice: notice)
    return await portal.page(
      .moderation(view), context, status: faulty == nil ? .ok : .badRequest)
  }

  @Sendable func publish(_ request: Request, _ context: PortalContext) async throws -> Response {
    let account = try await moderator(request, context)
    let number = try number(context)
    let isDone = try await database.publish(number, by: account, at: portal.clock.now)
    return Portal.redirect(Path.moderation + (isDone ? "?said=published" : "?said=gone"))
  }

  @Sendable func refuse(_ request: Request, _ context: PortalContext) async throws -> Response {
    let account = try await moderator(request, context)
    let number = try number(context)
    let reason = try await Form(request).text("reason")
    if reason.isEmpty {
      return try await page(context, faulty: (number, reason, .reasonMissing))
    }
    if reason.unicodeScalars.count > PortalDatabase.longestReason {
      return try await page(context, faulty: (number, reason, .reasonTooLong))
    }
    let isDone = try await database.refuse(
      number, reason: reason, by: account, at: portal.clock.now)
    return Portal.redirect(Path.moderation + (isDone ? "?said=refused" : "?said=gone"))
  }
}

extension TestimonyView {
  fileprivate init(_ testimony: Testimony) {
    let state: State =
      switch testimony.state {
      case .waiting: .waiting
      case .published: .published
      case .refused(let reason): .refused(reason: reason)
      }
    self.init(
      id: testimony.id, name: testimony.name,
      language: testimony.language == "en" ? .english : .spanish, text: testimony.text,
      sent: testimony.sent, state: state)
  }
}

extension ModerationView.Decision {
  /// Nil: the entry is about something else.
  fileprivate init?(_ entry: AuditEntry) {
    let words = entry.about.split(separator: " ", maxSplits: 1).map(String.init)
    let what: What
    switch entry.deed {
    case .testimonyPublished: what = .published(testimony: words.first ?? "")
    case .testimonyRefused:
      what = .refused(testimony: words.first ?? "", reason: words.last ?? "")
    case .moderatorMade: what = .moderatorMade
    case .moderatorEnded: what = .moderatorEnded
    case .login, .logout, .sessionEnded, .invited, .invitationEnded, .joined, .levelChanged,
      .removed,
      .passwordChanged, .nameChanged, .codeMade, .paired, .revoked, .replacementCodeMade, .replaced,
      .lookedAtPlace, .took, .asked,
      .company, .companyOver, .testAlert, .askedAdvice, .profileChanged, .diaryAdded, .diaryChanged,
      .diaryRemoved, .testimonySent, .testimonyWithdrawn:
      return nil
    }
    self.init(at: entry.at, by: entry.who, what)
  }
}
