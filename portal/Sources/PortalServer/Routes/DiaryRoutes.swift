import Hummingbird
import PortalPages
import PortalStore

/// The diary of a wearer.
struct DiaryRoutes {
  let portal: Portal

  func add(to router: Router<PortalContext>) {
    router.get("/w/:id/diary", use: diary)
    router.get("/w/:id/diary.csv", use: file)
  }

  /// The scene of a wearer who has a diary; for others there is no such page.
  private func scene(_ request: Request, _ context: PortalContext) async throws -> WearerScene {
    let scene = try await portal.scene(request, context)
    guard scene.hasDiary else { throw PageRefusal.notFound }
    return scene
  }

  private func asked(_ request: Request, _ name: String) -> String? {
    request.uri.queryParameters[Substring(name)].map(String.init)
  }

  @Sendable func diary(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await scene(request, context)
    let (from, to) = (asked(request, "from"), asked(request, "to"))
    let days = DiaryDays(from: from, to: to, today: scene.day(of: scene.now))
    let view = try await scene.diaryView(
      days, shown: asked(request, "day").flatMap { Day($0) },
      entered: DiaryView.Entered(from: from ?? "", to: to ?? ""))
    return await portal.page(
      .diary(view), context, status: view.problem == nil ? .ok : .badRequest, scene: scene)
  }

  @Sendable func file(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await scene(request, context)
    let (from, to) = (asked(request, "from"), asked(request, "to"))
    let days =
      from == nil && to == nil
      ? nil : DiaryDays(from: from, to: to, today: scene.day(of: scene.now))
    if days?.problem != nil {
      throw PageRefusal(.badRequest, .unreadable(field: from == nil ? "to" : "from"))
    }
    let lines = try await scene.diaryFile(
      days, isSpreadsheetSafe: asked(request, "spreadsheet") == "yes")
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/csv; charset=utf-8",
        .contentDisposition: "attachment; filename=\"diary.csv\"", .cacheControl: "no-store",
      ], body: ResponseBody(byteBuffer: ByteBuffer(string: lines.joined())))
  }
}
