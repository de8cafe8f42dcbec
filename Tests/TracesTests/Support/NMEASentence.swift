/// A sentence with "$" and its checksum: "GPGGA,…" becomes "$GPGGA,…*5A".
func sentence(_ body: String) -> String {
  let sum = body.utf8.reduce(0 as UInt8) { $0 ^ $1 }
  let digits = String(sum, radix: 16, uppercase: true)
  return "$\(body)*\(digits.count == 1 ? "0" : "")\(digits)"
}

/// A log of one sentence a line.
func log(_ bodies: String...) -> String {
  bodies.map { sentence($0) + "\r\n" }.joined()
}

/// A GGA of a place in Cuenca with nine satellites.
func gga(_ time: String, quality: String = "1", hdop: String = "1.0") -> String {
  "GPGGA,\(time),0254.0307,S,07900.2707,W,\(quality),09,\(hdop),2560.0,M,10.0,M,,"
}

/// The RMC of the same place.
func rmc(_ time: String, date: String = "210315", status: String = "A") -> String {
  "GPRMC,\(time),\(status),0254.0307,S,07900.2707,W,10.0,90.0,\(date),,,A"
}
