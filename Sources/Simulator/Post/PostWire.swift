import HAL
import Mail

/// A server's side of one connection.
protocol PostServer: AnyObject {
  /// The server has heard that. It may answer, break off, or talk without end.
  func hear(_ bytes: [UInt8], on wire: PostWire)
  /// The device hung up.
  func hangUp(_ said: [UInt8])
  /// It says nothing more of use.
  var isStuck: Bool { get }
}

/// A connection in a simulated life: bytes take their time there and back.
final class PostWire: Wire {
  enum Line { case good, out, halfOpen, silent }

  private let turns: PostTurns
  private let server: any PostServer
  private let line: () -> Line
  private let latency: Int64
  private let tellTurn: (Int) -> Void
  private var incoming: [UInt8] = []
  /// Bytes of endless talk that are left, and what is said again and again.
  private var talk: (left: Int, words: [UInt8])?
  private var ready: (() -> Void)?
  private var wishesToHear = true
  private var isWaking = false
  private var isOver = false
  private(set) var isClosed = false
  private var isSwallowed = false
  private var begun: ((Ending) -> Void)?
  private var lastSaid: [UInt8] = []
  /// In this turn of the loop.
  private var heard = (turn: 0, bytes: 0)

  init(
    _ turns: PostTurns, _ server: any PostServer, latency: Int64, line: @escaping () -> Line,
    tellTurn: @escaping (Int) -> Void
  ) {
    self.turns = turns
    self.server = server
    self.latency = latency
    self.line = line
    self.tellTurn = tellTurn
  }

  // MARK: The device's side

  func begin(limit: Int64, _ begun: @escaping (Ending) -> Void) -> Bool {
    let (wait, ending): (Int64, Ending) =
      switch line() {
      case .good: (latency, Ending(.done))
      case .out: (latency, Ending(.broken, reason: "no route"))
      case .halfOpen, .silent: (limit, Ending(.broken, reason: Ending.late))
      }
    isSwallowed = line() == .halfOpen || line() == .silent
    self.begun = begun
    turns.after(wait) { [weak self] in self?.begin(ending) }
    return true
  }

  private func begin(_ ending: Ending) {
    guard !isClosed, let begun else { return }
    self.begun = nil
    begun(ending)
  }

  func watch(_ ready: @escaping () -> Void) -> Bool {
    self.ready = ready
    return true
  }

  func wish(toHear: Bool, toSay: Bool) {
    wishesToHear = toHear
    wake()
  }

  func say(_ bytes: [UInt8]) -> Int {
    lastSaid = bytes
    turns.after(latency) { [weak self] in
      guard let self, !isClosed else { return }
      guard line() == .good else {
        isSwallowed = true
        return
      }
      server.hear(bytes, on: self)
    }
    return bytes.count
  }

  func hear(_ bytes: inout [UInt8]) -> Heard {
    guard !incoming.isEmpty || refill(bytes.count) else { return isOver ? .end : .nothing }
    let some = incoming.prefix(bytes.count)
    bytes.replaceSubrange(..<some.count, with: some)
    incoming.removeFirst(some.count)
    heard = (turns.count, some.count + (heard.turn == turns.count ? heard.bytes : 0))
    tellTurn(heard.bytes)
    return .bytes(some.count)
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    ready = nil
    server.hangUp(lastSaid)
  }

  // MARK: The server's side

  func answer(_ text: String) { answer(Array(text.utf8)) }

  func answer(_ bytes: [UInt8]) {
    incoming += bytes
    wake()
  }

  /// Says the same again and again, as fast as it is heard, and then nothing more.
  func chatter(_ words: String, bytes: Int) {
    talk = (bytes, Array(words.utf8))
    wake()
  }

  func breakOff() {
    isOver = true
    wake()
  }

  /// A connection that stood still breaks soon after the trouble is over.
  func recover() {
    guard isSwallowed || server.isStuck else { return }
    turns.after(2000) { [weak self] in
      guard let self, !isClosed else { return }
      if begun != nil { begin(Ending(.broken, reason: "reset")) } else { breakOff() }
    }
  }

  private func refill(_ count: Int) -> Bool {
    guard let talk, talk.left > 0 else { return false }
    while incoming.count < count { incoming += talk.words }
    self.talk?.left -= incoming.count
    return true
  }

  private var hasMore: Bool { !incoming.isEmpty || isOver || (talk?.left ?? 0) > 0 }

  /// A turn of the loop for what came.
  private func wake() {
    guard !isWaking, !isClosed, ready != nil, wishesToHear, hasMore else { return }
    isWaking = true
    turns.after(0) { [weak self] in
      guard let self, !isClosed else { return }
      isWaking = false
      guard wishesToHear else { return }
      ready?()
      wake()
    }
  }
}
