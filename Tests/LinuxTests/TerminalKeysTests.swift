import Glibc
import HAL
import Testing

@testable import Linux

@Suite("Keys from a terminal", .serialized)
struct TerminalKeysTests {
  /// All presses until the help that is typed last.
  private func presses(_ keys: TerminalKeys, _ reactor: Reactor) throws -> [KeyPress] {
    var all: [KeyPress] = []
    let limit = reactor.now.after(milliseconds: 60_000)
    while all.last != KeyPress(.help), try reactor.turn(until: limit) {
      while let press = try keys.read() { all.append(press) }
    }
    return all
  }

  @Test("Each letter is a press, without Enter and unseen; arrows and other letters are none")
  func letters() throws {
    let terminal = Terminal(columns: 80, rows: 25)
    let reactor = try Reactor()
    let keys = try #require(
      TerminalKeys(reactor, descriptor: terminal.end) { Issue.record("\($0)") })
    #expect(keys.available == .all)
    #expect(try keys.read() == nil)
    terminal.type("oO\r+-")
    // Arrow up, F1, Delete, the window loses its focus, and what nobody means.
    terminal.type("\u{1B}[A\u{1B}OP\u{1B}[3~\u{1B}[Oxñ€ \u{1B}h")
    let all = try presses(keys, reactor)
    #expect(
      all == [
        KeyPress(.ok), KeyPress(.ok, isLong: true), KeyPress(.ok), KeyPress(.plus),
        KeyPress(.minus), KeyPress(.help),
      ])
    #expect(terminal.draw() == 0, "nothing is echoed")
  }

  @Test("The terminal is left as it was found; Control-C works all the time, Control-Z does not")
  func restore() throws {
    let terminal = Terminal(columns: 80, rows: 25)
    let before = terminal.settings
    let reactor = try Reactor()
    let keys = try #require(TerminalKeys(reactor, descriptor: terminal.end) { _ in })
    let raw = terminal.settings
    #expect(raw.c_lflag & tcflag_t(ICANON | ECHO) == 0)
    #expect(raw.c_lflag & tcflag_t(ISIG) != 0)
    #expect(raw.c_cc.10 == 0 && before.c_cc.10 == 26)
    #expect(fcntl(terminal.end, F_GETFL) & O_NONBLOCK == 0, "others share this descriptor")
    keys.restore()
    let after = terminal.settings
    #expect(after.c_lflag == before.c_lflag && after.c_iflag == before.c_iflag)
    #expect(after.c_cc.10 == before.c_cc.10)
  }

  @Test("A terminal that is closed is told of once, and has no keys any more")
  func gone() throws {
    let terminal = Terminal(columns: 80, rows: 25)
    let reactor = try Reactor()
    var lines: [String] = []
    let keys = try #require(TerminalKeys(reactor, descriptor: terminal.end) { lines.append($0) })
    terminal.hangUp()
    try reactor.turn(until: reactor.now.after(milliseconds: 60_000))
    #expect(throws: KeysError.unavailable) { try keys.read() }
    #expect(try keys.read() == nil)
    #expect(keys.available.bits == 0)
    #expect(lines == ["keys: the terminal is gone"])
    #expect(try !reactor.turn(until: reactor.now.after(milliseconds: 10)), "and it does not spin")
  }

  @Test("Without a terminal there are none, and one line says so")
  func absent() throws {
    let reactor = try Reactor()
    let file = open("/dev/null", O_RDONLY)
    defer { close(file) }
    var lines: [String] = []
    #expect(TerminalKeys(reactor, descriptor: file) { lines.append($0) } == nil)
    #expect(lines == ["keys: standard input is no terminal"])
  }

  @Test("A letter that is a press of a button, too, counts once; every other letter counts")
  func echoes() throws {
    let terminal = Terminal(columns: 80, rows: 25)
    let reactor = try Reactor()
    let keys = try #require(TerminalKeys(reactor, descriptor: terminal.end) { _ in })
    #expect(!keys.isConsole, "a terminal in a window hears other keyboards")
    var echoes = KeyEchoes()
    keys.isEcho = { echoes.take($0, at: reactor.now) }
    for code: UInt16 in [28, 78, 74, 352, 115, 138] { echoes.note(code, at: reactor.now) }
    terminal.type("\r+-o\r+-h")
    let all = try presses(keys, reactor)
    #expect(
      all == [
        KeyPress(.ok), KeyPress(.ok), KeyPress(.plus), KeyPress(.minus), KeyPress(.help),
      ])
  }

  @Test("Each key takes one letter away, and none that comes long after it")
  func echo() {
    let start = BootTime(nanoseconds: 1_000_000_000)
    var echoes = KeyEchoes()
    func take(_ letter: Unicode.Scalar, _ milliseconds: Int64) -> Bool {
      echoes.take(UInt8(ascii: letter), at: start.after(milliseconds: milliseconds))
    }
    #expect(!take("+", 0))
    // It goes down and repeats.
    for _ in 0..<2 { echoes.note(78, at: start) }
    #expect(!take("-", 0))
    for _ in 0..<2 { #expect(take("+", 999)) }
    #expect(!take("+", 999))
    echoes.note(78, at: start)
    #expect(!take("+", 1000))
    for _ in 0..<1000 { echoes.note(28, at: start) }
    echoes.note(78, at: start)
    #expect(take("+", 0), "a key that hangs takes the place of no other")
  }

  @Test("Buttons and a terminal together are one set of keys")
  func joined() throws {
    let terminal = Terminal(columns: 80, rows: 25)
    let reactor = try Reactor()
    let buttons = LinuxKeys(reactor, path: "/dev/vigia-none/event0") { _ in }
    let keys = TerminalKeys(reactor, descriptor: terminal.end) { Issue.record("\($0)") }
    let joined = JoinedKeys(buttons: buttons, terminal: keys)
    #expect(buttons.available.bits == 0)
    #expect(joined.available == .all)
    terminal.type("h")
    try reactor.turn(until: reactor.now.after(milliseconds: 60_000))
    #expect(try joined.read() == KeyPress(.help))
    #expect(try joined.read() == nil)
    #expect(JoinedKeys(buttons: buttons, terminal: nil).available.bits == 0)
  }
}
