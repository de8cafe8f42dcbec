import Device
import HAL
import HTTPTypes
import Hummingbird
import PortalPages
import PortalStore
import Sync

/// The pages of one wearer, and what a caregiver says to the device.
struct CareRoutes {
  let portal: Portal

  func add(to router: Router<PortalContext>) {
    router.get("/w/:id", use: overview)
    router.get("/w/:id/notices", use: notices)
    router.get("/w/:id/notice/:notice", use: notice)
    router.post("/w/:id/notice/:notice/take", use: take)
    router.post("/w/:id/where", use: whereIs)
    router.get("/w/:id/company", use: companyPage)
    router.post("/w/:id/company", use: company)
    router.post("/w/:id/company/end", use: companyOver)
    router.post("/w/:id/perimeter/advice", use: advise)
    router.get("/w/:id/test", use: testPage)
    router.post("/w/:id/test", use: test)
    router.get("/w/:id/day", use: today)
    router.get("/w/:id/day/:day", use: day)
  }

  // MARK: Looks

  @Sendable func overview(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context)
    await portal.noteLook(scene, request)
    return await portal.page(
      .overview(try await scene.overview(map: portal.map)), context, scene: scene)
  }

  @Sendable func notices(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context)
    let before = request.uri.queryParameters["before"].flatMap { NoticeID(String($0)) }
    return await portal.page(.alerts(scene.alerts(before: before)), context, scene: scene)
  }

  private func story(_ scene: WearerScene, _ context: PortalContext) throws -> NoticeStory {
    guard let id = context.parameters.get("notice").flatMap({ NoticeID($0) }),
      let story = scene.log.notice(id)
    else { throw PageRefusal.notFound }
    return story
  }

  @Sendable func notice(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context)
    let story = try story(scene, context)
    if story.notice.whereabouts != nil {
      await portal.noteLook(scene, request)
    }
    let view = try await scene.alert(story, map: portal.map)
    return await portal.page(.alert(view), context, scene: scene)
  }

  @Sendable func today(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context)
    return Portal.redirect(Path.day(scene.entry.id, scene.day(of: scene.now)))
  }

  @Sendable func day(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context)
    guard let day = context.parameters.get("day").flatMap({ Day($0) }) else {
      throw PageRefusal.notFound
    }
    await portal.noteLook(scene, request)
    let minute = request.uri.queryParameters["minute"].flatMap { Int(String($0)) }
    let view = try await scene.dayView(day, minute: minute, map: portal.map)
    return await portal.page(.day(view), context, scene: scene)
  }

  // MARK: Words to the device

  /// The caregiver whom the device knows by the account's address.
  private func caregiver(_ scene: WearerScene) throws -> Int {
    guard let number = scene.profile?.number(of: scene.account.email) else {
      throw PageRefusal(.conflict, .unheard(scene.voice))
    }
    return number
  }

  private func say(
    _ word: SyncMessage.Word, until: WallTime?, in scene: WearerScene, _ deed: Deed,
    notice: NoticeID? = nil, about: String = ""
  ) async throws {
    _ = try await scene.file.ask(
      NewCareRequest(
        word, until: until, by: scene.account,
        identity: scene.profile?.identity(of: scene.account.email), notice: notice), at: scene.now,
      real: PortalClock.real)
    try await portal.database.note(
      deed, by: scene.account, for: scene.entry.id, about: about, at: scene.now)
    await portal.bell.ring(scene.entry.id, .device)
    await portal.bell.ring(scene.entry.id, .page)
  }

  /// A word that waits longer than this says nothing any more.
  private static let takeCounts = Milliseconds.seconds(4 * 3600)
  private static let questionCounts = Milliseconds.seconds(3600)

  @Sendable func take(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context, needs: .help)
    let story = try story(scene, context)
    let number = try caregiver(scene)
    let page = Path.alert(scene.entry.id, story.notice.id.text)
    let takes = story.takes(in: try await scene.file.requests(taking: story.notice.id))
    // Pressed twice, or by two people at once: the device hears each of them, and each only once.
    let isSaid = takes.contains { $0.account == scene.account.id && $0.isUnderWay(at: scene.now) }
    guard scene.log.isWaiting(story), !isSaid else { return Portal.redirect(page) }
    try await say(
      .acknowledge(token: story.notice.token, caregiver: number),
      until: scene.now + CareRoutes.takeCounts, in: scene, .took, notice: story.notice.id,
      about: story.notice.id.text)
    return Portal.redirect(page)
  }

  /// Whether the account has said the same, and the device has not answered yet.
  private func isAsked(
    _ scene: WearerScene, _ isSame: (SyncMessage.Word) -> Bool
  ) -> Bool {
    scene.requests.contains {
      $0.account == scene.account.id && $0.isUnderWay(at: scene.now) && isSame($0.message.word)
    }
  }

  @Sendable func whereIs(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context, needs: .help)
    let word = SyncMessage.Word.whereIs(caregiver: try caregiver(scene))
    if !isAsked(scene, { $0 == word }) {
      try await say(word, until: scene.now + CareRoutes.questionCounts, in: scene, .asked)
    }
    return Portal.redirect(Path.wearer(scene.entry.id))
  }

  @Sendable func companyPage(_ request: Request, _ context: PortalContext) async throws -> Response
  {
    let scene = try await portal.scene(request, context)
    return await portal.page(.company(scene.companyView()), context, scene: scene)
  }

  @Sendable func company(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context, needs: .help)
    let form = try await Form(request)
    let entered = form.text("until")
    let number = try caregiver(scene)
    func again(_ problem: CompanyView.Problem) async -> Response {
      await portal.page(
        .company(
          scene.companyView(entered: problem == .stale ? "" : entered, problem: problem)), context,
        status: .badRequest, scene: scene)
    }
    let until: WallTime
    if form.has("from") {
      // A button has the hour of its own page: "1 hour" of yesterday is not said today. It says the moment: on the
      // night when the clocks go back an hour stands twice.
      guard let from = Int64(form.text("from")), isOfNow(WallTime(milliseconds: from), scene.now),
        let moment = Int64(entered), moment > scene.now.milliseconds, moment % 60_000 == 0
      else { return await again(.stale) }
      until = WallTime(milliseconds: moment)
    } else {
      guard let minute = Entered.minute(entered) else { return await again(.unreadable) }
      until = scene.next(minuteOfDay: minute)
    }
    let ahead = scene.now.distance(to: until)
    // An hour that next comes so late was over a moment ago.
    if ahead > .seconds(23 * 3600) { return await again(.past) }
    // The page promises no more; the device's 18 hours are for mails that were long under way.
    if ahead > .seconds(12 * 3600) { return await again(.tooFar) }
    // The same form twice is one word.
    let isSaid = lastCompany(scene).map { request in
      guard case .company(until.milliseconds, _, _) = request.message.word else { return false }
      return request.account == scene.account.id
    }
    if isSaid != true {
      try await say(
        .company(until: until.milliseconds, said: scene.now.milliseconds, caregiver: number),
        until: until, in: scene, .company, about: String(until.milliseconds))
    }
    return Portal.redirect(Path.company(scene.entry.id))
  }

  /// Whether a button's page is of now. Its hours are rounded up by five minutes, and a page without script stands
  /// for a while.
  private func isOfNow(_ from: WallTime, _ now: WallTime) -> Bool {
    let age = from.distance(to: now)
    return age >= .seconds(-600) && age <= .seconds(600 * portal.clock.pace)
  }

  /// The newest word about company that the device has not answered.
  private func lastCompany(_ scene: WearerScene) -> CareRequest? {
    scene.requests.first { request in
      switch request.message.word {
      case .company, .companyOver: request.isUnderWay(at: scene.now)
      case .acknowledge, .whereIs, .testAlert, .edit, .advise, .unknown: false
      }
    }
  }

  @Sendable func companyOver(_ request: Request, _ context: PortalContext) async throws -> Response
  {
    let scene = try await portal.scene(request, context, needs: .help)
    let number = try caregiver(scene)
    // Pressed twice, it is one word.
    let isSaid = lastCompany(scene).map { request in
      guard case .companyOver(_, number) = request.message.word else { return false }
      return request.account == scene.account.id
    }
    if isSaid != true {
      try await say(
        .companyOver(said: scene.now.milliseconds, caregiver: number), until: nil, in: scene,
        .companyOver)
    }
    return Portal.redirect(Path.company(scene.entry.id))
  }

  /// A device in calm calls every quarter of an hour, and then works for minutes.
  @Sendable func advise(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context, needs: .administer)
    let word = SyncMessage.Word.advise(caregiver: try caregiver(scene))
    if !isAsked(scene, { $0 == word }) {
      try await say(word, until: scene.now + CareRoutes.questionCounts, in: scene, .askedAdvice)
    }
    return Portal.redirect(Path.perimeter(scene.entry.id) + "#advice")
  }

  @Sendable func testPage(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context)
    return await portal.page(.testAlert(scene.testView()), context, scene: scene)
  }

  @Sendable func test(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context, needs: .help)
    let word = SyncMessage.Word.testAlert(caregiver: try caregiver(scene))
    if !isAsked(scene, { $0 == word }) {
      try await say(word, until: scene.now + CareRoutes.questionCounts, in: scene, .testAlert)
    }
    return Portal.redirect(Path.testAlert(scene.entry.id))
  }
}
