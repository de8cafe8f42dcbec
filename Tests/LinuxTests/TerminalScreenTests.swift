import Device
import Foundation
import Glibc
import HAL
import Linux
import Testing

@testable import Words

@Suite("The wearer's screen on a terminal", .serialized)
struct TerminalScreenTests {
  private func shown(
    _ page: ScreenText, _ columns: Int, _ rows: Int, _ size: TextSize = .normal,
    hasHalfBlocks: Bool = true
  ) throws -> Terminal {
    let terminal = Terminal(columns: columns, rows: rows)
    let reactor = try Reactor()
    let screen = TerminalScreen(
      reactor, descriptor: terminal.end, size: size, hasHalfBlocks: hasHalfBlocks
    ) { Issue.record("\($0)") }
    try screen.show(page)
    try terminal.awaitPage(reactor)
    #expect(terminal.mistakes == [])
    if let folder = ProcessInfo.processInfo.environment["VIGIA_SCREENS"] {
      let name = "\(columns)x\(rows)-\(size)-\(hasHalfBlocks)-\(page.headline.prefix(5)).txt"
      try (terminal.lines.joined(separator: "\n") + "\n").write(
        toFile: folder + "/" + name, atomically: true, encoding: .utf8)
    }
    return terminal
  }

  @Test("Home: the time in large digits, the date, the own name, the key for help, no file name")
  func home() throws {
    for (columns, rows) in [(80, 25), (40, 15)] {
      let terminal = try shown(PageSample.home, columns, rows)
      let text = terminal.lines.joined(separator: "\n")
      #expect(text.contains("█"))
      #expect(text.contains("sábado 21 de marzo"))
      #expect(terminal.bold == "Rosa")
      #expect(terminal.lines.last?.contains("[AYUDA]") == true)
      #expect(!text.contains("rosa.jpg"))
      #expect(!terminal.hasCursor)
    }
  }

