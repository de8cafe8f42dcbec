import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import PortalStore
import ServiceLifecycle

/// The portal as an HTTP server.
public enum PortalService {
  static func router(_ portal: Portal) -> Router<PortalContext> {
    let router = Router(context: PortalContext.self)
    router.add(
      middleware: SecurityHeaders(
        tiles: portal.tileOrigin,
        isSecure: portal.certificate != nil
          || portal.options.address?.hasPrefix("https://") ?? false))
    router.add(middleware: Refusals(portal: portal))
    router.add(middleware: SameOrigin())
    router.add(middleware: Sessions(portal: portal))
    // A refusal is spoken once more here, where the reader and the language are known.
    router.add(middleware: Refusals(portal: portal))
    FileRoutes(portal: portal).add(to: router)
    DeviceRoutes(portal: portal).add(to: router)
    SignInRoutes(portal: portal).add(to: router)
    AccountRoutes(portal: portal).add(to: router)
    CareRoutes(portal: portal).add(to: router)
    PeopleRoutes(portal: portal).add(to: router)
    SettingRoutes(portal: portal).add(to: router)
    QuitRoutes(portal: portal).add(to: router)
    DiaryRoutes(portal: portal).add(to: router)
    DiaryEditRoutes(portal: portal).add(to: router)
    TestimonyRoutes(portal: portal).add(to: router)
    LiveRoutes(portal: portal).add(to: router)
    return router
  }

  /// Serves until the process is told to end.
  ///
  /// - Parameter started: told once, with the address that it listens on.
  public static func run(
    _ portal: Portal, started: @escaping @Sendable (String) async -> Void
  ) async throws {
    let plain = HTTPServerBuilder.http1(configuration: .init(idleTimeout: .seconds(75)))
    let server = try portal.certificate.map {
      try HTTPServerBuilder.tls(plain, tlsConfiguration: $0.configuration)
    }
    let scheme = server == nil ? "http" : "https"
    let application = Application(
      router: router(portal),
      server: server ?? plain,
      configuration: ApplicationConfiguration(
        address: .hostname(portal.options.host, port: portal.options.port),
        // A flood of connections must not become one of memory.
        availableConnectionsDelegate: MaximumAvailableConnections(2000)),
      services: [
        Watcher(portal: portal),
        Renewals(certificate: portal.certificate, logger: portal.logger),
      ],
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? portal.options.port
        let address = "\(scheme)://\(portal.options.host):\(port)"
        portal.address = address
        await started(address)
      }, logger: portal.logger)
    try await application.runService()
  }
}
