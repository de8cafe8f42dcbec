import Device
import HAL

/// Civil times as people write them in a profile: "2026-11-21 08:00", by the clock on the wearer's wall.
package enum CivilText {
  /// The core's table of the zone ends with it.
  private static let years = 2000...2049

  /// "07:00" or "7:00" up to "24:00".
  package static func minuteOfDay(_ text: some StringProtocol) -> Int16? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let hour = number(parts[0], 1...2),
      let minute = number(parts[1], 2...2),
      minute < 60, hour * 60 + minute <= 1440
    else { return nil }
    return Int16(hour * 60 + minute)
  }

  package static func text(minuteOfDay minute: Int16) -> String {
    "\((minute / 60).padded()):\((minute % 60).padded())"
  }

  /// Days since 1970-01-01.
  package static func day(_ text: some StringProtocol) -> Int32? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let year = number(parts[0], 4...4), years.contains(year),
      let month = number(parts[1], 2...2), let day = number(parts[2], 2...2)
    else { return nil }
    return CivilDate.days(year: year, month: month, day: day).map { Int32($0) }
  }

  /// "2026-11-21 08:00", or with a T between.
  package static func minute(_ text: some StringProtocol) -> CivilMinute? {
    let parts = text.split { $0 == " " || $0 == "T" }
    guard parts.count == 2, let day = day(parts[0]), let minute = minuteOfDay(parts[1]),
      minute < 1440
    else { return nil }
    return CivilMinute(day: day, minute: minute)
  }

  package static func text(_ minute: CivilMinute) -> String {
    let date = CivilDate(minute)
    return "\(date.date) \(date.clock)"
  }

  private static func number(_ text: some StringProtocol, _ length: ClosedRange<Int>) -> Int? {
    guard length.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }
}

/// Local civil time as traces and JSON write it. It has no zone.
extension CivilMinute {
  /// Reads "2015-03-21T10:05"; nil for anything else.
  package init?(text: String) {
    guard text.utf8.count == 16, let wall = CivilTime.parse(text + ":00Z"),
      let count = Int32(exactly: wall.milliseconds / 60_000)
    else { return nil }
    self.init(count)
  }

  /// "2015-03-21T10:05"; nil outside years 0 to 9999.
  package var exactText: String? {
    CivilTime.exactText(WallTime(milliseconds: Int64(count) * 60_000)).map { String($0.prefix(16)) }
  }

  package var text: String { exactText ?? String(count) }
}
