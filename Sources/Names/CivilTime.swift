import Device
import HAL

/// A moment by the clock on a wall, in the proleptic Gregorian calendar. No calendar library is asked.
///
/// This is the only calendar besides the core's own and that of the checkers, which restate on purpose.
public struct CivilDate: Equatable, Sendable {
  public let year: Int
  /// 1 to 12.
  public let month: Int
  public let day: Int
  /// 0 Monday … 6 Sunday.
  public let weekday: Int
  public let hour: Int
  public let minute: Int
  public let second: Int
  public let millisecond: Int

  /// Milliseconds since 1970-01-01T00:00 by the wall. Times outside years 0 to 9999 are shown at
  /// that end.
  public init(milliseconds: Int64) {
    let range = CivilTime.range
    let clamped = min(max(milliseconds, range.lowerBound), range.upperBound)
    let days = floorDivide(clamped, CivilTime.day)
    let rest = Int(clamped - days * CivilTime.day)
    (year, month, day) = CivilDate.date(days: Int(days))
    // 1970-01-01 was a Thursday.
    weekday = Int(days + 3 - floorDivide(days + 3, 7) * 7)
    (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60)
    (second, millisecond) = (rest / 1000 % 60, rest % 1000)
  }

  package init(_ minute: CivilMinute) { self.init(milliseconds: Int64(minute.count) * 60_000) }

  /// Days since 1970-01-01; nil when there is no such date. Years 0 to 9999.
  /// Source: the days-from-civil algorithm of Howard Hinnant.
  public static func days(year: Int, month: Int, day: Int) -> Int64? {
    guard (0...9999).contains(year), (1...12).contains(month) else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let era = floorDivide(shifted, 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    // The thirty-first of a month of thirty days would be the first of the next.
    return date(days: days) == (year, month, day) ? Int64(days) : nil
  }

  /// Source: his civil-from-days algorithm.
  private static func date(days: Int) -> (year: Int, month: Int, day: Int) {
    let z = days + 719_468
    let era = floorDivide(z, 146_097)
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let mp = (5 * dayOfYear + 2) / 153
    let month = mp < 10 ? mp + 3 : mp - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * mp + 2) / 5 + 1)
  }

  /// "2015-03-21"
  public var date: String { "\(year.padded(4))-\(month.padded())-\(day.padded())" }
  /// "10:04"
  public var clock: String { hour.padded() + ":" + minute.padded() }
  /// "10:04:05"
  public var clockWithSeconds: String { clock + ":" + second.padded() }
}

/// Moments as ISO 8601 has them.
public enum CivilTime {
  public static let day: Int64 = 86_400_000
  /// Years 0 to 9999, in milliseconds since 1970.
  static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// "2015-03-21T15:04:05.000Z". Times outside years 0 to 9999 are shown at that end.
  public static func text(_ time: WallTime) -> String {
    let date = CivilDate(milliseconds: time.milliseconds)
    return "\(date.date)T\(date.clockWithSeconds).\(date.millisecond.padded(3))Z"
  }

  /// The same; nil outside years 0 to 9999.
  package static func exactText(_ time: WallTime) -> String? {
    range.contains(time.milliseconds) ? text(time) : nil
  }

  /// Reads "2015-03-21T15:04:05[.fff…](Z|±hh:mm)"; a missing zone is UTC. Sub-milliseconds are
  /// cut off. A leap second reads as the second after it.
  package static func parse(_ text: String) -> WallTime? {
    var copy = text
    return copy.withUTF8 { parse($0) }
  }

  package static func parse(_ text: UnsafeBufferPointer<UInt8>) -> WallTime? {
    guard text.count >= 19, text[4] == 0x2D, text[7] == 0x2D, text[10] == 0x54 || text[10] == 0x20,
      text[13] == 0x3A, text[16] == 0x3A,
      let year = number(text, 0, 4), let month = number(text, 5, 2),
      let dayOfMonth = number(text, 8, 2), let hour = number(text, 11, 2), hour < 24,
      let minute = number(text, 14, 2), minute < 60, let second = number(text, 17, 2), second <= 60,
      let days = CivilDate.days(year: year, month: month, day: dayOfMonth)
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

extension BinaryInteger {
  /// The number with leading zeros: "07".
  package func padded(_ width: Int = 2, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// Rounded towards the past, so that moments before 1970 keep their order.
package func floorDivide<Number: SignedInteger>(_ a: Number, _ b: Number) -> Number {
  a / b - (a % b < 0 ? 1 : 0)
}
