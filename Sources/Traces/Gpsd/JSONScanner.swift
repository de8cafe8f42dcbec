/// Walks over one JSON object without building it: gpsd's lines are short, flat and many.
struct JSONScanner {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  enum Value {
    /// The raw text between the quotes, escapes not resolved.
    case string(Bytes)
    /// A number, true, false or null, as written.
    case literal(Bytes)
    /// An object, brackets included.
    case object(Bytes)
    /// A list, brackets included.
    case array(Bytes)
  }

  private let bytes: Bytes
  private var at = 0

  private init(_ bytes: Bytes) { self.bytes = bytes }

  /// Calls `visit` for each member. False when the text is not one whole object.
  static func members(of bytes: Bytes, _ visit: (_ key: Bytes, _ value: Value) -> Void) -> Bool {
    var scanner = JSONScanner(bytes)
    scanner.skipSpace()
    guard scanner.object(visit) else { return false }
    scanner.skipSpace()
    return scanner.at == bytes.count
  }

  /// Calls `visit` for each element. False when the text is not one whole array.
  static func elements(of bytes: Bytes, _ visit: (_ value: Value) -> Void) -> Bool {
    var scanner = JSONScanner(bytes)
    guard scanner.take(0x5B) else { return false }
    scanner.skipSpace()
    if scanner.take(0x5D) { return scanner.at == bytes.count }
    while true {
      scanner.skipSpace()
      guard let value = scanner.value() else { return false }
      visit(value)
      scanner.skipSpace()
      if scanner.take(0x2C) { continue }
      return scanner.take(0x5D) && scanner.at == bytes.count
    }
  }

  private mutating func object(_ visit: (Bytes, Value) -> Void) -> Bool {
    guard take(0x7B) else { return false }
    skipSpace()
    if take(0x7D) { return true }
    while true {
      skipSpace()
      guard let key = string() else { return false }
      skipSpace()
      guard take(0x3A) else { return false }
      skipSpace()
      guard let value = value() else { return false }
      visit(key, value)
      skipSpace()
      if take(0x2C) { continue }
      return take(0x7D)
    }
  }

  private mutating func value() -> Value? {
    guard at < bytes.count else { return nil }
    switch bytes[at] {
    case 0x22: return string().map { .string($0) }
    case 0x7B:
      let first = at
      guard skipNested() else { return nil }
      return .object(slice(first, at))
    case 0x5B:
      let first = at
      guard skipNested() else { return nil }
      return .array(slice(first, at))
    default:
      let first = at
      while at < bytes.count, isLiteral(bytes[at]) { at += 1 }
      return at > first ? .literal(slice(first, at)) : nil
    }
  }

  /// Skips an object or array by counting brackets outside strings.
  private mutating func skipNested() -> Bool {
    var depth = 0
    while at < bytes.count {
      switch bytes[at] {
      case 0x22:
        guard string() != nil else { return false }
        continue
      case 0x7B, 0x5B: depth += 1
      case 0x7D, 0x5D:
        depth -= 1
        if depth == 0 {
          at += 1
          return true
        }
      default: break
      }
      at += 1
    }
    return false
  }

  private mutating func string() -> Bytes? {
    guard take(0x22) else { return nil }
    let first = at
    while at < bytes.count {
      if bytes[at] == 0x22 {
        at += 1
        return slice(first, at - 1)
      }
      at += bytes[at] == 0x5C ? 2 : 1
    }
    return nil
  }

  private func isLiteral(_ byte: UInt8) -> Bool {
    byte.isDigit || (byte >= 0x61 && byte <= 0x7A) || byte == 0x2D || byte == 0x2B || byte == 0x2E
      || (byte >= 0x41 && byte <= 0x5A)
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  private mutating func skipSpace() {
    while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 || bytes[at] == 0x0D { at += 1 }
  }

  private func slice(_ first: Int, _ end: Int) -> Bytes { Bytes(rebasing: bytes[first..<end]) }
}

extension UnsafeBufferPointer<UInt8> {
  /// Compares with ASCII text.
  @inline(__always) func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for i in 0..<count where self[i] != text.utf8Start[i] { return false }
    return true
  }
}
