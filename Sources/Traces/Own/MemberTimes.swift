import Device
import HAL
import Names
import Words

/// Times of day, days of the week and moments, each readable or as the bare number.
extension Members {
  func wall(_ key: String) throws(Malformed) -> WallTime {
    guard let value = self[key], let wall = Members.wall(value) else {
      throw refusal(key, "a time such as 2015-03-21T15:04:05.000Z")
    }
    return wall
  }

  /// A time with its zone, or milliseconds since 1970.
  static func wall(_ value: JSONScanner.Value) -> WallTime? {
    switch value {
    case .string(let text): CivilTime.parse(text)
    case .literal(let text):
      ForeignNumber.exact(String(decoding: text, as: UTF8.self))
        .map { WallTime(milliseconds: $0) }
    case .object, .array: nil
    }
  }

  /// The bare number is taken as it is, even one that is no time of day.
  /// - Parameter last: 1440 where an end of the day is meant.
  func minuteOfDay(_ key: String, upTo last: Int16 = 1439) throws(Malformed) -> Int16 {
    let expected = "a time of day from 00:00 to \(CivilText.text(minuteOfDay: last))"
    if case .string(let text) = self[key] {
      let text = JSONText.unescaped(text)
      guard text.utf8.count == 5, let minute = CivilText.minuteOfDay(text), minute <= last else {
        throw refusal(key, expected)
      }
      return minute
    }
    guard case .literal(let text) = self[key],
      let bare: Int16 = ForeignNumber.exact(String(decoding: text, as: UTF8.self))
    else { throw refusal(key, expected) }
    return bare
  }

  /// One that a caregiver may plan.
  func civilMinute(_ key: String) throws(Malformed) -> CivilMinute {
    guard case .string(let text) = self[key],
      let minute = CivilMinute(text: JSONText.unescaped(text)), CivilMinute.planned.contains(minute)
    else { throw refusal(key, "a local time from 2000 to 2049 such as 2015-03-21T10:05") }
    return minute
  }

  func weekdays(_ key: String) throws(Malformed) -> UInt8 {
    let expected = "a list of " + Weekdays.names.joined(separator: ", ")
    var bits: UInt8 = 0
    for name in try words(key, expected) {
      guard let bit = Weekdays.bit(name) else { throw refusal(key, expected) }
      bits |= bit
    }
    guard bits != 0 else { throw Malformed("\(key) is empty; expected \(expected)") }
    return bits
  }
}
