import Device
import Foundation
import Profile
import TestSupport
import Testing

@Suite("The zone reaches the core as a table")
struct ZoneTableTests {
  private static func table(_ zone: String) throws -> [ZoneTransition] {
    let file = try ProfileFile("perimeter: {lat: 0, lon: 0, radius_m: 200}\ntime_zone: \(zone)")
    return try file.profile().settings.compactMap {
      if case .zone(let transition) = $0 { transition } else { nil }
    }
  }

  private static func seconds(_ text: String) throws -> Int64 {
    let date = try #require(ISO8601DateFormatter().date(from: text))
    return Int64(date.timeIntervalSince1970)
  }

  @Test(
    "Both nights of daylight saving, and changes that are none, stand in it to the second",
    arguments: [
      ("America/New_York", "2026-03-08T07:00:00Z", -240),
      ("America/New_York", "2026-11-01T06:00:00Z", -300),
      ("Europe/Madrid", "2026-03-29T01:00:00Z", 120),
      ("Europe/Madrid", "2026-10-25T01:00:00Z", 60),
      ("Australia/Lord_Howe", "2026-04-04T15:00:00Z", 630),
      ("Australia/Lord_Howe", "2026-10-03T15:30:00Z", 660),
      ("America/Caracas", "2007-12-09T07:00:00Z", -270),
      ("America/Caracas", "2016-05-01T07:00:00Z", -240),
      ("Europe/Moscow", "2014-10-25T22:00:00Z", 180),
    ])
  func known(_ zone: String, _ at: String, _ offset: Int) throws {
    let transition = ZoneTransition(at: try ZoneTableTests.seconds(at), offset: Int16(offset))
    #expect(try ZoneTableTests.table(zone).contains(transition))
  }

  @Test("A zone without daylight saving is one line")
  func guayaquil() throws {
    #expect(
      try ZoneTableTests.table("America/Guayaquil")
        == [ZoneTransition(at: 946_684_800, offset: -300)])
  }

  @Test("No zone has more changes to the end of 2049 than the core holds; all are in order")
  func capacity() throws {
    for zone in TimeZone.knownTimeZoneIdentifiers {
      let table = try ZoneTableTests.table(zone)
      #expect(table.count < 128, "\(zone)")
      #expect(table.first?.at == 946_684_800, "\(zone)")
      #expect(zip(table, table.dropFirst()).allSatisfy { $0.at < $1.at && $0.offset != $1.offset })
    }
  }

  @Test(
    "The tables are those of the system's own time zone database",
    .needs(.zdump, .zoneinfo),
    arguments: [
      "America/New_York", "Europe/Madrid", "Australia/Lord_Howe", "America/Guayaquil",
      "America/Caracas", "America/Santiago", "Asia/Kathmandu", "Pacific/Apia",
    ])
  func oracle(_ zone: String) throws {
    let expected = try ZoneTableTests.changes(zone)
    let table = try ZoneTableTests.table(zone).dropFirst()
    #expect(table.map { [$0.at, Int64($0.offset)] } == expected)
  }

  /// zdump prints the last second before each change and the first second after it.
  private static func changes(_ zone: String) throws -> [[Int64]] {
    let text = try Program.answer(["zdump", "-v", "-c", "2000,2050", zone])
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = .gmt
    format.dateFormat = "MMM d HH:mm:ss yyyy"
    var changes: [[Int64]] = []
    var last: Int64?
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count > 6,
        let offset = words.last?.split(separator: "=").last.flatMap({ Int64($0) }),
        let date = format.date(from: words[2...5].joined(separator: " "))
      else { continue }
      let at = Int64(date.timeIntervalSince1970)
      if let last, last != offset, at >= 946_684_800 { changes.append([at, offset / 60]) }
      last = offset
    }
    return changes
  }
}
