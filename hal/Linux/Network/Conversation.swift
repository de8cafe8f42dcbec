import CLinux
import Glibc

/// Carries the bytes of a conversation.
protocol Wire: AnyObject {
  /// To wait for; negative: there is none.
  var descriptor: Int32 { get }
  /// Returns at once; `begun` is called in a later turn.
  func begin(limit: Int64, _ begun: @escaping (Transport.Ending) -> Void) -> Bool
  /// How many bytes went out; 0 or less: none now.
  func say(_ bytes: [UInt8]) -> Int
  /// How many bytes came; `-EAGAIN`: none yet, else it is over.
  func hear(_ bytes: inout [UInt8]) -> Int
  func close()
}

/// Makes connections to servers: libcurl does, and tests do.
protocol Dialler: AnyObject {
  var reactor: Reactor { get }
  /// Nil when there is no memory.
  func wire(
    to server: NetworkOptions.Server, scheme: String, path: String, authorities: String?
  ) -> (any Wire)?
}

/// A dialogue in lines with a server, on a connection that is encrypted and logged in.
///
/// What a server may say is bounded in bytes and in lines, of a turn and in all. Both count what came, not
/// what waits: a server that talks without pause holds up neither the keys nor other servers, and no memory
/// grows with what it says.
final class Conversation {
  enum Event {
    /// The server knows who we are, and waits.
    case open
    /// There is more to read.
    case heard
    /// It is over, and nothing comes any more.
    case ended(Transport.Ending)
  }

  /// What a server may say in all.
  struct Allowance {
    var bytes: Int
    var lines: Int
  }

  /// Bytes that wait for the end of their line.
  static let mostUnread = 131_072
  /// Bytes and lines of one turn.
  static let mostInATurn = 16_384
  static let mostLinesInATurn = 256
  /// Milliseconds that belong to the others when a server has used up its turn.
  static let pause: Int64 = 5

  private let reactor: Reactor
  private let wire: any Wire
  private let tell: (Event) -> Void
  private var isClosed = false
  private var source: Reactor.Registration?
  private var limit: Reactor.Timer?
  private var more: Reactor.Timer?
  private var left: Allowance
  private var linesNow = 0
  /// Its turn is used up, and the next one comes by the clock.
  private var isPausing = false
  private var unsent: [UInt8] = []
  private var unread: [UInt8] = []
  /// What is before it was read; it goes when the turn ends.
  private var next = 0
  private var chunk = [UInt8](repeating: 0, count: 4096)

  /// Starts connecting. `tell` is called in later turns only, until `close`.
  /// - Parameters:
  ///   - scheme: "smtp" or "imap".
  ///   - path: what stands behind the port.
  ///   - limit: milliseconds for all that comes, until `wait` gives more.
  /// - Returns: nil when there is no memory.
  init?(
    _ dialler: any Dialler, _ server: NetworkOptions.Server, scheme: String, path: String,
    authorities: String?, limit: Int64, _ allowance: Allowance, tell: @escaping (Event) -> Void
  ) {
    guard
      let wire = dialler.wire(to: server, scheme: scheme, path: path, authorities: authorities)
    else { return nil }
    self.wire = wire
    self.tell = tell
    reactor = dialler.reactor
    left = allowance
    guard wire.begin(limit: limit, { [weak self] in self?.begin($0) }) else {
      close()
      return nil
    }
    self.limit = reactor.addTimer(.network) { [weak self] in self?.end(Transport.late) }
    more = reactor.addTimer(.network) { [weak self] in self?.hear() }
    wait(limit)
  }

  deinit { close() }

  /// At once, and without waiting for what was said last.
  func close() {
    if isClosed { return }
    isClosed = true
    if let source { reactor.remove(source) }
    for timer in [limit, more] { if let timer { reactor.remove(timer) } }
    wire.close()
  }

  /// Gives the server so many milliseconds from now on.
  func wait(_ milliseconds: Int64) {
    if let limit { reactor.set(limit, at: reactor.now.after(milliseconds: milliseconds)) }
  }

  /// All that was said has gone out.
  var isSaid: Bool { unsent.isEmpty }
  /// Nothing waits to be read.
  var isRead: Bool { next == unread.count }

  func say(_ line: String) { say(Array((line + "\r\n").utf8)) }

  func say(_ bytes: [UInt8]) {
    if isClosed { return }
    unsent += bytes
    send()
  }

