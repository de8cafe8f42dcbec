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
  /// Bytes in this turn of the loop.
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

/// A loop whose turns are the moments of a simulated life.
final class PostTurns: Turns {
  final class Timer: RingTimer {
    fileprivate var due = Int64.max
    fileprivate var order = 0
    fileprivate let ring: () -> Void
    private unowned let turns: PostTurns

    fileprivate init(_ turns: PostTurns, _ ring: @escaping () -> Void) {
      self.turns = turns
      self.ring = ring
    }

    func set(at moment: Instant?) {
      due = moment.map { max($0.milliseconds, turns.moment.milliseconds) } ?? .max
      order = turns.nextOrder()
      turns.reckon()
    }

    func remove() { turns.drop(self) }
  }

  private(set) var moment = Instant.start
  /// The number of turns so far.
  private(set) var count = 0
  /// The moment of the next turn.
  private(set) var due = Int64.max
  private var timers: [Timer] = []
  private var lastOrder = 0

  func timer(ring: @escaping () -> Void) -> any RingTimer {
    let timer = Timer(self, ring)
    timers.append(timer)
    return timer
  }

  /// Acts once, after `span` milliseconds. The timer keeps itself until then.
  func after(_ span: Int64, _ act: @escaping () -> Void) {
    var own: Timer?
    let timer = Timer(self) { [weak self] in
      if let own { self?.drop(own) }
      own = nil
      act()
    }
    own = timer
    timers.append(timer)
    timer.set(at: moment + Milliseconds(span))
  }

  /// Serves one timer that is due then; of those due at one moment the one that was set first.
  /// - Returns: false when none was.
  func turn(at now: Instant) -> Bool {
    moment = max(moment, now)
    guard due <= moment.milliseconds,
      let next = timers.min(by: { ($0.due, $0.order) < ($1.due, $1.order) })
    else { return false }
    next.due = .max
    count += 1
    reckon()
    next.ring()
    return true
  }

  func advance(to now: Instant) { moment = max(moment, now) }

  func forgetAll() {
    timers.removeAll()
    reckon()
  }

  fileprivate func nextOrder() -> Int {
    lastOrder += 1
    return lastOrder
  }

  fileprivate func drop(_ timer: Timer) {
    timers.removeAll { $0 === timer }
    reckon()
  }

  fileprivate func reckon() { due = timers.reduce(.max) { min($0, $1.due) } }
}
