import Forms
import HTTPTypes
import Hummingbird
import PortalPages
import PortalStore

/// The headers that every answer has.
struct SecurityHeaders: RouterMiddleware {
  typealias Context = PortalContext

  let policy: String
  let isSecure: Bool

  /// - Parameter tiles: the origin of the map's tiles; nil: our own.
  init(tiles: String?, isSecure: Bool) {
    policy =
      "default-src 'self'; img-src 'self' data:\(tiles.map { " " + $0 } ?? ""); object-src 'none'; "
      + "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    self.isSecure = isSecure
  }

  func handle(
    _ request: Request, context: PortalContext,
    next: (Request, PortalContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    response.headers[.policy] = policy
    // Some servers of tiles answer 403 where there is no referrer at all.
    response.headers[.referrer] = "strict-origin-when-cross-origin"
    response.headers[.permissions] = "geolocation=(self), camera=(), microphone=()"
    response.headers[.xContentTypeOptions] = "nosniff"
    response.headers[.opener] = "same-origin"
    response.headers[.resources] = "same-origin"
    if isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    return response
  }
}

/// Refuses a form that another site sent: the rule of Go's `CrossOriginProtection`.
struct SameOrigin: RouterMiddleware {
  typealias Context = PortalContext

  func handle(
    _ request: Request, context: PortalContext,
    next: (Request, PortalContext) async throws -> Response
  ) async throws -> Response {
    guard SameOrigin.allows(request) else { throw PageRefusal(.forbidden, .forged) }
    return try await next(request, context)
  }

  static func allows(_ request: Request) -> Bool {
    // A device has no cookie, and a key that no browser has.
    if request.method == .get || request.method == .head { return true }
    if request.uri.path.hasPrefix("/device/") { return true }
    if let site = request.headers[.fetchSite] { return site == "same-origin" || site == "none" }
    // Neither header comes from programs, and from browsers so old that they know no SameSite.
    guard let origin = request.headers[.origin] else { return true }
    guard let host = request.head.authority else { return false }
    return origin == "https://\(host)" || origin == "http://\(host)"
  }
}

/// A page instead of the one that was asked for.
struct PageRefusal: Error {
  var status: HTTPResponse.Status
  var view: RefusalView

  init(_ status: HTTPResponse.Status, _ view: RefusalView) {
    self.status = status
    self.view = view
  }

  static var notFound: PageRefusal { PageRefusal(.notFound, .notFound) }
}

/// A line of text, for devices.
struct LineRefusal: Error {
  var status: HTTPResponse.Status
  var line: String

  var response: Response {
    Response(
      status: status, headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: String(line.prefix(300)) + "\n")))
  }
}

/// Turns errors into pages, and into lines for devices.
struct Refusals: RouterMiddleware {
  typealias Context = PortalContext

  let portal: Portal

  func handle(
    _ request: Request, context: PortalContext,
    next: (Request, PortalContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let refusal as LineRefusal {
      return refusal.response
    } catch let needed as SignInNeeded {
      return Portal.redirect(needed.next == "/" ? "/login" : "/login?next=\(needed.encoded)")
    } catch let refusal as PageRefusal {
      return await portal.page(.refusal(refusal.view), context, status: refusal.status)
    } catch {
      return await answer(to: error, request, context)
    }
  }

  /// A path as the journal may have it: a link that still signs somebody in stays out.
  static func named(_ path: String) -> String {
    let parts = path.split(separator: "/")
    guard parts.count > 1, let first = parts.first, first == "link" || first == "invitation" else {
      return path
    }
    return "/\(first)/…"
  }

  private func answer(
    to error: any Error, _ request: Request, _ context: PortalContext
  ) async -> Response {
    let isDevice = request.uri.path.hasPrefix("/device/")
    let (status, view, line): (HTTPResponse.Status, RefusalView, String)
    switch error {
    case let error as any HTTPResponseError where error.status == .notFound:
      (status, view, line) = (.notFound, .notFound, "there is nothing at this address")
    case let error as any HTTPResponseError where error.status == .contentTooLarge:
      (status, view, line) = (.contentTooLarge, .tooLarge, "has too many bytes")
    case let error as any HTTPResponseError where error.status.code < 500:
      (status, view, line) = (error.status, .unreadable(field: ""), "cannot be read")
    case PortalError.noRight:
      (status, view, line) = (.forbidden, .forbidden(needs: .administer), "may not be done")
    default:
      // The text of an error may hold what a stranger sent: it goes to the log, not into the answer.
      context.logger.error("\(request.method) \(Refusals.named(request.uri.path)): \(error)")
      (status, view, line) = (
        .serviceUnavailable, .unavailable, "the portal cannot store anything now"
      )
    }
    if isDevice { return LineRefusal(status: status, line: line).response }
    return await portal.page(.refusal(view), context, status: status)
  }
}

/// Finds the session of a request.
struct Sessions: RouterMiddleware {
  typealias Context = PortalContext

  let portal: Portal

  func handle(
    _ request: Request, context: PortalContext,
    next: (Request, PortalContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.prefersEnglish = Sessions.prefersEnglish(request.headers[.acceptLanguage])
    if let key = SessionCookie.key(in: request.headers[values: .cookie]) {
      context.session = try await portal.database.session(key, at: PortalClock.real)
    }
    var response = try await next(request, context)
    if let renewed = context.session?.renewed, response.headers[.setCookie] == nil {
      Sessions.set(renewed, on: &response)
    }
    return response
  }

  static func set(_ key: String, on response: inout Response) {
    response.headers[.setCookie] =
      "\(SessionCookie.name)=\(key); Max-Age=7776000; Path=/; Secure; HttpOnly; SameSite=Lax"
  }

  static func clear(on response: inout Response) {
    response.headers[.setCookie] =
      "\(SessionCookie.name)=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax"
  }

  /// The first language that we have; Spanish is the default.
  static func prefersEnglish(_ header: String?) -> Bool {
    for entry in header?.lowercased().split(separator: ",") ?? [] {
      let tag = entry.drop { $0 == " " }
      if tag.hasPrefix("en") { return true }
      if tag.hasPrefix("es") { return false }
    }
    return false
  }
}
