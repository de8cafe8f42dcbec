import HTTPTypes
import Hummingbird
import PortalPages
import PortalStore

/// The pages by which a family sets things. Changes go to the device as revisions of its profile.
struct SettingRoutes {
  let portal: Portal

  func add(to router: Router<PortalContext>) {
    router.get("/w/:id/reminders", use: reminders)
    router.get("/w/:id/reminders/new") { try await form($0, $1, .reminderAdd) }
    router.post("/w/:id/reminders") { try await save($0, $1, .reminderAdd) }
    router.get("/w/:id/reminders/:target") { try await form($0, $1, .reminderEdit) }
    router.post("/w/:id/reminders/:target") { try await save($0, $1, .reminderEdit) }
    router.get("/w/:id/reminders/:target/delete") { try await form($0, $1, .reminderDelete) }
    router.post("/w/:id/reminders/:target/delete") { try await save($0, $1, .reminderDelete) }
    router.get("/w/:id/perimeter") { try await page($0, $1, .perimeter) }
    router.post("/w/:id/perimeter/first") { try await save($0, $1, .first) }
    router.post("/w/:id/perimeter/schedule") { try await save($0, $1, .schedule) }
    router.post("/w/:id/perimeter") { try await save($0, $1, .perimeter) }
    router.get("/w/:id/settings") { try await page($0, $1, .settings) }
    for form in SettingForm.allCases where form.home == .settings {
      router.post("/w/:id/settings/\(form.rawValue)") { try await save($0, $1, form) }
    }
    router.post("/w/:id/people/wearer") { try await save($0, $1, .wearer) }
    router.get("/w/:id/people/caregivers") { try await form($0, $1, .caregiverAdd) }
    router.post("/w/:id/people/caregivers") { try await save($0, $1, .caregiverAdd) }
    router.get("/w/:id/people/caregivers/:target") { try await form($0, $1, .caregiverEdit) }
    router.post("/w/:id/people/caregivers/:target") { try await save($0, $1, .caregiverEdit) }
    router.get("/w/:id/people/caregivers/:target/delete") {
      try await form($0, $1, .caregiverDelete)
    }
    router.post("/w/:id/people/caregivers/:target/delete") {
      try await save($0, $1, .caregiverDelete)
    }
    router.post("/w/:id/people/caregivers/:target/up") { try await save($0, $1, .caregiverUp) }
    router.post("/w/:id/reminders/:target/photo") { try await save($0, $1, .reminderPhoto) }
    router.post("/w/:id/people/wearer/photo") { try await save($0, $1, .wearerPhoto) }
    router.post("/w/:id/people/caregivers/:target/photo") {
      try await save($0, $1, .caregiverPhoto)
    }
    router.get("/w/:id/picture/:hash", use: picture)
    router.get("/w/:id/changes", use: changes)
    router.get("/w/:id/changes/:target", use: compare)
    router.post("/w/:id/changes/:target/settle", use: settle)
  }

  static func said(_ request: Request) -> SettingState.Notice? {
    request.uri.queryParameters["said"].flatMap { SettingState.Notice(rawValue: String($0)) }
  }

  // MARK: Looks

