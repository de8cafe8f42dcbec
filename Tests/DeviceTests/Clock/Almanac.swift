import Device
import Foundation
import HAL

/// Foundation as the outside oracle: it knows the zones, the core is given tables.
struct Almanac {
  let zone: TimeZone
  /// The table in a profile's form: one entry at the very beginning, then each change up to 2050.
  let table: [ZoneTransition]

  static let all = [
    "America/New_York", "Europe/Madrid", "Australia/Lord_Howe", "America/Guayaquil",
  ]

  init(_ name: String) {
    guard let zone = TimeZone(identifier: name) else { preconditionFailure("no zone \(name)") }
    self.zone = zone
    let end = Almanac.utc("2050-01-01T00:00")
    var date = Almanac.utc("2000-01-01T00:00")
    var table: [ZoneTransition] = []
    while date < end {
      table.append(
        ZoneTransition(
          at: Int64(date.timeIntervalSince1970), offset: Int16(zone.secondsFromGMT(for: date) / 60))
      )
      guard let next = zone.nextDaylightSavingTimeTransition(after: date) else { break }
      date = next
    }
    self.table = table
  }

  /// The core's view of the zone.
  var given: Zone {
    var given = Zone()
    for entry in table { given.append(entry) }
    return given
  }

  /// The transitions proper, without the first entry.
  var nights: [Date] {
    table.dropFirst().map { Date(timeIntervalSince1970: Double($0.at)) }
  }

  /// Minutes of the wall since 1970-01-01T00:00, by Foundation.
  func localMinute(_ date: Date) -> Int32 {
    let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
    return Int32((seconds / 60).rounded(.down))
  }

  /// "2026-03-08T02:30" on the wall.
  static func civil(_ text: String) -> CivilMinute {
    CivilMinute(Int32(utc(text).timeIntervalSince1970 / 60))
  }

  static func utc(_ text: String) -> Date {
    let numbers = text.split { "-T:".contains($0) }.compactMap { Int($0) }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = DateComponents(
      year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
      second: numbers.count > 5 ? numbers[5] : 0)
    guard let date = calendar.date(from: parts) else { preconditionFailure("no date \(text)") }
    return date
  }
}

extension Date {
  var wall: WallTime { WallTime(milliseconds: Int64((timeIntervalSince1970 * 1000).rounded())) }
}

extension WallTime {
  /// "2026-03-08T02:30" or with seconds, UTC.
  static func utc(_ text: String) -> WallTime { Almanac.utc(text).wall }

  static func + (a: WallTime, seconds: Int64) -> WallTime {
    WallTime(milliseconds: a.milliseconds + seconds * 1000)
  }
}
