import CLinux
import Glibc
import HAL

/// The receiver behind gpsd.
///
/// It connects by itself, as soon as the reactor turns, and again after each loss. Each attempt in a
/// row that brings no fix waits twice as long as the one before; otherwise it would spin. The receiver
/// behind a silent daemon may be silent too. So a daemon counts as hung only if it does not answer a
/// question either. Nothing here waits, not even for a connection.
///
/// The same reports become fixes, with the same numbers, as in a trace that gpsd wrote.
public final class LinuxGPS: GPS {
  /// Unreadable bytes in a row from which it is not gpsd that talks.
  private static let mostRubbish = 3 * Int(CLINUX_GPS_LONGEST_LINE)

  /// True while gpsd reports.
  public private(set) var isAvailable = false
  /// Reports that could not be read, since the start.
  public private(set) var garbled = 0
  /// Fixes of a flood that were left out, since the start.
  public private(set) var flooded = 0
  /// Fixes that nobody read in time, since the start.
  public var overflowed: Int { fixes.overflowed }

  private let reactor: Reactor
  private let address: GpsdAddress
  private let patience: Patience
  private let log: (String) -> Void
  private let lines: OpaquePointer
  private var fixes = FixQueue()
  private var receivers = Receivers()
  private var hasUntoldLoss = false
  private var hasUntoldGarble = false
  private var hasLoggedGarble = false
  /// Nothing was told of the daemon yet: neither that it is there nor that it is not.
  private var isNew = true

  private var timer: Reactor.Timer?
  private var connection: (descriptor: Int32, registration: Reactor.Registration)?
  private var isConnected = false
  private var lastReport = BootTime(nanoseconds: 0)
  private var hasAsked = false
  private var rubbish = 0
  private var delay: Int64
  private var bytes: Allowance
  private var taken: Allowance

  /// - Parameters:
  ///   - budget: the amount that is read of it; more is a flood.
  ///   - log: gets one line when gpsd is lost or back, and one a connection when it sends what cannot be read.
  public init(
    _ reactor: Reactor, address: GpsdAddress = .standard, patience: Patience = Patience(),
    budget: ReceiverBudget = .unlimited, log: @escaping (String) -> Void
  ) {
    guard let lines = clinux_gps_new() else { preconditionFailure("no memory at the start") }
    self.reactor = reactor
    self.address = address
    self.patience = patience
    self.log = log
    self.lines = lines
    delay = patience.backOff.lowerBound
    bytes = Allowance(budget.bytes, per: budget.refill, now: reactor.moment)
    taken = Allowance(budget.fixes, per: budget.refill, now: reactor.moment)
    let timer = reactor.addTimer(.receiver) { [weak self] in self?.ring() }
    self.timer = timer
    reactor.set(timer, at: reactor.now)
  }

  deinit {
    disconnect()
    if let timer { reactor.remove(timer) }
    clinux_gps_free(lines)
  }

  /// Returns each fix once, oldest first.
  /// - Throws: `unavailable` once for each loss, also when gpsd is not there at the start. `garbled`
  ///   once for unreadable lines since the last time. Both come after the fixes.
  public func read() throws(GPSError) -> Fix? {
    if let fix = fixes.take() { return fix }
    if hasUntoldLoss {
      hasUntoldLoss = false
      throw .unavailable
    }
    if hasUntoldGarble {
      hasUntoldGarble = false
      throw .garbled
    }
    return nil
  }

  // MARK: Connecting

  private func wake(after milliseconds: Int64) {
    if let timer { reactor.set(timer, at: reactor.now.after(milliseconds: milliseconds)) }
  }

  private func ring() {
    guard connection != nil else { return connect() }
    guard isConnected else { return lose("no answer to the call") }
    let due = lastReport.after(milliseconds: patience.silence)
    if reactor.now < due {
      if let timer { reactor.set(timer, at: due) }
    } else if hasAsked {
      lose("it hangs")
    } else if let connection {
      hasAsked = true
      _ = clinux_gps_ask(connection.descriptor)
      wake(after: patience.answer)
    }
  }

  private func connect() {
    clinux_gps_clear(lines)
    isConnected = false
    hasAsked = false
    hasLoggedGarble = false
    receivers = Receivers()
    rubbish = 0
    let descriptor = clinux_gps_connect(address.host, address.port)
    guard descriptor >= 0 else { return lose(reason(descriptor)) }
    do {
      let registration = try reactor.add(descriptor, UInt32(CLINUX_WRITABLE), .receiver) {
        [weak self] _ in self?.serve()
      }
      connection = (descriptor, registration)
      wake(after: patience.answer)
    } catch {
      close(descriptor)
      lose(error.description)
    }
  }

  private func disconnect() {
    guard let connection else { return }
    reactor.remove(connection.registration)
    close(connection.descriptor)
    self.connection = nil
  }

  private func lose(_ reason: String) {
    disconnect()
    if isAvailable || isNew {
      log("gpsd at \(address) is not there (\(reason)); trying again")
      hasUntoldLoss = true
    }
    isAvailable = false
    isNew = false
    wake(after: delay)
    delay = min(delay * 2, patience.backOff.upperBound)
  }

  private func reason(_ code: Int32) -> String { String(cString: strerror(-code)) }

  // MARK: Reports