  @Sendable func reminders(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context)
    let filter = request.uri.queryParameters["type"].flatMap {
      RemindersView.Filter(rawValue: String($0))
    }
    let view = try await scene.remindersView(filter ?? .all, notice: SettingRoutes.said(request))
    return await portal.page(.reminders(view), context, scene: scene)
  }

  private func page(
    _ request: Request, _ context: PortalContext, _ home: SettingForm.Home
  ) async throws -> Response {
    let scene = try await portal.scene(request, context, needs: .administer)
    var centre: PortalPages.Place?
    if home == .perimeter {
      await portal.noteLook(scene, request)
      if request.uri.queryParameters["centre"] == "device" {
        centre = try await scene.newestPlace()
      }
    }
    let radius = request.uri.queryParameters["radius"].flatMap { Int(String($0)) }
    let view = try await scene.settingsView(
      home, notice: SettingRoutes.said(request), map: portal.map, centre: centre,
      radius: radius.flatMap { (100...1000).contains($0) ? $0 : nil })
    return await portal.page(.settings(view), context, scene: scene)
  }

  /// The page of one form about a reminder or a person.
  private func form(
    _ request: Request, _ context: PortalContext, _ form: SettingForm
  ) async throws -> Response {
    let scene = try await portal.scene(request, context, needs: .administer)
    guard let current = try await scene.file.currentRevision(),
      let profile = SettingDesk.profile(current),
      let view = scene.formView(form, target: target(context), current, profile)
    else { throw PageRefusal.notFound }
    let photo = SettingRoutes.photo(beside: form).flatMap {
      scene.formView($0, target: target(context), current, profile)
    }
    return try await one([view, photo].compactMap { $0 }, scene, context)
  }

  private func one(
    _ views: [FormView], _ scene: WearerScene, _ context: PortalContext,
    status: HTTPResponse.Status = .ok
  ) async throws -> Response {
    let home = views.first?.form.home ?? .people
    var state = try await scene.settingState(home)
    state.changes = []
    return await portal.page(
      .settings(SettingsView(home: home, state: state, forms: views)), context,
      status: status, scene: scene)
  }

  /// The form of the photo of what another form changes; nil: it has none.
  private static func photo(beside form: SettingForm) -> SettingForm? {
    switch form {
    case .reminderEdit: .reminderPhoto
    case .caregiverEdit: .caregiverPhoto
    case .reminderAdd, .reminderDelete, .reminderPhoto, .first, .perimeter, .schedule, .screen,
      .quiet,
      .alarms, .notices, .wearer, .wearerPhoto, .caregiverAdd, .caregiverDelete, .caregiverUp,
      .caregiverPhoto:
      nil
    }
  }

  private func target(_ context: PortalContext) -> String {
    context.parameters.get("target") ?? ""
  }

  /// A photo. Its address changes with its content.
  @Sendable func picture(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context)
    guard let bytes = try await scene.file.picture(context.parameters.get("hash") ?? "") else {
      throw PageRefusal.notFound
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: "image/jpeg", .cacheControl: "private, max-age=31536000, immutable",
      ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  // MARK: Changes

  private func save(
    _ request: Request, _ context: PortalContext, _ form: SettingForm
  ) async throws -> Response {
    let scene = try await portal.scene(request, context, needs: .administer)
    let desk: SettingDesk
    if form.isPhoto {
      switch try await PhotoForm(portal, request, scene) {
      case .entered(let entered, let photo):
        desk = SettingDesk(scene, form, target: target(context), entered, photo: photo)
      case .refused(let problem, let status):
        guard let current = try await scene.file.currentRevision() else {
          throw PageRefusal(.conflict, .settingsUnknown)
        }
        desk = SettingDesk(scene, form, target: target(context), Form())
        let wrong = SettingProblem(.photo, .photo(problem))
        return try await again(desk, wrong, current, context, status: status)
      }
    } else {
      desk = SettingDesk(scene, form, target: target(context), try await Form(request))
    }
    switch try await desk.decide() {
    case .same: return Portal.redirect(Path.settings(scene.entry.id, form.home) + "?said=same")
    case .saved(let about):
      try await portal.database.note(
        .profileChanged, by: scene.account, for: scene.entry.id,
        about: "\(form.rawValue) \(about)", at: scene.now)
      await portal.bell.ring(scene.entry.id, .device)
      await portal.bell.ring(scene.entry.id, .page)
      return Portal.redirect(Path.settings(scene.entry.id, form.home) + "?said=saved")
    case .conflict(let view):
      return await portal.page(.conflict(view), context, status: .conflict, scene: scene)
    case .wrong(let problem, let current):
      return try await again(desk, problem, current, context)
    }
  }

  /// The form once more, with all that was written and the reason.
  private func again(
    _ desk: SettingDesk, _ problem: SettingProblem, _ current: ProfileRevision?,
    _ context: PortalContext, status: HTTPResponse.Status = .badRequest
  ) async throws -> Response {
    let scene = desk.scene
    guard let current else {
      let view = FormView(.first, revision: 0, values: desk.values, problem: problem)
      let page = try await scene.settingsView(.perimeter, sent: view)
      return await portal.page(.settings(page), context, status: .badRequest, scene: scene)
    }
    guard let profile = SettingDesk.profile(current),
      let view = scene.formView(
        desk.form, target: desk.target, current, profile,
        sent: desk.form.isPhoto ? nil : desk.values, problem: problem)
    else { throw PageRefusal(.conflict, .settingsUnknown) }
    switch desk.form {
    case .first, .perimeter, .schedule, .screen, .quiet, .alarms, .notices:
      let page = try await scene.settingsView(desk.form.home, sent: view, map: portal.map)
      return await portal.page(.settings(page), context, status: .badRequest, scene: scene)
    case .reminderAdd, .reminderEdit, .reminderDelete, .wearer, .caregiverAdd, .caregiverEdit,
      .caregiverDelete, .caregiverUp, .reminderPhoto, .wearerPhoto, .caregiverPhoto:
      return try await one([view], scene, context, status: status)
    }
  }

  @Sendable func changes(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context, needs: .administer)
    let state = try await scene.settingState(nil, notice: SettingRoutes.said(request))
    return await portal.page(.changes(ChangesView(state: state)), context, scene: scene)
  }

  /// A lost change beside what stands.
  @Sendable func compare(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context, needs: .administer)
    guard let number = Int(target(context)), let revision = try await scene.file.revision(number),
      revision.isLost, let desk = SettingDesk(scene, lost: revision),
      let current = try await scene.file.currentRevision(),
      let profile = SettingDesk.profile(current)
    else { throw PageRefusal.notFound }
    let cause: ConflictView.Cause =
      switch revision.fate {
      case .refused(let at, CareRequest.noRight): .noRight(at)
      case .refused(let at, ProfileChange.outdated): .outdated(at)
      case .refused(let at, let why): .refused(at, why: why)
      case .overtaken(let at): .deviceChanged(at)
      case .queued, .fetched, .applied: .unknown
      }
    let shown = try await desk.renumbered(current, profile) ?? desk
    let view = shown.view(
      current, profile, cause: cause, writer: revision.change?.who ?? "")
    return await portal.page(.conflict(view), context, scene: scene)
  }

  @Sendable func settle(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context, needs: .administer)
    guard let number = Int(target(context)), let revision = try await scene.file.revision(number),
      revision.isLost, try await scene.file.settle(number)
    else { throw PageRefusal.notFound }
    await portal.bell.ring(scene.entry.id, .page)
    return Portal.redirect(Path.changes(scene.entry.id) + "?said=settled")
  }
}
