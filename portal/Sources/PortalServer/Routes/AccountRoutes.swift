import Foundation
import HAL
import HTTPTypes
import Hummingbird
import PortalPages
import PortalStore

/// The first page of an account, and the account's own page.
struct AccountRoutes {
  let portal: Portal

  func add(to router: Router<PortalContext>) {
    router.get("/", use: home)
    router.get("/account", use: accountPage)
    router.post("/account", use: change)
    router.post("/account/password", use: changePassword)
    router.post("/account/session/:sid/end", use: endSession)
  }

  private var database: PortalDatabase { portal.database }

  @Sendable func home(_ request: Request, _ context: PortalContext) async throws -> Response {
    let account = try portal.account(request, context)
    let own = try await database.wearers(of: account.id)
    if own.count == 1 { return Portal.redirect(Path.wearer(own[0].wearer.id)) }
    var rows: [HomeView.Row] = []
    for (entry, level) in own {
      rows.append(await row(entry, level, account))
    }
    let open = rows.filter { !$0.open.isEmpty }
    let view = HomeView(rows: open + rows.filter(\.open.isEmpty))
    return await portal.page(.home(view), context)
  }

  /// A file that cannot be read hides nobody else: its wearer's row says so.
  private func row(_ entry: WearerEntry, _ level: Level, _ account: Account) async -> HomeView.Row {
    do {
      let scene = try await WearerScene(
        entry, level, account, try await portal.files.file(entry.id), at: portal.clock.now)
      return HomeView.Row(wearer: scene.link, contact: scene.contact, open: scene.openAlerts)
    } catch {
      portal.logger.error("\(entry.id): \(error)")
      let link = WearerLink(id: entry.id, name: entry.name, right: Right(level))
      return HomeView.Row(wearer: link, contact: nil, open: [])
    }
  }

  @Sendable func accountPage(_ request: Request, _ context: PortalContext) async throws -> Response
  {
    let notice: AccountView.Notice? =
      switch request.uri.queryParameters["said"] {
      case "saved": .saved
      case "passwordChanged": .passwordChanged
      case "sessionEnded": .sessionEnded
      default: nil
      }
    return try await page(request, context, notice: notice)
  }

  private func page(
    _ request: Request, _ context: PortalContext, problem: AccountView.Problem? = nil,
    notice: AccountView.Notice? = nil
  ) async throws -> Response {
    let account = try portal.account(request, context)
    let mine = context.session.map { SessionEntry.id(of: $0.hash) }
    let sessions = try await database.sessions(of: account.id).map {
      AccountView.Session(
        id: $0.id, agent: $0.agent, began: $0.made, seen: $0.seen, isThis: $0.id == mine)
    }
    let view = AccountView(
      email: account.email, name: account.name, sessions: sessions,
      needsOld: try await password(of: account, context) != nil,
      linkEnds: try await linkEnd(context), problem: problem, notice: notice)
    return await portal.page(
      .account(view), context, status: problem == nil ? .ok : .badRequest)
  }

  @Sendable func change(_ request: Request, _ context: PortalContext) async throws -> Response {
    let account = try portal.account(request, context)
    let form = try await Form(request)
    let name = form.text("name")
    if name.isEmpty { return try await page(request, context, problem: .nameMissing) }
    if name.count > Entered.longestName {
      return try await page(request, context, problem: .nameTooLong)
    }
    let language = form.text("language") == "en" ? "en" : "es"
    try await database.change(account.id, name: name, language: language)
    if name != account.name {
      try await database.note(
        .nameChanged, by: account, for: nil, about: name, at: portal.clock.now)
    }
    return Portal.redirect(Path.account + "?said=saved")
  }

  @Sendable func changePassword(
    _ request: Request, _ context: PortalContext
  ) async throws -> Response {
    let account = try portal.account(request, context)
    let network = context.network(request)
    if let seconds = await portal.rates.take(network) {
      throw PageRefusal(.tooManyRequests, .tooMany(seconds: seconds))
    }
    let form = try await Form(request)
    let (old, new) = (form.raw("old"), form.raw("new"))
    guard new.count >= Entered.shortestPassword, new.utf8.count <= 4 * Entered.longestPassword
    else {
      return try await page(request, context, problem: .passwordTooShort)
    }
    func refused(_ problem: AccountView.Problem) async throws -> Response {
      // The same form came a moment ago: the new password is there already.
      let present = try await database.account(account.email)?.password
      if try await portal.desk.matches(new, present) {
        return Portal.redirect(Path.account + "?said=passwordChanged")
      }
      return try await page(request, context, problem: problem)
    }
    let kept = try await password(of: account, context)
    if let kept {
      // The form is from within the quarter of an hour after a link, and had no such field.
      guard form.has("old") else { return try await refused(.linkOver) }
      guard old.utf8.count <= 4 * Entered.longestPassword,
        try await portal.desk.matches(old, kept)
      else { return try await refused(.passwordWrong) }
    }
    let hash = try await portal.desk.hash(new)
    guard let session = context.session else { throw PageRefusal.notFound }
    guard
      try await database.change(
        account.id, password: hash, insteadOf: kept, keeping: session.hash, at: PortalClock.real)
    else {
      guard try await database.isSession(session.hash, at: PortalClock.real) else {
        return Portal.redirect("/login?said=sessionOver")
      }
      return try await refused(.linkOver)
    }
    try await database.note(.passwordChanged, by: account, for: nil, at: portal.clock.now)
    return Portal.redirect(Path.account + "?said=passwordChanged")
  }

  /// The hash of the password that a change asks for.
  ///
  /// Nil: somebody who came by links alone has none yet, or one was forgotten, and a link has just begun this session.
  private func password(of account: Account, _ context: PortalContext) async throws -> String? {
    if try await linkEnd(context) != nil { return nil }
    return try await database.account(account.email)?.password
  }

  /// The time until which no old password is asked for; nil: it is.
  private func linkEnd(_ context: PortalContext) async throws -> WallTime? {
    guard let session = context.session else { return nil }
    return try await database.mayReplacePassword(session.hash, at: PortalClock.real)
  }

  @Sendable func endSession(_ request: Request, _ context: PortalContext) async throws -> Response {
    let account = try portal.account(request, context)
    guard let session = context.session else { throw PageRefusal.notFound }
    let id = context.parameters.get("sid") ?? ""
    if id == "others" {
      try await database.endSessions(of: account.id, but: session.hash)
    } else {
      guard try await database.endSession(id: id, of: account.id) else {
        throw PageRefusal.notFound
      }
    }
    try await database.note(.sessionEnded, by: account, for: nil, at: portal.clock.now)
    return Portal.redirect(Path.account + "?said=sessionEnded")
  }
}
