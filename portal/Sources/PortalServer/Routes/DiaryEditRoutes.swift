import Device
import Diary
import Entries
import HAL
import HTTPTypes
import Hummingbird
import Names
import PortalPages
import PortalStore
import Sync

/// Entries of the diary: added, changed and deleted, each after a question.
struct DiaryEditRoutes {
  let portal: Portal

  /// A change that the device has not made by then is not made.
  private static let counts = Milliseconds.seconds(86_400)

  func add(to router: Router<PortalContext>) {
    router.get("/w/:id/diary/new", use: newPage)
    router.post("/w/:id/diary/new", use: add)
    router.get("/w/:id/diary/entry/:entry", use: entryPage)
    router.post("/w/:id/diary/entry/:entry", use: change)
    router.post("/w/:id/diary/entry/:entry/delete", use: remove)
    router.post("/w/:id/diary/change/:number/dismiss", use: dismiss)
  }

  /// The diary for somebody who may change it.
  private func desk(_ request: Request, _ context: PortalContext) async throws -> DiaryDesk {
    let scene = try await portal.scene(request, context, needs: .administer)
    guard scene.hasDiary else { throw PageRefusal.notFound }
    return try await DiaryDesk(scene)
  }

  /// The device takes changes from its own caregivers only.
  private func caregiver(_ scene: WearerScene) throws -> Int {
    guard let number = scene.profile?.number(of: scene.account.email) else {
      throw PageRefusal(.conflict, .unheard(scene.voice))
    }
    return number
  }

  private func show(
    _ view: DiaryFormView, _ desk: DiaryDesk, _ context: PortalContext
  ) async -> Response {
    let isConflict = [.outdated, .underWay, .tooMany, .same].contains(view.problem)
    return await portal.page(
      .diaryForm(view), context,
      status: view.problem == nil ? .ok : isConflict ? .conflict : .badRequest, scene: desk.scene)
  }

  // MARK: A new entry

  @Sendable func newPage(_ request: Request, _ context: PortalContext) async throws -> Response {
    let desk = try await desk(request, context)
    _ = try caregiver(desk.scene)
    let isDose = request.uri.queryParameters["kind"] == "dose"
    var draft = DiaryDraft(
      DiaryFormView.Fields(isDose: isDose), desk.scene.wall, desk.scene.language)
    draft.setTime(desk.scene.now)
    draft.fields.unit = desk.scene.own?.insulin?.unit.rawValue ?? GlucoseUnit.milligrams.rawValue
    draft.fields.category = "other"
    return await show(view(draft, desk), desk, context)
  }

  private func view(
    _ draft: DiaryDraft, _ desk: DiaryDesk, entry: String? = nil, old: DiaryBook.Item? = nil,
    confirms: DiaryChange? = nil, problem: DiaryFormView.Problem? = nil
  ) -> DiaryFormView {
    DiaryFormView(
      fields: draft.fields, entry: entry,
      old: old.map {
        DiaryChange(
          kind: .changed, isDose: $0.known.isDose, entry: $0.known, annotation: $0.annotation)
      }, confirms: confirms, after: desk.last?.sequence ?? 0, categories: desk.book.categories,
      problem: problem)
  }

  @Sendable func add(_ request: Request, _ context: PortalContext) async throws -> Response {
    let desk = try await desk(request, context)
    _ = try caregiver(desk.scene)
    let form = try await Form(request)
    let isDose = form.text("kind") == "dose"
    let draft = DiaryDraft(form, isDose: isDose, desk.scene.wall, desk.scene.language)
    do throws(DiaryDraft.Wrong) {
      let (entry, annotation) = try draft.entry(
        desk.nextNumber, over: nil, own: desk.book.categories, now: desk.scene.now)
      guard form.text("confirm") == "yes" else {
        let change = DiaryChange(
          kind: .added, isDose: isDose, entry: entry, annotation: annotation)
        return await show(view(draft, desk, confirms: change), desk, context)
      }
      guard let seen = Int64(form.text("after")) else { throw DiaryDraft.Wrong(.outdated) }
      let isSaid = desk.isOnItsWay(entry) || desk.has(entry, behind: seen)
      // Somebody changed or deleted it since: whether it is meant once more is asked anew.
      if !isSaid, desk.had(entry, behind: seen) { throw DiaryDraft.Wrong(.outdated) }
      if !isSaid {
        guard desk.waiting.count < DiaryDesk.most else { throw DiaryDraft.Wrong(.tooMany) }
        try await say(entry.record, annotation, .added, desk)
      }
      return Portal.redirect(Path.diary(desk.scene.entry.id) + "#changes")
    } catch {
      return await show(view(draft, desk, problem: error.problem), desk, context)
    }
  }

  private func say(
    _ record: Record, _ annotation: Annotation?, _ kind: EditKind, _ desk: DiaryDesk
  ) async throws(DiaryDraft.Wrong) {
    do {
      try await queue(desk.edit(record, annotation), kind, desk.scene)
    } catch {
      throw DiaryDraft.Wrong(.tooMany)
    }
  }

