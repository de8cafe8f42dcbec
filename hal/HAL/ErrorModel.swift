/// gpsd's guess of the horizontal error, for receivers that give only a dilution of precision:
/// gpsd/libgpsd_core.c, P_UERE_NO_DGPS and P_UERE_WITH_DGPS.
///
/// Here, because a live receiver and the log of one must give the same fix.
public enum ErrorModel {
  static let perHDOP = 19.0
  static let perHDOPDifferential = 4.75

  /// The radius of about 95 %. Nil without a usable dilution; at most 1,000 km.
  public static func eph(hdop: Double?, isDifferential: Bool = false) -> Metres? {
    guard let hdop, hdop.isFinite, hdop > 0 else { return nil }
    let metres = hdop * (isDifferential ? perHDOPDifferential : perHDOP)
    // To the millimetre, so that it reads "43.7" in a trace and not "43.699999999999996".
    return Metres((min(metres, 1e6) * 1000).rounded() / 1000)
  }
}
