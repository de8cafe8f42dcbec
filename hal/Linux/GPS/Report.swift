import CLinux
import HAL

extension Fix {
  /// What a TPV report says, by the rules by which a trace of gpsd's is read.
  /// - Parameter hdop: of the last SKY report.
  init(_ report: clinux_gps_report, hdop: Double?) {
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
    return Metres((epx * epx + epy * epy).squareRoot())
  }

  private static func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }
}
