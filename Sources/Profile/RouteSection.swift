import Foundation
import Names

/// The ways to the caregivers and back, for the backends that send and fetch. ALZ-9.
public struct Routes: Equatable, Sendable {
  public enum Security: String, CaseIterable, Sendable, Spelled {
    case starttls
    case tls
  }

  /// A server, and who we are to it. The secret stands in a file of its own.
  public struct Server: Equatable, Sendable {
    public var host: String
    /// 1 to 65535.
    public var port: Int
    public var security: Security
    public var user: String?
    /// A file name.
    public var credentials: String?
  }

  /// A file with a secret, and whom it is for.
  public struct Secret: Equatable, Sendable {
    /// The file's name, as the profile has it.
    public var file: String
    /// The user at a server, or an address.
    public var owner: String

    public init(file: String, owner: String) {
      self.file = file
      self.owner = owner
    }
  }

  public struct Mail: Equatable, Sendable {
    public var server: Server
    /// The sender's address.
    public var from: String
  }

  public struct Relay: Equatable, Sendable {
    public var url: URL
    /// A file name.
    public var credentials: String?
  }

  public struct Inbound: Equatable, Sendable {
    public var server: Server
    public var mailbox: String
    /// The name by which the mail server signs its Authentication-Results; nil: it writes none.
    public var authentication: String?
  }

  /// The server at which caregivers see the device and answer. docs/portal-protocol.md
  public struct Portal: Equatable, Sendable {
    public var url: URL
    /// A file name.
    public var credentials: String
    /// The policy by which the wearer's places go there.
    public var share = Sharing.open
  }

  /// The policy by which places leave the device for a portal.
  public enum Sharing: String, CaseIterable, Sendable, Spelled {
    /// The last place with each call; a track only while help or an exit is open.
    case open
    case always
    case never
  }

  /// SMTP.
  public var mail: Mail?
  /// An HTTP form POST.
  public var relay: Relay?
  /// IMAP: caregivers' answers.
  public var inbound: Inbound?
  /// Pinged every 15 minutes.
  public var heartbeat: URL?
  public var portal: Portal?

  public init() {}
}

extension Routes.Server {
  /// Nil for a server that takes none.
  public var secret: Routes.Secret? {
    guard let user, let credentials else { return nil }
    return Routes.Secret(file: credentials, owner: "\(user) at \(host):\(port)")
  }
}

extension Routes.Relay {
  /// Nil for a relay that takes none.
  public var secret: Routes.Secret? {
    credentials.map { Routes.Secret(file: $0, owner: url.absoluteString) }
  }
}

extension Routes.Portal {
  /// The address as calls begin with it.
  public var address: String { Routes.address(url.absoluteString) ?? url.absoluteString }
  /// The portal's key.
  public var secret: Routes.Secret { Routes.Secret(file: credentials, owner: address) }
}

/// The `routes` section.
enum RouteSection {
  /// The ways that may have a secret.
  static let secretWays = ["mail", "inbound", "relay", "portal"]

  /// The secret of one way.
  static func secret(of way: String, _ value: YAMLValue) throws -> Routes.Secret? {
    switch way {
    case "mail": try mail(value).server.secret
    case "inbound": try inbound(value).server.secret
    case "relay": try relay(value).secret
    case "portal": try portal(value).secret
    default: nil
    }
  }

  private static let secrets: [String: String] = {
    let hint = "a secret never stands in a profile; expected credentials, a file with it"
    let names = ["password", "passwd", "pass", "secret", "token", "key"]
    return Dictionary(uniqueKeysWithValues: names.map { ($0, hint) })
  }()

  static func read(_ value: YAMLValue) throws -> Routes {
    let members = try YAMLMembers(
      value, known: ["mail", "relay", "inbound", "heartbeat", "portal"])
    var routes = Routes()
    routes.mail = try members.read("mail") { try mail($0) }
    routes.relay = try members.read("relay") { try relay($0) }
    routes.inbound = try members.read("inbound") { try inbound($0) }
    routes.heartbeat = try members.read("heartbeat") { try url($0) }
    routes.portal = try members.read("portal") { try portal($0) }
    return routes
  }

