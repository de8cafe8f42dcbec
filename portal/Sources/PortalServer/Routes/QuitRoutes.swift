import Hummingbird
import PortalPages
import PortalStore

/// The page of a wearer who gives up smoking: it only shows.
struct QuitRoutes {
  let portal: Portal

  func add(to router: Router<PortalContext>) {
    router.get("/w/:id/quitting", use: quitting)
  }

  @Sendable func quitting(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context)
    let tip = request.uri.queryParameters["tip"].flatMap { Int(String($0)) }
    guard let view = scene.quitView(tip: tip) else { throw PageRefusal.notFound }
    return await portal.page(.quit(view), context, scene: scene)
  }
}