  private func serve() {
    guard let connection else { return }
    if !isConnected {
      let result = clinux_gps_connected(connection.descriptor)
      guard result == 0 else { return lose(reason(result)) }
      isConnected = true
      lastReport = reactor.now
      _ = clinux_gps_watch(connection.descriptor)
      reactor.change(connection.registration, UInt32(CLINUX_READABLE))
      wake(after: patience.silence)
    }
    let count = clinux_gps_fill(lines, connection.descriptor)
    guard count >= 0 else {
      return lose(count == -EPIPE ? "it closed the connection" : reason(count))
    }
    rubbish += Int(count)
    let isFlood = !bytes.take(Int64(count), now: reactor.moment)
    var report = clinux_gps_report()
    while clinux_gps_next(lines, &report) { take(report) }
    if isFlood {
      // Whatever it says in between: only time makes it a receiver again.
      delay = patience.backOff.upperBound
      lose("it sends more than any receiver")
    } else if rubbish > LinuxGPS.mostRubbish {
      lose("it sends what cannot be read")
    }
  }

  private func take(_ report: clinux_gps_report) {
    guard report.kind != CLINUX_GPS_RUBBISH else { return refuse() }
    rubbish = 0
    lastReport = reactor.now
    if hasAsked { wake(after: patience.silence) }
    hasAsked = false
    if !isAvailable {
      // The first connection is expected, so it is not logged.
      if !isNew { log("gpsd at \(address) is back") }
      isAvailable = true
      isNew = false
    }
    if report.kind == CLINUX_GPS_SKY {
      receivers.take(hdop: report.hdop.isFinite ? report.hdop : nil, of: report.device)
    }
    if report.kind == CLINUX_GPS_TPV {
      delay = patience.backOff.lowerBound
      let fix = Fix(report, hdop: receivers.sky(of: report.device).hdop)
      guard receivers.takes(fix.mode, of: report.device) else { return }
      if taken.take(1, now: reactor.moment) {
        fixes.add(fix)
      } else {
        flooded += 1
      }
    }
  }

  private func refuse() {
    garbled += 1
    hasUntoldGarble = true
    guard !hasLoggedGarble else { return }
    hasLoggedGarble = true
    log("gpsd at \(address) sends what cannot be read")
  }

  /// Waiting times, in milliseconds.
  public struct Patience: Sendable {
    /// Wait before it connects again: the first time, and at most.
    public var backOff: ClosedRange<Int64>
    /// The time without a report after which gpsd is asked for a sign of life.
    public var silence: Int64
    /// Wait for that sign, and for a connection.
    public var answer: Int64

    public init(
      backOff: ClosedRange<Int64> = 1000...60_000, silence: Int64 = 10_000, answer: Int64 = 5000
    ) {
      self.backOff = backOff
      self.silence = silence
      self.answer = answer
    }
  }
}

extension Fix {
  /// Reads a TPV report by the rules by which a gpsd trace is read.
  /// - Parameter hdop: of the last SKY report of that receiver.
  package init(_ report: clinux_gps_report, hdop: Double?) {
    self.init(mode: Mode(rawValue: UInt8(clamping: report.mode)) ?? .none)
    if report.has_position {
      position = Position(latitudeE7: report.latitude_e7, longitudeE7: report.longitude_e7)
    }
    if report.has_time { time = FixTime(WallTime(milliseconds: report.time), isDated: true) }
    eph = Fix.eph(report) ?? (mode == .none ? nil : ErrorModel.eph(hdop: hdop))
    speed = Fix.finite(report.speed).map { MetresPerSecond($0) }
    course = Fix.finite(report.track).map { Degrees($0) }
  }

  /// gpsd before 3.20 gave the two axes only.
  private static func eph(_ report: clinux_gps_report) -> Metres? {
    if let eph = finite(report.eph) { return Metres(eph) }
    guard let epx = finite(report.epx), let epy = finite(report.epy) else { return nil }
    return finite((epx * epx + epy * epy).squareRoot()).map { Metres($0) }
  }

  private static func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }
}

/// Fixes that wait to be read, oldest first.
///
/// A reader that looks after each turn finds all. For one that does not, the oldest makes room: a
/// place of now says more than one of long ago.
private struct FixQueue {
  /// One piece of gpsd's output holds no more of the shortest reports, `{"class":"TPV","mode":1}`.
  static let capacity = Int(CLINUX_GPS_LONGEST_LINE) / 25 + 1

  private var fixes: [Fix] = []
  private var first = 0
  private(set) var overflowed = 0

  mutating func add(_ fix: Fix) {
    if fixes.count - first == FixQueue.capacity {
      overflowed += 1
      first += 1
    }
    if first > FixQueue.capacity {
      fixes.removeFirst(first)
      first = 0
    }
    fixes.append(fix)
  }

  mutating func take() -> Fix? {
    guard first < fixes.count else { return nil }
    let fix = fixes[first]
    first += 1
    if first == fixes.count {
      fixes.removeAll(keepingCapacity: true)
      first = 0
    }
    return fix
  }
}

/// The address on which gpsd listens.
public struct GpsdAddress: Equatable, Sendable, CustomStringConvertible {
  /// The host in figures, because looking up a name would hold up the loop.
  public let host: String
  public let port: UInt16

  /// gpsd's own port on this board.
  public static let standard = GpsdAddress(known: "127.0.0.1", port: 2947)

  /// Nil when `host` is not an IPv4 or IPv6 address in figures.
  public init?(_ host: String, port: UInt16 = 2947) {
    var bytes = in6_addr()
    guard inet_pton(AF_INET, host, &bytes) == 1 || inet_pton(AF_INET6, host, &bytes) == 1 else {
      return nil
    }
    self.init(known: host, port: port)
  }

  private init(known host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  public var description: String {
    host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
