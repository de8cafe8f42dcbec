import CLinux
import Glibc

/// Where gpsd listens.
public struct GpsdAddress: Equatable, Sendable, CustomStringConvertible {
  /// In figures, because looking up a name would hold up the loop.
  public let host: String
  public let port: UInt16

  /// gpsd's own port on this board.
  public static let standard = GpsdAddress(known: "127.0.0.1", port: 2947)

  /// Nil when `host` is not an IPv4 or IPv6 address in figures.
  public init?(_ host: String, port: UInt16 = 2947) {
    var bytes = in6_addr()
    guard inet_pton(AF_INET, host, &bytes) == 1 || inet_pton(AF_INET6, host, &bytes) == 1 else {
      return nil
    }
    self.init(known: host, port: port)
  }

  private init(known host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  public var description: String {
    host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
