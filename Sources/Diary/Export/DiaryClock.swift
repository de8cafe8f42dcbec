import Foundation
import HAL
import Names

/// The clock on the wall by which a diary tells its times, in one zone.
public struct DiaryClock: Sendable {
  public let timeZone: TimeZone

  public init(_ timeZone: TimeZone) { self.timeZone = timeZone }

  /// The zone as the tz database names it; "UTC" for that of Greenwich.
  public var name: String { timeZone.identifier == "GMT" ? "UTC" : timeZone.identifier }

  /// Milliseconds by which the wall is ahead of UTC at a moment, in milliseconds since 1970.
  public func ahead(at moment: Int64) -> Int64 {
    let date = Date(timeIntervalSince1970: Double(moment) / 1000)
    return Int64(timeZone.secondsFromGMT(for: date)) * 1000
  }

  /// The moments at which the wall shows that, both in milliseconds since 1970. There are none while the
  /// clocks are put forward, two after they are put back.
  public func moments(_ local: Int64) -> [Int64] {
    let offsets = [ahead(at: local - CivilTime.day), ahead(at: local + CivilTime.day)]
    return Set(offsets.map { local - $0 }).filter { $0 + ahead(at: $0) == local }.sorted()
  }

  /// All of a day, in milliseconds since 1970.
  /// - Parameter midnight: milliseconds since 1970 by the wall. The day begins at one where the clocks go
  ///   forward at midnight.
  public func day(_ midnight: Int64) -> Range<Int64> {
    let next = midnight + CivilTime.day
    return begin(midnight)..<begin(next)
  }

  private func begin(_ midnight: Int64) -> Int64 {
    moments(midnight).first ?? midnight - ahead(at: midnight - CivilTime.day)
  }

  /// The time on the wall. A moment beyond all calendars is shown at their end.
  public func local(_ time: WallTime) -> CivilDate {
    CivilDate(milliseconds: time.milliseconds &+ ahead(at: time.milliseconds))
  }

  /// "2015-03-21T15:04:05-05:00"; Z in UTC.
  public func iso(_ time: WallTime) -> String {
    let date = local(time)
    let text = "\(date.date)T\(date.clockWithSeconds)"
    if timeZone.identifier == "GMT" { return "\(text)Z" }
    let minutes = ahead(at: time.milliseconds) / 60_000
    let size = minutes.magnitude
    return "\(text)\(minutes < 0 ? "-" : "+")\((size / 60).padded()):\((size % 60).padded())"
  }
}
