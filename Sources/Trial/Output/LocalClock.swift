import Device
import Foundation
import HAL
import Names
import Traces
import Words

/// The clock on the wall by which people read a timeline.
struct LocalClock: Sendable {
  let name: String
  private let secondsAhead: @Sendable (WallTime) -> Int64

  init(_ zone: TimeZone) {
    name = zone.identifier == "GMT" ? "UTC" : zone.identifier
    secondsAhead = { time in
      Int64(
        zone.secondsFromGMT(
          for: Date(timeIntervalSince1970: Double(time.milliseconds) / 1000)))
    }
  }

  /// The one that the device went by; nil where the trace brings none.
  init?(_ words: TraceWords) {
    let zones = words.zones
    guard !zones.isEmpty else { return nil }
    name = words.timeZone ?? "local time"
    secondsAhead = { time in
      let current = zones.last { $0.at <= time.milliseconds / 1000 } ?? zones.first
      return Int64(current?.offset ?? 0) * 60
    }
  }

  /// Of the times inside a sentence.
  var zone: ZoneOffset { ZoneOffset(secondsAhead: secondsAhead) }

  /// Day and time of the day: "2015-03-21", "10:04:05".
  func read(_ time: WallTime) -> (day: String, time: String) {
    let date = CivilDate(milliseconds: local(time).milliseconds)
    return (date.date, date.clockWithSeconds)
  }

  /// What the wall shows, as if it were UTC.
  func local(_ time: WallTime) -> WallTime {
    WallTime(milliseconds: time.milliseconds &+ secondsAhead(time) * 1000)
  }
}
