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
      try await portal.database.noteLook(
        by: scene.account, for: scene.entry.id, at: portal.clock.now)
      if request.uri.queryParameters["centre"] == "device" {
        centre = try await scene.newestPlace()
      }
    }
    let view = try await scene.settingsView(
      home, notice: SettingRoutes.said(request), map: portal.map, centre: centre)
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
    return try await one(view, scene, context)
  }

  private func one(
    _ view: FormView, _ scene: WearerScene, _ context: PortalContext
  ) async throws -> Response {
    var state = try await scene.settingState(view.form.home)
    state.changes = []
    return await portal.page(
      .settings(SettingsView(home: view.form.home, state: state, forms: [view])), context,
      status: view.problem == nil ? .ok : .badRequest, scene: scene)
  }

  private func target(_ context: PortalContext) -> String {
    context.parameters.get("target") ?? ""
  }

  // MARK: Changes

  private func save(
    _ request: Request, _ context: PortalContext, _ form: SettingForm
  ) async throws -> Response {
    let scene = try await portal.scene(request, context, needs: .administer)
    let desk = SettingDesk(scene, form, target: target(context), try await Form(request))
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
    _ desk: SettingDesk, _ problem: SettingProblem, _ current: ProfileRevision,
    _ context: PortalContext
  ) async throws -> Response {
    let scene = desk.scene
    guard let profile = SettingDesk.profile(current),
      let view = scene.formView(
        desk.form, target: desk.target, current, profile, sent: desk.values, problem: problem)
    else { throw PageRefusal(.conflict, .settingsUnknown) }
    switch desk.form {
    case .perimeter, .screen, .quiet, .alarms, .notices:
      let page = try await scene.settingsView(desk.form.home, sent: view, map: portal.map)
      return await portal.page(.settings(page), context, status: .badRequest, scene: scene)
    case .reminderAdd, .reminderEdit, .reminderDelete, .wearer, .caregiverAdd, .caregiverEdit,
      .caregiverDelete, .caregiverUp:
      return try await one(view, scene, context)
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
      case .refused(let at, let why): .refused(at, why: why)
      case .overtaken(let at): .deviceChanged(at)
      case .queued, .fetched, .applied: .unknown
      }
    let view = desk.view(
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
