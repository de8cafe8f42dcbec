import HAL
import Names
import Traces
import Words

/// Moments as the report prints them: by the clock on the wearer's wall, else in UTC.
struct Clock24: Sendable {
  static let utc = Clock24(LocalClock(.gmt))

  private let wall: LocalClock

  init(_ wall: LocalClock) { self.wall = wall }

  var isUTC: Bool { wall.name == "UTC" }
  /// Of the times inside a sentence.
  var zone: ZoneOffset { wall.zone }

  /// What the wall shows, as if it were UTC.
  func local(_ time: WallTime) -> WallTime { wall.local(time) }

  /// "2004-12-14"
  func date(_ time: WallTime) -> String { CivilDate(milliseconds: local(time).milliseconds).date }

  /// "10:44:26", with as many decimals as it has.
  func time(_ time: WallTime) -> String {
    var text = String(CivilTime.text(local(time)).dropFirst(11).prefix(12))
    while text.last == "0", text.contains(".") { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// "10:44:26", cut off.
  func wholeSeconds(_ time: WallTime) -> String { String(self.time(time).prefix(8)) }

  /// "10:44"
  func minutes(_ time: WallTime) -> String { String(self.time(time).prefix(5)) }

  /// "15:44:26 UTC", with its date where that is another; nil where the wall shows UTC.
  func otherTime(_ time: WallTime) -> String? {
    guard !isUTC else { return nil }
    let (here, there) = (date(time), Clock24.utc.date(time))
    return (here == there ? "" : there + " ") + Clock24.utc.time(time) + " UTC"
  }

  /// "UTC", "UTC−05:00": what the wall showed at a moment.
  func offset(_ time: WallTime) -> String {
    let minutes = (local(time).milliseconds &- time.milliseconds) / 60_000
    guard minutes != 0 else { return "UTC" }
    let size = minutes.magnitude
    return "UTC\(minutes < 0 ? "−" : "+")\((size / 60).padded()):\((size % 60).padded())"
  }

  /// "UTC", "America/Guayaquil, UTC−05:00"
  func name(_ time: WallTime) -> String {
    isUTC ? "UTC" : "\(wall.name), \(offset(time))"
  }

  /// False for a log that gave a time of day only: its days count from 1970-01-01.
  static func isDated(_ time: WallTime) -> Bool { time.milliseconds >= 366 * CivilTime.day }

  /// Whole days since 1970-01-01 on the wall.
  func days(_ time: WallTime) -> Int64 {
    floorDivide(local(time).milliseconds, CivilTime.day)
  }
}
