import Glibc
import HAL
import Linux
import PortContracts
import TestSupport
import Testing

/// Keys that `KeysProbe` reads, in its world of umockdev.
private struct ProbedKeys: Keys {
  let device: MockDevice
  private(set) var available = KeySet(bits: 0)
  private var waiting: [Result<KeyPress, KeysError>] = []

  init(_ device: MockDevice) {
    self.device = device
    hear { $0.available != KeySet(bits: 0) }
  }

  mutating func read() throws(KeysError) -> KeyPress? {
    if waiting.isEmpty { listen() }
    return waiting.isEmpty ? nil : try waiting.removeFirst().get()
  }

  /// Hears keys until something is so, or a minute has passed.
  mutating func hear(until isSo: (Self) -> Bool) {
    var isHeard = isSo(self)
    for _ in 0..<3000 where !isHeard {
      listen()
      isHeard = isSo(self)
      if !isHeard { usleep(20_000) }
    }
    #expect(isHeard)
  }

  private mutating func listen() {
    for line in (try? device.told()) ?? [] {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "available": available = KeySet(bits: UInt8(words[1]) ?? 0)
      case "unavailable": waiting.append(.failure(.unavailable))
      case "press", "long":
        let keys: [String: Key] = ["help": .help, "ok": .ok, "plus": .plus, "minus": .minus]
        if let key = keys[words[1]] {
          waiting.append(.success(KeyPress(key, isLong: words[0] == "long")))
        }
      default: break
      }
    }
  }
}

@Suite("Port contracts on the Linux backends: keys", .serialized)
struct KeysConformanceTests {
  private func code(_ key: Key) -> UInt16 {
    switch key {
    case .help: 138
    case .ok: 352
    case .plus: 115
    case .minus: 114
    }
  }

  @Test(
    "Buttons of the kernel, all four and one alone",
    .needs(.umockdev),
    arguments: [[138, 352, 115, 114], [352]])
  func buttons(codes: [Int]) throws {
    let device = try MockDevice(codes: codes, down: [[]])
    defer { device.end() }
    var keys = ProbedKeys(device)
    try PortContract.keys(&keys) { _, press in
      // No finger presses a key that is not there.
      guard codes.contains(Int(code(press.key))) else { return }
      device.send([
        InputEvent(1, code(press.key), 1), .report,
        InputEvent(1, code(press.key), 0, microseconds: press.isLong ? 900_000 : 50_000), .report,
      ])
    } unplug: { keys in
      device.unplug()
      keys.hear { $0.available == KeySet(bits: 0) }
    } plugIn: { keys in
      let before = keys.available
      try device.plugIn()
      keys.hear { $0.available != before }
    }
  }

  @Test("A terminal")
  func terminal() throws {
    let terminal = Terminal(columns: 80, rows: 25)
    let reactor = try Reactor()
    var keys = try #require(TerminalKeys(reactor, descriptor: terminal.end) { _ in })
    /// Whether there are letters that nobody has read.
    func isWaiting(_ milliseconds: Int32) -> Bool {
      var line = pollfd(fd: terminal.end, events: Int16(POLLIN), revents: 0)
      return poll(&line, 1, milliseconds) == 1
    }
    try PortContract.keys(&keys) { _, press in
      let letters: [Key: String] = [.help: "h", .ok: "o", .plus: "+", .minus: "-"]
      terminal.type(press.isLong ? "O" : letters[press.key] ?? "")
      #expect(isWaiting(60_000))
      let isRead = try SoundMachine.wait(reactor) { !isWaiting(0) }
      #expect(isRead)
    } unplug: { keys in
      terminal.hangUp()
      let isGone = try SoundMachine.wait(reactor) { keys.available == KeySet(bits: 0) }
      #expect(isGone)
    }
  }
}
