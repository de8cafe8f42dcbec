import HAL

/// The state of a decoder before a void sentence without a time, behind a fix.
struct Interruption {
  /// The most such sentences in a row: one for each talker.
  private static let mostVoids = 9

  /// The epoch of the fix, which may go on.
  var epoch: Epoch
  private let calendar: LogCalendar
  private var hdop: Double?
  private var satellitesInGSA: Int
  /// The addresses of the sentences. One that comes again is of the next epoch.
  private var voids: [UInt64]

  init(
    epoch: Epoch, calendar: LogCalendar, hdop: Double?, satellitesInGSA: Int, address: UInt64
  ) {
    self.epoch = epoch
    self.calendar = calendar
    self.hdop = hdop
    self.satellitesInGSA = satellitesInGSA
    voids = [address]
  }

  /// All that the sentences may have changed.
  var state: (Epoch, LogCalendar, Double?, Int) { (epoch, calendar, hdop, satellitesInGSA) }

  /// Adds another void sentence. False for one that comes again, and for one too many.
  mutating func add(_ address: UInt64) -> Bool {
    guard voids.count < Interruption.mostVoids, !voids.contains(address) else { return false }
    voids.append(address)
    return true
  }

  /// Takes a GSA, which is of the fix if the epoch goes on.
  mutating func takeGSA(_ mode: Fix.Mode, _ satellites: Int, _ dilution: Double?) {
    epoch.takeGSA(mode, satellites, dilution, &satellitesInGSA, &hdop)
  }
}
