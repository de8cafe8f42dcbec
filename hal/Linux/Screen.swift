import CLinux
import Glibc
import HAL
import Words

/// The wearer's screen on a terminal: a window, a serial line or the console on a framebuffer.
///
/// A page is written whole and never waited for. The terminal gets the rest when it is ready again, and
/// a newer page replaces that rest. Without a terminal, a page is one line of the log. A photo
/// is drawn where the page leaves room, on a terminal that says it has 16 million colours.
public final class TerminalScreen: Screen {
  private let reactor: Reactor
  /// The size of letters, where there is room.
  public var size: TextSize { didSet { if size != oldValue { resize() } } }
  private let hasHalfBlocks: Bool
  /// The points of a photo by its name on the page, for `PhotoCells`; nil: there is none to draw.
  public var photo: ((String) -> [UInt8]?)?
  private let log: (String) -> Void
  /// Nil: no terminal.
  private var terminal: Int32?
  private var isGone = false
  private var registration: Reactor.Registration?
  private var waiting: [UInt8] = []
  private var page: ScreenText?
  private var minute: Reactor.Timer?
  private var isMinuteOver = false

  /// - Parameters:
  ///   - descriptor: the terminal, which is opened anew; standard output unless told otherwise.
  ///   - size: the size of letters, where there is room.
  ///   - hasHalfBlocks: its font has ▀ and ▄, as all have but many of the Linux console (`TERM=linux`).
  ///   - log: gets the pages as lines where there is no terminal, and a line when it goes.
  public init(
    _ reactor: Reactor, descriptor: Int32 = STDOUT_FILENO, size: TextSize = .normal,
    hasHalfBlocks: Bool = true, log: @escaping (String) -> Void
  ) {
    self.reactor = reactor
    self.size = size
    self.hasHalfBlocks = hasHalfBlocks
    self.log = log
    let opened = clinux_terminal_open(descriptor, true)
    terminal = opened < 0 ? nil : opened
    if opened < 0, opened != -ENOTTY { log("screen: \(SystemError("terminal", code: -opened))") }
    minute = reactor.addTimer(.rest) { [unowned self] in isMinuteOver = true }
  }

  deinit {
    if let registration { reactor.remove(registration) }
    if let minute { reactor.remove(minute) }
    if let terminal { close(terminal) }
  }

  /// False: pages become lines of the log.
  public var isTerminal: Bool { terminal != nil }

  /// Shows the page, and drops the wait for the end of the minute that the page before asked for.
  public func show(_ page: ScreenText) throws(ScreenError) {
    awaitMinute(nil)
    let before = self.page
    self.page = page
    if isGone { throw .unavailable }
    if terminal == nil {
      logPage(page, after: before)
    } else {
      draw()
    }
    if isGone { throw .unavailable }
  }

  /// The page shows a time, which is over in that many milliseconds of the reactor's clock; nil: it
  /// shows none. A log is not told the time.
  public func awaitMinute(_ left: Milliseconds?) {
    isMinuteOver = false
    guard let minute, terminal != nil || left == nil else { return }
    reactor.set(minute, at: left.map { reactor.now.after(milliseconds: $0.count) })
  }

  /// True once when the time on the page is over: it is to be shown anew.
  public func takeMinute() -> Bool {
    defer { isMinuteOver = false }
    return isMinuteOver
  }

  /// The window has another size (SIGWINCH).
  public func resize() { if !isGone, terminal != nil, page != nil { draw() } }

  /// Leaves an empty terminal with its cursor. Nothing is shown any more.
  public func restore() {
    guard let terminal, !isGone else { return }
    waiting = Array("\u{1B}[0m\u{1B}[H\u{1B}[J\u{1B}[?25h\u{1B}[?7h".utf8)
    flush(terminal)
    isGone = true
  }

  // MARK: Drawing

  private func draw() {
    guard let terminal, let page else { return }
    var (columns, rows): (Int32, Int32) = (0, 0)
    _ = clinux_terminal_size(terminal, &columns, &rows)
    // Nothing can be read below these bounds, and nobody has a terminal above them.
    let panel = Panel(
      columns: columns <= 0 ? 80 : min(max(Int(columns), 10), 400),
      rows: rows <= 0 ? 25 : min(max(Int(rows), 4), 200), size: size,
      hasHalfBlocks: hasHalfBlocks,
      photo: hasHalfBlocks ? page.photo.flatMap { photo?($0) }.flatMap(PhotoCells.init) : nil)
    waiting = TerminalScreen.frame(panel.lines(page), columns: panel.columns)
    flush(terminal)
  }

  /// Every line at its place, so that nothing scrolls or flickers. It begins with Escape, which also
  /// ends what a replaced page left half said.
  private static func frame(_ lines: [Panel.Line], columns: Int) -> [UInt8] {
    // UTF-8, no cursor, no line wrap.
    var frame = "\u{1B}%G\u{1B}[0m\u{1B}[?25l\u{1B}[?7l"
    for (i, line) in lines.enumerated() {
      let width = line.width ?? line.text.count
      let indent = String(repeating: " ", count: max(columns - width, 0) / 2)
      let text = line.isStrong ? "\u{1B}[1m\(line.text)\u{1B}[0m" : line.text
      frame += "\u{1B}[\(i + 1);1H\u{1B}[2K\(indent)\(text)"
    }
    return Array((frame + "\u{1B}[?7h").utf8)
  }

  /// Sends what the terminal takes, and waits for it to take the rest.
  private func flush(_ terminal: Int32) {
    while !waiting.isEmpty {
      let count = waiting.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
      if count > 0 {
        waiting.removeFirst(count)
      } else if count < 0, errno == EAGAIN {
        break
      } else if count == 0 || errno != EINTR {
        lose(SystemError("terminal"))
        break
      }
    }
    if waiting.isEmpty, let registration {
      reactor.remove(registration)
      self.registration = nil
    } else if !waiting.isEmpty, registration == nil {
      registration = try? reactor.add(terminal, UInt32(CLINUX_WRITABLE), .rest) {
        [unowned self] _ in flush(terminal)
      }
    }
  }

  private func lose(_ error: SystemError) {
    isGone = true
    waiting = []
    log("screen: \(error)")
  }

  private func logPage(_ page: ScreenText, after before: ScreenText?) {
    var (page, before) = (page, before)
    page.clock = nil
    before?.clock = nil
    guard page != before else { return }
    log("screen: " + page.lines.map { PlainText.clean($0) }.joined(separator: " | "))
  }
}
