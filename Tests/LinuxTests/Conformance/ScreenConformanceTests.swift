import HAL
import Linux
import PortContracts
import Testing

@testable import Words

@Suite("Port contracts on the Linux backends: screen", .serialized)
struct ScreenConformanceTests {
  private static let pages = [
    ScreenText(headline: "Rosa", body: ["sábado"]),
    ScreenText(headline: "Hemos informado a María", body: ["tu hija"]),
    ScreenText(headline: "Pastilla", body: ["con agua", "después de comer"]),
  ]

  /// The look of a page on a terminal that never showed another.
  private func alone(_ page: ScreenText) throws -> [String] {
    let terminal = Terminal(columns: 80, rows: 25)
    let reactor = try Reactor()
    let screen = TerminalScreen(reactor, descriptor: terminal.end) { Issue.record("\($0)") }
    try screen.show(page)
    try terminal.awaitPage(reactor)
    return terminal.lines
  }

  @Test("A terminal")
  func terminal() throws {
    let terminal = Terminal(columns: 80, rows: 25)
    let reactor = try Reactor()
    let looks = try Self.pages.map { try alone($0) }
    var screen = TerminalScreen(reactor, descriptor: terminal.end) { _ in }
    try PortContract.screen(&screen, pages: Self.pages) { _ in
      // Pages that were replaced before they were drawn may come first.
      let limit = reactor.now.after(milliseconds: 60_000)
      repeat {
        try reactor.turn(until: reactor.now.after(milliseconds: 20))
      } while terminal.draw() > 0 && reactor.now < limit
      return looks.firstIndex(of: terminal.lines).map { Self.pages[$0] }
    } unplug: { _ in
      terminal.hangUp()
    }
  }
}
