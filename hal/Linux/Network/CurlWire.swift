import CLinux
import Glibc
import HAL
import Mail

/// A connection of libcurl, which makes it, encrypts it and logs in.
final class CurlWire: Wire {
  private let transport: Transport
  private let transfer: OpaquePointer
  private var registration: Reactor.Registration?
  private var isClosed = false

  init(_ transport: Transport, _ transfer: OpaquePointer) {
    self.transport = transport
    self.transfer = transfer
  }

  deinit { close() }

  func begin(limit: Int64, _ begun: @escaping (Ending) -> Void) -> Bool {
    transport.start(transfer, limit: limit, done: begun)
  }

  func watch(_ ready: @escaping () -> Void) -> Bool {
    let descriptor = clinux_transfer_descriptor(transfer)
    guard descriptor >= 0 else { return false }
    registration = try? transport.reactor.add(descriptor, UInt32(CLINUX_READABLE), .network) { _ in
      ready()
    }
    return registration != nil
  }

  func wish(toHear: Bool, toSay: Bool) {
    guard let registration else { return }
    transport.reactor.change(
      registration,
      (toHear ? UInt32(CLINUX_READABLE) : 0) | (toSay ? UInt32(CLINUX_WRITABLE) : 0))
  }

  func say(_ bytes: [UInt8]) -> Int { clinux_transfer_say(transfer, bytes, bytes.count) }

  func hear(_ bytes: inout [UInt8]) -> Heard {
    let count = clinux_transfer_hear(transfer, &bytes, bytes.count)
    return count > 0 ? .bytes(count) : count == -Int(EAGAIN) ? .nothing : .end
  }

  func close() {
    if isClosed { return }
    isClosed = true
    if let registration { transport.reactor.remove(registration) }
    transport.close(transfer)
  }
}

extension Transport: Dialler {
  var turns: any Turns { reactor }

  func wire(
    to server: NetworkOptions.Server, scheme: String, path: String, authorities: String?
  ) -> (any Wire)? {
    let scheme = server.security == .tls ? scheme + "s" : scheme
    let url = "\(scheme)://\(server.host):\(server.port)/\(path)"
    guard let transfer = open(url, authorities: authorities, most: 0) else { return nil }
    clinux_transfer_converse(transfer)
    if server.security == .starttls { clinux_transfer_encrypt(transfer) }
    if let login = server.login { clinux_transfer_login(transfer, login.user, login.secret) }
    return CurlWire(self, transfer)
  }
}

extension Reactor: Turns {
  package func timer(ring: @escaping () -> Void) -> any RingTimer {
    ReactorTimer(self, addTimer(.network, ring: ring))
  }
}

private final class ReactorTimer: RingTimer {
  private let reactor: Reactor
  private let timer: Reactor.Timer

  init(_ reactor: Reactor, _ timer: Reactor.Timer) {
    self.reactor = reactor
    self.timer = timer
  }

  func set(at moment: Instant?) {
    reactor.set(
      timer,
      at: moment.map {
        BootTime(nanoseconds: 0).after(milliseconds: $0.milliseconds)
      })
  }

  func remove() { reactor.remove(timer) }
}
