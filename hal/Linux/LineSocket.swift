import CLinux
import Glibc

/// A local socket that takes a line and gives one back: how the command line speaks to the device.
///
/// Only its owner can open it. At most four talk at once; whoever says nothing for ten seconds, or
/// sends a line that is too long, is hung up on.
public final class LineSocket {
  static let mostPeers = 4
  static let patience: Int64 = 10_000

  private final class Peer {
    let descriptor: Int32
    var registration: Reactor.Registration?
    var timer: Reactor.Timer?
    var received: [UInt8] = []
    init(_ descriptor: Int32) { self.descriptor = descriptor }
  }

  private let reactor: Reactor
  private let path: String
  private let longest: Int
  private let descriptor: Int32
  private var registration: Reactor.Registration?
  private var peers: [Int32: Peer] = [:]
  private var again: Reactor.Timer?
  private let answer: ([UInt8]) -> [UInt8]

  /// Replaces a socket that an earlier device left.
  /// - Parameters:
  ///   - address: of `path`.
  ///   - longest: bytes that a line may have.
  ///   - answer: gets a line without its end.
  /// - Throws: `SystemError` when the socket cannot be made there.
  public init(
    _ reactor: Reactor, path: String, address: sockaddr_un, longest: Int,
    answer: @escaping ([UInt8]) -> [UInt8]
  ) throws(SystemError) {
    self.reactor = reactor
    self.path = path
    self.longest = longest
    self.answer = answer
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    descriptor = socket(AF_UNIX, Int32(kind), 0)
    guard descriptor >= 0 else { throw SystemError("socket") }
    unlink(path)
    var address = address
    let mask = umask(0o077)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    let code = errno
    umask(mask)
    guard result == 0 else { throw SystemError("bind", code: code) }
    guard listen(descriptor, Int32(LineSocket.mostPeers)) == 0 else { throw SystemError("listen") }
    again = reactor.addTimer(.rest) { [unowned self] in
      if let registration { reactor.change(registration, UInt32(CLINUX_READABLE)) }
    }
    registration = try reactor.add(descriptor, UInt32(CLINUX_READABLE), .rest) {
      [unowned self] _ in accept()
    }
  }

  deinit {
    for peer in peers.values { end(peer) }
    if let registration { reactor.remove(registration) }
    if let again { reactor.remove(again) }
    close(descriptor)
    unlink(path)
  }

  private func accept() {
    let peer = Peer(Glibc.accept(descriptor, nil, nil))
    guard peer.descriptor >= 0 else {
      // The listener stays ready when there are no descriptors left, so it is ignored for a second.
      if errno == EMFILE || errno == ENFILE, let registration, let again {
        reactor.change(registration, 0)
        reactor.set(again, at: reactor.now.after(milliseconds: 1000))
      }
      return
    }
    guard peers.count < LineSocket.mostPeers else {
      close(peer.descriptor)
      return
    }
    _ = fcntl(peer.descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(peer.descriptor, F_SETFL, O_NONBLOCK)
    peers[peer.descriptor] = peer
    let timer = reactor.addTimer(.rest) { [unowned self] in end(peer) }
    reactor.set(timer, at: reactor.now.after(milliseconds: LineSocket.patience))
    peer.timer = timer
    peer.registration = try? reactor.add(peer.descriptor, UInt32(CLINUX_READABLE), .rest) {
      [unowned self] _ in read(peer)
    }
  }

  private func read(_ peer: Peer) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(peer.descriptor, &buffer, buffer.count)
    guard count > 0 else {
      if count == 0 || errno != EAGAIN { end(peer) }
      return
    }
    peer.received += buffer[..<count]
    while let newline = peer.received.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(peer.received[..<newline])
      peer.received.removeFirst(newline + 1)
      let said = answer(line)
      // A local socket takes an answer of this size whole; a peer that does not read goes without.
      guard send(peer.descriptor, said, said.count, Int32(MSG_NOSIGNAL)) == said.count
      else { return end(peer) }
      if let timer = peer.timer {
        reactor.set(timer, at: reactor.now.after(milliseconds: LineSocket.patience))
      }
    }
    if peer.received.count > longest { end(peer) }
  }

  private func end(_ peer: Peer) {
    guard peers.removeValue(forKey: peer.descriptor) != nil else { return }
    if let registration = peer.registration { reactor.remove(registration) }
    if let timer = peer.timer { reactor.remove(timer) }
    close(peer.descriptor)
  }
}
