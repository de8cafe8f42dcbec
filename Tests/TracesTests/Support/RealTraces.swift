import Foundation
import TestSupport

/// The recordings of real receivers, which live beside the package and not in it.
enum RealTraces {
  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(
      atPath: Shared.path(Shared.realTraces))) ?? [])
    .filter { $0 != "README.md" && $0 != "SHA256SUMS" }.sorted()

  static let nmea = names.filter {
    $0.hasSuffix(".nmea") || $0.hasSuffix(".ubx") || $0.hasPrefix("odd_")
  }
  static let gpx = names.filter { $0.hasSuffix(".gpx") }
  static let gpsdJSON = names.filter { $0.hasSuffix(".chk") }
  /// GeoLife's own text format is none of ours.
  static let readable = nmea + gpx + gpsdJSON

  /// Receivers that sent a time of day only.
  static let undated: Set = [
    "drive_dresden_rtk10hz.nmea", "stat_polimi_ublox8_ACM0_20230114.nmea",
    "stat_polimi_ublox8_ACM1_20230114.nmea",
  ]

  /// The number of fixes that the manifest's own script counted in each file.
  static let manifest: [String: Int] = rows.compactMapValues { Int($0[5]) }

  /// Seconds from the first fix to the last, as the manifest has them.
  static let durations: [String: Int] = rows.compactMapValues { row in
    let parts = row[4].split(separator: ":").compactMap { Int($0) }
    return parts.count == 3 ? parts[0] * 3600 + parts[1] * 60 + parts[2] : nil
  }

  /// The rows of the manifest's first table, which is the widest.
  private static let rows: [String: [String]] = {
    let readme = Shared.realTrace("README.md")
    guard let text = try? String(contentsOfFile: readme, encoding: .utf8) else { return [:] }
    var rows: [String: [String]] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("|") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      if cells.count >= 9, rows[cells[0]] == nil { rows[cells[0]] = cells }
    }
    return rows
  }()
}
