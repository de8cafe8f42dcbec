import CLinux
import Glibc
import HAL

/// The receiver behind gpsd.
///
/// It connects by itself, as soon as the reactor turns, and again after each loss: at once it would
/// spin, so each attempt in a row that brings no fix waits twice as long as the one before. A daemon
/// that is silent may have a receiver that is: only one that does not answer a question either is
/// taken for hung. Nothing here waits, not even for a connection.
///
/// Which reports become fixes, and with which numbers, is the same as in a trace that gpsd wrote.
public final class LinuxGPS: GPS {
  /// So much that cannot be read, in a row, and it is not gpsd that talks.
  static let mostRubbish = 3 * Int(CLINUX_GPS_LONGEST_LINE)

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
  private var hdop: Double?
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
  ///   - budget: how much is taken of it; more is a flood, and no receiver.
  ///   - log: gets one line when gpsd is lost or back, and one a connection when it sends what cannot
  ///     be read.
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

  /// Each fix once, oldest first.
  /// - Throws: `unavailable` once for each loss, also when gpsd is not there at the start; `garbled`
  ///   once for what could not be read since the last time. Both come after the fixes.
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
    hdop = nil
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
      // At the first start that is what everybody expects.
      if !isNew { log("gpsd at \(address) is back") }
      isAvailable = true
      isNew = false
    }
    if report.kind == CLINUX_GPS_SKY, report.hdop.isFinite { hdop = report.hdop }
    if report.kind == CLINUX_GPS_TPV {
      delay = patience.backOff.lowerBound
      if taken.take(1, now: reactor.moment) {
        fixes.add(Fix(report, hdop: hdop))
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
}
