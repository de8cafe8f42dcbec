import Device

/// Civil times as a profile writes them: "2026-11-21 08:00", by the clock on the wearer's wall.
public enum CivilText {
  /// The core's table of the zone ends with it.
  static let years = 2000...2049

  /// "07:00" or "7:00" up to "24:00".
  static func minuteOfDay(_ text: some StringProtocol) -> Int16? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let hour = number(parts[0], 1...2),
      let minute = number(parts[1], 2...2),
      minute < 60, hour * 60 + minute <= 1440
    else { return nil }
    return Int16(hour * 60 + minute)
  }

  static func text(minuteOfDay minute: Int16) -> String {
    "\(padded(Int(minute) / 60, 2)):\(padded(Int(minute) % 60, 2))"
  }

  /// Days since 1970-01-01.
  static func day(_ text: some StringProtocol) -> Int32? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, let year = number(parts[0], 4...4), years.contains(year),
      let month = number(parts[1], 2...2), (1...12).contains(month),
      let day = number(parts[2], 2...2), day >= 1
    else { return nil }
    let days = days(year, month, day)
    // The thirty-first of a month of thirty days would be the first of the next.
    guard date(days) == (year, month, day) else { return nil }
    return Int32(days)
  }

  /// "2026-11-21 08:00", or with a T between.
  public static func minute(_ text: some StringProtocol) -> CivilMinute? {
    let parts = text.split { $0 == " " || $0 == "T" }
    guard parts.count == 2, let day = day(parts[0]), let minute = minuteOfDay(parts[1]),
      minute < 1440
    else { return nil }
    return CivilMinute(day * 1440 + Int32(minute))
  }

  public static func text(_ minute: CivilMinute) -> String {
    let count = Int(minute.count)
    let day = Int((Double(count) / 1440).rounded(.down))
    let (year, month, dayOfMonth) = date(day)
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2)) "
      + text(minuteOfDay: Int16(count - day * 1440))
  }

  /// Howard Hinnant's days_from_civil, for years from 0 on.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// And his civil_from_days, for days from 0000-03-01 on.
  private static func date(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let z = days + 719_468
    let era = z / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let mp = (5 * dayOfYear + 2) / 153
    let month = mp < 10 ? mp + 3 : mp - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * mp + 2) / 5 + 1)
  }

  private static func number(_ text: some StringProtocol, _ length: ClosedRange<Int>) -> Int? {
    guard length.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(text)
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
