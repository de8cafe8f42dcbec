import HAL
import HTTPTypes
import Hummingbird
import PortalPages
import PortalStore
import ServiceLifecycle

/// The stream of server-sent events that keeps a page alive.
struct LiveRoutes {
  /// Streams of one wearer; more answer 503, and those pages go on without.
  static let most = 200
  static let beat = Duration.seconds(15)

  let portal: Portal

  func add(to router: Router<PortalContext>) {
    router.get("/w/:id/live", use: live)
  }

  @Sendable func live(_ request: Request, _ context: PortalContext) async throws -> Response {
    let scene = try await portal.scene(request, context)
    let wearer = scene.entry.id
    guard await portal.bell.pages(of: wearer) < LiveRoutes.most else {
      throw HTTPError(.serviceUnavailable)
    }
    // The device is told at its next call that somebody looks.
    await portal.bell.ring(wearer, .device)
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/event-stream", .cacheControl: "no-store", .accelBuffering: "no",
      ],
      body: ResponseBody { writer in
        try await request.body.consumeWithCancellationOnInboundClose { _ in
          try await stream(wearer, context, to: &writer)
        }
        try await writer.finish(nil)
      })
  }

  private func stream(
    _ wearer: String, _ context: PortalContext, to writer: inout any ResponseBodyWriter
  ) async throws {
    let (rings, number) = await portal.bell.listen(to: wearer, as: .page)
    defer { Task { await portal.bell.leave(wearer, .page, number) } }
    // A page takes itself over at this first beat: whatever rings from now on, it hears.
    try await writer.write(beat())
    for await isRing in LiveRoutes.merged(rings) {
      // Somebody who may not look any more hears nothing more.
      guard try await mayLook(wearer, context) else { return }
      try await writer.write(isRing ? LiveRoutes.state : beat())
    }
  }

  private func mayLook(_ wearer: String, _ context: PortalContext) async throws -> Bool {
    guard let session = context.session,
      try await portal.database.isSession(session.hash, at: PortalClock.real)
    else { return false }
    return try await portal.database.level(of: session.account.id, for: wearer) != nil
  }

  /// Rings as true, beats as false.
  private static func merged(_ rings: AsyncStream<Void>) -> AsyncStream<Bool> {
    AsyncStream { continuation in
      let task = Task {
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            for await _ in rings { continuation.yield(true) }
            continuation.finish()
          }
          group.addTask {
            while (try? await Task.sleep(for: beat)) != nil { continuation.yield(false) }
          }
          group.addTask {
            // Else the end of the server would wait for its streams.
            try? await gracefulShutdown()
            continuation.finish()
          }
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func beat() -> ByteBuffer {
    ByteBuffer(
      string: "event: \(LiveEvent.beat)\ndata: {\"now\":\(portal.clock.now.milliseconds),"
        + "\"pace\":\(portal.options.pace)}\n\n")
  }

  private static let state = ByteBuffer(string: "event: \(LiveEvent.state)\ndata: {}\n\n")
}
