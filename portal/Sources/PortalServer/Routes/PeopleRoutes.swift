import HAL
import HTTPTypes
import Hummingbird
import PortalPages
import PortalStore

/// People, device and audit of one wearer, for those who administer.
struct PeopleRoutes {
  let portal: Portal

  func add(to router: Router<PortalContext>) {
    router.get("/w/:id/people", use: people)
    router.post("/w/:id/people/invite", use: invite)
    router.post("/w/:id/people/invitation/end", use: endInvitation)
    router.post("/w/:id/people/:person/right", use: right)
    router.get("/w/:id/device", use: device)
    router.post("/w/:id/device/code", use: code)
    router.post("/w/:id/device/replacement", use: replacement)
    router.post("/w/:id/device/revoke", use: revoke)
    router.get("/w/:id/audit", use: audit)
  }

  private var database: PortalDatabase { portal.database }

  private func page(
    _ scene: WearerScene, _ context: PortalContext, email: String = "", name: String = "",
    problem: PeopleView.Problem? = nil, notice: PeopleView.Notice? = nil,
    said: SettingState.Notice? = nil
  ) async throws -> Response {
    let people = try await database.members(of: scene.entry.id).map {
      PeopleView.Person(
        id: String($0.account.id), name: $0.account.name, email: $0.account.email,
        right: Right($0.level), isYou: $0.account.id == scene.account.id)
    }
    let invitations = try await database.invitations(
      to: scene.entry.id, at: PortalClock.real
    ).map {
      PeopleView.Invitation(email: $0.email, right: Right($0.level ?? .look), until: $0.until)
    }
    var view = PeopleView(
      people: people, invitations: invitations, email: email, name: name, problem: problem,
      notice: notice)
    try await scene.addProfile(to: &view, said)
    return await portal.page(
      .people(view), context, status: problem == nil ? .ok : .badRequest, scene: scene)
  }

  @Sendable func people(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context, needs: .administer)
    let said = SettingRoutes.said(request)
    let notice: PeopleView.Notice? =
      switch request.uri.queryParameters["said"] {
      case "invited": .invited
      case "changed": .changed
      default: nil
      }
    return try await page(scene, context, notice: notice, said: said)
  }

  private static func level(_ text: String) -> Level? {
    switch text {
    case "look": .look
    case "help": .help
    case "administer": .administer
    default: nil
    }
  }

  @Sendable func invite(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context, needs: .administer)
    let form = try await Form(request)
    let (email, name) = (form.text("email"), form.text("name"))
    guard Entered.isEmail(email) else {
      return try await page(scene, context, email: email, name: name, problem: .emailUnreadable)
    }
    guard let level = PeopleRoutes.level(form.text("right")) else {
      throw PageRefusal(.badRequest, .unreadable(field: "right"))
    }
    let members = try await database.members(of: scene.entry.id)
    guard !members.contains(where: { $0.account.email.lowercased() == email.lowercased() }) else {
      return try await page(scene, context, email: email, name: name, problem: .alreadyHere)
    }
    guard portal.options.mail != nil else {
      return try await page(scene, context, email: email, name: name, problem: .noMail)
    }
    let token = try await database.invite(
      email: email, name: String(name.prefix(Entered.longestName)), by: scene.account.name,
      account: scene.account.id, to: scene.entry.id, as: level, at: PortalClock.real)
    let mail = PortalMail.invitation(
      portal.address + Path.invitation(token), from: scene.account,
      to: scene.names.wearer.name)
    try await database.send(
      mail.subject, mail.body, to: email, about: scene.entry.id, at: PortalClock.real)
    portal.mailIsDue()
    try await database.note(
      .invited, by: scene.account, for: scene.entry.id, about: "\(level.rawValue) \(email)",
      at: scene.now)
    return Portal.redirect(Path.people(scene.entry.id) + "?said=invited")
  }

  @Sendable func endInvitation(
    _ request: Request, _ context: PortalContext
  ) async throws -> Response {
    let scene = try await portal.scene(request, context, needs: .administer)
    let email = try await Form(request).text("email")
    // Pressed twice, or accepted meanwhile: the page says how it is now.
    if try await database.endInvitations(
      of: email, to: scene.entry.id, at: PortalClock.real)
    {
      try await database.note(
        .invitationEnded, by: scene.account, for: scene.entry.id, about: email, at: scene.now)
    }
    return Portal.redirect(Path.people(scene.entry.id))
  }

  @Sendable func right(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context, needs: .administer)
    let text = try await Form(request).text("right")
    let members = try await database.members(of: scene.entry.id)
    guard
      let person = members.first(where: {
        String($0.account.id) == context.parameters.get("person")
      })
    else { throw PageRefusal.notFound }
    let level = PeopleRoutes.level(text)
    guard level != nil || text == "none" else {
      throw PageRefusal(.badRequest, .unreadable(field: "right"))
    }
    do {
      try await database.setLevel(
        level, of: person.account.id, for: scene.entry.id, by: scene.account.id)
    } catch PortalError.refused {
      return try await page(scene, context, problem: .lastAdministrator)
    }
    try await database.note(
      level == nil ? .removed : .levelChanged, by: scene.account, for: scene.entry.id,
      about: "\(level?.rawValue ?? 0) \(person.account.name)", at: scene.now)
    // The next call of the device looks again, should this fail.
    try await portal.endRequests(of: scene.entry.id, in: scene.file)
    await portal.bell.ring(scene.entry.id, .page)
    let isGone = person.account.id == scene.account.id && level != .administer
    return Portal.redirect(isGone ? "/" : Path.people(scene.entry.id) + "?said=changed")
  }

  // MARK: The device

  private func page(
    _ scene: WearerScene, _ context: PortalContext, code: PairingView.Code?
  ) async throws -> Response {
    let paired = try await database.device(of: scene.entry.id).map {
      PairingView.Paired(name: $0.name.isEmpty ? $0.identity : $0.name, since: $0.paired)
    }
    let view = PairingView(
      paired: paired, code: code, address: portal.address, contact: scene.contact,
      hasLog: scene.log.sequence > 0)
    return await portal.page(.pairing(view), context, scene: scene)
  }

  @Sendable func device(_ request: Request, _ context: PortalContext) async throws -> Response {
    try await page(
      try await portal.scene(request, context, needs: .administer), context, code: nil)
  }

  @Sendable func code(_ request: Request, _ context: PortalContext) async throws -> Response {
    try await makeCode(request, context, isReplacement: false)
  }

  @Sendable func replacement(_ request: Request, _ context: PortalContext) async throws -> Response
  {
    try await makeCode(request, context, isReplacement: true)
  }

  private func makeCode(
    _ request: Request, _ context: PortalContext, isReplacement: Bool
  ) async throws -> Response {
    let scene = try await portal.scene(request, context, needs: .administer)
    // A page from before the last log went, or somebody's own form: there is nothing to hand on.
    let isReplacement = isReplacement && scene.log.sequence > 0
    let code = try await database.makeCode(
      for: scene.entry.id, by: scene.account.id, isReplacement: isReplacement,
      at: PortalClock.real)
    try await database.note(
      isReplacement ? .replacementCodeMade : .codeMade, by: scene.account, for: scene.entry.id,
      at: scene.now)
    let until = PortalClock.real + Milliseconds(PortalDatabase.invitation)
    return try await page(
      scene, context,
      code: PairingView.Code(text: code, until: until, isReplacement: isReplacement))
  }

  @Sendable func revoke(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context, needs: .administer)
    let device = try await database.device(of: scene.entry.id)
    try await database.revokeDevice(of: scene.entry.id)
    try await database.note(
      .revoked, by: scene.account, for: scene.entry.id, about: device?.name ?? "", at: scene.now)
    return Portal.redirect(Path.device(scene.entry.id))
  }

  // MARK: The audit

  @Sendable func audit(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context, needs: .administer)
    let before = request.uri.queryParameters["before"].flatMap { Int64(String($0)) }
    let entries = try await database.audit(
      of: scene.entry.id, before: before, most: WearerScene.perPage + 1)
    let page = entries.prefix(WearerScene.perPage)
    let rows = page.compactMap { entry in
      scene.deed(entry).map {
        AuditView.Row(at: entry.at, by: entry.who.isEmpty ? nil : entry.who, deed: $0)
      }
    }
    let next = entries.count > page.count ? page.last.map { String($0.id) } : nil
    return await portal.page(
      .audit(AuditView(rows: rows, next: next)), context, scene: scene)
  }
}

