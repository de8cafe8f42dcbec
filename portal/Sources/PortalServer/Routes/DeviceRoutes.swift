import Foundation
import HAL
import HTTPTypes
import Hummingbird
import PortalPages
import PortalStore
import ServiceLifecycle
import Sync

/// The calls of a device (docs/portal-protocol.md).
struct DeviceRoutes {
  let portal: Portal

  func add(to router: Router<PortalContext>) {
    router.post("/device/pair", use: pair)
    router.post("/device/sync", use: sync)
    router.post("/device/restore", use: restore)
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
    let settings = try await firstSettings(body)
    guard let paired = try await pair(body) else {
      throw LineRefusal(
        status: .notFound,
        line:
          "this code is unknown, was used, or is over; make a new one on the portal's page of the "
          + "device")
    }
    try await portal.database.note(
      paired.isReplacement ? .replaced : .paired, by: nil, for: paired.wearer.id,
      about: paired.name.isEmpty ? body.device : paired.name, at: portal.clock.now)
    try await portal.files.file(paired.wearer.id).notePairing(at: portal.clock.now)
    await portal.bell.ring(paired.wearer.id, .page)
    return answer(
      PairAnswer(
        key: paired.key, wearer: paired.wearer.name, restores: paired.isReplacement ? true : nil,
        settings: settings))
  }

  /// The settings that the family wrote for a device without any. Nil: none, or a device has told its own.
  ///
  /// A device that cannot live without is refused before its code is used up.
  private func firstSettings(_ body: PairRequest) async throws -> String? {
    guard let wearer = try await portal.database.wearer(ofCode: body.code, at: PortalClock.real)
    else { return nil }
    let file = try await portal.files.file(wearer)
    if try await file.ownRevision() == nil, let written = try await file.currentRevision() {
      return written.yaml
    }
    guard body.needsSettings != true else {
      throw LineRefusal(
        status: .preconditionRequired,
        line:
          "this device has no settings, and the portal has none for it: write the first ones on "
          + "the page of the perimeter. For a lost device's place, make a code for that. This code "
          + "still works")
    }
    return nil
  }

  private func pair(_ body: PairRequest) async throws -> PairedDevice? {
    let wearer = try await portal.database.wearer(
      ofCode: body.code, isReplacement: true, at: PortalClock.real)
    var hasCalled = false
    if let wearer {
      hasCalled = try await portal.files.file(wearer).hasCalledSincePairing()
    }
    do {
      return try await portal.database.pair(
        code: body.code, device: body.device, name: body.name, log: body.log, hasCalled: hasCalled,
        at: PortalClock.real)
    } catch let refusal as ReplacementRefusal {
      switch refusal {
      case .hasRecords:
        throw LineRefusal(
          status: .conflict,
          line: "this code is for a new device in place of a lost one, and this one has records of "
            + "its own; expected an empty state. The code still works")
      case .lives:
        throw LineRefusal(
          status: .conflict,
          line: "this device has taken the lost one's place already, and calls this portal; "
            + "nothing is left to do. If it has lost its key, make a code that is for no lost "
            + "device. This code still works")
      case .cannotRestore:
        throw LineRefusal(
          status: .upgradeRequired,
          line:
            "this code is for a new device in place of a lost one, and this device's program is "
            + "too old for that; update it. The code still works")
      }
    }
  }

  /// The device that calls. One in place of a lost one has the log of that before anything is read or stored.
  private func caller(_ request: Request) async throws -> DeviceKey {
    let words = request.headers[.authorization]?.split(separator: " ") ?? []
    guard words.count == 2, words[0].lowercased() == "bearer", SyncText.isKey(String(words[1])),
      let device = try await portal.database.device(String(words[1]))
    else {
      throw LineRefusal(
        status: .unauthorized, line: "this key is not known here; pair the device again")
    }
    return device
  }

  private func file(of device: DeviceKey, _ identity: String) async throws -> WearerFile {
    guard identity == device.identity else {
      throw LineRefusal(
        status: .badRequest,
        line: "this key was made for another device; pair this one for itself")
    }
    let file = try await portal.files.file(device.wearer)
    if device.isReplacement { try await file.takeOver(by: device.identity) }
    return file
  }

  @Sendable func restore(_ request: Request, _ context: PortalContext) async throws -> Response {
    let device = try await caller(request)
    let body = try await read(RestoreRequest.self, request)
    return answer(
      try await file(of: device, body.device).page(of: device.identity, after: body.after))
  }

  @Sendable func sync(_ request: Request, _ context: PortalContext) async throws -> Response {
    let device = try await caller(request)
    let body = try await read(SyncRequest.self, request)
    let file: WearerFile
    var outcome: SyncOutcome
    do {
      file = try await self.file(of: device, body.device)
      let now = portal.clock.now
      try await portal.endRequests(of: device.wearer, in: file)
      outcome = try await file.sync(body, at: now)
      portal.isUnwritable = false
    } catch let refusal as LineRefusal {
      throw refusal
    } catch {
      if error is PortalError { portal.isUnwritable = true }
      portal.couldNotStore(callOf: device.wearer)
      throw error
    }
    // Each call is news: a page shows place, health, and the time of the last contact.
    await portal.bell.ring(device.wearer, .page)
    // A device that is ahead of the log here must hear so, to give it again.
    let isBehind = outcome.answer.stored < body.from
    if body.wait, !body.more, !outcome.mustAnswer, !isBehind {
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
    try await portal.endRequests(of: wearer, in: file)
    return try await file.pending(
      for: body, stored: outcome.answer.stored, kept: outcome.answer.kept, at: portal.clock.now)
  }
}
