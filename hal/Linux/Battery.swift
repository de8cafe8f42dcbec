import Glibc
import HAL
import Words

/// The board's battery as the kernel tells of it in `/sys/class/power_supply`.
///
/// It is looked at once a minute. While it is gone, each `read` says so. A board that never had one runs
/// on mains power: that is no fault, and one that appears later is read.
public final class LinuxBattery: Battery {
  /// Milliseconds between two looks.
  static let interval: Int64 = 60_000

  private let reactor: Reactor
  private let root: String
  private let log: (String) -> Void
  private var timer: Reactor.Timer?
  private var level: BatteryLevel?
  private var told: BatteryLevel?
  /// Whether there ever was one.
  private var isKnown = false

  /// - Parameters:
  ///   - root: the kernel's own folder.
  ///   - log: gets a line when the battery goes, or comes after the start.
  public init(
    _ reactor: Reactor, root: String = "/sys/class/power_supply",
    log: @escaping (String) -> Void
  ) {
    self.reactor = reactor
    self.root = root
    self.log = log
    if let name = LinuxBattery.find(root) {
      isKnown = true
      level = LinuxBattery.level("\(root)/\(name)")
      if level == nil { log("battery: \(root)/\(name) says no level") }
    }
    timer = reactor.addTimer(.rest) { [unowned self] in look() }
    arm()
  }

  deinit { if let timer { reactor.remove(timer) } }

  public func read() throws(BatteryError) -> BatteryLevel? {
    guard isKnown else { return nil }
    guard let level else { throw .unavailable }
    guard level != told else { return nil }
    told = level
    return level
  }

  /// Whoever reads it has forgotten what it said.
  public func restart() { told = nil }

  /// Reads the level now, whatever the timer says.
  public func look() {
    let was = level
    level = LinuxBattery.find(root).flatMap { LinuxBattery.level("\(root)/\($0)") }
    if was != nil, level == nil { log("battery: gone from \(root)") }
    if was == nil, level != nil { log("battery: \(isKnown ? "back" : "found") in \(root)") }
    isKnown = isKnown || level != nil
    arm()
  }

  private func arm() {
    guard let timer else { return }
    reactor.set(timer, at: reactor.now.after(milliseconds: LinuxBattery.interval))
  }

  /// The first that feeds the board itself, and not a mouse beside it.
  private static func find(_ root: String) -> String? {
    guard let entries = opendir(root) else { return nil }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names.sorted().first {
      text("\(root)/\($0)/type") == "Battery" && text("\(root)/\($0)/scope") != "Device"
        && text("\(root)/\($0)/present") != "0"
    }
  }

  /// Nil: it is gone, or says nothing of use.
  private static func level(_ folder: String) -> BatteryLevel? {
    guard text("\(folder)/present") != "0" else { return nil }
    guard let percent = number("\(folder)/capacity") ?? share(folder), percent >= 0 else {
      return nil
    }
    // "Not charging" hangs on the mains too, and yet does not get fuller.
    let status = text("\(folder)/status")
    return BatteryLevel(
      percent: UInt8(min(percent, 100)), isCharging: status == "Charging" || status == "Full")
  }

  /// The share on gauges that report amounts only.
  private static func share(_ folder: String) -> Int? {
    for what in ["energy", "charge"] {
      guard let now = number("\(folder)/\(what)_now"), now >= 0,
        let full = number("\(folder)/\(what)_full"), full > 0
      else { continue }
      return Int(min(Double(now) / Double(full), 1) * 100)
    }
    return nil
  }

  private static func number(_ path: String) -> Int? {
    text(path).flatMap { ForeignNumber.exact($0) }
  }

  /// The first line of a file; nil when it cannot be read.
  private static func text(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
