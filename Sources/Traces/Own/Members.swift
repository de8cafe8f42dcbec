import Device
import HAL
import Names
import Words

/// The mistake in one line of our own: which member, its value, what was expected.
struct Malformed: Error {
  var message: String
  init(_ message: String) { self.message = message }
}

/// The members of one line of our own, read one by one. Valid while the line is.
struct Members {
  private var pairs: [(key: JSONScanner.Bytes, value: JSONScanner.Value)] = []

  /// Nil when the text is not one whole object.
  init?(_ bytes: JSONScanner.Bytes) {
    var found: [(key: JSONScanner.Bytes, value: JSONScanner.Value)] = []
    guard JSONScanner.members(of: bytes, { found.append(($0, $1)) }) else { return nil }
    pairs = found
  }

  /// The last of that name, as for every JSON reader; null is as good as absent.
  subscript(key: String) -> JSONScanner.Value? {
    guard let value = pairs.last(where: { $0.key.elementsEqual(key.utf8) })?.value else {
      return nil
    }
    if case .literal(let text) = value, text.equals("null") { return nil }
    return value
  }

  private func need(_ key: String, _ expected: String) throws(Malformed) -> JSONScanner.Value {
    guard let value = self[key] else { throw Malformed("lacks \(key); expected \(expected)") }
    return value
  }

  func refusal(_ key: String, _ expected: String) -> Malformed {
    Malformed("\(key) is \(self[key].map(Members.shown) ?? "missing"); expected \(expected)")
  }

  private static func shown(_ value: JSONScanner.Value) -> String {
    switch value {
    case .string(let text): "\"" + JSONText.unescaped(text).prefix(40) + "\""
    case .literal(let text): String(String(decoding: text, as: UTF8.self).prefix(40))
    case .object: "an object"
    case .array: "a list"
    }
  }

  /// A misspelt member that is passed over sets a device up otherwise than was meant.
  func refuseOthers(than known: [String]) throws(Malformed) {
    for (key, _) in pairs {
      let name = JSONText.unescaped(key)
      if !known.contains(name) {
        throw Malformed(
          "unknown member \"\(name.prefix(40))\"; expected " + known.joined(separator: ", "))
      }
    }
  }

  // MARK: Numbers and words

  func integer<T: FixedWidthInteger>(
    _ key: String, in range: ClosedRange<T> = T.min...T.max
  ) throws(Malformed) -> T {
    let expected = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard case .literal(let text) = try need(key, expected),
      let value = T(String(decoding: text, as: UTF8.self)), range.contains(value)
    else { throw refusal(key, expected) }
    return value
  }

  func number(
    _ key: String, in range: ClosedRange<Double>? = nil
  ) throws(Malformed) -> Double {
    let expected =
      range.map {
        "a number from \($0.lowerBound.shortText) to \($0.upperBound.shortText)"
      } ?? "a number"
    guard case .literal(let text) = try need(key, expected), let value = Decimal.double(text),
      value.isFinite, range?.contains(value) ?? true
    else { throw refusal(key, expected) }
    return value
  }

  func numberIfAny(_ key: String) throws(Malformed) -> Double? {
    self[key] == nil ? nil : try number(key)
  }

  func flag(_ key: String, absent: Bool? = nil) throws(Malformed) -> Bool {
    if self[key] == nil, let absent { return absent }
    guard case .literal(let text) = try need(key, "true or false"),
      text.equals("true") || text.equals("false")
    else { throw refusal(key, "true or false") }
    return text.equals("true")
  }

  func text(_ key: String, _ expected: String = "text") throws(Malformed) -> String {
    guard case .string(let text) = try need(key, expected) else { throw refusal(key, expected) }
    return JSONText.unescaped(text)
  }

  func textIfAny(_ key: String) throws(Malformed) -> String? {
    self[key] == nil ? nil : try text(key)
  }

  /// The name of a person or a reminder; nil when it is missing.
  func nameIfAny(
    _ key: String, most: Int = Names.longestName
  ) throws(Malformed) -> String? {
    guard let name = try textIfAny(key) else { return nil }
    guard name.contains(where: { !$0.isWhitespace }), name.count <= most else {
      throw refusal(key, "1 to \(most) letters")
    }
    return name
  }

  func spelled<T: Spelled>(_ key: String, as type: T.Type = T.self) throws(Malformed) -> T {
    guard let value = T(spelling: try text(key, T.choices)) else { throw refusal(key, T.choices) }
    return value
  }

  /// Nil when it is not there.
  func optional<T: Spelled>(_ key: String) throws(Malformed) -> T? {
    self[key] == nil ? nil : try spelled(key)
  }

  /// Milliseconds out of seconds, thousandths of a unit out of units.
  func thousandths(_ key: String) throws(Malformed) -> Int64 {
    let expected = "a number with at most three decimals"
    guard case .literal(let text) = try need(key, expected),
      let count = Thousandths.count(String(decoding: text, as: UTF8.self))
    else { throw refusal(key, expected) }
    return count
  }

  func object(_ key: String) throws(Malformed) -> Members? {
    guard let value = self[key] else { return nil }
    guard case .object(let bytes) = value, let members = Members(bytes) else {
      throw refusal(key, "an object")
    }
    return members
  }

  // MARK: Lists

  /// Nil when it is no list.
  private static func elements(_ value: JSONScanner.Value) -> [JSONScanner.Value]? {
    guard case .array(let bytes) = value else { return nil }
    var found: [JSONScanner.Value] = []
    guard JSONScanner.elements(of: bytes, { found.append($0) }) else { return nil }
    return found
  }

  func words(_ key: String, _ expected: String) throws(Malformed) -> [String] {
    guard let list = Members.elements(try need(key, expected)) else { throw refusal(key, expected) }
    var words: [String] = []
    for case .string(let text) in list { words.append(JSONText.unescaped(text)) }
    guard words.count == list.count else { throw refusal(key, expected) }
    return words
  }

  func hex(_ key: String, counts: ClosedRange<Int>) throws(Malformed) -> [UInt64] {
    let few = counts.lowerBound == counts.upperBound ? "" : "\(counts.lowerBound) to "
    let expected = "\(few)\(counts.upperBound) numbers of sixteen hexadecimal digits"
    var numbers: [UInt64] = []
    for word in try words(key, expected) {
      guard word.utf8.count <= 16, word.utf8.allSatisfy(\.isHexDigit),
        let number: UInt64 = ForeignNumber.exact(word, radix: 16)
      else { throw refusal(key, expected) }
      numbers.append(number)
    }
    guard counts.contains(numbers.count) else { throw refusal(key, expected) }
    return numbers
  }

  func pairs(
    _ key: String, _ expected: String
  ) throws(Malformed) -> [(JSONScanner.Value, JSONScanner.Value)] {
    guard let list = Members.elements(try need(key, expected)) else { throw refusal(key, expected) }
    var pairs: [(JSONScanner.Value, JSONScanner.Value)] = []
    for value in list {
      guard let pair = Members.elements(value), pair.count == 2 else {
        throw refusal(key, expected)
      }
      pairs.append((pair[0], pair[1]))
    }
    return pairs
  }

  // MARK: Times, each readable or as the bare number

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
