import HAL
import HTTPTypes
import Hummingbird
import PortalPages
import PortalStore

/// Signing in, invitations and links that work once.
struct SignInRoutes {
  let portal: Portal

  func add(to router: Router<PortalContext>) {
    router.get("/login", use: loginPage)
    router.post("/login", use: login)
    router.post("/login/link", use: mailLink)
    router.post("/logout", use: logout)
    router.get("/link/:token", use: linkPage)
    router.post("/link/:token", use: useLink)
    router.get("/invitation/:token", use: invitationPage)
    router.post("/invitation/:token", use: accept)
  }

  private var database: PortalDatabase { portal.database }

  @Sendable func loginPage(_ request: Request, _ context: PortalContext) async throws -> Response {
    let query = request.uri.queryParameters
    let next = Entered.next(query["next"].map(String.init) ?? "")
    let notice = query["said"].flatMap { LoginView.Notice(rawValue: String($0)) }
    return await portal.page(.login(LoginView(next: next, notice: notice)), context)
  }

  @Sendable func login(_ request: Request, _ context: PortalContext) async throws -> Response {
    let network = context.network(request)
    if let seconds = await portal.rates.take(network) {
      throw PageRefusal(.tooManyRequests, .tooMany(seconds: seconds))
    }
    let form = try await Form(request)
    let email = form.text("email")
    let next = Entered.next(form.text("next"))
    func again(_ problem: LoginView.Problem, _ status: HTTPResponse.Status) async -> Response {
      let view = LoginView(email: email, next: next, problem: problem)
      return await portal.page(.login(view), context, status: status)
    }
    if let seconds = await portal.rates.delay(email, network) {
      return await again(.wait(seconds: seconds), .tooManyRequests)
    }
    let found = try await database.account(email)
    let password = form.raw("password")
    guard password.utf8.count <= 4 * Entered.longestPassword,
      try await portal.desk.matches(password, found?.password), let account = found?.account
    else {
      await portal.rates.wasWrong(email, network)
      return await again(.wrong, .unauthorized)
    }
    await portal.rates.wasRight(email, network)
    do {
      return try await begin(account, knowing: found?.password, request, context, next: next)
    } catch PortalError.noRight {
      return await again(.wrong, .unauthorized)
    }
  }

  /// A new session, never one that existed before the login.
  ///
  /// - Parameter hash: the password that let the person in, or stood when a link did. A newer one ends this.
  private func begin(
    _ account: Account, knowing hash: String? = nil, _ request: Request, _ context: PortalContext,
    next: String, byLink: Bool = false
  ) async throws -> Response {
    let key = try await database.beginSession(
      for: account.id, knowing: hash, agent: request.headers[.userAgent] ?? "", byLink: byLink,
      at: PortalClock.real)
    if let old = context.session?.hash { try await database.endSession(old) }
    try await database.note(.login, by: account, for: nil, at: portal.clock.now)
    var response = Portal.redirect(next)
    Sessions.set(key, on: &response)
    return response
  }

  @Sendable func logout(_ request: Request, _ context: PortalContext) async throws -> Response {
    if let session = context.session {
      try await database.endSession(session.hash)
      try await database.note(.logout, by: session.account, for: nil, at: portal.clock.now)
    }
    var response = Portal.redirect("/login?said=signedOut")
    Sessions.clear(on: &response)
    return response
  }

  // MARK: Links that work once

  @Sendable func mailLink(_ request: Request, _ context: PortalContext) async throws -> Response {
    let network = context.network(request)
    if let seconds = await portal.rates.take(network) {
      throw PageRefusal(.tooManyRequests, .tooMany(seconds: seconds))
    }
    let email = try await Form(request).text("email")
    // The page itself says in the form's place that no link goes out.
    guard portal.options.mail != nil else { return Portal.redirect("/login") }
    if Entered.isEmail(email), await portal.rates.takeLink(email),
      let token = try await database.makeLoginLink(for: email, at: PortalClock.real),
      let account = try await database.account(email)?.account
    {
      let mail = PortalMail.loginLink(portal.address + Path.link(token), account)
      try await database.send(mail.subject, mail.body, to: account.email, at: PortalClock.real)
      portal.mailIsDue()
    }
    return Portal.redirect("/login?said=linkSent")
  }

