import HAL
import Mail

/// A server whose words are the fuzzer's: the first byte says in how large pieces they come. Time passes
/// only where a dialogue waits for it.
final class MemoryServer: Dialler, Turns {
  private final class MemoryTimer: RingTimer {
    var due: Instant?
    var ring: (() -> Void)?
    func set(at moment: Instant?) { due = moment }
    func remove() { (due, ring) = (nil, nil) }
  }

  private(set) var moment = Instant.start
  var turns: any Turns { self }
  private var words: ArraySlice<UInt8>
  private var wire: MemoryWire?
  private var timers: [MemoryTimer] = []
  /// All that it heard.
  var heard: String { wire.map { String(decoding: $0.said, as: UTF8.self) } ?? "" }

  init(_ words: ArraySlice<UInt8>) { self.words = words }

  func timer(ring: @escaping () -> Void) -> any RingTimer {
    let timer = MemoryTimer()
    timer.ring = ring
    timers.append(timer)
    return timer
  }

  func wire(
    to server: NetworkOptions.Server, scheme: String, path: String, authorities: String?
  ) -> (any Wire)? {
    let wire = MemoryWire(words)
    self.wire = wire
    return wire
  }

  /// Says all that it has to say, then lets time pass until the dialogue is over.
  func talk(until isOver: () -> Bool) throws {
    wire?.begun?(Ending(.done))
    while !isOver() {
      if let wire, wire.isReady {
        wire.ready?()
      } else if let next = timers.filter({ $0.due != nil }).min(by: { $0.due! < $1.due! }) {
        moment = max(moment, next.due!)
        next.due = nil
        next.ring?()
      } else {
        throw Broken(description: "the dialogue waits for nothing")
      }
    }
  }
}

final class MemoryWire: Wire {
  private var words: ArraySlice<UInt8>
  private let piece: Int
  private var isDry = false
  private var wishesToHear = false
  var begun: ((Ending) -> Void)?
  var ready: (() -> Void)?
  var said: [UInt8] = []
  var isReady: Bool { ready != nil && wishesToHear }

  init(_ words: ArraySlice<UInt8>) {
    self.words = words.dropFirst()
    piece = Int(words.first ?? 0) + 1
  }

  func begin(limit: Int64, _ begun: @escaping (Ending) -> Void) -> Bool {
    self.begun = begun
    return true
  }

  func watch(_ ready: @escaping () -> Void) -> Bool {
    self.ready = ready
    wishesToHear = true
    return true
  }

  func wish(toHear: Bool, toSay: Bool) { wishesToHear = toHear }

  func say(_ bytes: [UInt8]) -> Int {
    said += bytes
    return bytes.count
  }

  func hear(_ bytes: inout [UInt8]) -> Heard {
    isDry.toggle()
    if isDry, piece < 128 { return .nothing }
    let some = words.prefix(min(piece, bytes.count))
    guard !some.isEmpty else { return .end }
    words.removeFirst(some.count)
    bytes.replaceSubrange(..<some.count, with: some)
    return .bytes(some.count)
  }

  func close() { (begun, ready) = (nil, nil) }
}