extension WearerScene {
  /// Nil for a deed that concerns no wearer.
  fileprivate func deed(_ entry: AuditEntry) -> AuditView.Deed? {
    let words = entry.about.split(separator: " ", maxSplits: 1).map(String.init)
    let right = words.first.flatMap { Int($0) }.flatMap { Right(rawValue: $0) } ?? .look
    let rest = words.count > 1 ? words[1] : ""
    switch entry.deed {
    case .login: return .signedIn
    case .logout: return .signedOut
    case .sessionEnded: return .sessionEnded
    case .invited: return .invited(email: rest, right)
    case .invitationEnded: return .endedInvitation(email: entry.about)
    case .joined, .nameChanged: return .acceptedInvitation
    case .levelChanged: return .changedRight(name: rest, right)
    case .removed: return .removed(name: rest)
    case .passwordChanged: return .passwordChanged
    case .codeMade: return .madePairingCode
    case .replacementCodeMade: return .madeReplacementCode
    case .replaced: return .replaced(device: entry.about)
    case .paired: return .paired(device: entry.about)
    case .revoked: return .unpaired(device: entry.about)
    case .lookedAtPlace:
      let until = Int64(entry.about).map(WallTime.init(milliseconds:))
      return .lookedAtPlace(until.map { .open(until: $0) } ?? .firstPage)
    case .took:
      let story = NoticeID(entry.about).flatMap { log.notice($0) }
      return .took(story.map { summary($0).title } ?? "")
    case .asked: return .askedPlace
    case .company:
      // A portal from before kept the minute of the day.
      let until = Int64(entry.about).map(WallTime.init(milliseconds:))
      let minute = Entered.minute(entry.about) ?? 0
      return .saidCompany(until: until ?? next(minuteOfDay: minute, after: entry.at))
    case .companyOver: return .endedCompany
    case .testAlert: return .askedTestAlert
    case .askedAdvice: return .askedAdvice
    case .profileChanged:
      return words.first.flatMap { SettingForm(rawValue: $0) }.map {
        .changedSettings($0, about: rest)
      }
    case .diaryAdded: return .wroteDiary(.added)
    case .diaryChanged: return .wroteDiary(.changed)
    case .diaryRemoved: return .wroteDiary(.removed)
    // These have no wearer, and stand on the page of moderators.
    case .testimonySent, .testimonyWithdrawn, .testimonyPublished, .testimonyRefused,
      .moderatorMade, .moderatorEnded:
      return nil
    }
  }
}
