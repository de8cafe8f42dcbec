import Foundation
import HAL

/// The settings of one portal.
public struct PortalOptions: Sendable {
  /// The folder of portal.sqlite and wearers/.
  public var folder: String
  public var host = "127.0.0.1"
  /// 0: any free one.
  public var port = 8380
  /// The address that people use, without a slash at its end; the one that it listens on if nil.
  public var address: String?
  /// Nil: it speaks plain HTTP, for this machine or for a proxy with TLS.
  public var tls: TLS?
  public var mail: MailServer?
  /// The address that an outside watcher expects a call on, every minute.
  public var ping: String?
  public var tiles: Tiles?
  /// Seconds of devices and ages in one real second; 1 but for a simulated family. 0: the clock stands.
  public var pace = 1
  /// The time of that clock when it starts; nil: that on the wall.
  public var start: WallTime?

  public init(folder: String) { self.folder = folder }

  /// Files in PEM.
  public struct TLS: Sendable {
    /// The certificate, and its chain behind it.
    public var certificate: String
    public var key: String

    public init(certificate: String, key: String) {
      self.certificate = certificate
      self.key = key
    }
  }

  public struct MailServer: Sendable {
    /// "smtp://host:25" or "smtps://host:465".
    public var url: String
    public var from: String
    /// "user:password"; nil where the server asks for none.
    public var secret: String?

    public init(url: String, from: String, secret: String?) {
      self.url = url
      self.from = from
      self.secret = secret
    }
  }

  public enum Tiles: Sendable {
    /// An address with {z}, {x} and {y}.
    case template(String, attribution: String)
    /// A file in the MBTiles format.
    case file(String, attribution: String)
  }
}

/// The clock of devices, portal and ages. In a simulated family it runs faster than the one on the wall.
public struct PortalClock: Sendable {
  public let pace: Int64
  public let start: WallTime
  private let begun = PortalClock.real.milliseconds

  public init(pace: Int, from start: WallTime? = nil) {
    self.pace = Int64(pace)
    self.start = start ?? PortalClock.real
  }

  /// The clock on the wall: sessions, links and rates count by it.
  public static var real: WallTime {
    WallTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
  }

  public var now: WallTime {
    let passed = PortalClock.real.milliseconds - begun
    return WallTime(milliseconds: start.milliseconds + passed * pace)
  }

  /// Real seconds that such a span of this clock takes.
  public func seconds(_ span: Milliseconds) -> Double { Double(span.count) / 1000 / Double(pace) }
}
