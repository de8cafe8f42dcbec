import Device
import Glibc
import HAL
import Linux
import Mail
import Testing

/// The conformance of the Linux board; `SimulatedTests/OverdueKeyTests` says the same of the other.
@Suite("A key that is read while a deadline is overdue, on the Linux board (SAFE-3)", .serialized)
struct OverdueKeyTests {
  private func board(_ terminal: Terminal, _ reactor: Reactor) throws -> LinuxBoard {
    let address = try #require(GpsdAddress("127.0.0.1", port: 1))
    let board = LinuxBoard(
      reactor, LinuxClock(reactor, scale: 1),
      gps: LinuxGPS(reactor, address: address, log: { _ in }),
      speaker: LinuxSpeaker(
        reactor, device: "null", volume: SpeakerVolume(percent: 80), log: { _ in }),
      network: try LinuxNetwork(reactor, NetworkOptions(identity: 1), log: { _ in }),
      wallClock: nil, log: { _ in })
    board.keys = JoinedKeys(
      buttons: LinuxKeys(reactor, path: "/dev/vigia-none/event0") { _ in },
      terminal: TerminalKeys(reactor, descriptor: terminal.end) { _ in })
    return board
  }

  /// The process stood still while the deadline came and the wearer pressed a key.
  private func stall(_ board: LinuxBoard, _ terminal: Terminal, _ reactor: Reactor) throws {
    usleep(60_000)
    terminal.type("o")
    // The kernel hands a key over in a thread of its own, late on a busy machine.
    var key = pollfd(fd: terminal.end, events: Int16(POLLIN), revents: 0)
    try #require(poll(&key, 1, 60_000) == 1)
    var turns = 0
    while turns < 50, try reactor.turn(until: reactor.now.after(milliseconds: 20)) { turns += 1 }
  }

  @Test(
    "The key has the deadline's moment and comes before it, so that the wearer answers the page shown"
  )
  func overdue() throws {
    let terminal = Terminal(columns: 80, rows: 25)
    let reactor = try Reactor()
    let board = try board(terminal, reactor)
    var handed: [Event] = []
    board.handing = { handed.append($0) }
    let due = board.clock.now + Milliseconds(20)
    try stall(board, terminal, reactor)
    #expect(due < board.clock.now, "it is overdue")
    #expect(board.nextEvent(before: due) == Event(at: due, .key(KeyPress(.ok))))
    #expect(handed == [Event(at: due, .key(KeyPress(.ok)))], "the black box has the same")
    #expect(board.nextEvent(before: due) == Event(at: due, .deadline))
  }

  @Test("Stamps never go back, and what was posted before is not overtaken")
  func order() throws {
    let terminal = Terminal(columns: 80, rows: 25)
    let reactor = try Reactor()
    let board = try board(terminal, reactor)
    board.post(.deadline)
    let first = try #require(board.nextEvent(before: nil))
    let past = Instant(milliseconds: first.at.milliseconds - 5)
    try stall(board, terminal, reactor)
    board.post(.shuttingDown)
    #expect(board.nextEvent(before: past)?.kind == .deadline)
    #expect(board.nextEvent(before: nil)?.kind == .shuttingDown)
    let press = try #require(board.nextEvent(before: past))
    #expect(press.kind == .key(KeyPress(.ok)) && press.at >= first.at)
  }
}