  private func token(_ context: PortalContext) -> String { context.parameters.get("token") ?? "" }

  @Sendable func linkPage(_ request: Request, _ context: PortalContext) async throws -> Response {
    let token = token(context)
    guard let link = try await database.loginLink(token, at: PortalClock.real) else {
      throw PageRefusal(.notFound, .linkGone)
    }
    let view = OneTimeLinkView(token: token, email: link.email, until: link.until)
    var wearer: String?
    if let account = try await database.account(link.email)?.account {
      wearer = try await database.wearers(of: account.id).first?.wearer.id
    }
    return await portal.page(.oneTimeLink(view), context, for: wearer)
  }

  @Sendable func useLink(_ request: Request, _ context: PortalContext) async throws -> Response {
    guard
      let (account, hash) = try await database.useLoginLink(token(context), at: PortalClock.real)
    else { throw PageRefusal(.notFound, .linkGone) }
    do {
      return try await begin(account, knowing: hash, request, context, next: "/", byLink: true)
    } catch PortalError.noRight {
      throw PageRefusal(.notFound, .linkGone)
    }
  }

  // MARK: Invitations

  private func invitation(_ context: PortalContext) async throws -> Link {
    guard let link = try await database.invitation(token(context), at: PortalClock.real) else {
      throw PageRefusal(.notFound, .invitationGone)
    }
    return link
  }

  private func page(
    _ link: Link, _ context: PortalContext, name: String,
    problem: InvitationView.Problem? = nil
  ) async -> Response {
    var wearers: [WearerLink] = []
    if let wearer = link.wearer {
      // A file that cannot be read keeps nobody out.
      let name = try? await portal.files.file(wearer.id).name(of: wearer)
      wearers.append(
        WearerLink(id: wearer.id, name: name ?? wearer.name, right: Right(link.level ?? .look)))
    }
    let hasAccount = (try? await database.account(link.email)) != nil
    let view = InvitationView(
      token: token(context), inviter: link.inviter, email: link.email, wearers: wearers,
      until: link.until, name: name, hasAccount: hasAccount, problem: problem)
    return await portal.page(
      .invitation(view), context, status: problem == nil ? .ok : .badRequest,
      for: link.wearer?.id)
  }

  @Sendable func invitationPage(
    _ request: Request, _ context: PortalContext
  ) async throws -> Response {
    let link = try await invitation(context)
    return await page(link, context, name: link.name)
  }

  @Sendable func accept(_ request: Request, _ context: PortalContext) async throws -> Response {
    let link = try await invitation(context)
    let form = try await Form(request)
    let name = form.text("name")
    let password = form.raw("password")
    var hash: String?
    // Somebody who has an account keeps its name and password: the mail proves who they are.
    if try await database.account(link.email) == nil {
      if name.isEmpty { return await page(link, context, name: name, problem: .nameMissing) }
      if name.count > Entered.longestName {
        return await page(link, context, name: name, problem: .nameTooLong)
      }
      guard password.count >= Entered.shortestPassword,
        password.utf8.count <= 4 * Entered.longestPassword
      else { return await page(link, context, name: name, problem: .passwordTooShort) }
      hash = try await portal.desk.hash(password)
    }
    let language = form.text("language") == "en" ? "en" : "es"
    guard
      let (account, wearer) = try await database.accept(
        token(context), name: name, password: hash, language: language, at: PortalClock.real)
    else { throw PageRefusal(.notFound, .invitationGone) }
    try await database.note(.joined, by: account, for: wearer, at: portal.clock.now)
    // It waits in a mailbox for two days: it signs in, and replaces no password.
    return try await begin(account, request, context, next: wearer.map(Path.wearer) ?? "/")
  }
}
