import Glibc
import Linux
import TestSupport
import Testing

/// A daemon that says what a test tells it to. Single-threaded: the kernel keeps what was sent.
final class ScriptedGpsd {
  static let banner =
    #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"# + "\r\n"

  let address: GpsdAddress
  private let listener: Int32
  private(set) var client: Int32 = -1

  /// - Parameter listens: false for a port at which connections are refused until `listen`.
  init(listens: Bool = true) throws {
    let (descriptor, port) = try LoopbackPort.bind()
    listener = descriptor
    address = try #require(GpsdAddress("127.0.0.1", port: port))
    if listens { listen() }
  }

  deinit {
    hangUp()
    close(listener)
  }

  func listen(backlog: Int32 = 8) { _ = Glibc.listen(listener, backlog) }

  var isCalled: Bool {
    var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) == 1
  }

  /// Takes the next call.
  func answer() throws {
    client = accept(listener, nil, nil)
    try #require(client >= 0)
  }

  func hangUp() {
    guard client >= 0 else { return }
    // The kernel would take back the last line if something were unheard.
    _ = heard()
    close(client)
    client = -1
  }

  func say(_ text: String) { say(Array(text.utf8)[...]) }

  /// Says as much as fits and returns the rest.
  @discardableResult func say(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let sent = bytes.withUnsafeBytes {
      send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }
    return bytes.dropFirst(max(0, sent))
  }

  /// True when the client hangs up, within a generous time.
  func isLeft() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    var waiting = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, 30_000) == 1 {
      if recv(client, &bytes, bytes.count, Int32(MSG_DONTWAIT)) == 0 { return true }
    }
    return false
  }

  /// The client's words since the last time.
  func heard() -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(client, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}

extension Watcher {
  /// Turns until the daemon has been called and has answered.
  func meet(_ daemon: ScriptedGpsd) throws {
    try turn("the call") { daemon.isCalled }
    try daemon.answer()
    daemon.say(ScriptedGpsd.banner)
    try turn("the banner") { gps.isAvailable }
  }

  /// A watcher and a daemon that have met.
  static func pair(_ patience: LinuxGPS.Patience = Watcher.calm) throws -> (Watcher, ScriptedGpsd) {
    let daemon = try ScriptedGpsd()
    let watcher = try Watcher(daemon.address, patience)
    try watcher.meet(daemon)
    return (watcher, daemon)
  }
}
