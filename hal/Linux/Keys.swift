import CLinux
import Glibc
import HAL

/// The board's buttons: all input devices of the kernel (evdev, gpio-keys) that have keys of ours.
///
/// A device that is unplugged is told of once, as an error of `read` behind the presses before it;
/// what is pressed meanwhile is lost. It is looked for again when a file appears in its folder, and
/// from time to time, and works again when it returns.
public final class LinuxKeys: Keys {
  /// More input devices than this are not used. One with a help key takes the place of one without.
  private static let mostDevices = 32
  /// Seconds until the next look for what is missing; they double.
  private static let firstWait: Int64 = 1
  private static let longestWait: Int64 = 30

  private let reactor: Reactor
  private let folder: String
  private let file: String?
  private let codes: KeyCodes
  private let isGrabbed: Bool
  private let log: (String) -> Void

  private var devices: [(device: InputDevice, registration: Reactor.Registration)] = []
  private var presses = PressQueue()
  private var echoes = KeyEchoes()
  private var isLossUntold = false
  /// All keys there ever were.
  private var known = KeySet(bits: 0)
  private var complaints: [String] = []
  private var watch: (descriptor: Int32, registration: Reactor.Registration)?
  private var hold: Reactor.Timer?
  private var search: Reactor.Timer?
  private var wait = LinuxKeys.firstWait

  /// - Parameters:
  ///   - path: the one device to use, such as `/dev/input/by-path/platform-gpio-keys-event`; nil for
  ///     every one in `/dev/input` that has keys of ours.
  ///   - isGrabbed: nobody else gets the presses, so that a console behind the board hears no Enter.
  ///   - log: gets a line whenever keys come or go.
  public init(
    _ reactor: Reactor, path: String? = nil, codes: KeyCodes = KeyCodes(), isGrabbed: Bool = false,
    log: @escaping (String) -> Void
  ) {
    self.reactor = reactor
    if let path {
      let slash = path.lastIndex(of: "/")
      folder = slash.map { String(path[..<$0]) } ?? "."
      file = String(slash.map { path[$0...].dropFirst() } ?? path[...])
    } else {
      folder = "/dev/input"
      file = nil
    }
    self.codes = codes
    self.isGrabbed = isGrabbed
    self.log = log
    hold = reactor.addTimer(.keys) { [unowned self] in serveHold() }
    search = reactor.addTimer(.rest) { [unowned self] in look() }
    look()
    if devices.isEmpty { log("keys: no device with keys of ours in \(folder); looking again") }
  }

  deinit {
    for one in devices { reactor.remove(one.registration) }
    if let watch {
      reactor.remove(watch.registration)
      close(watch.descriptor)
    }
    if let hold { reactor.remove(hold) }
    if let search { reactor.remove(search) }
  }

  /// The keys of the devices that are present now.
  public var available: KeySet {
    KeySet(bits: devices.reduce(0) { $0 | $1.device.keys.bits })
  }

  public func read() throws(KeysError) -> KeyPress? {
    if let press = presses.next() { return press }
    guard isLossUntold else { return nil }
    isLossUntold = false
    throw .unavailable
  }

  // MARK: Presses

  /// Whether a letter of the console is one of the presses that come from here. The key is there before it.
  func takeEcho(of letter: UInt8) -> Bool {
    for one in devices { serve(one.device) }
    return echoes.take(letter, at: reactor.now)
  }

  private func serve(_ device: InputDevice) {
    do {
      try device.read(reactor.now, into: &presses)
    } catch {
      lose(device, error)
    }
    armHold()
  }

  /// Waiting events come first: a release in time is no long press.
  private func serveHold() {
    for one in devices {
      serve(one.device)
      one.device.expire(reactor.now, into: &presses)
    }
    armHold()
  }

  private func armHold() {
    guard let hold else { return }
    reactor.set(hold, at: devices.compactMap(\.device.due).min())
  }

  // MARK: Coming and going

  private func lose(_ device: InputDevice, _ error: SystemError) {
    guard let i = devices.firstIndex(where: { $0.device === device }) else { return }
    reactor.remove(devices.remove(at: i).registration)
    isLossUntold = true
    log("keys: \(error) (\(device.name)); looking again")
    wait = LinuxKeys.firstWait
    armSearch()
  }

  /// Opens what is there and not open yet.
  private func look() {
    watchFolder()
    for name in names() {
      let path = "\(folder)/\(name)"
      if devices.contains(where: { $0.device.path == path }) { continue }
      do {
        guard let device = try InputDevice(path, codes, isGrabbed: isGrabbed), makeRoom(for: device)
        else { continue }
        device.typed = { [unowned self] code in echoes.note(code, at: reactor.now) }
        let registration = try reactor.add(device.descriptor, UInt32(CLINUX_READABLE), .keys) {
          [unowned self, unowned device] _ in serve(device)
        }
        devices.append((device, registration))
        known = KeySet(bits: known.bits | device.keys.bits)
        wait = LinuxKeys.firstWait
        complaints.removeAll { $0.hasPrefix(path) }
        log("keys: \(path) (\(device.name)) has \(LinuxKeys.names(of: device.keys))")
      } catch {
        complain(error)
      }
    }
    armSearch()
  }

  /// - Returns: false where it is left out.
  private func makeRoom(for device: InputDevice) -> Bool {
    guard devices.count == LinuxKeys.mostDevices else { return true }
    let index = LinuxKeys.givesWay(to: device.keys, among: devices.map(\.device.keys))
    let leftOut = index.map { devices[$0].device } ?? device
    complain(
      "\(leftOut.path) (\(leftOut.name)) is left out: more than \(LinuxKeys.mostDevices) devices "
        + "have keys of ours")
    guard let index else { return false }
    reactor.remove(devices.remove(at: index).registration)
    return true
  }