  @Test("The digits are read from their points, at every size that fits")
  func digits() throws {
    for time in ["10:04", "23:59", "07:38", "16:20"] {
      var page = PageSample.home
      page.clock = time
      for (columns, rows) in [(200, 60), (80, 25), (40, 15), (30, 12)] {
        for halves in [true, false] {
          let terminal = try shown(page, columns, rows, hasHalfBlocks: halves)
          let read = Digits.read(terminal.cells)
          #expect(read == time, "\(columns)x\(rows)")
          if !halves { #expect(!terminal.cells.joined().contains { "▀▄".contains($0) }) }
        }
      }
    }
  }

  @Test("Large text where it fits: a larger size never shows less")
  func sizes() throws {
    let normal = try shown(PageSample.told, 80, 25)
    #expect(normal.bold == "Hemos informado a María, tu hija")
    let large = try shown(PageSample.told, 80, 25, .large)
    #expect(large.bold.contains("█"))
    #expect(large.lines.last?.contains("[OK] Volver") == true)
    let huge = try shown(PageSample.home, 80, 25, .huge)
    #expect(huge.lines.filter { $0.contains("█") }.count > 10)
    let narrow = try shown(PageSample.told, 40, 10, .huge)
    #expect(narrow.bold == "Hemos informado a María, tu hija")
  }

  @Test("Every part of a full page is seen at 80 by 25 and at 40 by 15")
  func everything() throws {
    let page = PageSample.dose
    for (columns, rows) in [(80, 25), (40, 15)] {
      for size in [TextSize.normal, .large, .huge] {
        let terminal = try shown(page, columns, rows, size)
        let text = terminal.lines.joined(separator: " ").split(separator: " ")
          .joined(separator: " ")
        for line in page.body { #expect(text.contains(line), "\(columns)x\(rows)") }
        for hint in ["[+] Más", "[-] Menos", "[OK] Confirmar"] { #expect(text.contains(hint)) }
      }
    }
  }

  @Test("A text that cannot fit ends in three dots, and the headline and the keys stay")
  func tooSmall() throws {
    let terminal = try shown(PageSample.dose, 20, 8)
    let text = terminal.lines.joined(separator: " ")
    #expect(text.contains("10 unidades"))
    #expect(text.contains("..."))
    #expect(text.contains("[OK] Confirmar"))
    _ = try shown(PageSample.dose, 10, 4)
    // No terminal is that small; the device goes on all the same.
    let speck = Terminal(columns: 3, rows: 1)
    let screen = TerminalScreen(try Reactor(), descriptor: speck.end) { Issue.record("\($0)") }
    try screen.show(PageSample.dose)
  }

  @Test("Letters that a console lacks become ones that it has, and none steers the terminal")
  func letters() throws {
    var page = PageSample.told
    page.headline = "Jose\u{301} − An\u{303}o “\u{1B}[2J” 日本\u{7}"
    let terminal = try shown(page, 80, 25)
    #expect(terminal.bold == "José - Año \" [2J\" ??")
  }

  @Test("A page replaces the one before, and a window that changes its size is drawn anew")
  func replaces() throws {
    let terminal = Terminal(columns: 80, rows: 25)
    let reactor = try Reactor()
    let screen = TerminalScreen(reactor, descriptor: terminal.end) { Issue.record("\($0)") }
    try screen.show(PageSample.dose)
    try terminal.awaitPage(reactor)
    try screen.show(PageSample.told)
    try terminal.awaitPage(reactor)
    let alone = try shown(PageSample.told, 80, 25)
    #expect(terminal.lines == alone.lines)
    terminal.clear()
    screen.resize()
    try terminal.awaitPage(reactor)
    #expect(terminal.lines == alone.lines)
    screen.restore()
    try terminal.awaitPage(reactor)
    #expect(terminal.lines.allSatisfy { $0.isEmpty })
    #expect(terminal.hasCursor)
    #expect(terminal.mistakes == [])
  }

  @Test("Another size of the letters counts at once")
  func otherSize() throws {
    let terminal = Terminal(columns: 80, rows: 25)
    let reactor = try Reactor()
    let screen = TerminalScreen(reactor, descriptor: terminal.end) { Issue.record("\($0)") }
    try screen.show(PageSample.told)
    try terminal.awaitPage(reactor)
    screen.size = .large
    try terminal.awaitPage(reactor)
    #expect(terminal.lines == (try shown(PageSample.told, 80, 25, .large)).lines)
    screen.size = .large
    #expect(try !reactor.turn(until: reactor.now.after(milliseconds: 10)), "nothing to draw")
  }

  @Test("A terminal that takes nothing (Control-S) stops nobody; later it shows the newest page")
  func stuck() throws {
    let terminal = Terminal(columns: 80, rows: 25)
    let reactor = try Reactor()
    let screen = TerminalScreen(reactor, descriptor: terminal.end) { Issue.record("\($0)") }
    for _ in 0..<200 { try screen.show(PageSample.dose) }
    try screen.show(PageSample.told)
    let alone = try shown(PageSample.told, 80, 25)
    let limit = reactor.now.after(milliseconds: 60_000)
    while terminal.lines != alone.lines, reactor.now < limit { try terminal.awaitPage(reactor) }
    #expect(terminal.lines == alone.lines)
    #expect(try !reactor.turn(until: reactor.now.after(milliseconds: 10)), "and it does not spin")
  }

  @Test("A terminal that is closed is an error and one line")
  func gone() throws {
    let terminal = Terminal(columns: 80, rows: 25)
    var lines: [String] = []
    let screen = TerminalScreen(try Reactor(), descriptor: terminal.end) { lines.append($0) }
    try screen.show(PageSample.home)
    terminal.hangUp()
    for _ in 0..<3 {
      #expect(throws: ScreenError.unavailable) { try screen.show(PageSample.told) }
    }
    #expect(lines.count == 1)
  }

  @Test("Without a terminal a page is one line of the log, and the passing time is none")
  func plain() throws {
    let file = open("/dev/null", O_WRONLY)
    defer { close(file) }
    let reactor = try Reactor()
    var lines: [String] = []
    let screen = TerminalScreen(reactor, descriptor: file) { lines.append($0) }
    #expect(!screen.isTerminal)
    var page = PageSample.home
    try screen.show(page)
    screen.awaitMinute(Milliseconds(0))
    #expect(try !reactor.turn(until: reactor.now.after(milliseconds: 10)))
    page.clock = "10:05"
    try screen.show(page)
    try screen.show(PageSample.told)
    #expect(
      lines == [
        "screen: sábado 21 de marzo | Rosa | <rosa.jpg> | [AYUDA]",
        "screen: Hemos informado a María, tu hija | [OK] Volver",
      ])
  }

  /// Points that are red at the left, and blue from the top down.
  private static let photo: [UInt8] = (0..<64).flatMap { y in
    (0..<64).flatMap { x in [x < 32 ? 255 : 0, 0, UInt8(y * 4)] }
  }

  private func withPhoto(
    _ page: ScreenText, _ columns: Int, _ rows: Int, hasHalfBlocks: Bool = true,
    points: [UInt8]? = photo
  ) throws -> Terminal {
    let terminal = Terminal(columns: columns, rows: rows)
    let reactor = try Reactor()
    let screen = TerminalScreen(reactor, descriptor: terminal.end, hasHalfBlocks: hasHalfBlocks) {
      Issue.record("\($0)")
    }
    screen.photo = { name in name == page.photo ? points : nil }
    try screen.show(page)
    try terminal.awaitPage(reactor)
    #expect(terminal.mistakes == [])
    return terminal
  }

  @Test("The own photo stands on the page with its colours, and all words stand there, too (ALZ-8)")
  func photo() throws {
    for (columns, rows) in [(80, 25), (40, 20), (200, 60)] {
      let terminal = try withPhoto(PageSample.home, columns, rows)
      let drawn = terminal.colours.filter { !$0.joined().isEmpty }
      #expect(drawn.count >= 6, "\(columns)x\(rows)")
      let cells = try #require(drawn.first).filter { !$0.isEmpty }
      #expect(cells.count == 2 * drawn.count, "it is not square")
      // The points of a cell: red at the left, none at the right; blue grows downwards.
      #expect(cells.first?[0] == 255 && cells.last?[0] == 0)
      #expect(cells.first?[3] == 255 && cells.last?[3] == 0)
      let blues = drawn.compactMap { $0.first { !$0.isEmpty } }.flatMap { [$0[2], $0[5]] }
      #expect(blues == blues.sorted() && blues[0] < 20 && blues[blues.count - 1] > 230)
      let words = zip(terminal.cells, terminal.colours).map { letters, colours in
        zip(letters, colours).map { $1.isEmpty ? $0 : " " }
      }
      #expect(Digits.read(words) == "10:04")
      #expect(terminal.bold == "Rosa")
      #expect(terminal.lines.last?.contains("[AYUDA]") == true)
    }
  }

  @Test(
    "Without room, without half blocks, or with other bytes than a photo has, the page is as before"
  )
  func noPhoto() throws {
    func colours(_ terminal: Terminal) -> Bool { !terminal.colours.joined().joined().isEmpty }
    let broken = [[], [7], Array(Self.photo.dropLast()), Self.photo + [0]] as [[UInt8]]
    for points in broken {
      let terminal = try withPhoto(PageSample.home, 80, 25, points: points)
      #expect(!colours(terminal))
      #expect(terminal.lines == (try shown(PageSample.home, 80, 25)).lines)
    }
    #expect(!colours(try withPhoto(PageSample.home, 80, 25, hasHalfBlocks: false)))
    let small = try withPhoto(PageSample.home, 30, 10)
    #expect(!colours(small))
    #expect(small.lines == (try shown(PageSample.home, 30, 10)).lines)
  }

  @Test("The minute on the page ends once, and not on a page without the time")
  func minute() throws {
    let terminal = Terminal(columns: 80, rows: 25)
    let reactor = try Reactor()
    let screen = TerminalScreen(reactor, descriptor: terminal.end) { _ in }
    try screen.show(PageSample.home)
    screen.awaitMinute(Milliseconds(5))
    #expect(!screen.takeMinute())
    try reactor.turn(until: reactor.now.after(milliseconds: 60_000))
    #expect(screen.takeMinute())
    #expect(!screen.takeMinute())
    screen.awaitMinute(Milliseconds(5))
    try screen.show(PageSample.told)
    #expect(try !reactor.turn(until: reactor.now.after(milliseconds: 20)))
    #expect(!screen.takeMinute())
  }
}

/// Pages as the words for the wearer make them.
private enum PageSample {
  static let home = ScreenText(
    clock: "10:04", title: "sábado 21 de marzo", headline: "Rosa",
    photo: "rosa.jpg",
    hints: [.init(key: .help, isLong: false, label: "AYUDA", text: "")])
  static let dose = ScreenText(
    title: "Insulina para el desayuno", headline: "10 unidades",
    body: [
      "diez unidades", "Glucosa: 182 mg/dL", "Comida: 6 U (base)",
      "Corrección: +2,1 U hasta 140 mg/dL", "Insulina activa: 1,2 U; de la corrección quedan 0,9 U",
      "Total: 10 U, redondeado de 9,6 U", "Ajustado a mano; el cálculo era 7 U",
      "Última dosis: 4 U hace 90 minutos",
    ],
    hints: [
      .init(key: .plus, isLong: false, label: "+", text: "Más"),
      .init(key: .minus, isLong: false, label: "−", text: "Menos"),
      .init(key: .ok, isLong: false, label: "OK", text: "Confirmar"),
    ])
  static let told = ScreenText(
    headline: "Hemos informado a María, tu hija",
    hints: [.init(key: .ok, isLong: false, label: "OK", text: "Volver")])
}
