import Device
import HAL
import Words

/// Times of day, days of the week and moments, each readable or as the bare number.
extension Members {
  func wall(_ key: StaticString) throws(Malformed) -> WallTime {
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
  func minuteOfDay(_ key: StaticString, upTo last: Int = 1439) throws(Malformed) -> Int16 {
    let expected = "a time of day from 00:00 to \(LineText.hourAndMinute(last))"
    if case .string(let text) = self[key] {
      let text = JSONText.unescaped(text)
      guard let minute = MinuteOfDay.parse(text), minute <= last else {
        throw refusal(key, expected)
      }
      return Int16(minute)
    }
    guard case .literal(let text) = self[key],
      let bare: Int16 = ForeignNumber.exact(String(decoding: text, as: UTF8.self))
    else { throw refusal(key, expected) }
    return bare
  }

  /// One that a caregiver may plan.
  func civilMinute(_ key: StaticString) throws(Malformed) -> CivilMinute {
    guard case .string(let text) = self[key],
      let minute = CivilMinute(text: JSONText.unescaped(text)), CivilMinute.planned.contains(minute)
    else { throw refusal(key, "a local time from 2000 to 2049 such as 2015-03-21T10:05") }
    return minute
  }

  func weekdays(_ key: StaticString) throws(Malformed) -> UInt8 {
    let expected = "a list of " + Weekdays.names.joined(separator: ", ")
    var bits: UInt8 = 0
    for name in try words(key, expected) {
      guard let day = Weekdays.names.firstIndex(of: name) else { throw refusal(key, expected) }
      bits |= 1 << day
    }
    guard bits != 0 else { throw Malformed("\(key) is empty; expected \(expected)") }
    return bits
  }
}

enum MinuteOfDay {
  /// "00:00" to "24:00".
  static func parse(_ text: String) -> Int? {
    let digits = Array(text.utf8)
    guard digits.count == 5, digits[2] == UInt8(ascii: ":"),
      [0, 1, 3, 4].allSatisfy({ digits[$0].isDigit })
    else { return nil }
    func two(_ at: Int) -> Int { Int(digits[at]) * 10 + Int(digits[at + 1]) - 528 }
    let minute = two(0) * 60 + two(3)
    return two(3) < 60 && minute <= 1440 ? minute : nil
  }
}

extension CivilMinute {
  /// Reads "2015-03-21T10:05"; nil for anything else.
  public init?(text: String) {
    guard text.utf8.count == 16, let wall = CivilTime.parse(text + ":00Z"),
      let count = Int32(exactly: wall.milliseconds / 60_000)
    else { return nil }
    self.init(count)
  }
}
