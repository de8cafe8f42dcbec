import CLinux
import Glibc

/// A server whose words are the fuzzer's: the first byte says in how large pieces they come.
final class MemoryServer: Dialler {
  let reactor: Reactor
  private var words: ArraySlice<UInt8>
  private var wire: MemoryWire?
  /// All that it heard.
  var heard: String { wire.map { String(decoding: $0.said, as: UTF8.self) } ?? "" }

  init(_ reactor: Reactor, _ words: ArraySlice<UInt8>) {
    self.reactor = reactor
    self.words = words
  }

  func wire(
    to server: NetworkOptions.Server, scheme: String, path: String, authorities: String?
  ) -> (any Wire)? {
    let wire = MemoryWire(words)
    self.wire = wire
    return wire
  }

  /// Says all that it has to say.
  func talk(until isOver: () -> Bool) {
    wire?.begun?(Transport.Ending(kind: CLINUX_DONE, code: 0, reason: ""))
    while !isOver() {
      guard (try? reactor.turn(until: nil)) != nil else { fatalError("the reactor fails") }
    }
  }
}

final class MemoryWire: Wire {
  let descriptor: Int32
  private var words: ArraySlice<UInt8>
  private let piece: Int
  private var isDry = false
  var begun: ((Transport.Ending) -> Void)?
  var said: [UInt8] = []

  init(_ words: ArraySlice<UInt8>) {
    self.words = words.dropFirst()
    piece = Int(words.first ?? 0) + 1
    descriptor = dup(alwaysReady)
  }

  func begin(limit: Int64, _ begun: @escaping (Transport.Ending) -> Void) -> Bool {
    self.begun = begun
    return true
  }

  func say(_ bytes: [UInt8]) -> Int {
    said += bytes
    return bytes.count
  }

  func hear(_ bytes: inout [UInt8]) -> Int {
    isDry.toggle()
    if isDry, piece < 128 { return -Int(EAGAIN) }
    let some = words.prefix(min(piece, bytes.count))
    words.removeFirst(some.count)
    bytes.replaceSubrange(..<some.count, with: some)
    return some.count
  }

  func close() {
    begun = nil
    Glibc.close(descriptor)
  }
}

/// The end of a pipe in which a byte lies.
let alwaysReady: Int32 = {
  var ends: [Int32] = [0, 0]
  guard pipe(&ends) == 0, write(ends[1], &ends, 1) == 1 else { fatalError("no pipe") }
  return ends[0]
}()

nonisolated(unsafe) let reactor: Reactor = {
  guard let reactor = try? Reactor() else { fatalError("no reactor") }
  return reactor
}()

let options: NetworkOptions = {
  var options = NetworkOptions(identity: 1)
  options.caregivers = [[MailAddress(address: "ana@example.org")].compactMap { $0 }]
  return options
}()

let server = NetworkOptions.Server(host: "localhost", port: 1, security: .tls, login: nil)
