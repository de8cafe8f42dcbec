/// The ways to the caregivers and back, as a profile names them, with their secrets. ALZ-9.
public struct NetworkOptions: Equatable, Sendable {
  public enum Security: Sendable {
    /// Begins in the clear and encrypts before anything is said; else nothing is said.
    case starttls
    case tls
  }

  /// A server, and who we are to it.
  public struct Server: Equatable, Sendable {
    /// A name; no IPv6 address.
    public var host: String
    public var port: UInt16
    public var security: Security
    /// Nil: it takes mail from anybody.
    public var login: Login?

    public init(host: String, port: UInt16, security: Security, login: Login?) {
      self.host = host
      self.port = port
      self.security = security
      self.login = login
    }
  }

  public struct Login: Equatable, Sendable {
    public var user: String
    public var secret: String
    public init(user: String, secret: String) {
      self.user = user
      self.secret = secret
    }
  }

  /// Submission of mail.
  public struct Mail: Equatable, Sendable {
    public var server: Server
    /// The sender's address, and the name that people see beside it.
    public var from: MailAddress
    /// The address for answers, if it is another one.
    public var replyTo: MailAddress?

    public init(server: Server, from: MailAddress, replyTo: MailAddress? = nil) {
      self.server = server
      self.from = from
      self.replyTo = replyTo
    }
  }

  /// A form POST with `token` and `descripcion`.
  public struct Relay: Equatable, Sendable {
    /// http or https. Redirections are not followed.
    public var url: String
    public var token: String?

    public init(url: String, token: String?) {
      self.url = url
      self.token = token
    }
  }

  /// The mailbox for answers.
  public struct Inbox: Equatable, Sendable {
    public var server: Server
    public var mailbox: String
    /// The name by which the server signs its Authentication-Results (RFC 8601, 2.5). Nil: it writes
    /// none that can be told from one that came with the mail.
    public var authentication: String?

    public init(server: Server, mailbox: String = "INBOX", authentication: String? = nil) {
      self.server = server
      self.mailbox = mailbox
      self.authentication = authentication
    }
  }

  /// Milliseconds.
  public struct Waits: Equatable, Sendable {
    /// Milliseconds for all of an exchange, of a mail for all but the final reply. The sum with that is
    /// below the core's wait for an answer.
    public var exchange: Int64 = 50_000
    /// A server may search a mail for ten minutes before it takes it: RFC 5321, 4.5.3.2.6.
    public var finalReply: Int64 = 600_000
    /// Milliseconds after which an attempt makes way for another one by the same route, where all are
    /// taken. The core no longer counts it by then.
    public var makesWay: Int64 = 15_000
    /// Milliseconds between two looks into the inbox while a case is open, answered or not, and else.
    public var urgentInbox: Int64 = 60_000
    public var calmInbox: Int64 = 900_000
    public init() {}
  }

  public var mail: Mail?
  public var relay: Relay?
  public var inbox: Inbox?
  /// A GET of it says that the device lives.
  public var heartbeat: String?
  /// The addresses of each caregiver, in the core's order.
  public var caregivers: [[MailAddress]] = []
  /// The places in it of those who get mail.
  public var mailed: Set<Int> = []
  /// A number that no other installation has, drawn once. A mail program hides a message whose
  /// Message-ID it knows, and the numbers of notices begin anew on every device.
  public var identity: UInt64
  /// A file with the trusted certificates, or a folder of them. Of a folder only the needed ones are
  /// read, which takes a megabyte of memory less with Debian's /etc/ssl/certs. Nil: libcurl's own
  /// default, which is a file.
  public var authorities: String?
  public var waits = Waits()

  public init(identity: UInt64) { self.identity = identity }
}
