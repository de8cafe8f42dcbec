import Device
import Glibc
import HAL
import Linux
import Mail

/// A relay answers a notice with whatever it likes, and closes: there is one outcome, and 2xx only is success.
enum RelayEntry {
  static func run(_ bytes: [UInt8]) throws {
    let (first, rest) = bytes.halves
    let outcome = try outcome(of: [bytes[...]])
    try must(try self.outcome(of: [first, rest]) == outcome, "another outcome in two pieces")
    guard outcome == .accepted else { return }
    let lines = bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    let isFine = lines.contains { line in
      line.starts(with: "HTTP/".utf8)
        && line.drop { $0 != UInt8(ascii: " ") }.first { $0 != UInt8(ascii: " ") }
          == UInt8(ascii: "2")
    }
    try must(isFine, "accepted by a server that did not say so")
    let text = bytes.filter { $0 != UInt8(ascii: "\r") }
    let hasEnd = zip(text, text.dropFirst()).contains { $0 == UInt8(ascii: "\n") && $0 == $1 }
    try must(hasEnd, "accepted in a head without an end")
  }

  private static func outcome(of pieces: [ArraySlice<UInt8>]) throws -> DeliveryOutcome {
    let reactor = try Reactor()
    let listener = try Listener()
    var options = NetworkOptions(identity: 1)
    options.relay = .init(url: "http://127.0.0.1:\(listener.port)/", token: "clave")
    let network = try LinuxNetwork(reactor, options) { _ in }
    try network.submit(
      Outgoing(
        notice: NoticeID(boot: 1, number: 1), recipient: Recipient(caregiver: 0, route: .relay),
        subject: "", text: "Ayuda"))
    var peer: Int32 = -1
    defer { close(peer) }
    var waiting = pieces[...]
    var isClosed = false
    for _ in 0..<5000 {
      try reactor.turn(until: reactor.now.after(milliseconds: isClosed ? 1 : 0))
      if let answer = network.read() { return answer.outcome }
      if peer < 0 {
        peer = accept(listener.descriptor, nil, nil)
      } else if let piece = waiting.popFirst() {
        _ = send(peer, Array(piece), piece.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      } else if !isClosed {
        isClosed = shutdown(peer, Int32(SHUT_WR)) == 0
      }
    }
    throw Broken(description: "no outcome")
  }

  private final class Listener {
    let descriptor: Int32
    let port: UInt16

    init() throws {
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let descriptor = descriptor
      let isBound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, size) == 0 && listen(descriptor, 4) == 0
            && getsockname(descriptor, $0, &size) == 0
        }
      }
      port = UInt16(bigEndian: address.sin_port)
      try must(isBound, "no port: \(String(cString: strerror(errno)))")
    }

    deinit { close(descriptor) }
  }
}
