import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PortalStore

/// Facts about a request beside its bytes.
struct PortalContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  let channelAddress: SocketAddress?
  /// The session that its cookie belongs to; nil: nobody is signed in.
  var session: Session?
  /// The language that the browser asks for.
  var prefersEnglish = false

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channelAddress = source.channel.remoteAddress
  }

  /// The caller's network: an address of IPv4, or the upper 64 bits of one of IPv6.
  ///
  /// A proxy on this machine says whom it calls for; from elsewhere that word is not believed.
  func network(_ request: Request) -> String {
    var address = channelAddress?.ipAddress ?? "unknown"
    let isLocal = address.hasPrefix("127.") || address == "::1"
    if isLocal, let forwarded = request.headers[.forwardedFor]?.split(separator: ",").last {
      address = forwarded.filter { $0 != " " }
    }
    guard address.contains(":"), let parsed = try? SocketAddress(ipAddress: address, port: 0),
      case .v6(let v6) = parsed
    else { return String(address.prefix(64)) }
    var bytes = v6.address.sin6_addr
    return withUnsafeBytes(of: &bytes) { raw in
      raw.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }
  }
}

extension HTTPField.Name {
  static let forwardedFor = name("X-Forwarded-For")
  static let fetchSite = name("Sec-Fetch-Site")
  static let policy = name("Content-Security-Policy")
  static let referrer = name("Referrer-Policy")
  static let permissions = name("Permissions-Policy")
  static let opener = name("Cross-Origin-Opener-Policy")
  static let resources = name("Cross-Origin-Resource-Policy")
  static let accelBuffering = name("X-Accel-Buffering")

  private static func name(_ name: String) -> HTTPField.Name {
    guard let made = HTTPField.Name(name) else { preconditionFailure("\(name) is no field") }
    return made
  }
}
