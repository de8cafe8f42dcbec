import CLinux
import Glibc
import Linux

/// Both ends of a terminal: what a program writes to it is drawn as a terminal emulator would.
///
/// It knows what `TerminalScreen` may use (ECMA-48's CUP, EL, ED and SGR; no wrapping) and takes
/// anything else for a mistake.
final class Terminal {
  let columns: Int
  let rows: Int
  /// The end of the program.
  let end: Int32
  private let master: Int32
  private(set) var cells: [[Character]]
  private var strong: [[Bool]]
  /// Red, green and blue of letter and ground, where a cell has colours of its own.
  private(set) var colours: [[[Int]]] = []
  private var colour: [Int] = []
  private(set) var mistakes: [String] = []
  private(set) var hasCursor = true
  private var pages = 0
  /// Told after each page that has come whole.
  var hasPage: () -> Void = {}
  private var (row, column) = (0, 0)
  private var isStrong = false
  private var pending: [UInt8] = []

  /// TIOCSPTLCK and TIOCGPTPEER of <asm-generic/ioctls.h>, which Swift does not import.
  private static let setLock: UInt = 0x4004_5431
  private static let openPeer: UInt = 0x5441

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    // A server that another test starts in this moment would keep the line open: both ends are closed
    // in it from their first moment on.
    let flags = O_RDWR | O_NOCTTY | O_CLOEXEC
    master = open("/dev/ptmx", flags)
    var isLocked: Int32 = 0
    _ = ioctl(master, Terminal.setLock, &isLocked)
    end = ioctl(master, Terminal.openPeer, flags)
    _ = ioctl(end, UInt(TIOCSWINSZ), &size)
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    strong = Array(repeating: Array(repeating: false, count: columns), count: rows)
    colours = Array(repeating: Array(repeating: [], count: columns), count: rows)
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
  }

  deinit {
    hangUp()
    close(end)
  }

  private var isOpen = true
  /// Nobody has the other end any more when it returns. A server that another test starts in this
  /// moment holds it until its own program runs.
  func hangUp() {
    guard isOpen else { return }
    isOpen = false
    close(master)
    var line = pollfd(fd: end, events: 0, revents: 0)
    for _ in 0..<10_000 {
      poll(&line, 1, 0)
      if line.revents & Int16(POLLHUP) != 0 { return }
      usleep(1000)
    }
  }

  /// Somebody types.
  func type(_ text: String) { _ = write(master, text, text.utf8.count) }

  var settings: termios {
    var settings = termios()
    tcgetattr(end, &settings)
    return settings
  }

  /// Draws the pages that have come whole. Returns how many bytes came.
  @discardableResult func draw() -> Int {
    var bytes = [UInt8](repeating: 0, count: 65536)
    var count = 0
    while true {
      let more = read(master, &bytes, bytes.count)
      if more <= 0 { break }
      count += more
      pending += bytes.prefix(more)
    }
    let end = Array("\u{1B}[?7h".utf8)
    while let i = pending.indices.dropLast(end.count - 1).first(where: {
      pending[$0..<$0 + end.count].elementsEqual(end)
    }) {
      interpret(String(decoding: pending[..<(i + end.count)], as: UTF8.self))
      pending.removeFirst(i + end.count)
      pages += 1
      hasPage()
    }
    return count
  }

  /// Waits until another page has come whole: writing takes a moment, and a long page several turns.
  func awaitPage(_ reactor: Reactor) throws {
    let (before, limit) = (pages, reactor.now.after(milliseconds: 60_000))
    draw()
    while pages == before, reactor.now < limit {
      try reactor.turn(until: reactor.now.after(milliseconds: 5))
      draw()
    }
  }

  /// The rows as they are seen, without the blanks at their ends.
  var lines: [String] {
    cells.map { row in
      var row = row
      while row.last == " " { row.removeLast() }
      return String(row)
    }
  }

  /// The letters in bold, in reading order.
  var bold: String {
    let rows = (0..<rows).map { y in
      String((0..<columns).filter { strong[y][$0] }.map { cells[y][$0] })
    }
    return rows.filter { !$0.isEmpty }.joined(separator: " ")
  }

  func clear() { for y in 0..<rows { erase(y, 0..<columns) } }

  private func interpret(_ text: String) {
    var rest = Substring(text)
    while let letter = rest.popFirst() {
      switch letter {
      case "\u{1B}" where rest.hasPrefix("%G"): rest = rest.dropFirst(2)
      case "\u{1B}" where rest.first == "[":
        let body = rest.dropFirst().prefix { !$0.isLetter && $0 != "\u{1B}" }
        rest = rest.dropFirst(1 + body.count)
        // Another page took the place of this one.
        if rest.first == "\u{1B}" { continue }
        control(String(body), rest.popFirst() ?? "?")
      case " "..."~", "¡"..."ÿ", "█", "▀", "▄": put(letter)
      default: mistakes.append("letter \(letter.unicodeScalars.map { $0.value })")
      }
    }
  }

  private func put(_ letter: Character) {
    if column >= columns {
      mistakes.append("beyond the edge in row \(row)")
      return
    }
    cells[row][column] = letter
    strong[row][column] = isStrong
    colours[row][column] = colour
    column += 1
  }

  private func erase(_ y: Int, _ columns: Range<Int>) {
    for x in columns {
      cells[y][x] = " "
      strong[y][x] = false
      colours[y][x] = []
    }
  }

  private func control(_ body: String, _ end: Character) {
    let numbers = body.split(separator: ";").compactMap { Int($0) }
    switch (end, body) {
    case ("H", _):
      row = min((numbers.first ?? 1) - 1, rows - 1)
      column = min((numbers.count > 1 ? numbers[1] : 1) - 1, columns - 1)
    case ("K", "2"): erase(row, 0..<columns)
    case ("J", ""):
      erase(row, column..<columns)
      for y in row + 1..<max(rows, row + 1) { erase(y, 0..<columns) }
    case ("m", "0"):
      isStrong = false
      colour = []
    case ("m", _)
    where numbers.count == 10 && Array(numbers[..<2]) == [38, 2]
      && Array(numbers[5..<7]) == [48, 2]
      && numbers.allSatisfy({ (0...255).contains($0) }):
      colour = Array(numbers[2..<5] + numbers[7...])
    case ("m", "1"): isStrong = true
    case ("l", "?25"): hasCursor = false
    case ("h", "?25"): hasCursor = true
    case ("l", "?7"), ("h", "?7"): break
    default: mistakes.append("control \(body)\(end)")
    }
  }
}
