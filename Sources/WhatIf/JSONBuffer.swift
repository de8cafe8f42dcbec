import HAL

/// JSON as bytes. Numbers are written by integers alone: a browser has no printing of ours, and needs none.
struct JSONBuffer {
  private(set) var bytes: [UInt8] = []

  var count: Int { bytes.count }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func add(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// A name of ours, in quotes; it has nothing to escape.
  mutating func add(name: String) {
    add("\"")
    // A name of ours lies in one piece; walking along its characters would take the tables of Unicode.
    name.utf8.withContiguousStorageIfAvailable { bytes.append(contentsOf: $0) }
    add("\"")
  }

  mutating func add(_ other: JSONBuffer, _ range: Range<Int>) {
    bytes.append(contentsOf: other.bytes[range])
  }

  mutating func add(_ number: Int64) {
    if number < 0 { add("-") }
    add(digits: number.magnitude, atLeast: 1)
  }

  private mutating func add(digits number: UInt64, atLeast least: Int) {
    let end = bytes.count
    var rest = number
    var written = 0
    while rest > 0 || written < least {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
      written += 1
    }
    bytes[end...].reverse()
  }

  /// A decimal without zeros at its end: 24500 thousandths are "24.5".
  mutating func add(thousandths number: Int64) {
    if number < 0 { add("-") }
    add(digits: number.magnitude / 1000, atLeast: 1)
    let rest = number.magnitude % 1000
    guard rest > 0 else { return }
    add(".")
    add(digits: rest, atLeast: 3)
    while bytes.last == 0x30 { bytes.removeLast() }
  }

  /// One decimal place, always, as the lines of a replay have it.
  mutating func add(tenths length: Metres) {
    guard length.value.magnitude < 1e15 else { return add("null") }
    let tenths = Int64(nearest: length.value * 10)
    if tenths < 0 { add("-") }
    add(digits: tenths.magnitude / 10, atLeast: 1)
    add(".")
    add(digits: tenths.magnitude % 10, atLeast: 1)
  }

  mutating func add(degreesE7 value: Int32) {
    if value < 0 { add("-") }
    add(digits: UInt64(value.magnitude / 10_000_000), atLeast: 1)
    add(".")
    add(digits: UInt64(value.magnitude % 10_000_000), atLeast: 7)
  }

  /// Sixteen hexadecimal digits, in quotes.
  mutating func add(hex value: UInt64) {
    add("\"")
    for place in 0..<16 {
      let digit = UInt8(truncatingIfNeeded: value >> UInt64(60 - 4 * place) & 15)
      bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
    add("\"")
  }
}

/// The members of an object: a comma before each but the first is the caller's.
extension JSONBuffer {
  mutating func add(_ key: StaticString, _ number: Int64?) {
    add(key)
    if let number { add(number) } else { add("null") }
  }

  mutating func add(_ key: StaticString, thousandths number: Int64?) {
    add(key)
    if let number { add(thousandths: number) } else { add("null") }
  }

  mutating func add(_ key: StaticString, name: String) {
    add(key)
    add(name: name)
  }
}
