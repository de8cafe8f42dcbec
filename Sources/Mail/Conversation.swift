import HAL

/// A dialogue in lines with a server, on a connection that is encrypted and logged in.
///
/// A server's text is bounded in bytes and in lines, for a turn and in all. Both bounds count text that
/// came, not text that waits. So a server that talks without pause delays neither the keys nor other
/// servers, and uses no more memory.
package final class Conversation {
  enum Event {
    /// The server has accepted our log-in, and waits.
    case open
    /// There is more to read.
    case heard
    /// It is over, and nothing comes any more.
    case ended(Ending)
  }

  /// The most that a server may say in all.
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

  private let turns: any Turns
  private let wire: any Wire
  private let tell: (Event) -> Void
  private var isClosed = false
  private var isWatched = false
  private var limit: (any RingTimer)?
  private var more: (any RingTimer)?
  private var left: Allowance
  private var linesNow = 0
  /// Its turn is used up, and the next one comes by the clock.
  private var isPausing = false
  private var unsent: [UInt8] = []
  private var unread: [UInt8] = []
  /// Index of the first unread byte; the bytes before it go when the turn ends.
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
    turns = dialler.turns
    left = allowance
    guard wire.begin(limit: limit, { [weak self] in self?.begin($0) }) else {
      close()
      return nil
    }
    self.limit = turns.timer { [weak self] in self?.end(Ending.late) }
    more = turns.timer { [weak self] in self?.hear() }
    wait(limit)
  }

  deinit { close() }

  /// Closes at once, without waiting for the last words.
  func close() {
    if isClosed { return }
    isClosed = true
    limit?.remove()
    more?.remove()
    wire.close()
  }

  /// Gives the server so many milliseconds from now on.
  func wait(_ milliseconds: Int64) {
    limit?.set(at: turns.moment + Milliseconds(milliseconds))
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

  private func begin(_ ending: Ending) {
    guard ending.kind == .done else { return tell(.ended(ending)) }
    isWatched = wire.watch { [weak self] in
      self?.send()
      if self?.isPausing == false { self?.hear() }
    }
    guard isWatched else { return end("no descriptor left") }
    tell(.open)
  }

  private func send() {
    while !isClosed, !unsent.isEmpty {
      let count = wire.say(unsent)
      // A failure shows when reading.
      guard count > 0 else { break }
      unsent.removeFirst(count)
    }
    listen()
  }

  private func listen() {
    guard !isClosed, isWatched else { return }
    wire.wish(toHear: !isPausing, toSay: !isSaid)
  }

  /// One turn. The encryption may hold more than the descriptor tells of, so that what is left over is
  /// asked for again by the clock.
  private func hear() {
    linesNow = 0
    isPausing = false
    var heard = 0
    // Text for which an earlier turn had no time.
    if !isRead { understand() }
    while !isClosed {
      guard heard < Conversation.mostInATurn, linesNow < Conversation.mostLinesInATurn else {
        isPausing = true
        more?.set(at: turns.moment + Milliseconds(Conversation.pause))
        return listen()
      }
      switch wire.hear(&chunk) {
      case .nothing: return listen()
      case .end: return end("the server closed the connection")
      case .bytes(let count):
        unread += chunk[..<count]
        heard += count
        left.bytes -= count
        guard left.bytes >= 0 else { return end("the server sends too much") }
        understand()
        guard unread.count <= Conversation.mostUnread else {
          return end("the server sends a line without an end")
        }
      }
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
    tell(.ended(Ending(.broken, reason: reason)))
  }
}
