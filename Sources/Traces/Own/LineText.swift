import Device
import HAL

/// One line of our own, on its way into a trace. What has no readable form (a minute of the day
/// beyond midnight, a year beyond 9999) is written as the bare number, so that nothing is lost.
struct LineText {
  /// Longer words are cut: a line must stay below the longest that is read.
  static let longestWord = 1000

  private var text: String

  init(_ kind: OwnClass, at instant: Instant) { self.init(kind.rawValue, at: instant) }

  init(_ name: String, at instant: Instant) {
    text = "{\"class\":\"\(name)\",\"at_ms\":\(instant.milliseconds)"
  }

  var line: String { text + "}\n" }

  mutating func add(_ key: String, raw: String) { text += ",\"\(key)\":\(raw)" }
  mutating func add(_ key: String, _ value: some FixedWidthInteger) { add(key, raw: "\(value)") }
  mutating func add(_ key: String, _ value: Bool) { add(key, raw: value ? "true" : "false") }

  mutating func add(_ key: String, _ word: String?) {
    guard let word else { return }
    add(key, raw: LineText.quoted(word))
  }

  static func quoted(_ word: String) -> String {
    JSONText.quoted(String(word.prefix(longestWord)))
  }

  mutating func add(_ key: String, _ value: some Spelled) { add(key, value.spelling) }

  mutating func add(_ key: String, number: Double) { add(key, raw: LineText.number(number)) }

  /// Milliseconds as seconds, thousandths of a unit as units.
  mutating func add(_ key: String, thousandths: Int64) {
    add(key, raw: Thousandths.text(thousandths))
  }

  /// - Parameter last: 1440 where an end of the day is meant.
  mutating func add(_ key: String, minuteOfDay minute: Int16, upTo last: Int16 = 1439) {
    guard minute >= 0, minute <= last else { return add(key, minute) }
    add(key, LineText.hourAndMinute(Int(minute)))
  }

  mutating func add(_ key: String, _ minute: CivilMinute) {
    guard let text = LineText.text(minute) else { return add(key, minute.count) }
    add(key, text)
  }

  /// Bit 0 Monday … bit 6 Sunday.
  mutating func add(_ key: String, weekdays: UInt8) {
    let names = Weekdays.names.enumerated().filter { weekdays >> $0.offset & 1 == 1 }
    add(key, raw: "[" + names.map { "\"\($0.element)\"" }.joined(separator: ",") + "]")
  }

  mutating func add(_ key: String, _ wall: WallTime) { add(key, raw: LineText.raw(wall)) }

  mutating func add(_ key: String, hex words: [UInt64]) {
    add(key, raw: "[" + words.map { "\"\(Hex.text($0))\"" }.joined(separator: ",") + "]")
  }

  /// In quotes, or milliseconds since 1970.
  static func raw(_ wall: WallTime) -> String {
    let text = CivilTime.text(wall)
    return CivilTime.parse(text) == wall ? "\"\(text)\"" : "\(wall.milliseconds)"
  }

  /// The shortest decimal that reads back as the same double, without a point when it is whole.
  static func number(_ value: Double) -> String {
    if value == value.rounded(), value.magnitude < 1e15, !(value == 0 && value.sign == .minus) {
      return String(Int64(value))
    }
    return "\(value)"
  }

  /// "2015-03-21T10:05"; nil when it lies outside the years 0 to 9999.
  static func text(_ minute: CivilMinute) -> String? {
    let wall = WallTime(milliseconds: Int64(minute.count) * 60_000)
    let text = CivilTime.text(wall)
    return CivilTime.parse(text) == wall ? String(text.prefix(16)) : nil
  }

  static func hourAndMinute(_ minute: Int) -> String {
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
    return two(minute / 60) + ":" + two(minute % 60)
  }
}

extension CivilMinute {
  /// "2015-03-21T10:05": local civil time, so it has no zone.
  public var text: String { LineText.text(self) ?? String(count) }
}

enum Weekdays {
  static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
}

enum Hex {
  /// Sixteen digits.
  static func text(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