  private func queue(_ edit: SyncEdit, _ kind: EditKind, _ scene: WearerScene) async throws {
    _ = try await scene.file.ask(
      NewCareRequest(
        .edit(edit, caregiver: try caregiver(scene)), until: scene.now + DiaryEditRoutes.counts,
        by: scene.account, identity: scene.profile?.identity(of: scene.account.email), edit: kind),
      at: scene.now, real: PortalClock.real)
    try await portal.database.note(
      Deed(kind), by: scene.account, for: scene.entry.id, about: "", at: scene.now)
    await portal.bell.ring(scene.entry.id, .device)
    await portal.bell.ring(scene.entry.id, .page)
  }

  // MARK: An entry that is there

  private func item(_ desk: DiaryDesk, _ context: PortalContext) throws -> (
    name: String, item: DiaryBook.Item
  ) {
    let name = context.parameters.get("entry") ?? ""
    guard let item = desk.item(name) else { throw PageRefusal(.notFound, .entryGone) }
    return (name, item)
  }

  @Sendable func entryPage(_ request: Request, _ context: PortalContext) async throws -> Response {
    let desk = try await desk(request, context)
    _ = try caregiver(desk.scene)
    let (name, item) = try item(desk, context)
    let draft = DiaryDraft(item, desk.scene.wall, desk.scene.language)
    let problem: DiaryFormView.Problem? = desk.underWay.contains(name) ? .underWay : nil
    return await show(
      view(draft, desk, entry: name, old: item, problem: problem), desk, context)
  }

  /// The reason why an entry cannot be changed now.
  private func obstacle(
    _ name: String, _ item: DiaryBook.Item, _ form: Form, _ desk: DiaryDesk
  ) -> DiaryFormView.Problem? {
    if desk.underWay.contains(name) { return .underWay }
    if desk.waiting.count >= DiaryDesk.most { return .tooMany }
    guard let seen = Int64(form.text("after")), item.latest.sequence <= seen else {
      return .outdated
    }
    return nil
  }

  @Sendable func change(_ request: Request, _ context: PortalContext) async throws -> Response {
    let desk = try await desk(request, context)
    _ = try caregiver(desk.scene)
    let (name, item) = try item(desk, context)
    let form = try await Form(request)
    let draft = DiaryDraft(
      form, isDose: item.known.isDose, desk.scene.wall, desk.scene.language)
    do throws(DiaryDraft.Wrong) {
      let (entry, annotation) = try draft.entry(
        item.id, over: item, own: desk.book.categories, now: desk.scene.now)
      if entry == item.known, annotation == item.annotation { throw DiaryDraft.Wrong(.same) }
      if let problem = obstacle(name, item, form, desk) { throw DiaryDraft.Wrong(problem) }
      guard form.text("confirm") == "yes" else {
        let change = DiaryChange(
          kind: .changed, isDose: entry.isDose, entry: entry, annotation: annotation)
        return await show(
          view(draft, desk, entry: name, old: item, confirms: change), desk, context)
      }
      try await say(entry.record, annotation, .changed, desk)
      return Portal.redirect(Path.diary(desk.scene.entry.id) + "#changes")
    } catch {
      return await show(
        view(draft, desk, entry: name, old: item, problem: error.problem), desk, context)
    }
  }

  @Sendable func remove(_ request: Request, _ context: PortalContext) async throws -> Response {
    let desk = try await desk(request, context)
    _ = try caregiver(desk.scene)
    let (name, item) = try item(desk, context)
    let form = try await Form(request)
    let draft = DiaryDraft(item, desk.scene.wall, desk.scene.language)
    if let problem = obstacle(name, item, form, desk) {
      return await show(
        view(draft, desk, entry: name, old: item, problem: problem), desk, context)
    }
    guard form.text("confirm") == "yes" else {
      let change = DiaryChange(
        kind: .removed, isDose: item.known.isDose, entry: item.known, annotation: item.annotation)
      return await show(
        view(draft, desk, entry: name, old: item, confirms: change), desk, context)
    }
    try await queue(desk.edit(item.known.removal, nil), .removed, desk.scene)
    return Portal.redirect(Path.diary(desk.scene.entry.id) + "#changes")
  }

  // MARK: What came of it

  @Sendable func dismiss(_ request: Request, _ context: PortalContext) async throws -> Response {
    let desk = try await desk(request, context)
    guard let number = context.parameters.get("number").flatMap({ Int64($0) }),
      try await desk.scene.file.dismissEdit(number, at: desk.scene.now)
    else { throw PageRefusal.notFound }
    await portal.bell.ring(desk.scene.entry.id, .page)
    return Portal.redirect(Path.diary(desk.scene.entry.id))
  }
}

extension Deed {
  init(_ kind: EditKind) {
    self =
      switch kind {
      case .added: .diaryAdded
      case .changed: .diaryChanged
      case .removed: .diaryRemoved
      }
  }
}
