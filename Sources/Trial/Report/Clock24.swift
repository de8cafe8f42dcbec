import HAL
import Traces

/// Moments as the report prints them, in UTC.
enum Clock24 {
  private static let day: Int64 = 86_400_000

  /// "2004-12-14"
  static func date(_ time: WallTime) -> String { String(CivilTime.text(time).prefix(10)) }

  /// "10:44:26", with as many decimals as it has.
  static func time(_ time: WallTime) -> String {
    var text = String(CivilTime.text(time).dropFirst(11).prefix(12))
    while text.last == "0", text.contains(".") { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// "10:44:26", cut off.
  static func wholeSeconds(_ time: WallTime) -> String { String(self.time(time).prefix(8)) }

  /// "10:44"
  static func minutes(_ time: WallTime) -> String { String(self.time(time).prefix(5)) }

  /// False for a log that gave a time of day only: its days count from 1970-01-01.
  static func isDated(_ time: WallTime) -> Bool { time.milliseconds >= 366 * day }

  /// Whole days since 1970-01-01.
  static func days(_ time: WallTime) -> Int64 {
    let days = time.milliseconds / day
    return time.milliseconds % day < 0 ? days - 1 : days
  }
}
