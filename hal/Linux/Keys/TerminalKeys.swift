import CLinux
import Glibc
import HAL

/// Keys from a terminal, for a desk without buttons.
///
/// h help, Enter or o ok, O ok held long, + and -. Letters come one by one and unseen, and Control-C
/// still ends the program; whoever ends it calls `restore`. A terminal knows no release, so that each
/// letter is a press.
public final class TerminalKeys: Keys {
  private let reactor: Reactor
  private let log: (String) -> Void
  private let terminal: Int32
  /// Whether it is the kernel's own console, which hears the keyboards of the board.
  let isConsole: Bool
  /// Whether a letter is a press that counts elsewhere.
  var isEcho: (UInt8) -> Bool = { _ in false }
  private var registration: Reactor.Registration?
  private let before: termios
  private var presses = PressQueue()
  private var isLossUntold = false

  /// KDGKBTYPE of <linux/kd.h>, which Swift does not import. Terminals in windows and of ssh refuse it.
  private static let getKeyboardType: UInt = 0x4B33

  /// Returns nil, with a line that says why: no terminal, or somebody else's. The kernel would stop a
  /// background job that touches it.
  /// - Parameter descriptor: the terminal; standard input unless a test says otherwise.
  public init?(
    _ reactor: Reactor, descriptor: Int32 = STDIN_FILENO, log: @escaping (String) -> Void
  ) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else {
      log("keys: standard input is no terminal")
      return nil
    }
    let foreground = tcgetpgrp(descriptor)
    guard foreground < 0 || foreground == getpgrp() else {
      log("keys: the terminal belongs to another program; this one runs in the background")
      return nil
    }
    let terminal = clinux_terminal_open(descriptor, false)
    guard terminal >= 0 else {
      log("keys: \(SystemError("terminal", code: -terminal))")
      return nil
    }
    self.reactor = reactor
    self.log = log
    self.terminal = terminal
    var kind: CChar = 0
    isConsole = ioctl(descriptor, TerminalKeys.getKeyboardType, &kind) == 0
    before = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL)
    settings.c_iflag |= tcflag_t(ICRNL)
    // A device is not stopped by Control-Z, nor its screen by Control-S.
    settings.c_iflag &= ~tcflag_t(IXON)
    withUnsafeMutableBytes(of: &settings.c_cc) { letters in
      letters[Int(VSUSP)] = 0
      letters[Int(VMIN)] = 1
      letters[Int(VTIME)] = 0
    }
    tcsetattr(terminal, TCSANOW, &settings)
    registration = try? reactor.add(terminal, UInt32(CLINUX_READABLE), .keys) {
      [unowned self] _ in serve()
    }
  }

  deinit {
    restore()
    if let registration { reactor.remove(registration) }
    close(terminal)
  }

  /// None once the terminal is gone.
  public var available: KeySet { registration == nil ? KeySet(bits: 0) : .all }

  public func read() throws(KeysError) -> KeyPress? {
    if let press = presses.next() { return press }
    guard isLossUntold else { return nil }
    isLossUntold = false
    throw .unavailable
  }

  /// Leaves the terminal as it was found. The keys go on working until the program ends.
  public func restore() {
    var before = before
    tcsetattr(terminal, TCSANOW, &before)
  }

  private func serve() {
    var letters = [UInt8](repeating: 0, count: 64)
    let count = Glibc.read(terminal, &letters, letters.count)
    if count > 0 {
      for press in TerminalKeys.presses(letters.prefix(count), isEcho) { presses.append(press) }
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      lose()
    }
  }

  /// A hung-up line, or its end: it never comes back.
  private func lose() {
    if let registration { reactor.remove(registration) }
    registration = nil
    isLossUntold = true
    log("keys: the terminal is gone")
  }

  /// A terminal sends arrows and the like as a sequence that begins with Escape. The sequence comes in
  /// one piece, and the rest of that piece is skipped up to its last byte.
  private static func presses(_ letters: ArraySlice<UInt8>, _ isEcho: (UInt8) -> Bool) -> [KeyPress]
  {
    var presses: [KeyPress] = []
    var rest = letters
    while let letter = rest.popFirst() {
      if isEcho(letter) { continue }
      switch letter {
      case UInt8(ascii: "h"), UInt8(ascii: "H"): presses.append(KeyPress(.help))
      case UInt8(ascii: "\n"), UInt8(ascii: "o"): presses.append(KeyPress(.ok))
      case UInt8(ascii: "O"): presses.append(KeyPress(.ok, isLong: true))
      case UInt8(ascii: "+"): presses.append(KeyPress(.plus))
      case UInt8(ascii: "-"): presses.append(KeyPress(.minus))
      case 0x1B where rest.first == UInt8(ascii: "O"): rest = rest.dropFirst(2)
      case 0x1B where rest.first == UInt8(ascii: "["):
        rest = rest.dropFirst().drop { !(0x40...0x7E).contains($0) }.dropFirst()
      default: continue
      }
    }
    return presses
  }
}
