import CLinux
import Glibc
import HAL
import Linux

/// The lines of a daemon become the same fixes, in however many pieces they come.
enum GpsdEntry {
  private struct Report: Equatable {
    var kind: UInt32
    var fix: Fix?
  }

  static func run(_ bytes: [UInt8]) throws {
    let (first, rest) = bytes.halves
    let reports = try read([bytes[...]])
    try must(try read([first, rest]) == reports, "other reports in two pieces")
    for fix in reports.compactMap(\.fix) {
      for number in [fix.eph?.value, fix.speed?.value, fix.course?.value] {
        try must(number?.isFinite ?? true, "a fix has \(String(describing: number))")
      }
      try must((fix.time?.wall.milliseconds ?? 1) > 0, "a time before 1970")
    }
  }

  private static func read(_ pieces: [ArraySlice<UInt8>]) throws -> [Report] {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0,
      let lines = clinux_gps_new()
    else { throw Broken(description: "no socket: \(String(cString: strerror(errno)))") }
    defer {
      for end in ends { close(end) }
      clinux_gps_free(lines)
    }
    var reports: [Report] = []
    var hdop: Double?
    for piece in pieces {
      let piece = Array(piece)
      guard send(ends[1], piece, piece.count, Int32(MSG_DONTWAIT)) == piece.count else {
        throw Broken(description: "the socket takes no \(piece.count) bytes")
      }
      while clinux_gps_fill(lines, ends[0]) > 0 {
        var report = clinux_gps_report()
        while clinux_gps_next(lines, &report) {
          if report.kind == CLINUX_GPS_SKY, report.hdop.isFinite { hdop = report.hdop }
          let isFix = report.kind == CLINUX_GPS_TPV
          if isFix, report.has_position {
            try must(
              Position(latitudeE7: report.latitude_e7, longitudeE7: report.longitude_e7) != nil,
              "a place beside the Earth")
          }
          reports.append(
            Report(kind: report.kind.rawValue, fix: isFix ? Fix(report, hdop: hdop) : nil))
        }
      }
    }
    return reports
  }
}
