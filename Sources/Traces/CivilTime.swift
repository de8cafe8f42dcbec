import HAL

/// Civil dates and ISO 8601, without a calendar library: the proleptic Gregorian calendar and UTC.
public enum CivilTime {
  static let day: Int64 = 86_400_000

  /// Days since 1970-01-01; nil when there is no such date. Years 0 to 9999.
  /// Source: the civil-from-days algorithm of Howard Hinnant.
  public static func days(year: Int, month: Int, day: Int) -> Int64? {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = (31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    let length = withUnsafeBytes(of: lengths) { $0.bindMemory(to: Int.self)[month - 1] }
    guard day <= length else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * 146_097 + dayOfEra - 719_468)
  }

  /// "2015-03-21T15:04:05.000Z". Times outside years 0 to 9999 are shown at that end.
  public static func text(_ time: WallTime) -> String {
    let clamped = min(max(time.milliseconds, -62_167_219_200_000), 253_402_300_799_999)
    var days = clamped / day
    if clamped < 0, days * day != clamped { days -= 1 }
    let (year, month, dayOfMonth) = date(days: days)
    let ms = Int(clamped - days * day)
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(dayOfMonth, 2) + "T"
      + padded(ms / 3_600_000, 2) + ":" + padded(ms / 60_000 % 60, 2) + ":"
      + padded(ms / 1000 % 60, 2) + "." + padded(ms % 1000, 3) + "Z"
  }

  private static func date(days: Int64) -> (year: Int, month: Int, day: Int) {
    let z = Int(days) + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let mp = (5 * dayOfYear + 2) / 153
    let month = mp < 10 ? mp + 3 : mp - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * mp + 2) / 5 + 1
    )
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Reads "2015-03-21T15:04:05[.fff…](Z|±hh:mm)"; a missing zone is UTC. Sub-milliseconds are
  /// cut off. A leap second reads as the second after it.
  public static func parse(_ text: String) -> WallTime? {
    var copy = text
    return copy.withUTF8 { parse($0) }
  }

  static func parse(_ text: UnsafeBufferPointer<UInt8>) -> WallTime? {
    guard text.count >= 19, text[4] == 0x2D, text[7] == 0x2D, text[10] == 0x54 || text[10] == 0x20,
      text[13] == 0x3A, text[16] == 0x3A,
      let year = number(text, 0, 4), let month = number(text, 5, 2),
      let dayOfMonth = number(text, 8, 2), let hour = number(text, 11, 2), hour < 24,
      let minute = number(text, 14, 2), minute < 60, let second = number(text, 17, 2), second <= 60,
      let days = days(year: year, month: month, day: dayOfMonth)
    else { return nil }
    var at = 19
    var millis = 0
    if at < text.count, text[at] == 0x2E {
      at += 1
      var scale = 100
      let first = at
      while at < text.count, let digit = digit(text[at]) {
        millis += digit * scale
        scale /= 10
        at += 1
      }
      guard at > first else { return nil }
    }
    guard let zone = zoneMinutes(text, from: at) else { return nil }
    let minutes = Int64(hour * 60 + minute - zone)
    return WallTime(
      milliseconds: days * day + minutes * 60_000 + Int64(second * 1000 + millis))
  }

  private static func zoneMinutes(_ text: UnsafeBufferPointer<UInt8>, from at: Int) -> Int? {
    if at == text.count { return 0 }
    if text[at] == 0x5A { return at + 1 == text.count ? 0 : nil }
    guard text[at] == 0x2B || text[at] == 0x2D, let hours = number(text, at + 1, 2) else {
      return nil
    }
    var rest = at + 3
    var minutes = 0
    if rest < text.count, text[rest] == 0x3A { rest += 1 }
    if rest < text.count {
      guard let value = number(text, rest, 2), rest + 2 == text.count else { return nil }
      minutes = value
    }
    let total = hours * 60 + minutes
    return text[at] == 0x2D ? -total : total
  }

  private static func number(_ text: UnsafeBufferPointer<UInt8>, _ at: Int, _ width: Int) -> Int? {
    guard at + width <= text.count else { return nil }
    var value = 0
    for i in at..<at + width {
      guard let digit = digit(text[i]) else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  @inline(__always) private static func digit(_ byte: UInt8) -> Int? {
    byte >= 0x30 && byte <= 0x39 ? Int(byte) - 0x30 : nil
  }
}
