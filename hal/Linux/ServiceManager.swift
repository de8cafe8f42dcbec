import CLinux
import Glibc
import Words

/// Tells systemd, or whoever listens on `$NOTIFY_SOCKET`, that the device is ready, lives, or ends.
///
/// The protocol is sd_notify(3)'s: one datagram a message, to a path or, after "@", an abstract name.
public final class ServiceManager {
  private let descriptor: Int32
  private var address = sockaddr_un()
  private let length: socklen_t
  /// Milliseconds between two signs of life: a quarter of the time that the manager allows. So a loop
  /// which a hung sound server delayed for half of it does not count as dead. Nil: the manager does not
  /// watch.
  public let watchdog: Int64?

  /// Nil where nobody listens.
  public init?(_ environment: [String: String]) {
    guard let path = environment["NOTIFY_SOCKET"], let first = path.utf8.first,
      first == UInt8(ascii: "/") || first == UInt8(ascii: "@")
    else { return nil }
    var bytes = Array(path.utf8)
    if first == UInt8(ascii: "@") { bytes[0] = 0 }
    let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    guard bytes.count < MemoryLayout<sockaddr_un>.size - offset else { return nil }
    descriptor = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address) { $0[offset...].copyBytes(from: bytes) }
    length = socklen_t(offset + bytes.count + (first == UInt8(ascii: "@") ? 0 : 1))
    var isWatched = true
    if let process = environment["WATCHDOG_PID"] { isWatched = process == "\(getpid())" }
    let microseconds =
      environment["WATCHDOG_USEC"].flatMap {
        ForeignNumber.exact($0, as: Int64.self)
      } ?? 0
    watchdog = isWatched && microseconds > 1000 ? max(microseconds / 4000, 1) : nil
  }

  deinit { close(descriptor) }

  public func ready() { send("READY=1") }
  public func isAlive() { send("WATCHDOG=1") }
  public func reloading() {
    send("RELOADING=1\nMONOTONIC_USEC=\(clinux_monotonic() / 1000)")
  }
  public func stopping() { send("STOPPING=1") }

  /// A message that does not fit the socket is lost: the next sign of life comes.
  private func send(_ message: String) {
    var address = address
    let bytes = Array(message.utf8)
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, length)
      }
    }
  }
}
