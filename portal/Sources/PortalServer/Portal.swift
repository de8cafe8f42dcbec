import Foundation
import HAL
import HTTPTypes
import Hummingbird
import Logging
import PortalPages
import PortalStore
import Synchronization
import Words

/// The caregivers' portal: what routes, watcher and mail share.
public final class Portal: Sendable {
  public let options: PortalOptions
  public let database: PortalDatabase
  public let files: WearerFiles
  public let clock: PortalClock
  let desk = PasswordDesk()
  let renderer: Renderer
  let tiles: TileFile?
  let certificate: Certificate?
  let bell = Bell()
  let rates = RateLimit()
  let photos: PhotoDesk
  let logger: Logger
  private let listening = Mutex("")
  private let cannotStore = Mutex(false)
  private let cannotWatch = Mutex(false)
  private let lostCalls = Mutex<[String: ContinuousClock.Instant]>([:])
  private let contacts = Mutex<[String: SeenContact]>([:])
  /// Mails wait; rings that the sender has not taken yet are one.
  let mailRings: AsyncStream<Void>
  private let mailRing: AsyncStream<Void>.Continuation

  public init(_ options: PortalOptions, logger: Logger) throws {
    self.options = options
    self.logger = logger
    (mailRings, mailRing) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    photos = PhotoDesk(PhotoDecoder(logger: logger))
    clock = PortalClock(pace: options.pace, from: options.start)
    certificate = try options.tls.map(Certificate.init)
    try FileManager.default.createDirectory(
      atPath: options.folder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    database = try PortalDatabase(folder: options.folder)
    files = try WearerFiles(folder: options.folder)
    renderer = try Renderer()
    if case .file(let path, _) = options.tiles { tiles = try TileFile(path) } else { tiles = nil }
  }

  /// The address of its first page, as mails and pairing name it.
  public var address: String {
    get { options.address ?? listening.withLock { $0 } }
    set { listening.withLock { $0 = newValue } }
  }

  /// The disk refused the last write.
  var isUnwritable: Bool {
    get { cannotStore.withLock { $0 } }
    set { cannotStore.withLock { $0 = newValue } }
  }

  /// A device called and was refused, because the portal itself could not store.
  func couldNotStore(callOf wearer: String) {
    lostCalls.withLock { $0[wearer] = .now }
  }

  /// The time of the last such call.
  func lostCall(of wearer: String) -> ContinuousClock.Instant? { lostCalls.withLock { $0[wearer] } }

  /// A wearer's last contact, and when the portal first saw it.
  private struct SeenContact {
    var at: WallTime
    var seen = ContinuousClock.now
  }

  /// The time for which the portal has seen no contact after this one, by a clock that nobody sets.
  func unheard(of wearer: String, since last: WallTime) -> Milliseconds {
    let seen = contacts.withLock { contacts in
      if contacts[wearer]?.at != last { contacts[wearer] = SeenContact(at: last) }
      return contacts[wearer]?.seen ?? .now
    }
    return .seconds((ContinuousClock.now - seen).components.seconds * clock.pace)
  }

  /// The last look after all wearers could not read everything: somebody's silence may go unseen.
  var isWatchBroken: Bool {
    get { cannotWatch.withLock { $0 } }
    set { cannotWatch.withLock { $0 = newValue } }
  }

  /// Tells the sender that mails wait. Nobody waits for a mail server here.
  func mailIsDue() { mailRing.yield() }

  /// The source of the map's tiles; nil: our own plan alone.
  var map: MapSource? {
    switch options.tiles {
    case .template(let template, let attribution):
      MapSource(template: template, attribution: attribution, deepestZoom: 19)
    case .file(_, let attribution):
      MapSource(
        template: "/tiles/{z}/{x}/{y}", attribution: attribution, deepestZoom: tiles?.deepest ?? 18)
    case nil: nil
    }
  }

  /// The scheme and host of tiles from elsewhere, which the policy of pages must allow.
  var tileOrigin: String? {
    guard case .template(let template, _) = options.tiles,
      let url = URL(string: template.replacing("{", with: "").replacing("}", with: "")),
      let scheme = url.scheme, let host = url.host
    else { return nil }
    return "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
  }

  // MARK: Pages

  /// - Parameter wearer: the one in whose zone a page before an account has its hours.
  func page(
    _ page: PortalPages.Page, _ context: PortalContext, status: HTTPResponse.Status = .ok,
    scene: WearerScene? = nil, for wearer: String? = nil
  ) async -> Response {
    var frame = await frame(context, scene)
    if let wearer, let zone = await zone(of: wearer) { frame.zone = zone }
    let html = renderer.html(page, in: frame)
    return Response(
      status: status, headers: [.contentType: "text/html; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
  }

  private func frame(_ context: PortalContext, _ scene: WearerScene?) async -> Frame {
    let account = context.session?.account
    let isEnglish = account.map { $0.language == "en" } ?? context.prefersEnglish
    var frame = Frame(
      language: isEnglish ? .english : .spanish, now: clock.now, pace: options.pace,
      // The server's own, where nothing else is known.
      zone: TimeZone.current.identifier == "GMT" ? "UTC" : TimeZone.current.identifier,
      account: account?.name, wearer: scene?.link,
      trouble: isUnwritable ? .cannotStore : nil, sendsMails: options.mail != nil)
    guard let account, let own = try? await database.wearers(of: account.id) else { return frame }
    if (try? await database.isModerator(account.id)) == true {
      frame.waitingTestimonies = try? await database.countWaitingTestimonies()
    }
    frame.wearers = own.map {
      WearerLink(id: $0.wearer.id, name: $0.wearer.name, right: Right($0.level))
    }
    if let scene {
      frame.zone = scene.zone
    } else if let first = own.first, let zone = await zone(of: first.wearer.id) {
      // Times of an account are read where its first wearer lives.
      frame.zone = zone
    }
    return frame
  }

  /// Nil: the device has told no profile, or the portal cannot read it.
  private func zone(of wearer: String) async -> String? {
    try? await files.file(wearer).knownProfile()?.timeZone.identifier
  }

  /// Notes that somebody looks at a place. A full disk hides no place: then the journal has the look.
  func noteLook(_ scene: WearerScene, _ request: Request) async {
    do {
      let isNoted = try await database.noteLook(
        by: scene.account, for: scene.entry.id, isRenewal: request.headers[.renewal] != nil,
        at: clock.now)
      if isNoted { isUnwritable = false }
    } catch is CancellationError {
      // Nobody waits for the page any more.
    } catch {
      isUnwritable = true
      logger.error(
        "account \(scene.account.id) looked at the place of \(scene.entry.id): \(error)")
    }
  }

  static func redirect(_ path: String) -> Response {
    Response(status: .seeOther, headers: [.location: path])
  }

  // MARK: Rights

  func account(_ request: Request, _ context: PortalContext) throws -> Account {
    if let account = context.session?.account { return account }
    if request.method == .get { throw SignInNeeded(next: request.uri.string) }
    throw SignInNeeded(next: "/")
  }

  /// The wearer in the address, as far as the account may see. Strangers are not told that there is one.
  func scene(
    _ request: Request, _ context: PortalContext, needs: Level = .look
  ) async throws -> WearerScene {
    let account = try account(request, context)
    let id = context.parameters.get("id") ?? ""
    guard let level = try await database.level(of: account.id, for: id),
      let entry = try await database.wearer(id)
    else { throw PageRefusal.notFound }
    guard level >= needs else {
      throw PageRefusal(.forbidden, .forbidden(needs: Right(needs)))
    }
    await bell.looked(at: id)
    return try await WearerScene(
      entry, level, account, try await files.file(id), at: clock.now)
  }

  /// Ends words that wait for the device and whose speakers may not say them any more.
  func endRequests(of wearer: String, in file: WearerFile) async throws {
    let members = try await database.members(of: wearer)
    let levels = Dictionary(members.map { ($0.account.id, $0.level) }) { first, _ in first }
    if try await file.endRequests(without: levels, at: clock.now) {
      await bell.ring(wearer, .page)
    }
  }
}

extension HTTPField.Name {
  /// The script of an open page asks by itself: nobody has come to look.
  fileprivate static var renewal: HTTPField.Name { HTTPField.Name("Vigia-Renewal")! }
}

/// Somebody who is not signed in asked for a page.
struct SignInNeeded: Error {
  var next: String

  var encoded: String {
    next.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "%2F"
  }
}
