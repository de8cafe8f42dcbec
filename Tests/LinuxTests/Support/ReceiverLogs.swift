import Foundation
import HAL
import Names
import TestSupport
import Traces

/// Logs of receivers: our own recordings, and the real ones that live beside the package.
enum ReceiverLogs {
  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// The fixes that a replay of the trace hands to the core.
  static func fixes(_ path: String) throws -> [Fix] {
    let reader = try TraceReader(path: path, options: .init(takesConfiguration: false))
    var fixes: [Fix] = []
    while let event = try reader.nextEvent() {
      if case .fix(let fix) = event.kind { fixes.append(fix) }
    }
    return fixes
  }

  static func fixes(ofText text: String) throws -> [Fix] {
    let folder = TemporaryFolder()
    return try fixes(folder.write("trace", text))
  }

  /// One of our traces as a receiver would have said it: RMC, GGA and GSA of each second.
  static func nmea(ofOwn name: String) throws -> [UInt8] {
    var text = ""
    for fix in try fixes(Places.own("traces/" + name)) {
      guard let position = fix.position, let time = fix.time?.wall else { continue }
      text += epoch(
        time, position, speed: fix.speed?.value ?? 0, hdop: (fix.eph?.value ?? 19) / 19)
    }
    return Array(text.utf8)
  }

  /// A receiver's sentences for one second.
  /// - Parameters:
  ///   - speed: metres a second.
  ///   - course: degrees.
  static func epoch(
    _ time: WallTime, _ position: Position, speed: Double, course: Double = 0, hdop: Double
  ) -> String {
    let stamp = CivilTime.text(time).filter(\.isNumber)
    let clock = "\(stamp.dropFirst(8).prefix(6)).00"
    let date =
      stamp.dropFirst(6).prefix(2) + stamp.dropFirst(4).prefix(2)
      + stamp.dropFirst(2).prefix(2)
    let place =
      angle(position.latitudeE7, digits: 2, "N", "S") + ","
      + angle(position.longitudeE7, digits: 3, "E", "W")
    let knots = String(format: "%.1f", speed / 0.514444)
    let course = String(format: "%.1f", course)
    let hdop = String(format: "%.1f", hdop)
    return sentence("GPRMC,\(clock),A,\(place),\(knots),\(course),\(date),,,A")
      + sentence("GPGGA,\(clock),\(place),1,09,\(hdop),2560.0,M,10.0,M,,")
      + sentence("GPGSA,A,3,01,02,03,04,05,06,07,08,09,,,,2.0,\(hdop),1.8")
  }

  private static func sentence(_ body: String) -> String {
    let sum = body.utf8.reduce(0 as UInt8) { $0 ^ $1 }
    return String(format: "$%@*%02X\r\n", body, Int(sum))
  }

  private static func angle(_ e7: Int32, digits: Int, _ plus: String, _ minus: String) -> String {
    let degrees = Int(e7.magnitude) / 10_000_000
    let minutes = Double(Int(e7.magnitude) % 10_000_000) * 60 / 1e7
    return String(format: "%0\(digits)d%08.5f,", degrees, minutes) + (e7 < 0 ? minus : plus)
  }
}