  /// The one of the open devices that is closed for a new one; nil: none is.
  static func givesWay(to new: KeySet, among open: [KeySet]) -> Int? {
    new.contains(.help) ? open.lastIndex { !$0.contains(.help) } : nil
  }

  private func armSearch() {
    guard let search else { return }
    guard devices.isEmpty || available != known else { return reactor.set(search, at: nil) }
    reactor.set(search, at: reactor.now.after(milliseconds: wait * 1000))
    wait = min(wait * 2, LinuxKeys.longestWait)
  }

  private func watchFolder() {
    guard watch == nil else { return }
    let descriptor = clinux_folder_watch(folder)
    guard descriptor >= 0 else { return }
    do {
      let registration = try reactor.add(descriptor, UInt32(CLINUX_READABLE), .rest) {
        [unowned self] _ in
        clinux_folder_drain(descriptor)
        look()
      }
      watch = (descriptor, registration)
    } catch {
      close(descriptor)
    }
  }

  private func names() -> [String] {
    if let file { return [file] }
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix("event") { names.append(name) }
    }
    // The numbers are in order: event10 comes behind event2.
    return names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  /// Each trouble once. A device that is not there is none: its folder is watched.
  private func complain(_ error: SystemError) {
    guard error.code != ENOENT, error.code != ENODEV else { return }
    complain(error.description)
  }

  private func complain(_ line: String) {
    guard !complaints.contains(line) else { return }
    if complaints.count == 16 { complaints.removeFirst() }
    complaints.append(line)
    log("keys: \(line)")
  }

  static func names(of keys: KeySet) -> String {
    let names: [(Key, String)] = [(.help, "help"), (.ok, "ok"), (.plus, "plus"), (.minus, "minus")]
    return names.filter { keys.contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}

/// The keys of one device that are down, and the presses that they become.
struct KeyHolds {
  /// Milliseconds from which on a press is long.
  static let long: Int64 = 800

  private struct Held {
    let code: UInt16
    let key: Key
    /// The moment by the device's clock, in microseconds.
    let stamp: Int64
    /// The moment at which it becomes a long press; nil once it was reported.
    var due: BootTime?
  }

  private var held: [Held] = []

  func isDown(_ code: UInt16) -> Bool { held.contains { $0.code == code } }

  /// It is down, and that is no press: it was so before anybody looked.
  mutating func ignore(_ code: UInt16, _ key: Key) {
    forget(code)
    held.append(Held(code: code, key: key, stamp: 0, due: nil))
  }

  /// Also of a key that is down already: its release was lost.
  /// - Parameter since: the same moment as `stamp`, on the reactor's clock.
  mutating func press(
    _ code: UInt16, _ key: Key, stamp: Int64, since: BootTime
  ) -> KeyPress? {
    forget(code)
    let isHelp = key == .help
    let due = isHelp ? nil : since.after(milliseconds: KeyHolds.long)
    held.append(Held(code: code, key: key, stamp: stamp, due: due))
    return isHelp ? KeyPress(.help) : nil
  }

  /// The device's own stamps tell how long it was down, however late the loop hears of it.
  mutating func release(_ code: UInt16, stamp: Int64) -> KeyPress? {
    guard let i = held.firstIndex(where: { $0.code == code }) else { return nil }
    let one = held.remove(at: i)
    guard one.due != nil else { return nil }
    return KeyPress(one.key, isLong: stamp - one.stamp >= KeyHolds.long * 1000)
  }

  /// Nobody knows when it came up: no press.
  mutating func forget(_ code: UInt16) { held.removeAll { $0.code == code } }

  /// The moment at which the next key has been down long enough.
  var due: BootTime? { held.compactMap(\.due).min() }

  /// The next key that has; nil when there is none.
  mutating func expire(_ now: BootTime) -> KeyPress? {
    guard let i = held.firstIndex(where: { $0.due.map { $0 <= now } ?? false }) else { return nil }
    held[i].due = nil
    return KeyPress(held[i].key, isLong: true)
  }
}

/// Presses that nobody has read yet, oldest first.
struct PressQueue {
  /// The number of presses that are kept: more than a finger makes between two turns of the loop.
  static let capacity = 32
  private var waiting: [KeyPress] = []

  /// A press that does not fit is lost, but never a press of help.
  mutating func append(_ press: KeyPress) {
    if waiting.count < PressQueue.capacity {
      waiting.append(press)
    } else if press.key == .help {
      waiting[PressQueue.capacity - 1] = press
    }
  }

  mutating func next() -> KeyPress? { waiting.isEmpty ? nil : waiting.removeFirst() }
}

/// Buttons and a terminal at once; either may be absent. A press that a console has, too, counts once.
public final class JoinedKeys: Keys {
  public let buttons: LinuxKeys?
  public let terminal: TerminalKeys?

  public init(buttons: LinuxKeys?, terminal: TerminalKeys?) {
    self.buttons = buttons
    self.terminal = terminal
    guard let terminal, terminal.isConsole else { return }
    terminal.isEcho = { [weak buttons] letter in buttons?.takeEcho(of: letter) ?? false }
  }

  public var available: KeySet {
    KeySet(bits: (buttons?.available.bits ?? 0) | (terminal?.available.bits ?? 0))
  }

  /// - Throws: `KeysError` when one of the two is gone; the other goes on.
  public func read() throws(KeysError) -> KeyPress? {
    if let press = try buttons?.read() { return press }
    return try terminal?.read()
  }
}
