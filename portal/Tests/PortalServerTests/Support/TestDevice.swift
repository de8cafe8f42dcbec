import Checkers
import Device
import Foundation
import HAL
import PortalServer
import PortalStore
import Simulator
import Sync

/// A device as the portal meets it: a log, and the rules of docs/portal-protocol.md.
final class TestDevice {
  let portal: PortalProcess
  let key: String
  let identity: UInt64
  var log: [SyncRecord] = []
  /// The last sequence that it believes to be stored.
  var from: Int64 = 0
  var boot: UInt32 = 1
  var did: [SyncDone] = []
  var health = SyncHealth(gps: .ok, clock: .trusted, version: "test")
  var places: [SyncPlace] = []
  /// Notes and categories of records of the log.
  var annotations: [SyncAnnotation] = []
  var profile: String?
  /// The answers to its calls, as they came.
  private(set) var heard: [String] = []

  init(_ portal: PortalProcess, key: String, identity: UInt64) {
    self.portal = portal
    self.key = key
    self.identity = identity
  }

  /// Pairs by a code, as `vigia pair` does.
  static func paired(
    with portal: PortalProcess, wearer: String, identity: UInt64 = 0x51b2
  ) async throws -> TestDevice {
    let code = try await portal.database().makeCode(for: wearer, at: PortalClock.real)
    let request = PairRequest(code: code, device: identity, name: "Rosa")
    let answer = try portal.call(Wire.request("POST", "/device/pair", body: request.json))
    return TestDevice(
      portal, key: try PairAnswer(json: answer.body).key, identity: identity)
  }

  func request(wait: Bool = false) -> SyncRequest {
    var request = SyncRequest(device: identity, boot: boot, from: from, health: health)
    let next = log.filter { $0.sequence > from }
    request.records = Array(next.prefix(SyncLimits.records))
    request.more = next.count > SyncLimits.records
    request.annotations = annotations.filter { annotation in
      request.records.contains { $0.sequence == annotation.sequence }
    }
    request.did = did
    request.places = places
    request.wait = wait
    request.profileKept = profile
    return request
  }

  var headers: [String: String] { ["Authorization": "Bearer \(key)"] }

  func bytes(_ request: SyncRequest) -> [UInt8] {
    Wire.request("POST", "/device/sync", headers, body: request.json)
  }

  /// One call, and what the device makes of its answer.
  @discardableResult func sync(wait: Bool = false) throws -> SyncAnswer {
    let answer = try portal.call(bytes(request(wait: wait)))
    guard answer.status == 200 else {
      throw Wire.Failure(description: "sync was answered \(answer.status): \(answer.text)")
    }
    return try hear(answer)
  }

  @discardableResult func hear(_ answer: Wire.Answer) throws -> SyncAnswer {
    let body = try SyncAnswer(json: answer.body)
    heard.append(answer.text)
    from = min(body.stored, log.last?.sequence ?? 0)
    did.removeAll { done in !body.messages.contains { $0.id == done.message } }
    if body.kept { profile = nil }
    return body
  }

  /// Calls until the whole log is up.
  func syncAll() throws {
    repeat { try sync() } while from < log.last?.sequence ?? 0
  }

  // MARK: The log

  @discardableResult func store(_ record: Record, at: WallTime = PortalClock.real) -> SyncRecord {
    let entry = SyncRecord(
      sequence: (log.last?.sequence ?? 0) + 1, written: at.milliseconds, words: record.words)
    log.append(entry)
    return entry
  }

  /// A notice of help, as the core makes it: nobody has answered.
  @discardableResult func askForHelp(_ number: UInt32 = 1, token: UInt64 = 0xfeed_beef_0bad_cafe)
    -> Notice
  {
    let place = Position(latitudeE7: -28_970_000, longitudeE7: -790_040_000)
    let notice = Notice(
      id: NoticeID(boot: boot, number: number), matter: .help,
      whereabouts: place.map {
        Whereabouts(position: $0, distance: Metres(195), radius: Metres(150), eph: Metres(24))
      }, made: PortalClock.real, token: token, battery: 62)
    store(.outbox(.notice(notice)))
    health.open = true
    return notice
  }

  /// The records that a core makes in eight drawn days, numbered as its medium would.
  static let lived: [SyncRecord] = {
    var plan = Swarm.plan(seed: 3, days: 8)
    // A fix every ten seconds, so that eight days pass soon.
    plan.receiver.interval = .seconds(10)
    var world = World(plan, observer: Unseen())
    var device = Device()
    var log: [SyncRecord] = []
    var sequence: Int64 = 0
    while let event = world.nextEvent(before: device.nextDeadline) {
      device.handle(event) { action in
        if case .store(let record) = action {
          sequence += 1
          log += entry(record, sequence, world.truth.wall)
        }
        world.perform(action, during: event)
      }
    }
    return log
  }()

  /// Signs of life stay on the device; their numbers are skipped.
  private static func entry(
    _ record: Record, _ sequence: Int64, _ wall: WallTime
  ) -> [SyncRecord] {
    if case .alive = record { return [] }
    return [SyncRecord(sequence: sequence, written: wall.milliseconds, words: record.words)]
  }

  /// Nobody judges this life.
  private struct Unseen: WorldObserver {
    mutating func see(_ event: Event, _ truth: Truth) {}
    mutating func see(_ fix: FixSighting, _ truth: Truth) {}
    mutating func see(_ action: Action, during event: Event, _ truth: Truth) {}
    mutating func see(_ change: WorldChange, _ truth: Truth) {}
  }

  /// This device's log as the portal has it.
  func replica(of wearer: String) async throws -> [SyncRecord] {
    try await WearerFiles(folder: portal.folder).file(wearer).replica(of: SyncText.hex(identity))
  }
}