  /// The next line without its end; nil: not there yet, or not in this turn.
  /// - Parameter most: of a line that is longer so many bytes come, and it is not whole.
  func line(_ most: Int = mostUnread) -> (bytes: [UInt8], isWhole: Bool)? {
    guard !isClosed, linesNow < Conversation.mostLinesInATurn else { return nil }
    let rest = unread[next...].prefix(most)
    guard let newline = rest.firstIndex(of: UInt8(ascii: "\n")) else {
      guard rest.count == most else { return nil }
      next = rest.endIndex
      return (Array(rest), false)
    }
    next = newline + 1
    linesNow += 1
    left.lines -= 1
    guard left.lines >= 0 else {
      end("the server sends too much")
      return nil
    }
    let line = rest[..<newline]
    return (Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line), true)
  }

  /// At most so many bytes, and at least one; nil: none is there yet.
  func bytes(_ most: Int) -> ArraySlice<UInt8>? {
    guard !isClosed, !isRead, most > 0 else { return nil }
    let bytes = unread[next...].prefix(most)
    next = bytes.endIndex
    return bytes
  }

  private func begin(_ ending: Transport.Ending) {
    let descriptor = wire.descriptor
    guard ending.kind == CLINUX_DONE, descriptor >= 0 else { return tell(.ended(ending)) }
    source = try? reactor.add(descriptor, UInt32(CLINUX_READABLE), .network) { [weak self] _ in
      self?.send()
      if self?.isPausing == false { self?.hear() }
    }
    guard source != nil else { return end("no descriptor left") }
    tell(.open)
  }

  private func send() {
    while !isClosed, !unsent.isEmpty {
      let count = wire.say(unsent)
      // What it means shows when reading.
      guard count > 0 else { break }
      unsent.removeFirst(count)
    }
    listen()
  }

  private func listen() {
    guard !isClosed, let source else { return }
    reactor.change(
      source,
      (isPausing ? 0 : UInt32(CLINUX_READABLE)) | (isSaid ? 0 : UInt32(CLINUX_WRITABLE)))
  }

  /// One turn. The encryption may hold more than the descriptor tells of, so that what is left over is
  /// asked for again by the clock.
  private func hear() {
    linesNow = 0
    isPausing = false
    var heard = 0
    // What an earlier turn had no time for.
    if !isRead { understand() }
    while !isClosed {
      guard heard < Conversation.mostInATurn, linesNow < Conversation.mostLinesInATurn else {
        isPausing = true
        if let more {
          reactor.set(more, at: reactor.now.after(milliseconds: Conversation.pause))
        }
        return listen()
      }
      let count = wire.hear(&chunk)
      if count == -Int(EAGAIN) { return listen() }
      guard count > 0 else { return end("the server closed the connection") }
      unread += chunk[..<count]
      heard += count
      left.bytes -= count
      guard left.bytes >= 0 else { return end("the server sends too much") }
      understand()
      guard unread.count <= Conversation.mostUnread else { return end("a line without an end") }
    }
  }

  private func understand() {
    tell(.heard)
    unread.removeFirst(next)
    next = 0
  }

  private func end(_ reason: String) {
    if isClosed { return }
    close()
    tell(.ended(Transport.Ending(kind: CLINUX_BROKEN, code: 0, reason: reason)))
  }
}

/// A connection of libcurl, which makes it, encrypts it and logs in.
final class CurlWire: Wire {
  private let transport: Transport
  private let transfer: OpaquePointer
  private var isClosed = false

  init(_ transport: Transport, _ transfer: OpaquePointer) {
    self.transport = transport
    self.transfer = transfer
  }

  deinit { close() }

  var descriptor: Int32 { clinux_transfer_descriptor(transfer) }

  func begin(limit: Int64, _ begun: @escaping (Transport.Ending) -> Void) -> Bool {
    transport.start(transfer, limit: limit, done: begun)
  }

  func say(_ bytes: [UInt8]) -> Int { clinux_transfer_say(transfer, bytes, bytes.count) }

  func hear(_ bytes: inout [UInt8]) -> Int {
    clinux_transfer_hear(transfer, &bytes, bytes.count)
  }

  func close() {
    if isClosed { return }
    isClosed = true
    transport.close(transfer)
  }
}

extension Transport: Dialler {
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
