import CLinux
import Glibc

/// A dialogue in lines with a server, on a connection that libcurl made, encrypted and logged in.
final class Conversation {
  enum Event {
    /// The server knows who we are, and waits.
    case open
    /// There is more to read.
    case heard
    /// It is over, and nothing comes any more.
    case ended(Transport.Ending)
  }

  /// Bytes that wait to be read; a server that sends more without pause is given up.
  static let mostUnread = 131_072

  private let transport: Transport
  private let transfer: OpaquePointer
  private let tell: (Event) -> Void
  private var isClosed = false
  private var source: Reactor.Registration?
  private var limit: Reactor.Timer?
  private var unsent: [UInt8] = []
  private var unread: [UInt8] = []
  private var chunk = [UInt8](repeating: 0, count: 4096)

  /// Starts connecting. `tell` is called in later turns only, until `close`.
  /// - Parameters:
  ///   - scheme: "smtp" or "imap".
  ///   - path: what stands behind the port.
  ///   - limit: milliseconds for all that comes, until `wait` gives more.
  /// - Returns: nil when there is no memory.
  init?(
    _ transport: Transport, _ server: NetworkOptions.Server, scheme: String, path: String,
    authorities: String?, limit: Int64, tell: @escaping (Event) -> Void
  ) {
    let scheme = server.security == .tls ? scheme + "s" : scheme
    let url = "\(scheme)://\(server.host):\(server.port)/\(path)"
    guard let transfer = transport.open(url, authorities: authorities, most: 0) else { return nil }
    self.transport = transport
    self.transfer = transfer
    self.tell = tell
    clinux_transfer_converse(transfer)
    if server.security == .starttls { clinux_transfer_encrypt(transfer) }
    if let login = server.login { clinux_transfer_login(transfer, login.user, login.secret) }
    let isStarted = transport.start(transfer, limit: limit) { [weak self] in self?.begin($0) }
    guard isStarted else {
      close()
      return nil
    }
    self.limit = transport.reactor.addTimer(.network) { [weak self] in self?.end(Transport.late) }
    wait(limit)
  }

  deinit { close() }

  /// At once, and without waiting for what was said last.
  func close() {
    if isClosed { return }
    isClosed = true
    if let source { transport.reactor.remove(source) }
    if let limit { transport.reactor.remove(limit) }
    transport.close(transfer)
  }

  /// Gives the server so many milliseconds from now on.
  func wait(_ milliseconds: Int64) {
    guard let limit else { return }
    transport.reactor.set(limit, at: transport.reactor.now.after(milliseconds: milliseconds))
  }

  func say(_ line: String) { say(Array((line + "\r\n").utf8)) }

  func say(_ bytes: [UInt8]) {
    unsent += bytes
    send()
  }

  /// The next whole line without its end; nil: not there yet.
  func line() -> [UInt8]? {
    guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    var line = Array(unread[..<end])
    unread.removeFirst(end + 1)
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line
  }

  /// So many bytes; nil: not there yet.
  func bytes(_ count: Int) -> [UInt8]? {
    guard unread.count >= count else { return nil }
    defer { unread.removeFirst(count) }
    return Array(unread.prefix(count))
  }

  private func begin(_ ending: Transport.Ending) {
    let descriptor = clinux_transfer_descriptor(transfer)
    guard ending.kind == CLINUX_DONE, descriptor >= 0 else { return tell(.ended(ending)) }
    source = try? transport.reactor.add(descriptor, UInt32(CLINUX_READABLE), .network) {
      [weak self] _ in
      self?.send()
      self?.hear()
    }
    guard source != nil else { return end("no descriptor left") }
    tell(.open)
  }

  private func send() {
    guard !isClosed, let source else { return }
    while !unsent.isEmpty {
      let count = clinux_transfer_say(transfer, unsent, unsent.count)
      // What it means shows when reading.
      guard count > 0 else { break }
      unsent.removeFirst(count)
    }
    let events = unsent.isEmpty ? CLINUX_READABLE : CLINUX_READABLE | CLINUX_WRITABLE
    transport.reactor.change(source, UInt32(events))
  }

  private func hear() {
    // The encryption may hold more than the descriptor tells of.
    while !isClosed {
      let count = clinux_transfer_hear(transfer, &chunk, chunk.count)
      if count == -Int(EAGAIN) { return }
      guard count > 0 else { return end("the server closed the connection") }
      unread += chunk[..<count]
      guard unread.count <= Conversation.mostUnread else { return end("the server sends too much") }
      tell(.heard)
    }
  }

  private func end(_ reason: String) {
    if isClosed { return }
    close()
    tell(.ended(Transport.Ending(kind: CLINUX_BROKEN, code: 0, reason: reason)))
  }
}
