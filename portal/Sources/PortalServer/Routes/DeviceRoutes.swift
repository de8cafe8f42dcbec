import Foundation
import HAL
import HTTPTypes
import Hummingbird
import PortalPages
import PortalStore
import ServiceLifecycle
import Sync

/// The two calls of a device (docs/portal-protocol.md).
struct DeviceRoutes {
  let portal: Portal

  func add(to router: Router<PortalContext>) {
    router.post("/device/pair", use: pair)
    router.post("/device/sync", use: sync)
  }

  private func read<Body: SyncMessageBody>(_ type: Body.Type, _ request: Request) async throws
    -> Body
  {
    let bytes = try await Form.body(request, most: SyncLimits.bytes)
    do throws(SyncRefusal) {
      return try Body(json: bytes.readableBytesView)
    } catch {
      throw LineRefusal(
        status: HTTPResponse.Status(code: error.status.rawValue), line: error.line)
    }
  }

  private func answer(_ body: some SyncMessageBody) -> Response {
    Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: body.json)))
  }

  @Sendable func pair(_ request: Request, _ context: PortalContext) async throws -> Response {
    // 40 bits of code, and 20 tries at once for an address: nobody finds one by guessing.
    if let seconds = await portal.rates.take("pair " + context.network(request)) {
      throw LineRefusal(
        status: .tooManyRequests, line: "too many codes were tried; wait \(seconds) s")
    }
    let body = try await read(PairRequest.self, request)
    guard
      let (key, wearer) = try await portal.database.pair(
        code: body.code, device: body.device, name: body.name, at: PortalClock.real)
    else {
      throw LineRefusal(
        status: .notFound,
        line:
          "this code is unknown, was used, or is over; make a new one on the portal's page of the "
          + "device")
    }
    try await portal.database.note(
      .paired, by: nil, for: wearer.id, about: body.name.isEmpty ? body.device : body.name,
      at: portal.clock.now)
    await portal.bell.ring(wearer.id, .page)
    return answer(PairAnswer(key: key, wearer: wearer.name))
  }

  @Sendable func sync(_ request: Request, _ context: PortalContext) async throws -> Response {
    let words = request.headers[.authorization]?.split(separator: " ") ?? []
    guard words.count == 2, words[0].lowercased() == "bearer", SyncText.isKey(String(words[1])),
      let device = try await portal.database.device(String(words[1]))
    else {
      throw LineRefusal(
        status: .unauthorized, line: "this key is not known here; pair the device again")
    }
    let body = try await read(SyncRequest.self, request)
    guard body.device == device.identity else {
      throw LineRefusal(
        status: .badRequest,
        line: "this key was made for another device; pair this one for itself")
    }
    let file = try await portal.files.file(device.wearer)
    let now = portal.clock.now
    var outcome: SyncOutcome
    do {
      outcome = try await file.sync(body, at: now)
      portal.isUnwritable = false
    } catch let error as PortalError {
      portal.isUnwritable = true
      throw error
    }
    if outcome.isNews { await portal.bell.ring(device.wearer, .page) }
    if body.wait, !body.more, !outcome.mustAnswer {
      outcome = try await hold(body, outcome, device.wearer, file, request)
    }
    outcome.answer.watched = await portal.bell.isWatched(device.wearer)
    return answer(outcome.answer)
  }

  /// Waits for a message, while the device's connection stands.
  private func hold(
    _ body: SyncRequest, _ outcome: SyncOutcome, _ wearer: String, _ file: WearerFile,
    _ request: Request
  ) async throws -> SyncOutcome {
    let patience = portal.clock.seconds(.seconds(Int64(SyncLimits.hold - 5)))
    let (rings, number) = await portal.bell.listen(to: wearer, as: .device)
    await portal.bell.ringOthers(wearer, but: number)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await cancelWhenGracefulShutdown {
          for await _ in rings { return }
        }
      }
      group.addTask { try? await Task.sleep(for: .seconds(patience)) }
      await group.next()
      group.cancelAll()
    }
    await portal.bell.leave(wearer, .device, number)
    return try await file.pending(
      for: body, stored: outcome.answer.stored, kept: outcome.answer.kept, at: portal.clock.now)
  }
}
