import Device
import HAL
import Names

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

  mutating func add(_ key: String, number: Double) { add(key, raw: number.shortText) }

  /// Milliseconds as seconds, thousandths of a unit as units.
  mutating func add(_ key: String, thousandths: Int64) {
    add(key, raw: Thousandths.text(thousandths))
  }

  /// - Parameter last: 1440 where an end of the day is meant.
  mutating func add(_ key: String, minuteOfDay minute: Int16, upTo last: Int16 = 1439) {
    guard minute >= 0, minute <= last else { return add(key, minute) }
    add(key, CivilText.text(minuteOfDay: minute))
  }

  mutating func add(_ key: String, _ minute: CivilMinute) {
    guard let text = minute.exactText else { return add(key, minute.count) }
    add(key, text)
  }

  /// Bit 0 Monday … bit 6 Sunday.
  mutating func add(_ key: String, weekdays: UInt8) {
    let names = Weekdays.names(of: weekdays).map { "\"\($0)\"" }
    add(key, raw: "[" + names.joined(separator: ",") + "]")
  }

  mutating func add(_ key: String, _ wall: WallTime) { add(key, raw: LineText.raw(wall)) }

  mutating func add(_ key: String, hex words: [UInt64]) {
    add(
      key, raw: "[" + words.map { "\"\($0.padded(16, radix: 16))\"" }.joined(separator: ",") + "]")
  }

  /// In quotes, or milliseconds since 1970.
  static func raw(_ wall: WallTime) -> String {
    CivilTime.exactText(wall).map { "\"\($0)\"" } ?? "\(wall.milliseconds)"
  }

}