  private static func mail(_ value: YAMLValue) throws -> Routes.Mail {
    let members = try YAMLMembers(
      value, known: ["host", "port", "security", "user", "from", "credentials"], hints: secrets)
    let server = try server(members, [.starttls: 587, .tls: 465])
    let from = try members.need("from") { value in
      guard EmailAddress.isPlausible(try value.text()) else {
        throw value.refuse("is \(value.shown); expected an address such as vigia@example.org")
      }
      try value.warnOfExample()
      return try value.text()
    }
    guard let server, let from else { throw Mistakes.Listed() }
    return Routes.Mail(server: server, from: from)
  }

  private static func relay(_ value: YAMLValue) throws -> Routes.Relay {
    let members = try YAMLMembers(value, known: ["url", "credentials"], hints: secrets)
    let url = try members.need("url") { try RouteSection.url($0) }
    let credentials = try members.read("credentials") { try $0.credentials() }
    guard let url else { throw Mistakes.Listed() }
    return Routes.Relay(url: url, credentials: credentials)
  }

  private static func portal(_ value: YAMLValue) throws -> Routes.Portal {
    let members = try YAMLMembers(value, known: ["url", "credentials", "share"], hints: secrets)
    let url = try members.need("url") { try RouteSection.url($0) }
    let credentials = try members.need("credentials") { try $0.credentials() }
    let share = try members.read("share") { try $0.spelled() } ?? Routes.Sharing.open
    guard let url, let credentials else { throw Mistakes.Listed() }
    return Routes.Portal(url: url, credentials: credentials, share: share)
  }

  private static func inbound(_ value: YAMLValue) throws -> Routes.Inbound {
    let members = try YAMLMembers(
      value,
      known: ["host", "port", "security", "user", "mailbox", "credentials", "authentication"],
      hints: secrets)
    let server = try server(members, [.starttls: 143, .tls: 993])
    let mailbox = try members.read("mailbox") { try $0.words(most: 100) } ?? "INBOX"
    let authentication = try members.read("authentication") { try RouteSection.host($0) }
    guard let server else { throw Mistakes.Listed() }
    return Routes.Inbound(server: server, mailbox: mailbox, authentication: authentication)
  }

  /// - Parameter ports: the usual ones, for a file that names none.
  private static func server(
    _ members: YAMLMembers, _ ports: [Routes.Security: Int]
  ) throws -> Routes.Server? {
    let host = try members.need("host") { try RouteSection.host($0) }
    let security = try members.read("security") { try $0.spelled() } ?? Routes.Security.tls
    let port = try members.read("port") { try $0.whole(in: 1...65535) }
    let user = try members.read("user") { try $0.words(most: 254) }
    let credentials = try members.read("credentials") { try $0.credentials() }
    if user != nil, members["credentials"] == nil {
      members.value.mistakes.add(
        members.value.refuse("has a user and lacks credentials; expected a file with the secret"))
    }
    guard let host else { return nil }
    return Routes.Server(
      host: host, port: port ?? ports[security] ?? 465, security: security, user: user,
      credentials: credentials)
  }

  private static func host(_ value: YAMLValue) throws -> String {
    let text = try value.text()
    guard EmailAddress.isHost(text) else {
      throw value.refuse("is \(value.shown); expected a host such as smtp.example.org")
    }
    try value.warnOfExample()
    return text
  }

  /// Positions of a person travel to it, so that it is encrypted, or on this very machine.
  private static func url(_ value: YAMLValue) throws -> URL {
    let text = try value.text()
    guard let url = Routes.url(text), let host = url.host else {
      throw value.refuse("is \(value.shown); expected an address such as https://example.org/vigia")
    }
    if EmailAddress.isExample(host) {
      value.warn("is \(value.shown), an address of samples; nothing that is sent there arrives")
    }
    return url
  }
}

extension Routes {
  /// Nil for what may not be a server's address in a profile.
  fileprivate static func url(_ text: String) -> URL? {
    guard text.utf8.count <= 2000, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let url = URL(string: text), let host = url.host, !host.isEmpty,
      url.scheme == "https" || url.scheme == "http" && ["localhost", "127.0.0.1"].contains(host)
    else { return nil }
    return url
  }

  /// A portal's address as calls begin with it, without the slashes at its end. Nil for what may not
  /// stand in a profile.
  public static func address(_ text: String) -> String? {
    guard url(text) != nil else { return nil }
    return String(text.reversed().drop { $0 == "/" }.reversed())
  }
}
