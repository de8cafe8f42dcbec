import Device
import HAL

/// A moment on the wall: the proleptic Gregorian calendar.
struct CivilDate: Equatable {
  let year: Int
  /// 1 to 12.
  let month: Int
  let day: Int
  /// 0 Monday … 6 Sunday.
  let weekday: Int
  let hour: Int
  let minute: Int
  let second: Int

  /// Milliseconds since 1970-01-01T00:00 by the wall. Times outside years 0 to 9999 are shown at
  /// that end.
  init(milliseconds: Int64) {
    let clamped = min(max(milliseconds, -62_167_219_200_000), 253_402_300_799_999)
    let days = floorDivide(clamped, 86_400_000)
    let ms = Int(clamped - days * 86_400_000)
    (year, month, day) = CivilDate.date(days: Int(days))
    // 1970-01-01 was a Thursday.
    weekday = Int(floorModulo(days + 3, 7))
    (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60)
  }

  init(_ minute: CivilMinute) { self.init(milliseconds: Int64(minute.count) * 60_000) }

  /// Source: the civil-from-days algorithm of Howard Hinnant. Days from year 0 on.
  private static func date(days: Int) -> (year: Int, month: Int, day: Int) {
    let z = days + 719_468
    let era = Int(floorDivide(Int64(z), 146_097))
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let mp = (5 * dayOfYear + 2) / 153
    let month = mp < 10 ? mp + 3 : mp - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * mp + 2) / 5 + 1)
  }

  /// "10:04"
  var clock: String { CivilDate.padded(hour) + ":" + CivilDate.padded(minute) }
  /// "10:04:05"
  var clockWithSeconds: String { clock + ":" + CivilDate.padded(second) }

  func isSameDay(_ other: CivilDate) -> Bool {
    (year, month, day) == (other.year, other.month, other.day)
  }

  private static func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

private func floorModulo(_ a: Int64, _ b: Int64) -> Int64 { a - floorDivide(a, b) * b }
