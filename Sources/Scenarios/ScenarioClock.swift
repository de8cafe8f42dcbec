import Device
import HAL
import Names
import Profile

/// The moments of steps: "08:00" by the clock on the wearer's wall, "08:00 on day 2", or "1 h 30 min"
/// after the start.
struct ScenarioClock {
  static let expected =
    "a time of day such as \"08:00\" or \"08:00 on day 2\", or \(SpanText.expected) after the start"

  let start: WallTime
  /// The offsets of the wearer's zone, in order of time; empty: UTC.
  let zones: [ZoneTransition]

  /// Reads a moment in a file, as time after the start; never before it.
  func moment(_ value: YAMLValue) throws -> Milliseconds {
    let text = try value.text()
    guard text.contains(":") else {
      guard let span = SpanText.parse(text), span.count >= 0 else {
        throw value.refuse("is \(value.shown); expected \(ScenarioClock.expected)")
      }
      return span
    }
    guard let (time, day) = ScenarioClock.time(text) else {
      throw value.refuse("is \(value.shown); expected \(ScenarioClock.expected)")
    }
    guard let moment = moment(time, day) else {
      throw value.refuse(
        "is \(value.shown), which is before the start or left out by the clocks that night; "
          + "expected a later one")
    }
    return moment
  }

  /// The shortest text that reads back as the same moment.
  func text(_ moment: Milliseconds) -> String {
    let wall = start.milliseconds + moment.count
    let local = wall + offset(at: wall)
    let time = local - floorDivide(local, CivilTime.day) * CivilTime.day
    let clock = "\"" + ScenarioClock.text(time)
    if self.moment(time, nil) == moment { return clock + "\"" }
    let number = floorDivide(local, CivilTime.day) - firstDay + 1
    if self.moment(time, number) == moment { return clock + " on day \(number)\"" }
    return SpanText.text(moment)
  }

  /// - Parameter day: counted from 1, the day of the start; nil: the first such time.
  private func moment(_ time: Int64, _ day: Int64?) -> Milliseconds? {
    for day in day.map({ $0...$0 }) ?? 1...3 {
      let local = (firstDay + day - 1) * CivilTime.day + time
      // The clocks may show it twice: the first counts that is not past.
      let walls = Set(zones.map { Int64($0.offset) * 60_000 } + (zones.isEmpty ? [0] : []))
        .map { local - $0 }.filter { $0 + offset(at: $0) == local && $0 >= start.milliseconds }
      if let wall = walls.min() { return Milliseconds(wall - start.milliseconds) }
    }
    return nil
  }

  private var firstDay: Int64 {
    floorDivide(start.milliseconds + offset(at: start.milliseconds), CivilTime.day)
  }

  private func offset(at wall: Int64) -> Int64 {
    var offset = zones.first?.offset ?? 0
    for zone in zones where zone.at * 1000 <= wall { offset = zone.offset }
    return Int64(offset) * 60_000
  }

  /// "08:00[:30[.250]][ on day 2]" as milliseconds of the day, and the day.
  private static func time(_ text: String) -> (Int64, Int64?)? {
    let words = text.split(separator: " ")
    var day: Int64?
    if words.count == 4, words[1] == "on", words[2] == "day", let number = Int64(words[3]),
      (1...1000).contains(number)
    {
      day = number
    } else if words.count != 1 {
      return nil
    }
    let parts = words[0].split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hour = number(parts[0]), hour < 24,
      let minute = number(parts[1]), minute < 60
    else { return nil }
    var milliseconds = (hour * 60 + minute) * 60_000
    if parts.count == 3 {
      let seconds = parts[2].split(separator: ".", omittingEmptySubsequences: false)
      guard seconds.count <= 2, let second = number(seconds[0]), second < 60 else { return nil }
      milliseconds += second * 1000
      if seconds.count == 2 {
        guard seconds[1].count == 3, let rest = Int64(seconds[1]), rest >= 0 else { return nil }
        milliseconds += rest
      }
    }
    return (milliseconds, day)
  }

  private static func number(_ text: Substring) -> Int64? {
    text.count == 2 && text.allSatisfy { $0.isASCII && $0.isNumber } ? Int64(text) : nil
  }

  private static func text(_ time: Int64) -> String {
    let date = CivilDate(milliseconds: time)
    var text = time % 60_000 == 0 ? date.clock : date.clockWithSeconds
    if date.millisecond != 0 { text += "." + date.millisecond.padded(3) }
    return text
  }
}
